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
                    (column("Place", "")) (column("Name", "")) (column("Points", ""))
                    @if let Some(meaning) = tie_break {
                        th scope="col" .more title=(meaning) { "Tie-break" }
                    }
                    @if by_match { th scope="col" .more { "Matches " small { "won–drawn–lost" } } }
                    th scope="col" .more { "Games " small { "won–drawn–lost" } }
                    @if tables.has_margins {
                        th scope="col" .more title="of all games" { "Margin" }
                    }
                    @if has_fouls { th scope="col" .more title="games lost by a foul" { "Fouls" } }
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
                                @if tables.has_margins { ", margin " (with_sign(line.margin)) }
                            }
                        }
                        td .points { (line.points) @if line.had_bye { " " small { "bye" } } }
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
    html! { (wide("Standings", &table)) p .note { (note(page)) } }
}

/// Explains how the standings are ordered, also among participants with equal points.
fn note(page: Page<'_>) -> String {
    let is_running = page.tables.stage == Stage::Running;
    let go_on = if is_running { " Matches in progress count as if they ended now." } else { "" };
    let margin = if page.tables.has_margins {
        "the margin of all games"
    } else {
        "games won less games lost"
    };
    let ties = |first: &str| {
        format!(
            "Equal points are ordered by {first}, then by the points from the matches among those \
            participants, then by {margin}. Participants who are equal in all of these share a \
            place.{go_on}"
        )
    };
    match page.tables.schedule {
        Format::Knockout { .. } if is_running => {
            "The table is ordered by the round that each participant reached. Matches in progress \
             do not count."
                .to_string()
        }
        Format::Knockout { .. } => {
            "The table is ordered by the round that each participant reached, then by seed."
                .to_string()
        }
        Format::Duel => format!("The table is ordered by points, then by {margin}.{go_on}"),
        Format::Gauntlet { .. } => {
            format!("The challengers stand first. {}", ties("the tie-break"))
        }
        Format::Swiss { .. } => ties("the tie-break (the points of all opponents)"),
        Format::RoundRobin { .. } => {
            ties("the tie-break (points of beaten opponents, and half the points of drawn ones)")
        }
    }
}

/// The author and the kind of player.
fn who(page: Page<'_>, line: &Line) -> Markup {
    let participant = &page.tables.participants[line.participant.0];
    html! {
        small {
            bdi { (participant.author) }
            @if !participant.author.is_empty() && !participant.what.is_empty() { ", " }
            bdi { (participant.what) }
        }
    }
}

pub(super) fn results(results: Results) -> Markup {
    html! { (results.won) "–" (results.drawn) "–" (results.lost) }
}
