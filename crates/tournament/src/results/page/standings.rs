//! The standings.

use maud::{Markup, html};
use rules::Message;

use super::{Page, column, wide, with_sign};
use crate::results::given_away::GivenAwayAGame;
use crate::results::number::Ordinal;
use crate::results::ranking::Results;
use crate::results::tables::Stage;
use pairing::{Format, Points};

/// The table of standings, with a note about ties.
pub(super) fn table(page: Page<'_>) -> Markup {
    let tables = page.tables;
    let by_match = tables.points == Points::ByMatch;
    let tie_break = match tables.schedule {
        _ if !tables.stages.is_empty() => None,
        Format::Swiss { .. } => Some(say!(page, "buchholz")),
        Format::Knockout { .. } | Format::Duel => None,
        _ => Some(say!(page, "sonneborn")),
    };
    let has_fouls = tables.progress.fouls > 0;
    let given = given_away(page);
    let table = html! {
        table .standings {
            thead {
                tr {
                    (column(&say!(page, "place"), None))
                    (column(&say!(page, "name"), None)) (column(&say!(page, "points"), None))
                    @if let Some(meaning) = &tie_break {
                        th scope="col" .more title=(meaning) { (say!(page, "tie-break")) }
                    }
                    @if by_match {
                        th scope="col" .more {
                            (say!(page, "matches")) " " small { (say!(page, "won-drawn-lost")) }
                        }
                    }
                    th scope="col" .more {
                        (say!(page, "games")) " " small { (say!(page, "won-drawn-lost")) }
                    }
                    @if tables.has_margins {
                        th scope="col" .more title=(say!(page, "of-all-games")) { (say!(page, "margin")) }
                    }
                    @if has_fouls {
                        th scope="col" .more title=(say!(page, "lost-by-foul")) {
                            (say!(page, "fouls"))
                        }
                    }
                    @if let Some((unit, meaning, _)) = &given {
                        th scope="col" .more title=(meaning) {
                            (say!(page, "gave-away")) " " small { (unit) }
                        }
                    }
                }
            }
            tbody {
                @for line in &tables.standings {
                    @let leaver = tables.leaver(line.participant);
                    @let has_won =
                        line.place.0 == 0 && tables.stage != Stage::Running && leaver.is_none();
                    tr class=[has_won.then_some("first")] {
                        td .place { (line.place) }
                        th scope="row" {
                            (page.name(line.participant)) (who(page, line.participant))
                            @if let Some(leaver) = leaver { small { (page.left(leaver)) } }
                            // On narrow screens, the values of the other columns stand here.
                            small .less {
                                (results(if by_match { line.matches } else { line.games }))
                                @if tables.has_margins {
                                    ", " (say!(page, "margin-of")) " " (with_sign(line.margin))
                                }
                            }
                        }
                        td .points {
                            (page.number(line.points)) @if line.had_bye { " " small { (say!(page, "bye")) } }
                        }
                        @if tie_break.is_some() { td .more { (page.number(line.tie_break)) } }
                        @if by_match { td .more { (results(line.matches)) } }
                        td .more { (results(line.games)) }
                        @if tables.has_margins { td .more { (with_sign(line.margin)) } }
                        @if has_fouls { td .more { (line.fouls) } }
                        @if let Some((_, _, number)) = &given {
                            td .more { @if let Some(given) = line.given_away { (number(given)) } }
                        }
                    }
                }
            }
        }
    };
    html! {
        (wide(&say!(page, "standings"), &table))
        (without_place(page))
        p .note { (note(page)) @if let Some((_, meaning, _)) = &given { " " (meaning) } }
    }
}

/// What the column of what was given away counts, what that means, and its numbers; `None` if no game
/// was analysed. Without points, only results can be given away.
type GivenColumn<'a> = (String, String, Box<dyn Fn(GivenAwayAGame) -> String + 'a>);

fn given_away(page: Page<'_>) -> Option<GivenColumn<'_>> {
    let tables = page.tables;
    tables.is_analysed().then(|| -> GivenColumn<'_> {
        match tables.has_margins {
            true => (
                say!(page, "points-a-game"),
                say!(page, "gave-away-points"),
                Box::new(move |given| page.number(given.points)),
            ),
            false => (
                say!(page, "results-a-game"),
                say!(page, "gave-away-results"),
                Box::new(move |given| page.number(given.results)),
            ),
        }
    })
}

/// The participants who have left without a place, with the reasons.
fn without_place(page: Page<'_>) -> Markup {
    let left: Vec<_> = page.tables.left.iter().filter(|leaver| !leaver.has_place).collect();
    html! {
        @if !left.is_empty() {
            ul .left {
                @for leaver in left {
                    li {
                        (page.name(leaver.participant)) " "
                        (who(page, leaver.participant)) " – " (page.left(leaver))
                    }
                }
            }
        }
    }
}

/// Explains how the standings are ordered, also among participants with equal points.
fn note(page: Page<'_>) -> String {
    let is_running = page.tables.stage == Stage::Running;
    let margin =
        if page.tables.has_margins { text!("margin-of-all") } else { text!("won-less-lost") };
    let ties = |first: Message| {
        vec![text!("order-ties", first = first, margin = margin.clone()), text!("share-a-place")]
    };
    if !page.tables.stages.is_empty() {
        let running = is_running.then(|| text!("progress-counts-in-stage"));
        let sentences =
            [text!("order-stages"), text!("points-of-stage")].into_iter().chain(running);
        return sentences.map(|sentence| page.t(&sentence)).collect::<Vec<_>>().join(" ");
    }
    let format = page.tables.schedule;
    let mut sentences = match format {
        Format::Knockout { .. } if is_running => {
            vec![text!("order-knockout")]
        }
        Format::Knockout { .. } => vec![text!("order-knockout-seed")],
        Format::Duel => vec![text!("order-duel", margin = margin.clone())],
        Format::Gauntlet { .. } => {
            [vec![text!("challengers-first")], ties(text!("the-tie-break"))].concat()
        }
        Format::Groups { .. } => {
            [vec![text!("order-groups")], ties(text!("tie-break-robin"))].concat()
        }
        Format::Swiss { .. } => ties(text!("tie-break-swiss")),
        Format::RoundRobin { .. } => ties(text!("tie-break-robin")),
    };
    if is_running {
        sentences.push(match format {
            Format::Knockout { .. } => text!("progress-does-not-count"),
            _ => text!("progress-counts"),
        });
    }
    sentences.iter().map(|sentence| page.t(sentence)).collect::<Vec<_>>().join(" ")
}

/// The author and the kind of player.
fn who(page: Page<'_>, participant: Ordinal) -> Markup {
    let participant = &page.tables.participants[participant.0];
    html! {
        small {
            bdi { (participant.author) }
            @if !participant.author.is_empty() { ", " }
            bdi { (page.value(&participant.what)) }
        }
    }
}

pub(super) fn results(results: Results) -> Markup {
    html! { (results.won) "–" (results.drawn) "–" (results.lost) }
}
