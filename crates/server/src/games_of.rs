//! The recorded games of one participant: all of them, or those against one opponent or with one
//! kind of result, and the best and the worst of them.

use axum::response::Response;
use maud::{Markup, html};
use page::text;
use rules::Side;

use crate::archive::{Archive, Recorded};
use crate::pages::answer;
use crate::recorded::{ON_A_PAGE, none, unreadable};
use crate::refusal::Refusal;
use crate::tables::{address_against, address_of};
use crate::view::Entry;
use crate::watch::Live;
use play::Layout;

/// A page reads at most this many games; the next page goes on from there.
const READ_AT_MOST: usize = 2000;

/// The kinds of games, as they stand in addresses.
const KINDS: [(&str, &str); 5] = [
    ("all", "all-games"),
    ("won", "games-won"),
    ("drawn", "games-drawn"),
    ("lost", "games-lost"),
    ("fouls", "fouls"),
];

/// What a visitor asks for.
#[derive(Debug)]
pub(crate) struct Asked {
    /// The name of the participant.
    pub(crate) name: String,
    /// The name of the opponent, if only games against one opponent are wanted.
    pub(crate) opponent: Option<String>,
    /// The kind of games.
    pub(crate) kind: String,
    /// The place in the list of all games from which on games are read.
    pub(crate) first: usize,
}

/// The games of a participant that a page lists.
struct Found {
    numbers: Vec<usize>,
    /// The place after the last game that was read.
    next: usize,
    /// The number of the best and of the worst game, each with the participant's margin. They are
    /// known if all games were read.
    ends: Option<[(usize, i32); 2]>,
}

/// The games of a participant from a place in the list of all games on.
///
/// # Errors
/// Fails if there is no such kind of games, if there is no such participant, or if the games cannot
/// be read.
pub(crate) fn list(layout: Layout, live: &Live, asked: &Asked) -> Result<Response, Refusal> {
    let Asked { name, opponent, kind, first } = asked;
    let (view, _) = live.look().map_err(unreadable)?;
    if !KINDS.iter().any(|(known, _)| known == kind) || *first == 0 {
        return Err(none());
    }
    let archive = live.archive();
    let found = find(archive, asked, view.games);
    let is_all = *first == 1 && found.next > view.games;
    let is_known = view.tables.iter().any(|table| table.names.iter().any(|known| known == name));
    if is_all && found.ends.is_none() && !is_known {
        return Err(none());
    }
    let running: Vec<_> = view.running_of(name).collect();
    let all = opponent.as_ref().map_or_else(|| address_of(name), |it| address_against(name, it));
    let body = html! {
        main class="games" {
            p { a href="/games" { "← " bdi { (archive.title()) } } }
            h1 { (text("games-of-name").name("name", name.to_string()).told(layout.language)) }
            @if let Some(opponent) = opponent {
                p {
                    (text("against-name").name("name", opponent.clone()).told(layout.language))
                    " · " a href=(address_of(name)) { (layout.say("all-opponents")) }
                }
            }
            nav class="ways" aria-label=(layout.say("filter")) {
                @for (known, key) in KINDS {
                    a href={ (all) "/" (known) } aria-current=[(known == kind).then_some("page")] {
                        (layout.say(key))
                    }
                }
            }
            @if let Some([best, worst]) = found.ends {
                p class="ways" {
                    (end(layout, "best-game", best)) (end(layout, "worst-game", worst))
                }
            }
            @if *first == 1 && kind == "all" && opponent.is_none() && !running.is_empty() {
                h2 { (layout.say("running-games")) }
                ol class="records" { @for entry in running { (entry.item(layout.language)) } }
                h2 { (layout.say("all-games")) }
            }
            ol class="records" {
                @for &number in &found.numbers {
                    (Entry::of(archive, number).item(layout.language))
                }
            }
            @if found.next <= view.games {
                p class="ways" {
                    a class="button" href={ (all) "/" (kind) "/" (found.next) } {
                        (layout.say("games-after"))
                    }
                }
            }
        }
    };
    Ok(answer(&layout.whole(None, name, &["results.css", "games.css"], &body).into_string()))
}

fn find(archive: &dyn Archive, asked: &Asked, games: usize) -> Found {
    let Asked { name, opponent, kind, first } = asked;
    let mut found = Found { numbers: Vec::new(), next: *first, ends: None };
    while found.next <= games
        && found.next < first.saturating_add(READ_AT_MOST)
        && found.numbers.len() < ON_A_PAGE
    {
        let number = archive.number(found.next);
        found.next += 1;
        let Some((number, game)) =
            number.and_then(|number| Some((number, archive.game(number).ok()?)))
        else {
            continue;
        };
        let is_against = |other: &String| game.players.contains(other);
        let Some(margin) = margin(&game, name) else { continue };
        if !opponent.as_ref().is_none_or(is_against) {
            continue;
        }
        let [best, worst] = found.ends.get_or_insert([(number, margin); 2]);
        if margin > best.1 {
            *best = (number, margin);
        }
        if margin < worst.1 {
            *worst = (number, margin);
        }
        if fits(&game, name, kind, margin) {
            found.numbers.push(number);
        }
    }
    if *first > 1 || found.next <= games {
        found.ends = None;
    }
    found
}

/// The margin by which a participant won; negative if the participant lost.
fn margin(game: &Recorded, name: &str) -> Option<i32> {
    let side = Side::BOTH.into_iter().find(|side| game.players[side.index()] == name)?;
    let margin = game.outcome?.margin;
    Some(if side == Side::First { margin } else { -margin })
}

fn fits(game: &Recorded, name: &str, kind: &str, margin: i32) -> bool {
    match kind {
        "won" => margin > 0,
        "drawn" => margin == 0,
        "lost" => margin < 0,
        "fouls" => {
            game.is_foul
                && game
                    .lost_early
                    .as_ref()
                    .is_some_and(|(side, _)| game.players[side.index()] == name)
        }
        _ => true,
    }
}

fn end(layout: Layout, key: &'static str, (number, margin): (usize, i32)) -> Markup {
    html! {
        a href={ "/games/" (number) } {
            (layout.say(key)) ": " (number) " (" (if margin > 0 { "+" } else { "" }) (margin) ")"
        }
    }
}
