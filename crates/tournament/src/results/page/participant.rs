//! The page of a participant.

use maud::{Markup, html};

use super::standings::results;
use super::{Page, fouls, matches, range, wide, with_sign};
use crate::results::duels::Duel;
use crate::results::game_list::OwnGame;
use crate::results::number::Ordinal;
use crate::results::tables::Tables;

/// The page of a participant.
pub(in crate::results) fn participant(tables: &Tables, number: Ordinal) -> String {
    let page = Page { tables, root: "../" };
    let participant = &tables.participants[number.0];
    let duels: Vec<Duel> =
        tables.duels.iter().filter_map(|duel| Some(duel.seen_by(number)?.1)).collect();
    let played: Vec<_> =
        tables.matches.iter().filter(|played| played.participants.contains(&number)).collect();
    let kinds: Vec<_> =
        tables.foul_kinds.iter().filter(|kind| kind.participant == number).collect();
    let is_counted = tables.leaver(number).is_none_or(|leaver| leaver.counts);
    let body = html! {
        header {
            p { a href="../index.html" { "← " bdi { (tables.title) } } }
            h1 { bdi { (participant.name) } }
            p .what {
                @if !participant.author.is_empty() {
                    (say!(page, "by")) " " bdi { (participant.author) } " · "
                }
                bdi { (page.value(&participant.what)) } " · "
                @if let Some(file) = &participant.file {
                    a href={ (page.root) (file) } { (say!(page, "program-file")) } " · "
                }
                (say!(page, "number", n = number))
            }
            @if let Some(leaver) = tables.leaver(number) { p .what { (page.left(leaver)) } }
            (summary(page, number))
        }
        main {
            // Otherwise the matches say everything.
            @if is_counted && (duels.is_empty() || duels.iter().any(|duel| duel.matches > 1)) {
                section { h2 { (say!(page, "opponents")) } (opponents(page, &duels)) }
            }
            section {
                h2 { (say!(page, "matches-and-games")) }
                (ends(page, number))
                @if is_counted { (matches::list(page, &played, true)) }
            }
            @if !kinds.is_empty() {
                section { h2 { (say!(page, "fouls")) } (fouls::by_kind(page, &kinds)) }
            }
        }
    };
    page.whole(&format!("{} – {}", participant.name, tables.title), &body)
}

/// The participant's line of the standings.
fn summary(page: Page<'_>, number: Ordinal) -> Markup {
    let tables = page.tables;
    let line = tables.standings.iter().find(|line| line.participant == number);
    let rated = tables
        .ratings
        .iter()
        .flat_map(|table| &table.participants)
        .find(|rated| rated.participant == number);
    html! {
        dl .summary {
            @if let Some(line) = line {
                div {
                    dt { (say!(page, "place")) } dd { (line.place) " / " (tables.participants.len()) }
                }
                div { dt { (say!(page, "points")) } dd { (page.number(line.points)) } }
                div { dt { (say!(page, "matches")) } dd { (results(line.matches)) } }
                div { dt { (say!(page, "games")) } dd { (results(line.games)) } }
                @if tables.has_margins {
                    div { dt { (say!(page, "margin")) } dd { (with_sign(line.margin)) } }
                }
                @if line.fouls > 0 { div { dt { (say!(page, "lost-by-a-foul")) } dd { (line.fouls) } } }
            }
            @if let Some(rated) = rated {
                div { dt { (say!(page, "rating")) } dd { (range(page, rated.elo)) } }
            }
        }
    }
}

/// The best and the worst game, and the link to the list of all games.
fn ends(page: Page<'_>, number: Ordinal) -> Markup {
    let tables = page.tables;
    let Some([best, worst]) = tables.games.ends(&tables.places, number.0) else { return html! {} };
    let game = |OwnGame { line, opponent, margin, moves }: OwnGame| {
        let end = match margin {
            0 => text!("draw-against"),
            1.. if !tables.has_margins => text!("won-against"),
            _ if !tables.has_margins => text!("lost-against"),
            1.. => text!("won-by-against", n = margin.unsigned_abs()),
            _ => text!("lost-by-against", n = margin.unsigned_abs()),
        };
        let what = html! {
            (page.t(&end)) " " bdi { (tables.name(opponent)) } ", "
            (say!(page, "moves-are", n = u64::from(moves)))
        };
        page.game(Some(line), &what)
    };
    html! {
        p {
            (say!(page, "best-game")) " " (game(best)) "; "
            (say!(page, "worst-game")) " " (game(worst)) "."
        }
        p { a href={ (page.root) "games.html#p=" (number) } {
            (say!(page, "all-games-by-opponent"))
        } }
    }
}

fn opponents(page: Page<'_>, duels: &[Duel]) -> Markup {
    if duels.is_empty() {
        return html! { p { (say!(page, "nothing-played")) } };
    }
    let table = html! {
        table .opponents {
            thead {
                tr {
                    th scope="col" { (say!(page, "opponent")) } th scope="col" { (say!(page, "points")) }
                    th scope="col" {
                        (say!(page, "games")) " " small { (say!(page, "won-drawn-lost")) }
                    }
                    @if page.tables.has_margins {
                        th scope="col" .more title=(say!(page, "of-all-games")) { (say!(page, "margin")) }
                    }
                }
            }
            tbody {
                @for duel in duels {
                    tr {
                        th scope="row" { (page.name(duel.participants[1])) }
                        td .points { (page.number(duel.points[0])) " : " (page.number(duel.points[1])) }
                        td { (results(duel.games)) }
                        @if page.tables.has_margins { td .more { (with_sign(duel.margin)) } }
                    }
                }
            }
        }
    };
    wide(&say!(page, "opponents"), &table)
}
