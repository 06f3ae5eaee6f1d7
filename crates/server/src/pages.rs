//! The HTML of the pages, before a script adds anything.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use page::{ENGLISH, Frame, Page, embedded, say};
use rules::Kind;
use search::{GameSpec, SkillLevel};
use serde_json::{Value, json};

use crate::assets;
use crate::boards::{self, for_people, words};
use crate::position::Position;
use crate::readme;

/// All pages, which are made once at the start.
pub(crate) struct Pages {
    home: String,
    games: Vec<GamePages>,
}

struct GamePages {
    name: &'static str,
    play: String,
    rules: String,
}

impl Pages {
    /// Makes all pages; with `records` they have links to recorded games.
    pub(crate) fn new(games: &'static [&'static GameSpec], records: bool) -> Pages {
        let page = |&spec: &&'static GameSpec| {
            let (play, rules) = (
                play(games, spec, records).into_string(),
                rules(games, spec, records).into_string(),
            );
            GamePages { name: spec.name, play, rules }
        };
        Pages { home: home(games, records).into_string(), games: games.iter().map(page).collect() }
    }

    pub(crate) fn home(&self) -> Response {
        answer(&self.home)
    }

    pub(crate) fn play(&self, spec: &GameSpec) -> Response {
        answer(self.of(spec).map_or("", |pages| &pages.play))
    }

    pub(crate) fn rules(&self, spec: &GameSpec) -> Response {
        answer(self.of(spec).map_or("", |pages| &pages.rules))
    }

    fn of(&self, spec: &GameSpec) -> Option<&GamePages> {
        self.games.iter().find(|pages| pages.name == spec.name)
    }
}

pub(crate) fn answer(page: &str) -> Response {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page.to_string()).into_response()
}

/// The page that shows a refusal: a sentence, and a link to the first page.
pub(crate) fn refused(
    games: &'static [&'static GameSpec],
    records: bool,
    sentence: &str,
) -> String {
    let rest = sentence.chars().skip(1);
    let title: String = sentence.chars().take(1).flat_map(char::to_uppercase).chain(rest).collect();
    let body = html! {
        main class="home" {
            h1 { (title) "." }
            p { a href="/" { (say("to-home")) } }
        }
    };
    whole(games, None, records, &title, &[], &body).into_string()
}

/// The first position of a game on a board of convenient size.
fn start(spec: &GameSpec) -> Position {
    let instance = (spec.open)(&for_people(spec), None).expect("a game's own settings are valid");
    Position::of(&*instance.table, &[])
}

pub(crate) fn whole(
    games: &[&GameSpec],
    here: Option<&GameSpec>,
    records: bool,
    title: &str,
    scripts: &[&str],
    body: &Markup,
) -> Markup {
    let address = |name: &&str| assets::address(name);
    let scripts: Vec<String> = scripts.iter().map(address).collect();
    let (styles, icon) = ([assets::address("page.css")], assets::address("icon.svg"));
    let page =
        Page { title, styles: &styles, scripts: &scripts, icon: Some(&icon), ..Page::default() };
    page.with(&html! {
        header class="top" {
            a class="home" href="/" { "Ludoteka" }
            nav aria-label=(say("games")) {
                @for game in games {
                    @let is_here = here.is_some_and(|here| here.name == game.name);
                    a href={ "/play/" (game.name) } aria-current=[is_here.then_some("page")] {
                        (game.title)
                    }
                }
                @if records { a href="/games" { (say("recorded-games")) } }
            }
        }
        (body)
        @if !scripts.is_empty() {
            noscript { p class="notice" { (say("needs-script")) " " code { "ludoteka play" } } }
            (embedded(Some("words"), &json!(ENGLISH)))
        }
    })
}

fn home(games: &'static [&'static GameSpec], records: bool) -> Markup {
    let body = html! {
        main class="home" {
            h1 { (say("home-title")) }
            p class="lead" { (say("home-lead")) }
            div class="cards" {
                @for spec in games {
                    section class="card" {
                        h2 { a href={ "/play/" (spec.name) } { (spec.title) } }
                        (boards::live_board(spec, &start(spec), None))
                        p { (first_sentence(spec.readme)) " " (goal(spec)) }
                        p class="ways" {
                            a class="button" href={ "/play/" (spec.name) } { (say("play")) }
                            " "
                            a href={ "/rules/" (spec.name) } { (say("rules")) }
                        }
                    }
                }
            }
        }
    };
    whole(games, None, records, &say("home-title"), &["board.js", "link.js", "boards.js"], &body)
}

/// The description of a game: the first sentence of its README.
fn first_sentence(readme: &str) -> String {
    let paragraph: Vec<&str> = readme.lines().take_while(|line| !line.is_empty()).collect();
    let text = paragraph.join(" ").replace('`', "");
    let ends = text.match_indices(". ").map(|(at, _)| at + 1);
    let end = ends.into_iter().find(|end| text[end + 1..].starts_with(char::is_uppercase));
    text[..end.unwrap_or(text.len())].to_string()
}

/// How to win, in the game's words.
fn goal(spec: &GameSpec) -> String {
    let words = words(spec);
    rules::texts(&words)
        .find(|(key, _)| *key == "goal")
        .map_or_else(String::new, |(_, text)| text.to_string())
}

fn rules(games: &'static [&'static GameSpec], spec: &'static GameSpec, records: bool) -> Markup {
    let body = html! {
        main class="rules" {
            h1 { (spec.title) }
            p class="ways" { a class="button" href={ "/play/" (spec.name) } { (say("play")) } }
            (readme::rules(spec))
        }
    };
    whole(
        games,
        Some(spec),
        records,
        &format!("{}: {}", spec.title, say("rules")),
        &["board.js", "link.js", "boards.js"],
        &body,
    )
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

fn play(games: &'static [&'static GameSpec], spec: &'static GameSpec, records: bool) -> Markup {
    let people = for_people(spec);
    let parameters =
        spec.parameters.iter().map(|listed| parameter(listed, people.text(listed.name)));
    let data = json!({
        "name": spec.name,
        "title": spec.title,
        "sides": spec.sides,
        "parameters": parameters.collect::<Vec<_>>(),
        "levels": SkillLevel::ALL.map(SkillLevel::number),
        "words": words(spec),
        "position": start(spec),
    });
    let around =
        [html! { div class="bar" id="bar" hidden {} }, html! { div class="hues" id="hues" {} }];
    let panels = html! {
        div id="panel-moves" role="tabpanel" {}
        div id="panel-new" role="tabpanel" hidden {}
        div id="panel-text" role="tabpanel" hidden {}
        div id="panel-rules" role="tabpanel" hidden class="rules" { (readme::rules(spec)) }
    };
    let above = html! { h1 class="unseen" { (spec.title) } };
    let frame = Frame { class: "play", above: &above, around: around.each_ref(), panels: &panels };
    let body = html! { (frame.body()) (embedded(Some("game"), &data)) };
    let scripts = ["board.js", "link.js", "boards.js", "play.js"];
    whole(games, Some(spec), records, &format!("{} – Ludoteka", spec.title), &scripts, &body)
}
