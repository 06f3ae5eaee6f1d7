//! The pages of recorded games: a list, and for each game a page with its board.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use page::{Heading, Recording, embedded, replay_body, text};
use rules::Language;
use serde_json::json;

use crate::archive::{Column, Recorded, Table};
use crate::boards::words;
use crate::folder::RESULTS;
use crate::layout::Layout;
use crate::pages::answer;
use crate::refusal::Refusal;
use crate::watch::{Entry, Live, RunningEntry, cells};

/// The number of games on one page of the list.
pub(crate) const ON_A_PAGE: usize = 100;

/// The list of games from the index `first` on. The first page has tables and updates itself.
pub(crate) fn list(layout: Layout, live: &Live, first: usize) -> Result<Response, Refusal> {
    let say = |key| layout.say(key);
    let (view, change) = live.look().map_err(unreadable)?;
    let (archive, count) = (live.archive(), view.games);
    if first == 0 || first > count.max(1) {
        return Err(none());
    }
    let last = count.min(first + ON_A_PAGE - 1);
    let link = |from: usize| format!("/games/from/{from}");
    let follow = events(&change);
    let body = html! {
        main class="games" data-follow=[(first == 1 && !view.is_over).then_some(follow)] {
            h1 { (archive.title()) }
            @if first == 1 {
                p id="progress" role="status" { (view.progress[layout.language as usize]) }
                p id="published" hidden {
                    a class="button" href=(RESULTS) { (say("published-results")) }
                }
                p id="follow-state" class="quiet" hidden data-gone=(say("server-gone")) {}
                div id="tables" {
                    @for table in &view.tables { (drawn(table, layout.language)) }
                }
                (links(layout, &view.tables))
                section id="running" hidden[view.running.is_empty()] {
                    h2 { (say("running-games")) }
                    ol class="records" {
                        @for running in &view.running { (listed_running(running, layout.language)) }
                    }
                }
                section id="newest" hidden[view.is_over || view.newest.is_empty()] {
                    h2 { (say("newest-games")) }
                    ol class="records" {
                        @for entry in &view.newest { (listed(entry, layout.language)) }
                     }
                }
            }
            h2 {
                (text("games-of")
                    .number("first", first.min(count))
                    .number("last", last)
                    .number("all", count)
                    .told(layout.language))
            }
            ol class="records" start=(first) {
                @for number in (first..=last).filter_map(|place| archive.number(place)) {
                    (listed(&Entry::of(archive, number), layout.language))
                }
            }
            p class="ways" {
                @if first > 1 {
                    a class="button" href=(link(first.saturating_sub(ON_A_PAGE).max(1))) {
                        (say("games-before"))
                    }
                }
                @if last < count { a class="button" href=(link(last + 1)) { (say("games-after")) } }
            }
        }
    };
    let page = layout.whole(None, &archive.title(), &["follow.js", "live.js"], &body);
    Ok(answer(&page.into_string()))
}

/// Links to the games of each participant that a table lists.
fn links(layout: Layout, tables: &[Table]) -> Markup {
    let names = tables.first().map_or_else(Vec::new, names);
    html! {
        @if !names.is_empty() {
            nav class="ways" aria-label=(layout.say("filter")) {
                (layout.say("filter")) ": "
                @for name in names { a href=(address_of(name)) { bdi { (name) } } }
            }
        }
    }
}

fn names(table: &Table) -> Vec<&str> {
    let column = table.columns.iter().position(|column| *column == Column::Key("name"));
    let names = table.rows.iter().filter_map(|row| row.get(column?));
    names.map(String::as_str).collect()
}

/// The address of a participant's games.
pub(crate) fn address_of(name: &str) -> String {
    let encoded = name.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    format!("/games/of/{}", encoded.collect::<String>())
}

/// The address of the stream that sends all changes after `change`.
fn events(change: &str) -> String {
    format!("/games/events?seen={change}")
}

fn drawn(table: &Table, language: Language) -> Markup {
    let (heading, rows) = cells(table, language);
    html! {
        section {
            h2 { (heading) }
            div class="wide" tabindex="0" role="region" aria-label=(heading) {
                table {
                    @for (i, row) in rows.iter().enumerate() {
                        tr {
                            @for cell in row {
                                @if i == 0 { th scope="col" { (cell) } } @else { td { (cell) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

pub(crate) fn listed(entry: &Entry, language: Language) -> Markup {
    linked(entry, &format!("/games/{}", entry.number), language)
}

/// The entry of a game whose pair is in progress. If the game is over, the link names the last
/// position. If the game is in progress, the link names no position, since the page shows the last
/// one.
fn listed_running(running: &RunningEntry, language: Language) -> Markup {
    let RunningEntry { entry, moves, is_over } = running;
    if *is_over {
        linked(entry, &format!("/games/{}#m={moves}", entry.number), language)
    } else {
        listed(entry, language)
    }
}

fn linked(entry: &Entry, address: &str, language: Language) -> Markup {
    let about = &entry.about[language as usize];
    html! {
        li value=(entry.number) {
            @match &entry.players {
                Some(players) => {
                    a href=(address) { (players) } " "
                    span class="quiet" { (about) }
                }
                None => span class="quiet" { (about) }
            }
        }
    }
}

/// The page of a game, with its board. The page follows a game in progress.
pub(crate) fn game(layout: Layout, live: &Live, number: usize) -> Result<Response, Refusal> {
    let language = layout.language;
    let (game, recording, change) = found(live, number)?;
    let archive = live.archive();
    let place = archive.place(number);
    let neighbour = |place: Option<usize>| archive.number(place?);
    let (before, after) = (
        neighbour(place.and_then(|place| place.checked_sub(1))),
        neighbour(place.and_then(|place| place.checked_add(1))),
    );
    let list = place.map_or("/games".to_string(), |place| {
        format!("/games/from/{}", (place - 1) / ON_A_PAGE * ON_A_PAGE + 1)
    });
    let home = html! { a href=(list) { "← " bdi { (archive.title()) } } };
    let steps = html! {
        @if let Some(before) = before {
            a href={ "/games/" (before) } id="game-before" { (layout.say("game-before")) }
        }
        @if let Some(after) = after {
            a href={ "/games/" (after) } id="game-after" { (layout.say("game-after")) }
        }
    };
    let title = game.met();
    let place = text("game-of").name("game", game.spec.title).number("n", number).told(language);
    let heading = Heading { language, home: &home, steps: &steps, name: &title, place: &place };
    let data = json!({
        "name": game.spec.name,
        "title": game.spec.title,
        "words": words(language, game.spec),
        "set": game.set.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
        "recording": recording,
        "follow": game.outcome.is_none().then(|| events(&change)),
    });
    let body = html! {
        (replay_body(language, &heading.above(), &html! {}))
        (embedded(Some("replay"), &data))
    };
    let scripts = ["board.js", "link.js", "replay.js", "follow.js", "recorded.js"];
    Ok(answer(&layout.whole(Some(game.spec), &title, &scripts, &body).into_string()))
}

/// A game in the form that its page's script reads.
pub(crate) fn recording(live: &Live, number: usize) -> Result<Response, Refusal> {
    let (_, recording, _) = found(live, number)?;
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, json!(recording).to_string()).into_response())
}

/// A running or finished game, and the id of the archive's last change.
fn found(live: &Live, number: usize) -> Result<(Recorded, Recording, String), Refusal> {
    // `look` reads the archive again, so that new games are found.
    let (view, change) = live.look().map_err(unreadable)?;
    let archive = live.archive();
    let is_running = || view.running.iter().any(|running| running.entry.number == number);
    if archive.place(number).is_none() && !is_running() {
        return Err(none());
    }
    let (game, recording) = archive.replay(number).map_err(unreadable)?;
    Ok((game, recording, change))
}

pub(crate) fn none() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "there is no such recorded game")
}

/// The refusal if a record is damaged. The client is not at fault.
pub(crate) fn unreadable(why: String) -> Refusal {
    Refusal::senseless(why)
}
