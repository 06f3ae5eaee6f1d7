//! Who meets whom: `[format]`, and how many games a match has.

use super::section::Section;
use crate::schedule::MOST_ENTRANTS;
use crate::statistics::Scale;
use crate::tournament::announcement::{MOST_GAMES, Scoring, System, Test, games_of};

/// Games of a match, unless set.
const GAMES: u64 = 2;

/// The most games of a sequential test, unless set.
const MOST_OF_TEST: u64 = 20_000;

/// How often a tied match of a knockout is played on, unless set.
const EXTRAS: usize = 4;

/// Fewer cannot play any tournament, whatever its kind.
const FEWEST: usize = 2;

/// The most of anything that is counted; the schedule knows better.
const MANY: u64 = 1_000_000;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    RoundRobin,
    Gauntlet,
    Swiss,
    Knockout,
    Sprt,
}

const KINDS: &[(&str, Kind)] = &[
    ("round-robin", Kind::RoundRobin),
    ("gauntlet", Kind::Gauntlet),
    ("swiss", Kind::Swiss),
    ("knockout", Kind::Knockout),
    ("sprt", Kind::Sprt),
];

const SCALES: &[(&str, Scale)] = &[("logistic", Scale::Logistic), ("normalized", Scale::Normalized)];
const POINTS: &[(&str, Scoring)] = &[("match", Scoring::Match), ("game", Scoring::Game)];

/// What the file says of matches.
pub(super) struct Matches {
    pub(super) system: System,
    pub(super) games: u64,
    pub(super) points: Scoring,
}

/// Reads it; so many take part, if that is known.
pub(super) fn read(top: &Section<'_>, entrants: Option<usize>) -> Option<Matches> {
    let words: Vec<_> = KINDS.iter().map(|(word, _)| format!("{word:?}")).collect();
    let games = top.whole("games", 2..=MOST_GAMES);
    let points = top.word("points", POINTS);
    let Some(table) = top.table("format") else {
        return top.lacks("format", &format!("a table [format] with `kind`, one of {}", words.join(", ")));
    };
    let Some(kind) = table.word("kind", KINDS) else {
        // Without a kind no other key is known.
        return if table.misspells("kind") {
            None
        } else {
            table.lacks("kind", &format!("one of {}", words.join(", ")))
        };
    };
    let before = top.mistakes.count();
    let word = KINDS.iter().find(|(_, known)| *known == kind).map_or("", |(word, _)| word);
    let table = table.called(format!("in a [format] of kind {word:?}"));
    let read = system(&table, kind);
    let most = (kind == Kind::Sprt).then(|| table.whole("most-games", 2..=MOST_GAMES).unwrap_or(MOST_OF_TEST));
    let size = size_key(kind);
    let size_at = table.place(if table.has(size) { size } else { "kind" });
    let games_at = if most.is_some() { table.place("most-games") } else { top.place("games") };
    table.close();
    if most.is_some() {
        check_test(top, points);
    }
    let system = read?;
    let games = most.or(games).unwrap_or(GAMES);
    if let (Some(entrants), true) = (entrants, top.mistakes.count() == before) {
        let at = if (FEWEST..=MOST_ENTRANTS).contains(&entrants) { size_at } else { top.key_place("player") };
        top.mistakes.kept(at, fits(system, entrants))?;
        top.mistakes.kept(games_at, games_of(system, entrants, games))?;
    }
    let usual = if most.is_some() { Scoring::Game } else { Scoring::Match };
    Some(Matches { system, games, points: points.unwrap_or(usual) })
}

/// What has to fit the number of players.
fn size_key(kind: Kind) -> &'static str {
    match kind {
        Kind::RoundRobin => "cycles",
        Kind::Gauntlet => "challengers",
        Kind::Swiss => "rounds",
        Kind::Knockout => "extras",
        Kind::Sprt => "kind",
    }
}

fn system(table: &Section<'_>, kind: Kind) -> Option<System> {
    let size = |key| table.size(key, 1..=MANY);
    Some(match kind {
        Kind::RoundRobin => System::RoundRobin { cycles: size("cycles").unwrap_or(1) },
        Kind::Gauntlet => System::Gauntlet { challengers: size("challengers").unwrap_or(1) },
        Kind::Swiss => {
            let Some(rounds) = size("rounds") else { return table.lacks("rounds", "how many rounds there are") };
            System::Swiss { rounds }
        }
        Kind::Knockout => System::Knockout {
            third_place: table.truth("third-place").unwrap_or(false),
            extras: table.size("extras", 0..=MANY).unwrap_or(EXTRAS),
        },
        Kind::Sprt => System::Sprt(test(table)?),
    })
}

fn test(table: &Section<'_>) -> Option<Test> {
    let [elo0, elo1] = ["elo0", "elo1"].map(|key| {
        let elo = table.number(key);
        elo.or_else(|| table.lacks(key, "a number of Elo points, such as `elo0 = 0` and `elo1 = 20`"))
    });
    let [alpha, beta] = ["alpha", "beta"].map(|key| table.number(key).unwrap_or(0.05));
    let scale = table.word("scale", SCALES).unwrap_or(Scale::Logistic);
    let test = Test { scale, elo0: elo0?, elo1: elo1?, alpha, beta };
    // Of two mistakes the one in the second hypothesis can be told apart; a bad probability stands at its key.
    let wrong = ["alpha", "beta"].into_iter().zip([alpha, beta]).find(|(_, error)| !(*error > 0.0 && *error < 0.5));
    let at = table.place(wrong.map_or("elo1", |(key, _)| key));
    table.mistakes.kept(at, test.sprt())?;
    Some(test)
}

/// What a sequential test leaves no room for.
fn check_test(top: &Section<'_>, points: Option<Scoring>) {
    if top.has("games") {
        let sentence = "a sequential test goes on until it is decided: set `most-games` in [format], and not `games`";
        top.mistakes.note(top.key_place("games"), sentence);
    }
    if points == Some(Scoring::Match) {
        let sentence = "a sequential test counts games: expected points = \"game\", or none";
        top.mistakes.note(top.place("points"), sentence);
    }
}

/// Whether so many can play it.
fn fits(system: System, entrants: usize) -> Result<(), String> {
    match system {
        System::Sprt(_) if entrants != 2 => {
            Err(format!("a sequential test is between 2 players, and there are {entrants}"))
        }
        system => system.format().check(entrants).map_err(|refused| refused.to_string()),
    }
}
