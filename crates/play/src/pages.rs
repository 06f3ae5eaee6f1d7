//! The HTML of the pages with games, before a script adds anything.

use std::collections::BTreeMap;

use maud::{Markup, html};
use page::{Frame, WITH_BOARD, embedded, replay_body};
use rules::{Kind, Language};
use search::{GameSpec, Settings, SkillLevel};
use serde_json::{Value, json};

use crate::boards::{for_people, live_board, words};
use crate::layout::Layout;
use crate::place::Place;
use crate::position::Position;
use crate::readme;

/// The first position of a game on a board of convenient size.
#[must_use]
pub fn start(spec: &GameSpec) -> Position {
    let instance = (spec.open)(&for_people(spec), None).expect("a game's own settings are valid");
    Position::of(&*instance.table, &[])
}

/// The page with a live board of each game.
#[must_use]
pub fn home(layout: Layout) -> Markup {
    let body = html! {
        main class="home front" {
            h1 { (layout.say("home-title")) }
            p class="lead" { (layout.say("home-lead")) }
            @if matches!(layout.place, Place::Folder(_)) {
                p class="quiet" {
                    (layout.say("needs-program")) " "
                    a href="check.html" { (layout.say("check-results")) }
                }
            }
            div class="cards" {
                @for &spec in layout.games {
                    section class="card" {
                        h2 { a href=(layout.play(spec.name)) { (spec.title) } }
                        (live_board(layout, spec, &start(spec), None))
                        // Above the text, whose length differs from card to card: a page that is
                        // still being read moves nothing then.
                        p class="ways" {
                            a class="button" href=(layout.play(spec.name)) { (layout.say("play")) }
                            " "
                            a href=(layout.place.rules(spec.name)) { (layout.say("rules")) }
                        }
                        p { (about(layout.language, spec)) }
                    }
                }
            }
        }
    };
    layout.whole(None, &layout.say("home-title"), &["cards.css", "board.js", "boards.js"], &body)
}

/// The page that checks results and shows their games, in a folder.
pub(crate) fn check(layout: Layout) -> Markup {
    let title = layout.say("check-results");
    let above = html! {
        section class="check" {
            h1 { (title) }
            div class="before" {
                p { (layout.say("check-lead")) }
                label {
                    (layout.say("check-folder"))
                    input type="file" id="choose-folder" webkitdirectory;
                }
                label {
                    (layout.say("check-file"))
                    input type="file" id="choose-file" accept=".zip,.jsonl";
                }
                p class="quiet" { (layout.say("check-proves")) }
            }
            p id="verdict" role="status" {}
            p class="after" {
                label { (layout.say("check-game")) " "
                    input type="number" id="game-number" min="1" step="1"; }
                " "
                button type="button" id="check-again" { (layout.say("check-again")) }
            }
        }
    };
    let data = json!({ "checker": Place::checker(layout.language) });
    let body = html! {
        (replay_body(layout.language, &above, &html! {}))
        (embedded(Some("check"), &data))
    };
    let class = format!("{WITH_BOARD} no-game");
    let assets = ["check.css", "board.js", "replay.js", "check/check.js"];
    layout.of_class(Some(&class), None, &title, &assets, &body)
}

/// The scripts of pages with live boards.
const BOARDS: [&str; 2] = ["board.js", "boards.js"];

/// What a game is about, as the first sentence of its rules says, and how to win it.
fn about(language: Language, spec: &GameSpec) -> String {
    let words = words(language, spec);
    let goal = rules::texts(&words).find_map(|(key, text)| (key == "goal").then_some(text));
    format!("{} {}", first_sentence(spec.readme.of(language)), goal.unwrap_or_default())
}

fn first_sentence(readme: &str) -> String {
    let paragraph: Vec<&str> = readme.lines().take_while(|line| !line.is_empty()).collect();
    let text = paragraph.join(" ").replace('`', "");
    let ends = text.match_indices(". ").map(|(at, _)| at + 1);
    let end = ends.into_iter().find(|end| text[end + 1..].starts_with(char::is_uppercase));
    text[..end.unwrap_or(text.len())].to_string()
}

/// The page with the rules of a game.
#[must_use]
pub fn rules(layout: Layout, spec: &GameSpec) -> Markup {
    let body = html! {
        main class="rules" {
            h1 { (spec.title) }
            p class="ways" { a class="button" href=(layout.play(spec.name)) { (layout.say("play")) } }
            (readme::rules(layout, spec))
        }
    };
    let title = format!("{}: {}", spec.title, layout.say("rules"));
    layout.whole(Some(spec), &title, &BOARDS, &body)
}

/// A parameter as JSON. The form for a new game uses it.
fn parameter(parameter: &rules::Parameter, value: &str) -> Value {
    let mut told = json!({
        "name": parameter.name,
        "what": parameter.what,
        "default": parameter.default_text(),
        "people": value,
    });
    let rest = match parameter.kind {
        // Bounds are sent as texts, since some are too large for a script's numbers.
        Kind::Integer { min, max, .. } => {
            json!({ "kind": "integer", "min": min.to_string(), "max": max.to_string() })
        }
        Kind::Choice(words) => json!({ "kind": "choice", "words": words }),
        Kind::Text { .. } | Kind::Time { .. } => {
            json!({ "kind": "text", "form": parameter.range_text() })
        }
    };
    if let (Value::Object(told), Value::Object(rest)) = (&mut told, rest) {
        told.extend(rest);
    }
    told
}

/// A board that people look for: the key of its name, and its parameters.
fn preset(key: &str, settings: Settings) -> Value {
    json!([key, settings.iter().copied().collect::<BTreeMap<_, _>>()])
}

/// The page on which a game is played.
#[must_use]
pub fn play(layout: Layout, spec: &GameSpec) -> Markup {
    let people = for_people(spec);
    let position = start(spec);
    let parameters =
        spec.parameters.iter().map(|listed| parameter(listed, people.text(listed.name)));
    let data = json!({
        "name": spec.name,
        "title": spec.title,
        "sides": spec.sides,
        "parameters": parameters.collect::<Vec<_>>(),
        "presets": spec.presets.iter().map(|&(key, settings)| preset(key, settings)).collect::<Vec<_>>(),
        "levels": spec.levels().into_iter().map(SkillLevel::number).collect::<Vec<_>>(),
        "words": words(layout.language, spec),
        "position": position,
        "engine": layout.place.engine(layout.language, spec.name),
    });
    let around =
        [html! { div class="bar off" id="bar" {} }, html! { div class="hues" id="hues" {} }];
    let panels = html! {
        div id="panel-moves" role="tabpanel" {}
        div id="panel-new" role="tabpanel" hidden {}
        div id="panel-text" role="tabpanel" hidden {}
        div id="panel-rules" role="tabpanel" hidden class="rules" {
            (readme::rules(layout, spec))
        }
    };
    let above = html! { h1 class="unseen" { (spec.title) } };
    let frame = Frame {
        language: layout.language,
        // The page keeps room for the buttons of colours before a script makes them.
        class: if position.has_hues() { "play hued" } else { "play" },
        above: &above,
        around: around.each_ref(),
        panels: &panels,
    };
    let body = html! { (frame.body()) (embedded(Some("game"), &data)) };
    let scripts = ["board.js", "boards.js", "play/play.js"];
    let title = format!("{} – Ludoteka", spec.title);
    layout.of_class(Some(WITH_BOARD), Some(spec), &title, &scripts, &body)
}
