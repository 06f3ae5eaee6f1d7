//! The pages that a server makes once, and the answers with pages and files.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use play::{Layout, home, play, rules};
use rules::Language;
use search::GameSpec;

use crate::class_words;

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

/// A page of a class, with the buttons that send a deed.
pub(crate) fn of_people(layout: Layout, title: &str, body: &Markup) -> String {
    layout.whole(None, title, &["trials.css", "deeds.js"], body).into_string()
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
