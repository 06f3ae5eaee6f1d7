//! The pages of recorded games: a list of them, and each on its board.

use axum::http::StatusCode;
use axum::response::Response;
use maud::{Markup, html};
use rules::Message;
use search::GameSpec;
use serde_json::{Value, json};

use crate::archive::{Archive, Recorded};
use crate::pages::{answer, play_body, play_data, start_of, whole};
use crate::refusal::Refusal;
use crate::words::{ENGLISH, say};

/// Games on one page of the list.
const ON_A_PAGE: usize = 100;

/// The list from a game on.
pub(crate) fn list(
    games: &'static [&'static GameSpec],
    archive: &dyn Archive,
    first: usize,
) -> Result<Response, Refusal> {
    let count = archive.count().map_err(unreadable)?;
    if first == 0 || first > count.max(1) {
        return Err(none());
    }
    let last = count.min(first + ON_A_PAGE - 1);
    let link = |from: usize| format!("/games/from/{from}");
    let body = html! {
        main class="games" {
            h1 { (archive.title()) }
            @if first == 1 {
                @for (heading, rows) in archive.tables() { (table(&heading, &rows)) }
            }
            h2 { (Message::new(ENGLISH, "games-of").number("first", first.min(count)).number("last", last).number("all", count)) }
            (listed(archive, first, last))
            p class="ways" {
                @if first > 1 { a class="button" href=(link(first.saturating_sub(ON_A_PAGE).max(1))) { (say("games-before")) } }
                @if last < count { a class="button" href=(link(last + 1)) { (say("games-after")) } }
            }
        }
    };
    Ok(answer(&whole(games, None, true, &archive.title(), &[], &body).into_string()))
}

fn table(heading: &str, rows: &[Vec<String>]) -> Markup {
    html! {
        h2 { (heading) }
        div class="wide" tabindex="0" role="region" aria-label=(heading) {
            table {
                @for (i, row) in rows.iter().enumerate() {
                    tr { @for cell in row { @if i == 0 { th scope="col" { (cell) } } @else { td { (cell) } } } }
                }
            }
        }
    }
}

fn listed(archive: &dyn Archive, first: usize, last: usize) -> Markup {
    html! {
        ol class="records" start=(first) {
            @for number in first..=last {
                li {
                    @match archive.game(number) {
                        Ok(game) => {
                            a href={ "/games/" (number) } {
                                (game.players[0]) " – " (game.players[1])
                            }
                            " " span class="quiet" { (game.spec.title) ", " (result(&game)) }
                        }
                        Err(why) => span class="quiet" { (why) }
                    }
                }
            }
        }
    }
}

/// Who has won, by name.
fn result(game: &Recorded) -> String {
    let text = match game.outcome.winner() {
        None => say("drawn"),
        Some(winner) => {
            let key = if game.outcome.margin.abs() > 1 { "name-won-by" } else { "name-won" };
            let message = Message::new(ENGLISH, key).name("name", game.players[winner.index()].clone());
            message.number("n", game.outcome.margin.unsigned_abs()).to_string()
        }
    };
    game.why.as_ref().map_or(text.clone(), |why| format!("{text}: {why}"))
}

/// A game on its board.
pub(crate) fn game(
    games: &'static [&'static GameSpec],
    archive: &dyn Archive,
    number: usize,
) -> Result<Response, Refusal> {
    let count = archive.count().map_err(unreadable)?;
    if number == 0 || number > count {
        return Err(none());
    }
    let game = archive.game(number).map_err(unreadable)?;
    let start = start_of(game.spec, &game.set).map_err(unreadable)?;
    let record = json!({
        "set": game.set.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
        "moves": game.moves,
        "opening": game.opening,
        "took_us": game.took_us,
        "players": game.players,
        "result": result(&game),
    });
    let mut data = play_data(game.spec, &start);
    if let Value::Object(fields) = &mut data {
        fields.insert("record".to_string(), record);
    }
    let title = format!("{} – {}", game.players[0], game.players[1]);
    let above = html! {
        p class="ways" {
            a href={ "/games/from/" ((number - 1) / ON_A_PAGE * ON_A_PAGE + 1) } { (say("all-games")) }
            @if number > 1 { a href={ "/games/" (number - 1) } { (say("game-before")) } }
            @if number < count { a href={ "/games/" (number + 1) } { (say("game-after")) } }
        }
    };
    let body = play_body(game.spec, &data, &above);
    let scripts = ["board.js", "link.js", "boards.js", "play.js"];
    Ok(answer(&whole(games, Some(game.spec), true, &title, &scripts, &body).into_string()))
}

fn none() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "there is no such game in this record")
}

/// What was recorded is not as it should be, which is nobody's fault who asks, and not the server's either.
fn unreadable(why: String) -> Refusal {
    Refusal::senseless(why)
}
