//! What stands on the page of a recorded game before a script adds anything.

use maud::{Markup, html};

use crate::say;

/// The page of a recorded game, which `replay.js` fills. `above` is what leads to other games, and `beside` other panels.
#[must_use]
pub fn replay_body(above: &Markup, beside: &Markup) -> Markup {
    html! {
        main class="play replay" {
            div class="above" { (above) }
            section class="table" aria-label=(say("table")) {
                div class="player" id="player-above" {}
                div class="stage" { div class="board-place" id="board" {} }
                div class="player" id="player-below" {}
                p class="status" id="status" {}
                div class="controls" role="toolbar" aria-label=(say("controls")) id="controls" {}
                p class="unseen" role="status" aria-live="polite" id="live" {}
            }
            section class="side" aria-label=(say("about-game")) {
                div class="tabs" role="tablist" aria-label=(say("about-game")) id="tabs" {}
                div id="panel-moves" role="tabpanel" {}
                (beside)
                div id="panel-foul" role="tabpanel" hidden {}
            }
        }
    }
}

/// What leads to other games where several share a page, which `disk.js` fills.
#[must_use]
pub fn replay_above(home: &Markup) -> Markup {
    html! {
        div class="game-head" {
            p class="ways" { (home) span class="ways" id="game-steps" {} }
            h1 id="game-name" { (say("recorded-games")) }
            p class="quiet" id="game-place" {}
            p class="complaint" id="complaint" role="alert" hidden {}
            noscript { p class="notice" { (say("needs-script")) " " code { "ludoteka replay" } } }
        }
    }
}
