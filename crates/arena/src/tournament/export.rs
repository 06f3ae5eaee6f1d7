//! All of a tournament in a folder: its games, its programs, and what is derived from them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::iter;
use std::ops::Range;
use std::path::Path;
use std::sync::mpsc::sync_channel;
use std::thread;

use super::account::Account;
use super::announcement::{Announcement, Entrant};
use super::crew::Offers;
use super::damage::{Damage, check_pair, check_set_aside};
use super::folder::Folder;
use super::results::{self, Tables};
use super::tally::Tally;
use super::testing::Testing;
use crate::Refused;
use crate::entry::Language;
use crate::record::{Course, Ending, Record};
use crate::schedule::Pairing;
use crate::store::{MatchTally, Store, StoredPair, TournamentId};

/// What was announced, as JSON.
pub const ANNOUNCEMENT: &str = "announcement.json";
/// No announcement comes near so many bytes, with a thousand entrants and as many boards.
pub const LARGEST_ANNOUNCEMENT: u64 = 64 << 20;
/// The records of all games that count, a line each, those of a match in their order.
pub const GAMES: &str = "games.jsonl";
/// The games that do not count, each with the reason.
pub const SET_ASIDE: &str = "set-aside.jsonl";

/// Writes the folder, and gives the tables that it shows. Whatever else lies there is left alone.
///
/// # Errors
/// When the store fails, or the folder cannot be written; the folder is as it was then. So it is when records in the store are
/// damaged: their pairs are restored from the results of before, or given back to be played again.
pub fn export(
    path: &Path,
    store: &mut Store,
    tournament: TournamentId,
    announcement: &Announcement,
    account: &mut Account,
    offers: Offers<'_>,
) -> Result<Tables, Refused> {
    let mut folder = Folder::open(path)?;
    folder.write(ANNOUNCEMENT, |out| writeln!(out, "{}", announcement.json()))?;
    let mut games = Games::new(announcement, account);
    folder.write(GAMES, |out| checking_ahead(store, tournament, announcement, |portion| games.write(portion, out)))?;
    let Games { testing, matches, replayed, mut damage, .. } = games;
    if !replayed.is_empty() {
        folder.write(SET_ASIDE, |out| write_set_aside(store, tournament, &replayed, account, &mut damage, out))?;
    }
    damage.settle(store, tournament, announcement, path, offers)?;
    let is_decided = testing.as_ref().is_some_and(Testing::is_decided);
    account.set_matches(&matches.into_values().collect::<Vec<_>>(), is_decided);
    for (number, entrant) in announcement.entrants.iter().enumerate() {
        if let Some(program) = entrant.program() {
            let bytes = store.file(&program.sha256)?;
            let file = program_path(number, entrant);
            folder.write(&file, |out| out.write_all(&bytes))?;
            if program.language == Language::Executable {
                folder.allow_execution(&file)?;
            }
        }
    }
    let tables = account.tables()?;
    for file in results::files(&tables) {
        folder.put(&file)?;
    }
    // The folder must not outlive games of which the store then knows nothing.
    store.settle()?;
    folder.close()?;
    Ok(tables)
}

/// The threads hand on so many pairs of games at a time, since to wake one for each takes longer than to check it.
const PORTION: usize = 64;
/// So many threads check them, which takes up to twice as long as to read them.
const CHECKERS: usize = 2;
/// Of each of these threads, so many portions at most have been read and not yet checked, and as many checked and not yet written.
const AHEAD: usize = 2;

/// Pairs of games that have been checked, and the lines of all of them, so that what one thread has made in pieces another need not take
/// apart: both would wait for each other's memory.
#[derive(Default)]
struct Portion {
    lines: String,
    pairs: Vec<Checked>,
}

/// What is to be known of a pair when its lines are written.
struct Checked {
    unit: i64,
    pairing: Pairing,
    pair: u64,
    replays: u64,
    tally: Tally,
    games: Result<[Seen; 2], String>,
    /// Where its lines are.
    lines: Range<usize>,
}

/// A game that is whole.
struct Seen {
    course: Course,
    /// Its record, if it was lost by a foul.
    foul: Option<Box<Record>>,
}

impl Seen {
    fn of(record: Record) -> Seen {
        let course = Course::of(&record);
        Seen { course, foul: matches!(record.end, Ending::Foul { .. }).then(|| Box::new(record)) }
    }
}

impl Portion {
    /// # Errors
    /// As [`check_pair`].
    fn add(&mut self, pair: StoredPair, announcement: &Announcement) -> Result<(), Refused> {
        let games = check_pair(&pair, announcement)?.map(|records| records.map(Seen::of));
        let StoredPair { unit, pairing, pair, tally, replays, records, .. } = pair;
        let begin = self.lines.len();
        records.iter().flatten().for_each(|line| self.lines.extend([line, "\n"]));
        let lines = begin..self.lines.len();
        self.pairs.push(Checked { unit, pairing, pair, replays, tally, games, lines });
        Ok(())
    }
}

/// Does something with each portion of a tournament's pairs, while other threads read and check the next: to check them takes longest.
fn checking_ahead(
    store: &mut Store,
    tournament: TournamentId,
    announcement: &Announcement,
    mut write: impl FnMut(Portion) -> io::Result<()>,
) -> io::Result<()> {
    let check = |pairs: Vec<_>| -> Result<Portion, Refused> {
        let mut portion = Portion::default();
        pairs.into_iter().try_for_each(|pair: Result<_, _>| portion.add(pair?, announcement))?;
        Ok(portion)
    };
    thread::scope(|scope| {
        let (readers, reads): (Vec<_>, Vec<_>) = (0..CHECKERS).map(|_| sync_channel(AHEAD)).unzip();
        let (checkers, checked): (Vec<_>, Vec<_>) = (0..CHECKERS).map(|_| sync_channel(AHEAD)).unzip();
        // All end when nobody wants any more. They take turns, so that the order is kept, and the first that has no more is the end.
        scope.spawn(move || {
            let mut turns = readers.iter().cycle().zip(portions(store.pairs(tournament)));
            turns.all(|(reader, pairs)| reader.send(pairs).is_ok())
        });
        for (read, checker) in reads.into_iter().zip(checkers) {
            scope.spawn(move || read.into_iter().all(|pairs| checker.send(check(pairs)).is_ok()));
        }
        let mut turns = checked.iter().cycle().map_while(|checked| checked.recv().ok());
        turns.try_for_each(|portion| write(portion.map_err(io::Error::other)?))
    })
}

/// What there is, in portions.
fn portions<T>(mut items: impl Iterator<Item = T>) -> impl Iterator<Item = Vec<T>> {
    iter::from_fn(move || Some(items.by_ref().take(PORTION).collect::<Vec<T>>()).filter(|portion| !portion.is_empty()))
}

/// The games that count, on their way into the folder.
struct Games<'a> {
    announcement: &'a Announcement,
    account: &'a mut Account,
    lines: usize,
    /// The test that ends the only match.
    testing: Option<Testing>,
    /// What they add up to. Workers may report while they are read, so this is asked of nobody else.
    matches: BTreeMap<Pairing, MatchTally>,
    /// Units with games that do not count.
    replayed: BTreeSet<i64>,
    damage: Damage,
}

impl<'a> Games<'a> {
    fn new(announcement: &'a Announcement, account: &'a mut Account) -> Games<'a> {
        let (testing, matches) = (Testing::of(announcement), BTreeMap::new());
        let (replayed, damage) = (BTreeSet::new(), Damage::default());
        Games { announcement, account, lines: 0, testing, matches, replayed, damage }
    }

    fn write(&mut self, portion: Portion, out: &mut dyn Write) -> io::Result<()> {
        for pair in portion.pairs {
            if self.testing.as_ref().is_some_and(|testing| testing.is_beyond(pair.pair)) {
                // Reported since the director looked last.
                continue;
            }
            match &pair.games {
                Ok(games) => {
                    self.see(&pair, games);
                    out.write_all(portion.lines[pair.lines].as_bytes())?;
                }
                Err(why) => self.damage.note(pair.unit, why.clone()),
            }
        }
        Ok(())
    }

    fn see(&mut self, pair: &Checked, games: &[Seen; 2]) {
        for game in games {
            self.lines += 1;
            self.account.compare(pair.pairing, game.course);
            if let Some(record) = &game.foul {
                self.account.see(pair.pairing, self.lines, record);
            }
        }
        if let Some(testing) = &mut self.testing {
            testing.see(&pair.pairing, pair.pair, pair.tally.half_points());
        }
        let pairs = self.announcement.pairs();
        let none = MatchTally { pairing: pair.pairing, pairs, done: 0, tally: Tally::default(), replays: 0 };
        let its = self.matches.entry(pair.pairing).or_insert(none);
        its.done += 1;
        its.tally.add(&pair.tally);
        if pair.replays > 0 {
            self.replayed.insert(pair.unit);
        }
    }
}

/// The games that do not count, of these units.
fn write_set_aside(
    store: &mut Store,
    tournament: TournamentId,
    units: &BTreeSet<i64>,
    account: &mut Account,
    damage: &mut Damage,
    out: &mut dyn Write,
) -> io::Result<()> {
    for game in store.set_aside(tournament) {
        let game = game.map_err(io::Error::other)?;
        if !units.contains(&game.unit) {
            continue;
        }
        if let Some(why) = check_set_aside(&game).map_err(io::Error::other)? {
            damage.note(game.unit, why);
            continue;
        }
        let why = game.why.unwrap_or_default();
        account.set_aside(&why);
        // A record is an object of JSON, so that it can stand in another as it is.
        writeln!(out, r#"{{"why":{},"record":{}}}"#, serde_json::to_string(&why)?, game.record)?;
    }
    Ok(())
}

/// Where the program of an entrant lies: its number, from 1, and its name.
#[must_use]
pub fn program_path(number: usize, entrant: &Entrant) -> String {
    format!("programs/{:02}-{}", number + 1, entrant.file_name())
}

/// Every file that results may have, but for the manifest; `derived` are those of tables and pages.
pub(super) fn paths(announcement: &Announcement, derived: impl IntoIterator<Item = String>) -> BTreeSet<String> {
    let programs = announcement.entrants.iter().enumerate().filter(|(_, entrant)| entrant.program().is_some());
    let programs = programs.map(|(number, entrant)| program_path(number, entrant));
    programs.chain([ANNOUNCEMENT, GAMES, SET_ASIDE].map(ToString::to_string)).chain(derived).collect()
}

/// Whether games have been written into a folder.
#[must_use]
pub fn has_games(folder: &Path) -> bool {
    fs::metadata(folder.join(GAMES)).is_ok_and(|its| its.len() > 0)
}
