//! The page that shows any game on its board.

use maud::html;
use page::{Heading, WITH_BOARD, WORDS, embedded, replay_body, say};
use serde_json::json;

use super::POLICY;
use crate::results::tables::{MOST_BOARDS, Tables};

/// The page. The fragment of the page's address says which game the page shows.
pub(in crate::results) fn replay(tables: &Tables) -> String {
    let scripts: &[&str] = match tables.is_analysed() {
        true => &["board.js", "replay.js", "analysis.js", "disk.js"],
        false => &["board.js", "replay.js", "disk.js"],
    };
    let [styles, scripts] = [&["page.css"][..], scripts]
        .map(|names| names.iter().map(|name| format!("assets/{name}")).collect::<Vec<_>>());
    let page = page::Page {
        title: &tables.title,
        styles: &styles,
        scripts: &scripts,
        icon: Some("assets/icon.svg"),
        class: Some(WITH_BOARD),
        policy: Some(POLICY),
        language: tables.language,
        ..page::Page::default()
    };
    let games = tables.progress.games.min(MOST_BOARDS);
    let data =
        json!({ "title": tables.game, "games": games, "words": tables.words.of(tables.language) });
    let language = tables.language;
    let name = &say(language, "recorded-games");
    let (home, steps) = (html! { a href="index.html" { "← " bdi { (tables.title) } } }, html! {});
    let above = Heading { language, home: &home, steps: &steps, name, place: "" }.above();
    let beside = html! { div id="panel-games" role="tabpanel" hidden {} };
    let body = html! {
        (replay_body(language, &above, &beside))
        (embedded(Some("replay"), &data))
        (embedded(Some("words"), &json!(WORDS.for_page(language))))
    };
    page.with(&body).into_string() + "\n"
}
