//! The HTML of pages with a board, before a script adds anything.

use maud::{Markup, html};
use rules::Language;

use crate::say;

/// The class of the body of a page with a [`Frame`].
pub const WITH_BOARD: &str = "with-board";

/// A board with its players, buttons and panels, for playing and for watching a game.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The language of the page.
    pub language: Language,
    /// The CSS classes of the main part.
    pub class: &'a str,
    /// The part at the top, above everything else.
    pub above: &'a Markup,
    /// The part beside the board, and the part with further moves, such as colours to choose.
    pub around: [&'a Markup; 2],
    /// The panels that the tabs show.
    pub panels: &'a Markup,
}

impl Frame<'_> {
    /// The main part of a page.
    #[must_use]
    pub fn body(&self) -> Markup {
        let [bar, moves] = self.around;
        let say = |key| say(self.language, key);
        html! {
            main class=(self.class) {
                div class="above" { (self.above) }
                section class="table" aria-label=(say("table")) {
                    div class="player" id="player-above" {}
                    div class="stage" { div class="board-place" id="board" {} (bar) }
                    div class="player" id="player-below" {}
                    (moves)
                    div class="message" id="message" {
                        p class="status" id="status" {}
                        div class="acts" id="acts" {}
                    }
                    div class="controls" role="toolbar" aria-label=(say("controls"))
                        id="controls" {}
                    p class="unseen" role="status" aria-live="polite" id="live" {}
                }
                section class="side" aria-label=(say("about-game")) {
                    div class="tabs" role="tablist" aria-label=(say("about-game")) id="tabs" {}
                    (self.panels)
                }
            }
        }
    }
}

/// The page of a recorded game, which `replay.js` fills in. `above` has the links to other games,
/// and `beside` has further panels.
#[must_use]
pub fn replay_body(language: Language, above: &Markup, beside: &Markup) -> Markup {
    let (nothing, panels) = (
        html! {},
        html! {
            div id="panel-moves" role="tabpanel" {}
            (beside)
            div id="panel-foul" role="tabpanel" hidden {}
        },
    );
    let around = [&nothing, &nothing];
    Frame { language, class: "play replay", above, around, panels: &panels }.body()
}

/// The heading of a recorded game, with links to other games.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'a> {
    /// The language of the page.
    pub language: Language,
    /// The link to the list of games.
    pub home: &'a Markup,
    /// The links to the previous and the next game.
    pub steps: &'a Markup,
    /// The names of both players.
    pub name: &'a str,
    /// The game and its number.
    pub place: &'a str,
}

impl Heading<'_> {
    /// The heading as HTML, to be shown above the board.
    #[must_use]
    pub fn above(&self) -> Markup {
        html! {
            div class="game-head" {
                p class="ways" { (self.home) span class="ways" id="game-steps" { (self.steps) } }
                h1 id="game-name" { (self.name) }
                p class="quiet" id="game-place" { (self.place) }
                p class="complaint" id="complaint" role="alert" hidden {}
                noscript {
                    p class="notice" {
                        (say(self.language, "needs-script")) " " code { "ludoteka replay" }
                    }
                }
            }
        }
    }
}
