//! The records that were found, in results and in what is left of a store: where each is, and which game it is of.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use super::super::announcement::Announcement;
use super::published::{LinePlace, Published};
use crate::Refused;
use crate::record::{Record, checksum};
use crate::store::{Remains, Row, RowPlace};

/// What counts first: what was published.
const OF_RESULTS: i64 = i64::MAX;

/// All records that are whole.
pub(super) struct Found {
    remains: Remains,
    published: Published,
    games: Games,
    /// Announcements that are whole, by the numbers of their tournaments, and whether these were over.
    announced: BTreeMap<i64, (Announcement, bool)>,
    /// By their SHA-256.
    files: HashMap<String, RowPlace>,
}

/// Games by the seeds of their matches and the numbers of their pairs.
#[derive(Default)]
struct Games(HashMap<u64, BTreeMap<u64, Vec<Game>>>);

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
    Line(LinePlace),
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

    /// The same where no other tournament is in the store but by a mistake: whatever number its games have.
    pub(super) fn alone(announcement: &Announcement, found: &Found) -> Whose {
        match Whose::own(announcement, found) {
            Whose::Own { others, .. } => Whose::Own { numbers: Vec::new(), others },
            numbered @ Whose::Numbered(_) => numbered,
        }
    }

    /// Those of results, of which it is known whose they are.
    pub(super) fn published() -> Whose {
        Whose::Own { numbers: Vec::new(), others: Vec::new() }
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

impl Games {
    fn add(&mut self, seed: u64, game: Game) {
        let pair = game.number.saturating_sub(1) / 2;
        let games = self.0.entry(seed).or_default().entry(pair).or_default();
        // Of one that counts there may be many versions of the page that it stands in; one that does not may come several times.
        let same = |its: &Game| Game { place: game.place, ..*its } == game;
        if !(game.counts && games.iter().any(same)) {
            games.push(game);
        }
    }

    fn all(&self) -> impl Iterator<Item = &Game> {
        self.0.values().flat_map(BTreeMap::values).flatten()
    }
}

impl Found {
    /// What is left in the file of a store, and what results in this folder have.
    pub(super) fn gather(store: &Path, results: &Path) -> Result<Found, Refused> {
        let mut found = Found { remains: Remains::open(store)?, ..Found::in_results(results) };
        found.read_rows();
        Ok(found)
    }

    /// What results in this folder have, and nothing else.
    pub(super) fn in_results(results: &Path) -> Found {
        let mut found = Found {
            remains: Remains::default(),
            published: Published::of(results),
            games: Games::default(),
            announced: BTreeMap::new(),
            files: HashMap::new(),
        };
        found.published.each(|line, record| {
            let (number, counts, place) = (record.number, line.counts, Place::Line(line));
            found.games.add(record.seed, Game { number, attempt: OF_RESULTS, counts, tournament: None, place });
        });
        found
    }

    fn read_rows(&mut self) {
        for (place, row) in self.remains.rows() {
            match row {
                Row::Tournament { number, digest, announcement, is_over } => {
                    let its = Announcement::from_json(&announcement).ok().filter(|its| its.digest() == digest);
                    // The newest version comes first.
                    its.map(|its| self.announced.entry(number).or_insert((its, is_over)));
                }
                Row::File { hash, bytes } => {
                    if checksum(&bytes) == hash {
                        self.files.insert(hash, place);
                    }
                }
                Row::Game { tournament, attempt, record, why } => {
                    let Ok(record) = Record::read(&record) else { continue };
                    let (number, counts, place) = (record.number, why.is_none(), Place::Row(place));
                    let game = Game { number, attempt, counts, tournament: Some(tournament), place };
                    self.games.add(record.seed, game);
                }
            }
        }
    }

    /// Whether the file has nothing in it that a store has.
    pub(super) fn is_of_no_store(&self) -> bool {
        let is_row = |game: &Game| matches!(game.place, Place::Row(_));
        let has_games = self.games.all().any(is_row);
        self.announced.is_empty() && self.files.is_empty() && !has_games && !self.remains.has_schema()
    }

    /// The tournaments that were announced, and their numbers.
    pub(super) fn tournaments(&self) -> impl Iterator<Item = (i64, &Announcement)> {
        self.announced.iter().map(|(&number, (its, _))| (number, its))
    }

    /// Whether the tournament of this number was over, or had been closed.
    pub(super) fn was_over(&self, number: i64) -> bool {
        self.announced.get(&number).is_some_and(|(_, is_over)| *is_over)
    }

    /// Whether results have any record that is whole.
    pub(super) fn has_published(&self) -> bool {
        self.games.all().any(|game| matches!(game.place, Place::Line(_)))
    }

    /// The numbers of tournaments that have games, and of which what was announced is not whole.
    pub(super) fn nameless(&self) -> impl Iterator<Item = i64> {
        let numbers: BTreeSet<i64> = self.games.all().filter_map(|game| game.tournament).collect();
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
        self.games.0.get(&seed).into_iter().flat_map(BTreeMap::keys).copied()
    }

    /// Where results have the first game of a match.
    pub(super) fn published_at(&self, seed: u64) -> Option<u64> {
        let games = self.games.0.get(&seed).into_iter().flat_map(BTreeMap::values).flatten();
        let at = |game: &Game| match game.place {
            Place::Line(line) if game.counts => Some(line.at),
            _ => None,
        };
        games.filter_map(at).min()
    }

    /// What there is of a pair.
    pub(super) fn pair(&self, seed: u64, pair: u64, whose: &Whose) -> impl Iterator<Item = Game> {
        let games = self.games.0.get(&seed).and_then(|pairs| pairs.get(&pair)).into_iter().flatten();
        games.copied().filter(|game| whose.has(game))
    }

    /// The record of a game as a line, and why it does not count.
    pub(super) fn record(&self, game: &Game) -> Option<(String, String)> {
        match game.place {
            Place::Row(place) => match self.remains.row(place)? {
                Row::Game { record, why, .. } => Some((record, why.unwrap_or_default())),
                _ => None,
            },
            Place::Line(line) => self.published.line(line),
        }
    }
}
