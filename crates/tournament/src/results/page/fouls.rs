//! Fouls by participant and kind.

use maud::{Markup, html};

use super::Page;
use crate::results::LostGame;
use crate::results::facts::plain;
use crate::results::tables::FoulKind;

/// The greatest number of kinds listed on one page.
const MOST_KINDS: usize = 200;

/// How often each of these kinds occurred, with one example and the commands that reproduce it.
pub(super) fn by_kind(page: Page<'_>, kinds: &[&FoulKind]) -> Markup {
    let list = html! { a href={ (page.root) "fouls.csv" } { "fouls.csv" } };
    html! {
        @if kinds.is_empty() {
            p {
                (say!(page, "fouls-not-listed"))
            }
        } @else {
            p {
                (say!(page, "one-example")) " " (list) ". "
                (say!(page, "how-to-see-foul"))
            }
        }
        ol .fouls { @for kind in kinds.iter().take(MOST_KINDS) { (one(page, kind)) } }
        @if let Some(left) = kinds.len().checked_sub(MOST_KINDS).filter(|left| *left > 0) {
            p { (say!(page, "more-kinds", n = left)) " " (list) "." }
        }
    }
}

fn one(page: Page<'_>, kind: &FoulKind) -> Markup {
    let is_of_kind =
        |foul: &&LostGame| foul.participant == kind.participant && foul.kind == kind.kind;
    html! {
        li {
            p {
                (page.name(kind.participant)) ": " b { (page.kind(kind.kind)) } ", "
                (say!(page, "games-are", n = kind.games))
            }
            @if let Some(foul) = page.tables.fouls.iter().find(is_of_kind) {
                p {
                    (say!(page, "against")) " " (page.name(foul.opponent))
                    small {
                        " " (say!(page, "place-of-game", round = foul.round, table = foul.table)) ", "
                    }
                    (page.game(Some(foul.line), &html! {
                        (say!(page, "game-number", n = foul.game))
                    }))
                }
                p .foul { (plain(&page.t(&foul.what))) }
                @for line in [&foul.reproduce, &foul.unconfined].into_iter().flatten() {
                    pre tabindex="0" { code { (line) } }
                }
            }
        }
    }
}
