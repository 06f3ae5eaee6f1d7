//! Matches.

use maud::{Markup, html};

use super::{Page, wide, with_sign};
use crate::results::matches::{Match, Stage};
use crate::results::tables::MOST_BOARDS;

/// The greatest number of matches listed on the tournament's page. If there are more matches, the
/// page lists only the last round that has begun. Each participant's page has all matches of the
/// participant.
const MOST_MATCHES: usize = 600;

/// All matches, in a collapsible section for each round. Only the section of the last round that
/// has begun is open.
pub(super) fn by_round(page: Page<'_>) -> Markup {
    let matches = &page.tables.matches;
    let begun = matches
        .iter()
        .rev()
        .find(|played| played.stage != Stage::ToCome)
        .map(|played| played.round);
    let has_room = matches.len() <= MOST_MATCHES;
    let matches: Vec<&Match> =
        matches.iter().filter(|played| has_room || Some(played.round) == begun).collect();
    let games = page.tables.progress.games;
    html! {
        @if games > 0 {
            p {
                a href="games.html" { (say!(page, "all-games-by-participant")) }
            }
            p {
                (say!(page, "on-the-board")) " "
                (page.game(Some(1), &html! { (say!(page, "the-first-game")) })) ", "
                @let last = games.min(MOST_BOARDS);
                @let is_whole = last == games;
                (page.game(Some(last as usize), &html! {
                    @if is_whole { (say!(page, "the-last-game")) }
                    @else { (say!(page, "game-number", n = last)) }
                })) ". "
                @if games > MOST_BOARDS {
                    (say!(page, "only-first-games", n = MOST_BOARDS))
                    " " code { "ludoteka serve games.jsonl" }
                }
            }
        }
        @if !has_room {
            p {
                (say!(page, "only-last-round")) " "
                a href="matches.csv" { "matches.csv" } "."
            }
        }
        @for round in matches.chunk_by(|one, other| one.round == other.round) {
            details open[Some(round[0].round) == begun] {
                summary {
                    (say!(page, "round-number", n = round[0].round)) small {
                        @let over = round.iter().filter(|played| played.is_over());
                        " " (over.count()) "/" (round.len())
                    }
                }
                (list(page, round, false))
            }
        }
    }
}

/// A table of matches. If there are several rounds, it also shows each match's round.
pub(super) fn list(page: Page<'_>, matches: &[&Match], with_round: bool) -> Markup {
    let has_margins = page.tables.has_margins;
    let has_fouls = matches.iter().any(|played| played.fouls != [0, 0]);
    let table = html! {
        table .matches {
            thead {
                tr {
                    th scope="col" {
                        @if with_round { (say!(page, "round")) } @else { (say!(page, "table")) }
                    }
                    th scope="col" title=(say!(page, "who-starts")) {
                        (say!(page, "first"))
                    }
                    th scope="col" { (say!(page, "points")) } th scope="col" { (say!(page, "second")) }
                    th scope="col"
                        title=(say!(page, "games-of-first")) {
                        (say!(page, "games"))
                    }
                    @if has_margins {
                        th scope="col" .more title=(say!(page, "of-first-in-all")) {
                            (say!(page, "margin"))
                        }
                    }
                    @if has_fouls {
                        th scope="col" .more title=(say!(page, "lost-by-foul")) {
                            (say!(page, "fouls"))
                        }
                    }
                }
            }
            tbody {
                @for played in matches {
                    (row(page, played, with_round, [has_margins, has_fouls]))
                }
            }
        }
    };
    wide(&say!(page, "matches"), &table)
}

fn row(
    page: Page<'_>,
    played: &Match,
    with_round: bool,
    [has_margins, has_fouls]: [bool; 2],
) -> Markup {
    let [first, second] = played.participants;
    let strong = |participant| (played.winner == Some(participant)).then_some("winner");
    let games = html! {
        "▸ " (say!(page, "games-link")) " "
        (played.wins[0]) "–" (played.draws) "–" (played.wins[1])
    };
    html! {
        tr {
            td .place {
                @if with_round { (played.round) } @else { (played.table) }
                @if played.extra > 0 {
                    small title=(say!(page, "extra-match")) {
                        " +" (played.extra)
                    }
                }
            }
            td .name class=[strong(first)] { (page.name(first)) }
            td .points {
                @if played.stage == Stage::ToCome { small { (say!(page, "to-come")) } } @else {
                    (page.number(played.points[0])) " : " (page.number(played.points[1]))
                    @if played.stage == Stage::Running { small { " " (say!(page, "so-far")) } }
                }
            }
            td .name class=[strong(second)] { (page.name(second)) }
            td .games {
                @match played.stage {
                    Stage::ByDefault => small { (say!(page, "by-default")) },
                    _ if played.games() > 0 => (page.game(played.line, &games)),
                    _ => {}
                }
            }
            @if has_margins { td .more { (with_sign(played.margin)) } }
            @if has_fouls {
                td .more {
                    @if played.fouls != [0, 0] { (played.fouls[0]) " : " (played.fouls[1]) }
                }
            }
        }
    }
}
