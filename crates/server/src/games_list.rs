//! The list of recorded games. Its first page shows the standings and the games in progress, and
//! updates itself.

use axum::response::Response;
use maud::{Markup, html};
use page::{embedded, text};
use serde_json::json;

use crate::archive::Archive;
use crate::folder::RESULTS;
use crate::pages::answer;
use crate::recorded::{ON_A_PAGE, events, none, unreadable};
use crate::refusal::Refusal;
use crate::view::{Entry, View};
use crate::watch::Live;
use play::Layout;

/// The list of games from the index `first` on.
///
/// # Errors
/// Fails if there is no such index, or if the archive cannot be read.
pub(crate) fn list(layout: Layout, live: &Live, first: usize) -> Result<Response, Refusal> {
    let (view, change) = live.look().map_err(unreadable)?;
    let archive = live.archive();
    if first == 0 || first > view.games.max(1) {
        return Err(none());
    }
    let follows = first == 1 && !view.is_over;
    let body = html! {
        main class="games" data-follow=[follows.then(|| events(&change))] {
            h1 { (archive.title()) }
            @if first == 1 { (overview(layout, &view)) }
            (listed(layout, archive, first, view.games))
        }
    };
    let assets: &[&str] = match follows {
        true => &["results.css", "games.css", "board.js", "replay.js", "live.js"],
        false => &["results.css", "games.css"],
    };
    Ok(answer(&layout.whole(None, &archive.title(), assets, &body).into_string()))
}

/// What stands above the games: the progress, the games in progress, and tables.
fn overview(layout: Layout, view: &View) -> Markup {
    let language = layout.language;
    let running: Vec<_> = view.running.iter().map(|game| game.told(language)).collect();
    html! {
        div class="verdict" {
            p id="progress" class="headline" role="status" { (view.progress[language as usize]) }
            @if let Some(planned) = view.planned {
                progress id="share" aria-hidden="true" max=(planned) value=(view.games) {}
            }
            p id="published" hidden {
                a class="button" href=(RESULTS) { (layout.say("published-results")) }
            }
            p id="follow-state" class="quiet" hidden data-gone=(layout.say("server-gone")) {}
        }
        section id="running" hidden[running.is_empty()] {
            h2 { (layout.say("running-games")) }
            p class="quiet to-large" { a href="#large" { (layout.say("for-projector")) } }
            ol class="boards" { @for game in &view.running { (game.entry.item(language)) } }
        }
        (embedded(Some("games-running"), &json!(running)))
        div id="tables" { @for table in &view.tables { (table.whole(language)) } }
        section id="newest" hidden[view.is_over || view.newest.is_empty()] {
            h2 { (layout.say("newest-games")) }
            ol class="records" { @for entry in &view.newest { (entry.item(language)) } }
        }
    }
}

/// A part of the list of all games, with links to the parts before and after it.
fn listed(layout: Layout, archive: &dyn Archive, first: usize, count: usize) -> Markup {
    let last = count.min(first + ON_A_PAGE - 1);
    let link = |from: usize| format!("/games/from/{from}");
    let message = text("games-of").number("first", first.min(count)).number("last", last);
    html! {
        h2 { (message.number("all", count).told(layout.language)) }
        ol class="records" start=(first) {
            @for number in (first..=last).filter_map(|place| archive.number(place)) {
                (Entry::of(archive, number).item(layout.language))
            }
        }
        p class="ways" {
            @if first > 1 {
                a class="button" href=(link(first.saturating_sub(ON_A_PAGE).max(1))) {
                    (layout.say("games-before"))
                }
            }
            @if last < count {
                a class="button" href=(link(last + 1)) { (layout.say("games-after")) }
            }
        }
    }
}
