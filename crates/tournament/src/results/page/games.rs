//! The list of all games, with filters. A script fills it in from the results of the games, which
//! are packed in a script of their own.

use maud::{Markup, html};
use page::{WORDS, embedded};
use serde::Serialize;
use serde_json::json;

use super::Page;
use crate::results::game_list::{Entry, GameList};
use crate::results::packed_script::script;
use crate::results::tables::{MOST_BOARDS, Tables};

/// The page.
pub(in crate::results) fn games(tables: &Tables) -> String {
    let page = Page { tables, root: "" };
    let games = tables.progress.games;
    let body = html! {
        header {
            p { a href="index.html" { "← " bdi { (tables.title) } } }
            h1 { (say!(page, "all-games")) }
            @if games > MOST_BOARDS {
                p .what {
                    (say!(page, "only-first-games", n = MOST_BOARDS))
                    " " code { "ludoteka serve games.jsonl" }
                }
            }
        }
        main {
            form .filter #filter autocomplete="off" {
                (choice(page, "p", &say!(page, "participant"))) (choice(page, "vs", &say!(page, "opponent")))
                (choice(page, "result", &say!(page, "result"))) (choice(page, "foul", &say!(page, "foul")))
            }
            p #count role="status" {}
            p .complaint #complaint role="alert" hidden {}
            noscript { p { (say!(page, "needs-scripts")) " "
                a href="games.jsonl" { "games.jsonl" } } }
            div .wide role="region" aria-label=(say!(page, "games")) tabindex="0" {
                table .listed #list hidden {
                    thead {
                        tr {
                            th scope="col" { (say!(page, "game")) }
                            th scope="col" .more { (say!(page, "round")) }
                            th scope="col" title=(say!(page, "who-moved-first")) { (say!(page, "first")) }
                            th scope="col" { (say!(page, "result")) }
                            th scope="col" { (say!(page, "second")) }
                            @if tables.has_margins {
                                th scope="col" title=(say!(page, "of-the-first")) { (say!(page, "margin")) }
                            }
                            th scope="col" { (say!(page, "moves")) }
                        }
                    }
                    tbody {}
                }
            }
            p { button #more type="button" hidden { (say!(page, "more-games")) } }
        }
        (embedded(Some("words"), &json!(WORDS.for_page(tables.language))))
    };
    page.scripted(&say!(page, "all-games"), &["board.js", "replay.js", "list.js"], &body)
}

/// A field of the filter, to which the script adds what can be chosen.
fn choice(page: Page<'_>, name: &str, label: &str) -> Markup {
    html! { label { (label) select name=(name) { option value="" { (say!(page, "any")) } } } }
}

/// The content of the script, before it is packed.
#[derive(Serialize)]
struct Listed<'a> {
    names: Vec<&'a str>,
    /// Whether the game has margins besides win and loss.
    margins: bool,
    /// The number of games that have boards.
    boards: u64,
    /// For each run of games of a match: the line of the first, the round, the table, the number of
    /// the extra match, and both contestants, all from 1 except for the extra match.
    runs: Vec<[usize; 6]>,
    /// Which contestant moved first in each game, as a digit.
    first: String,
    /// The margin of contestant 0 in each game.
    margin: Vec<i32>,
    moves: Vec<u16>,
    kinds: Vec<String>,
    /// The line and the kind of each foul, by its number in `kinds`.
    fouls: Vec<[usize; 2]>,
}

/// The script with the results of all games.
pub(in crate::results) fn list_script(tables: &Tables) -> String {
    let page = Page { tables, root: "" };
    let GameList { entries, kinds } = &tables.games;
    let runs = tables.places.runs(entries.len()).map(|(pairing, lines)| {
        let [one, other] = pairing.players();
        let [round, table] = [pairing.round, pairing.table].map(|number| number + 1);
        [lines.start, round, table, pairing.extra, one + 1, other + 1]
    });
    let foul = |(line, entry): (usize, &Entry)| {
        entry.foul.checked_sub(1).map(|kind| [line, usize::from(kind)])
    };
    let listed = Listed {
        names: tables.participants.iter().map(|one| one.name.as_str()).collect(),
        margins: tables.has_margins,
        boards: MOST_BOARDS,
        runs: runs.collect(),
        first: entries.iter().map(|entry| char::from(b'0' + entry.first)).collect(),
        margin: entries.iter().map(|entry| entry.margin).collect(),
        moves: entries.iter().map(|entry| entry.moves).collect(),
        kinds: kinds.iter().map(|kind| page.kind(kind)).collect(),
        fouls: (1..).zip(entries).filter_map(foul).collect(),
    };
    // The list is plain data, which JSON can always express, and packing in memory cannot fail.
    let text = serde_json::to_vec(&listed).unwrap_or_default();
    script("\"list\"", &text).unwrap_or_default()
}
