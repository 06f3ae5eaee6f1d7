//! Fouls by participant and kind.

use maud::{Markup, html};
use page::counted;

use super::Page;
use crate::results::LostGame;
use crate::results::tables::FoulKind;

/// The greatest number of kinds listed on one page.
const MOST_KINDS: usize = 200;

/// How often each of these kinds occurred, with one example and the commands that reproduce it.
pub(super) fn by_kind(page: Page<'_>, kinds: &[&FoulKind]) -> Markup {
    let list = html! { a href={ (page.root) "fouls.csv" } { "fouls.csv" } };
    html! {
        @if kinds.is_empty() {
            p {
                (page.t("The standings count the games lost by a foul; this page does not list \
                them."))
            }
        } @else {
            p {
                (page.t("Each kind has one example; more are in")) " " (list) ". "
                (page.t("The first command plays the game again in the sandbox; run it in the \
                folder with the programs. A second one runs the program without the sandbox: read \
                a stranger's program first."))
            }
        }
        ol .fouls { @for kind in kinds.iter().take(MOST_KINDS) { (one(page, kind)) } }
        @if let Some(left) = kinds.len().checked_sub(MOST_KINDS).filter(|left| *left > 0) {
            p { (page.t(&format!("{left} more kinds are in"))) " " (list) "." }
        }
    }
}

fn one(page: Page<'_>, kind: &FoulKind) -> Markup {
    let is_of_kind =
        |foul: &&LostGame| foul.participant == kind.participant && foul.kind == kind.kind;
    html! {
        li {
            p {
                (page.name(kind.participant)) ": " b { (page.t(kind.kind)) } ", "
                (page.t(&counted(kind.games, "game", "games")))
            }
            @if let Some(foul) = page.tables.fouls.iter().find(is_of_kind) {
                p {
                    (page.t("against")) " " (page.name(foul.opponent))
                    small {
                        " " (page.t(&format!("round {}, table {}", foul.round, foul.table))) ", "
                    }
                    (page.game(Some(foul.line), &html! {
                        (page.t(&format!("game {}", foul.game)))
                    }))
                }
                p .foul { (page.foul(&foul.what)) }
                @for line in [&foul.reproduce, &foul.unconfined].into_iter().flatten() {
                    pre tabindex="0" { code { (line) } }
                }
            }
        }
    }
}
