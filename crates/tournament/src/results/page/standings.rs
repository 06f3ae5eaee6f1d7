//! The standings.

use maud::{Markup, html};

use super::{Page, column, wide, with_sign};
use crate::results::ranking::{Line, Results};
use crate::results::tables::Stage;
use pairing::{Format, Points};

/// The table of standings, with a note about ties.
pub(super) fn table(page: Page<'_>) -> Markup {
    let tables = page.tables;
    let by_match = tables.points == Points::ByMatch;
    let tie_break = match tables.schedule {
        Format::Swiss { .. } => Some("Buchholz: the points of all opponents"),
        Format::Knockout { .. } | Format::Duel => None,
        _ => Some(
            "Sonneborn–Berger: the points of beaten opponents, and half those of drawn opponents",
        ),
    };
    let has_fouls = tables.progress.fouls > 0;
    let table = html! {
        table .standings {
            thead {
                tr {
                    (column(page, "Place", ""))
                    (column(page, "Name", "")) (column(page, "Points", ""))
                    @if let Some(meaning) = tie_break {
                        th scope="col" .more title=(page.t(meaning)) { (page.t("Tie-break")) }
                    }
                    @if by_match {
                        th scope="col" .more {
                            (page.t("Matches")) " " small { (page.t("won–drawn–lost")) }
                        }
                    }
                    th scope="col" .more {
                        (page.t("Games")) " " small { (page.t("won–drawn–lost")) }
                    }
                    @if tables.has_margins {
                        th scope="col" .more title=(page.t("of all games")) { (page.t("Margin")) }
                    }
                    @if has_fouls {
                        th scope="col" .more title=(page.t("games lost by a foul")) {
                            (page.t("Fouls"))
                        }
                    }
                }
            }
            tbody {
                @for line in &tables.standings {
                    @let has_won = line.place.0 == 0 && tables.stage != Stage::Running;
                    tr class=[has_won.then_some("first")] {
                        td .place { (line.place) }
                        th scope="row" {
                            (page.name(line.participant)) (who(page, line))
                            // On narrow screens, the values of the other columns stand here.
                            small .less {
                                (results(if by_match { line.matches } else { line.games }))
                                @if tables.has_margins {
                                    ", " (page.t("margin")) " " (with_sign(line.margin))
                                }
                            }
                        }
                        td .points {
                            (line.points) @if line.had_bye { " " small { (page.t("bye")) } }
                        }
                        @if tie_break.is_some() { td .more { (line.tie_break) } }
                        @if by_match { td .more { (results(line.matches)) } }
                        td .more { (results(line.games)) }
                        @if tables.has_margins { td .more { (with_sign(line.margin)) } }
                        @if has_fouls { td .more { (line.fouls) } }
                    }
                }
            }
        }
    };
    html! { (wide(page, "Standings", &table)) p .note { (note(page)) } }
}

/// Explains how the standings are ordered, also among participants with equal points.
fn note(page: Page<'_>) -> String {
    let is_running = page.tables.stage == Stage::Running;
    let margin = if page.tables.has_margins {
        "the margin of all games"
    } else {
        "games won less games lost"
    };
    let ties = |first: &str| {
        let order = format!(
            "Equal points are ordered by {first}, then by the points from the matches among those \
            participants, then by {margin}."
        );
        vec![order, "Participants who are equal in all of these share a place.".to_string()]
    };
    let format = page.tables.schedule;
    let mut sentences = match format {
        Format::Knockout { .. } if is_running => {
            vec!["The table is ordered by the round that each participant reached.".to_string()]
        }
        Format::Knockout { .. } => vec![
            "The table is ordered by the round that each participant reached, then by seed."
                .to_string(),
        ],
        Format::Duel => vec![format!("The table is ordered by points, then by {margin}.")],
        Format::Gauntlet { .. } => {
            let first = "The challengers stand first.".to_string();
            [vec![first], ties("the tie-break")].concat()
        }
        Format::Swiss { .. } => ties("the tie-break (the points of all opponents)"),
        Format::RoundRobin { .. } => {
            ties("the tie-break (points of beaten opponents, and half the points of drawn ones)")
        }
    };
    if is_running {
        let count = if let Format::Knockout { .. } = format {
            "Matches in progress do not count."
        } else {
            "Matches in progress count as if they ended now."
        };
        sentences.push(count.to_string());
    }
    sentences.iter().map(|sentence| page.t(sentence)).collect::<Vec<_>>().join(" ")
}

/// The author and the kind of player.
fn who(page: Page<'_>, line: &Line) -> Markup {
    let participant = &page.tables.participants[line.participant.0];
    html! {
        small {
            bdi { (participant.author) }
            @if !participant.author.is_empty() && !participant.what.is_empty() { ", " }
            bdi { (page.t(&participant.what)) }
        }
    }
}

pub(super) fn results(results: Results) -> Markup {
    html! { (results.won) "–" (results.drawn) "–" (results.lost) }
}
