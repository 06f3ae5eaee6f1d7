//! The page of a participant.

use maud::{Markup, html};
use page::counted;

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
    let body = html! {
        header {
            p { a href="../index.html" { "← " bdi { (tables.title) } } }
            h1 { bdi { (participant.name) } }
            p .what {
                @if !participant.author.is_empty() {
                    (page.t("by")) " " bdi { (participant.author) } " · "
                }
                bdi { (page.t(&participant.what)) } " · "
                @if let Some(file) = &participant.file {
                    a href={ (page.root) (file) } { (page.t("the program’s file")) } " · "
                }
                (page.t(&format!("number {number}")))
            }
            (summary(page, number))
        }
        main {
            // Otherwise the matches say everything.
            @if duels.is_empty() || duels.iter().any(|duel| duel.matches > 1) {
                section { h2 { (page.t("Opponents")) } (opponents(page, &duels)) }
            }
            section {
                h2 { (page.t("Matches and games")) }
                (ends(page, number))
                (matches::list(page, &played, true))
            }
            @if !kinds.is_empty() {
                section { h2 { (page.t("Fouls")) } (fouls::by_kind(page, &kinds)) }
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
                    dt { (page.t("Place")) } dd { (line.place) " / " (tables.participants.len()) }
                }
                div { dt { (page.t("Points")) } dd { (line.points) } }
                div { dt { (page.t("Matches")) } dd { (results(line.matches)) } }
                div { dt { (page.t("Games")) } dd { (results(line.games)) } }
                @if tables.has_margins {
                    div { dt { (page.t("Margin")) } dd { (with_sign(line.margin)) } }
                }
                @if line.fouls > 0 { div { dt { (page.t("Lost by a foul")) } dd { (line.fouls) } } }
            }
            @if let Some(rated) = rated {
                div { dt { (page.t("Rating")) } dd { (range(page, rated.elo)) } }
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
            0 => "a draw against".to_string(),
            _ if !tables.has_margins => {
                if margin > 0 { "won against" } else { "lost against" }.to_string()
            }
            1.. => format!("won by {margin} against"),
            _ => format!("lost by {} against", -margin),
        };
        let what = html! {
            (page.t(&end)) " " bdi { (tables.name(opponent)) } ", "
            (page.t(&counted(moves, "move", "moves")))
        };
        page.game(Some(line), &what)
    };
    html! {
        p {
            (page.t("Best game:")) " " (game(best)) "; "
            (page.t("worst game:")) " " (game(worst)) "."
        }
        p { a href={ (page.root) "games.html#p=" (number) } {
            (page.t("All games, by opponent, result and foul"))
        } }
    }
}

fn opponents(page: Page<'_>, duels: &[Duel]) -> Markup {
    if duels.is_empty() {
        return html! { p { (page.t("Nothing has been played yet.")) } };
    }
    let table = html! {
        table .opponents {
            thead {
                tr {
                    th scope="col" { (page.t("Opponent")) } th scope="col" { (page.t("Points")) }
                    th scope="col" {
                        (page.t("Games")) " " small { (page.t("won–drawn–lost")) }
                    }
                    @if page.tables.has_margins {
                        th scope="col" .more title=(page.t("of all games")) { (page.t("Margin")) }
                    }
                }
            }
            tbody {
                @for duel in duels {
                    tr {
                        th scope="row" { (page.name(duel.participants[1])) }
                        td .points { (duel.points[0]) " : " (duel.points[1]) }
                        td { (results(duel.games)) }
                        @if page.tables.has_margins { td .more { (with_sign(duel.margin)) } }
                    }
                }
            }
        }
    };
    wide(page, "Opponents", &table)
}
