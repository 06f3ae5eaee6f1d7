//! What all pages of the site have in common.

use maud::{Markup, html};
use page::{Page, WORDS, embedded, say};
use rules::Language;
use search::GameSpec;
use serde_json::json;

use crate::assets;

/// The head of a page, and its language.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    /// The games that the head lists.
    pub(crate) games: &'static [&'static GameSpec],
    /// Whether the head has a link to recorded games.
    pub(crate) records: bool,
    /// Whether the head has a link to the page where programs are tested.
    pub(crate) trials: bool,
    pub(crate) language: Language,
}

impl Layout {
    /// The text of a key of the page, without gaps.
    pub(crate) fn say(self, key: &'static str) -> String {
        say(self.language, key)
    }

    /// A whole page; `here` is the game that it is about. The page loads `assets`, which are scripts
    /// and further styles.
    pub(crate) fn whole(
        self,
        here: Option<&GameSpec>,
        title: &str,
        assets: &[&str],
        body: &Markup,
    ) -> Markup {
        self.of_class(None, here, title, assets, body)
    }

    /// A page of a class, with the buttons that send a deed.
    pub(crate) fn of_people(self, title: &str, body: &Markup) -> String {
        self.whole(None, title, &["trials.css", "deeds.js"], body).into_string()
    }

    /// A whole page whose body has these CSS classes.
    pub(crate) fn of_class(
        self,
        class: Option<&str>,
        here: Option<&GameSpec>,
        title: &str,
        assets: &[&str],
        body: &Markup,
    ) -> Markup {
        let (styles, scripts): (Vec<&str>, Vec<&str>) =
            assets.iter().partition(|name| name.ends_with(".css"));
        let (modules, scripts): (Vec<&str>, Vec<&str>) =
            scripts.into_iter().partition(|name| assets::is_module(name));
        let imported = assets::imported(&modules);
        let [styles, scripts, modules, imported] =
            [[&["page.css"][..], &styles].concat(), scripts, modules, imported]
                .map(|names| names.into_iter().map(assets::address).collect::<Vec<_>>());
        let icon = assets::address("icon.svg");
        let page = Page {
            language: self.language,
            title,
            styles: &styles,
            scripts: &scripts,
            modules: &modules,
            imported: &imported,
            icon: Some(&icon),
            class,
            ..Page::default()
        };
        page.with(&html! {
            (self.top(here))
            (body)
            @if !scripts.is_empty() || !modules.is_empty() {
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
                a class="home" href="/" { "Ludoteka" }
                nav class="of-games" aria-label=(self.say("games")) {
                    @for game in self.games {
                        @let is_here = here.is_some_and(|here| here.name == game.name);
                        a href={ "/play/" (game.name) } aria-current=[is_here.then_some("page")] {
                            (game.title)
                        }
                    }
                    @if self.records { a href="/games" { (self.say("recorded-games")) } }
                }
                @if self.trials { a class="trials" href="/test" { (self.say("test-program")) } }
                nav class="languages" aria-label=(self.say("language")) {
                    @for language in Language::ALL {
                        @let (code, is_here) = (language.code(), language == self.language);
                        a href={ "?lang=" (code) } lang=(code) hreflang=(code)
                            title=(language.name()) aria-current=[is_here.then_some("true")] {
                            (code)
                        }
                    }
                }
            }
        }
    }
}
