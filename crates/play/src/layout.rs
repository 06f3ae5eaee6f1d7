//! What all pages of the site have in common.

use maud::{Markup, html};
use page::{Page, WORDS, embedded, say};
use rules::Language;
use search::GameSpec;
use serde_json::json;

use crate::place::Place;

/// The head of a page, and its language.
#[derive(Clone, Copy)]
pub struct Layout {
    /// The games that the head lists.
    pub games: &'static [&'static GameSpec],
    /// Whether the head has a link to recorded games.
    pub records: bool,
    /// Whether the head has a link to the page where programs are tested.
    pub trials: bool,
    /// The language of the page.
    pub language: Language,
    /// Where the page lies.
    pub place: Place,
}

/// What a page in a folder may load and run: files beside it, the modules of WebAssembly in them,
/// and a worker from such a script. Nothing leaves the page.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
img-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'";

impl Layout {
    /// The text of a key of the page, without gaps.
    #[must_use]
    pub fn say(self, key: &'static str) -> String {
        say(self.language, key)
    }

    /// A whole page; `here` is the game that it is about. The page loads `assets`, which are scripts
    /// and further styles.
    #[must_use]
    pub fn whole(
        self,
        here: Option<&GameSpec>,
        title: &str,
        assets: &[&str],
        body: &Markup,
    ) -> Markup {
        self.of_class(None, here, title, assets, body)
    }

    /// The address of the page on which the game of this name is played.
    #[must_use]
    pub fn play(self, game: &str) -> String {
        self.place.play(game)
    }

    /// A whole page whose body has these CSS classes.
    #[must_use]
    pub fn of_class(
        self,
        class: Option<&str>,
        here: Option<&GameSpec>,
        title: &str,
        assets: &[&str],
        body: &Markup,
    ) -> Markup {
        let files = self.place.files(self.language, &[&["page.css"], assets].concat());
        let policy = matches!(self.place, Place::Folder(_)).then_some(POLICY);
        let page = Page { language: self.language, title, class, policy, ..files.head() };
        page.with(&html! {
            (self.top(here))
            (body)
            @if !files.scripts.is_empty() || !files.modules.is_empty() {
                noscript {
                    p class="notice" { (self.say("needs-script")) " " code { "ludoteka play" } }
                }
                (embedded(Some("words"), &json!(WORDS.for_page(self.language))))
            }
        })
    }

    fn top(self, here: Option<&GameSpec>) -> Markup {
        html! {
            header class="top" {
                a class="home" href=(self.place.home()) { "Ludoteka" }
                nav class="of-games" aria-label=(self.say("games")) {
                    @for game in self.games {
                        @let is_here = here.is_some_and(|here| here.name == game.name);
                        a href=(self.play(game.name)) aria-current=[is_here.then_some("page")] {
                            (game.title)
                        }
                    }
                    @if self.records { a href="/games" { (self.say("recorded-games")) } }
                }
                @if self.trials { a class="trials" href="/test" { (self.say("test-program")) } }
                nav class="languages" aria-label=(self.say("language")) {
                    @for language in Language::ALL {
                        @let (code, is_here) = (language.code(), language == self.language);
                        a href=(self.place.in_language(self.language, language)) lang=(code) hreflang=(code)
                            title=(language.name()) aria-current=[is_here.then_some("true")] {
                            (code)
                        }
                    }
                }
            }
        }
    }
}
