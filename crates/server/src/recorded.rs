//! The page of a recorded game, with its board.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use page::{Heading, Recording, WITH_BOARD, embedded, replay_body, text};
use rules::Language;
use search::GameSpec;
use serde_json::json;

use crate::archive::Recorded;
use play::{catalogue, words};

use crate::pages::answer;
use crate::refusal::Refusal;
use crate::watch::Live;
use play::Layout;

/// The number of games on one page of the list.
pub(crate) const ON_A_PAGE: usize = 100;

/// The address of the stream that sends all changes after `change`.
pub(crate) fn events(change: &str) -> String {
    format!("/games/events?seen={change}")
}

/// The page of a game, with its board. The page follows a game in progress.
pub(crate) fn game(layout: Layout, live: &Live, number: usize) -> Result<Response, Refusal> {
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
    let follow = game.outcome.is_none().then(|| events(&change));
    let shown = ShownGame { spec: game.spec, title: &game.met(), number, recording: &recording };
    Ok(shown.page(layout, &home, &steps, follow.as_deref()))
}

/// A game that a page shows.
pub(crate) struct ShownGame<'a> {
    pub(crate) spec: &'static GameSpec,
    pub(crate) title: &'a str,
    pub(crate) number: usize,
    pub(crate) recording: &'a Recording,
}

impl ShownGame<'_> {
    /// The page of the game, with links above it: `home` leads back, `steps` to other games. If it
    /// is in progress, the page goes on with the stream of this address.
    pub(crate) fn page(
        &self,
        layout: Layout,
        home: &Markup,
        steps: &Markup,
        follow: Option<&str>,
    ) -> Response {
        let (language, spec, title) = (layout.language, self.spec, self.title);
        let place = text("game-of").name("game", spec.title).number("n", self.number);
        let place = place.told(language);
        let heading = Heading { language, home, steps, name: title, place: &place };
        let data = json!({
            "title": spec.title,
            "words": words(language, spec),
            "recording": self.recording,
            "follow": follow,
        });
        let body = html! {
            (replay_body(language, &heading.above(), &html! {}))
            (embedded(Some("replay"), &data))
        };
        let scripts = ["board.js", "replay.js", "recorded.js"];
        let page = layout.of_class(Some(WITH_BOARD), Some(spec), title, &scripts, &body);
        answer(&page.into_string())
    }
}

/// A game in the form that its page's script reads.
pub(crate) fn recording(
    live: &Live,
    number: usize,
    language: Language,
) -> Result<Response, Refusal> {
    let (game, recording, _) = found(live, number)?;
    let recording = recording.in_language(catalogue(game.spec), language);
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
