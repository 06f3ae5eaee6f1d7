//! The records that were found, in results and in what is left of a store: where each is, and which game it is of.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use super::super::announcement::Announcement;
use super::super::export::{GAMES, SET_ASIDE};
use super::super::folder;
use super::super::verify::reason_and_record;
use crate::Refused;
use crate::record::{Record, checksum};
use crate::store::{Remains, Row, RowPlace};

/// What counts first: what was published.
const OF_RESULTS: i64 = i64::MAX;
/// No line of a game comes near so many bytes.
const LONGEST_LINE: u64 = 64 << 20;

/// All records that are whole.
pub(super) struct Found {
    remains: Remains,
    /// The two files of results, where they are there.
    results: [Option<RefCell<File>>; 2],
    /// By the seeds of matches and the numbers of pairs.
    games: HashMap<u64, BTreeMap<u64, Vec<Game>>>,
    /// Announcements that are whole, by the numbers of their tournaments.
    announced: BTreeMap<i64, Announcement>,
    /// By their SHA-256.
    files: HashMap<String, RowPlace>,
}

/// A record that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Game {
    /// Its number in the match, from 1.
    pub(super) number: u64,
    /// The attempt that it is of; the greatest counts.
    pub(super) attempt: i64,
    /// Whether it counts, or had to be played again.
    pub(super) counts: bool,
    /// The number of its tournament, where it has one.
    tournament: Option<i64>,
    place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Row(RowPlace),
    /// Which file, where the line begins in it, and its length.
    Line(usize, u64, usize),
}

/// Whose games are looked for.
#[derive(Clone)]
pub(super) enum Whose {
    /// Of the tournament that had this number.
    Numbered(i64),
    /// Of results, or of tournaments of which nothing is known but games, and of these numbers.
    Own { numbers: Vec<i64>, others: Vec<i64> },
}

impl Whose {
    /// Those of the tournament that is being held.
    pub(super) fn own(announcement: &Announcement, found: &Found) -> Whose {
        let digest = announcement.digest();
        let (own, others): (Vec<_>, Vec<_>) = found.tournaments().partition(|(_, its)| its.digest() == digest);
        let numbers = |of: Vec<(i64, &Announcement)>| of.into_iter().map(|(number, _)| number).collect();
        let (numbers, others) = (numbers(own), numbers(others));
        Whose::Own { numbers, others }
    }

    /// The first number that it had, if that is known.
    pub(super) fn number(&self) -> Option<i64> {
        match self {
            Whose::Numbered(number) => Some(*number),
            Whose::Own { numbers, .. } => numbers.first().copied(),
        }
    }

    fn has(&self, game: &Game) -> bool {
        match game.tournament {
            Some(number) => self.may_have(number),
            None => matches!(self, Whose::Own { .. }),
        }
    }

    /// Whether games of the tournament of this number may be looked for.
    pub(super) fn may_have(&self, number: i64) -> bool {
        match self {
            Whose::Numbered(its) => number == *its,
            Whose::Own { numbers, others } if numbers.is_empty() => !others.contains(&number),
            Whose::Own { numbers, .. } => numbers.contains(&number),
        }
    }
}

impl Found {
    /// What is left in the file of a store, and what results in this folder have.
    pub(super) fn gather(store: &Path, results: &Path) -> Result<Found, Refused> {
        let results = [GAMES, SET_ASIDE].map(|file| folder::open(&results.join(file), u64::MAX).ok().map(RefCell::new));
        let (remains, games) = (Remains::open(store)?, HashMap::new());
        let mut found = Found { remains, results, games, announced: BTreeMap::new(), files: HashMap::new() };
        found.read_lines(0, |line| Some(line));
        found.read_lines(1, |line| reason_and_record(line).map(|(_, record)| record));
        found.read_rows();
        Ok(found)
    }

    /// The records in a file of results, whatever stands between them.
    fn read_lines(&mut self, file: usize, record: impl Fn(&str) -> Option<&str>) {
        let Some(results) = &self.results[file] else { return };
        let results = results.borrow();
        let (mut input, mut at, mut games) = (BufReader::new(&*results), 0, Vec::new());
        loop {
            let mut line = Vec::new();
            match (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
            let text = str::from_utf8(&line).ok().and_then(|line| line.strip_suffix('\n'));
            if let Some(its) = text.and_then(|text| Record::read(record(text)?).ok()) {
                let place = Place::Line(file, at, line.len() - 1);
                let counts = file == 0;
                games.push((
                    its.seed,
                    Game { number: its.number, attempt: OF_RESULTS, counts, tournament: None, place },
                ));
            }
            at += line.len() as u64;
        }
        drop(results);
        games.into_iter().for_each(|(seed, game)| self.add(seed, game));
    }

    fn read_rows(&mut self) {
        let mut games = Vec::new();
        for (place, row) in self.remains.rows() {
            match row {
                Row::Tournament { number, digest, announcement } => {
                    let its = Announcement::from_json(&announcement).ok().filter(|its| its.digest() == digest);
                    its.and_then(|its| self.announced.insert(number, its));
                }
                Row::File { hash, bytes } if checksum(&bytes) == hash => {
                    self.files.insert(hash, place);
                }
                Row::File { .. } => {}
                Row::Game { tournament, attempt, record, why } => {
                    let Ok(record) = Record::read(&record) else { continue };
                    let (counts, tournament, place) = (why.is_none(), Some(tournament), Place::Row(place));
                    games.push((record.seed, Game { number: record.number, attempt, counts, tournament, place }));
                }
            }
        }
        games.into_iter().for_each(|(seed, game)| self.add(seed, game));
    }

    fn add(&mut self, seed: u64, game: Game) {
        let pair = game.number.saturating_sub(1) / 2;
        let games = self.games.entry(seed).or_default().entry(pair).or_default();
        // Of one that counts there may be many versions of the page that it stands in; one that does not may come several times.
        let same = |its: &Game| Game { place: game.place, ..*its } == game;
        if !(game.counts && games.iter().any(same)) {
            games.push(game);
        }
    }

    /// Whether the file has nothing in it that a store has.
    pub(super) fn is_of_no_store(&self) -> bool {
        let is_row = |game: &Game| matches!(game.place, Place::Row(_));
        let has_games = self.games.values().flat_map(BTreeMap::values).flatten().any(is_row);
        self.announced.is_empty() && self.files.is_empty() && !has_games
    }

    /// The tournaments that were announced, and their numbers.
    pub(super) fn tournaments(&self) -> impl Iterator<Item = (i64, &Announcement)> {
        self.announced.iter().map(|(&number, its)| (number, its))
    }

    /// The numbers of tournaments that have games, and of which what was announced is not whole.
    pub(super) fn nameless(&self) -> impl Iterator<Item = i64> {
        let games = self.games.values().flat_map(BTreeMap::values).flatten();
        let numbers: BTreeSet<i64> = games.filter_map(|game| game.tournament).collect();
        numbers.into_iter().filter(|number| !self.announced.contains_key(number))
    }

    /// A player's file.
    pub(super) fn file(&self, hash: &str) -> Option<Vec<u8>> {
        match self.remains.row(*self.files.get(hash)?)? {
            Row::File { bytes, .. } => Some(bytes),
            _ => None,
        }
    }

    /// The numbers of the pairs of a match that something was found of.
    pub(super) fn pairs(&self, seed: u64) -> impl Iterator<Item = u64> {
        self.games.get(&seed).into_iter().flat_map(BTreeMap::keys).copied()
    }

    /// What there is of a pair.
    pub(super) fn pair(&self, seed: u64, pair: u64, whose: &Whose) -> impl Iterator<Item = Game> {
        let games = self.games.get(&seed).and_then(|pairs| pairs.get(&pair)).into_iter().flatten();
        games.copied().filter(|game| whose.has(game))
    }

    /// The record of a game as a line, and why it does not count.
    pub(super) fn record(&self, game: &Game) -> Option<(String, String)> {
        match game.place {
            Place::Row(place) => match self.remains.row(place)? {
                Row::Game { record, why, .. } => Some((record, why.unwrap_or_default())),
                _ => None,
            },
            Place::Line(file, at, length) => {
                let mut results = self.results[file].as_ref()?.borrow_mut();
                let mut line = vec![0; length];
                results.seek(SeekFrom::Start(at)).and_then(|_| results.read_exact(&mut line)).ok()?;
                let line = String::from_utf8(line).ok()?;
                if game.counts {
                    return Some((line, String::new()));
                }
                reason_and_record(&line).map(|(why, record)| (record.to_string(), why))
            }
        }
    }
}
