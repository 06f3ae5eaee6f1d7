//! The HTML of the pages, before a script adds anything.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use page::{Frame, WITH_BOARD, embedded};
use rules::{Kind, Language};
use search::{GameSpec, Settings, SkillLevel};
use serde_json::{Value, json};

use crate::boards::{self, for_people, words};
use crate::class_words;
use crate::layout::Layout;
use crate::position::Position;
use crate::readme;

/// All pages in every language, which are made once at the start.
pub(crate) struct Pages([InLanguage; Language::ALL.len()]);

struct InLanguage {
    home: String,
    games: Vec<GamePages>,
}

struct GamePages {
    name: &'static str,
    play: String,
    rules: String,
}

impl Pages {
    /// Makes all pages; `layout` is called for each language.
    pub(crate) fn new(layout: impl Fn(Language) -> Layout) -> Pages {
        Pages(Language::ALL.map(|language| {
            let layout = layout(language);
            let page = |&spec: &&'static GameSpec| {
                let [play, rules] = [play(layout, spec), rules(layout, spec)];
                GamePages { name: spec.name, play: play.into_string(), rules: rules.into_string() }
            };
            let games = layout.games.iter().map(page).collect();
            InLanguage { home: home(layout).into_string(), games }
        }))
    }

    pub(crate) fn home(&self, language: Language) -> Response {
        answer(&self.0[language as usize].home)
    }

    pub(crate) fn play(&self, language: Language, spec: &GameSpec) -> Response {
        answer(self.of(language, spec).map_or("", |pages| &pages.play))
    }

    pub(crate) fn rules(&self, language: Language, spec: &GameSpec) -> Response {
        answer(self.of(language, spec).map_or("", |pages| &pages.rules))
    }

    fn of(&self, language: Language, spec: &GameSpec) -> Option<&GamePages> {
        self.0[language as usize].games.iter().find(|pages| pages.name == spec.name)
    }
}

pub(crate) fn answer(page: &str) -> Response {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page.to_string()).into_response()
}

/// The content type of an archive.
pub(crate) const ZIP: &str = "application/zip";

/// The answer with a file that a browser saves under this name, which has letters, digits, dots and
/// dashes alone.
pub(crate) fn download(name: &str, kind: &str, content: impl Into<Body>) -> Response {
    let named = format!("attachment; filename=\"{name}\"");
    let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, &*named)];
    (headers, content.into()).into_response()
}

/// The judge's page brings its own style, and no script.
const POLICY_OF_CASES: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/// The answer with a page of the judge.
pub(crate) fn page_of_cases(page: &str) -> Response {
    let mut response = answer(page);
    let policy = HeaderValue::from_static(POLICY_OF_CASES);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// The page that shows a refusal: a sentence, and a link to the first page.
pub(crate) fn refused(layout: Layout, sentence: &str) -> String {
    let rest = sentence.chars().skip(1);
    let title: String = sentence.chars().take(1).flat_map(char::to_uppercase).chain(rest).collect();
    let body = html! {
        main class="home" {
            h1 { (title) "." }
            p { a href="/" { (layout.say("to-home")) } }
        }
    };
    layout.whole(None, &title, &[], &body).into_string()
}

/// The page for a stranger, or for whoever opens a link that is shut: what to do.
pub(crate) fn turned_away(layout: Layout, sentence: &str) -> String {
    let body = html! {
        main class="home" {
            h1 { (sentence) "." }
            p class="ways" { a class="button" href="/enter" { (class_words::say(layout, "i-have-code")) } }
            p class="quiet" { (class_words::say(layout, "no-code")) }
        }
    };
    layout.whole(None, sentence, &[], &body).into_string()
}

/// The first position of a game on a board of convenient size.
pub(crate) fn start(spec: &GameSpec) -> Position {
    let instance = (spec.open)(&for_people(spec), None).expect("a game's own settings are valid");
    Position::of(&*instance.table, &[])
}

fn home(layout: Layout) -> Markup {
    let body = html! {
        main class="home front" {
            h1 { (layout.say("home-title")) }
            p class="lead" { (layout.say("home-lead")) }
            div class="cards" {
                @for &spec in layout.games {
                    section class="card" {
                        h2 { a href={ "/play/" (spec.name) } { (spec.title) } }
                        (boards::live_board(spec, &start(spec), None, layout.language))
                        // Above the text, whose length differs from card to card: a page that is
                        // still being read moves nothing then.
                        p class="ways" {
                            a class="button" href={ "/play/" (spec.name) } { (layout.say("play")) }
                            " "
                            a href={ "/rules/" (spec.name) } { (layout.say("rules")) }
                        }
                        p { (about(layout.language, spec)) }
                    }
                }
            }
        }
    };
    layout.whole(None, &layout.say("home-title"), &["cards.css", "board.js", "boards.js"], &body)
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

fn rules(layout: Layout, spec: &'static GameSpec) -> Markup {
    let body = html! {
        main class="rules" {
            h1 { (spec.title) }
            p class="ways" { a class="button" href={ "/play/" (spec.name) } { (layout.say("play")) } }
            (readme::rules(spec, layout.language))
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

fn play(layout: Layout, spec: &'static GameSpec) -> Markup {
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
        "levels": SkillLevel::ALL.map(SkillLevel::number),
        "words": words(layout.language, spec),
        "position": position,
    });
    let around =
        [html! { div class="bar off" id="bar" {} }, html! { div class="hues" id="hues" {} }];
    let panels = html! {
        div id="panel-moves" role="tabpanel" {}
        div id="panel-new" role="tabpanel" hidden {}
        div id="panel-text" role="tabpanel" hidden {}
        div id="panel-rules" role="tabpanel" hidden class="rules" {
            (readme::rules(spec, layout.language))
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
