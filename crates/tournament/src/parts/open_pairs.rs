//! Which pairs of games are open, given those that are merged. This follows from the announcement,
//! the changes and the merged games alone, so machines that never met agree.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::BufReader;
use std::path::Path;
use std::str::FromStr;

use errors::Error;
use matches::record::{Record, Records};
use pairing::{Next, Pairing};
use serde::{Deserialize, Serialize};

use crate::plan::announcement::Announcement;
use crate::plan::departures::{Departures, Settled};
use crate::plan::testing::Testing;
use crate::results::folder;
use crate::results::published::{GAMES, changes_in, has_games};
use crate::run::pairs_wanted;
use crate::tally::Tally;
use crate::verify::results_in;

/// A match, and the number of one of its pairs of games, from 0.
pub(super) type OpenPair = (Pairing, u64);
/// The seed of a match, and the number of a pair.
pub(super) type PairKey = (u64, u64);

/// The greatest number of parts.
const MOST: u64 = 1_000_000;

/// A part of the open pairs, such as the seventh of thirty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Part {
    /// From 1.
    pub(super) number: u64,
    pub(super) of: u64,
}

impl Part {
    /// The pairs of this part: each `of`-th. So a match with many pairs is spread over the parts.
    pub fn pairs(self, open: &[(Pairing, u64)]) -> impl Iterator<Item = &(Pairing, u64)> {
        open.iter().skip(self.number as usize - 1).step_by(self.of as usize)
    }
}

impl FromStr for Part {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Part, Self::Err> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            Some(Part { number: number.parse().ok()?, of: of.parse().ok()? })
        });
        numbers
            .filter(|part| (1..=part.of).contains(&part.number) && part.of <= MOST)
            .ok_or("expected K/N, from 1/N to N/N, as in 7/30")
    }
}

impl TryFrom<String> for Part {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Part, Self::Error> {
        text.parse()
    }
}

impl From<Part> for String {
    fn from(part: Part) -> String {
        part.to_string()
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// The pairs of games that are open, in the order of the plan. `folder` has what is merged; it need
/// not exist. The list is empty once the tournament is over.
///
/// # Errors
/// Fails if the folder has another tournament, or cannot be read.
pub fn open_pairs(
    folder: &Path,
    announcement: &Announcement,
) -> Result<Vec<(Pairing, u64)>, Error> {
    let merged = match results_in(folder) {
        Some(other) if other.digest() == announcement.digest() => Done::in_folder(folder)?,
        None if !has_games(folder) => Done::default(),
        _ => {
            let folder = folder.display();
            let why = format!("{folder} holds another tournament than the file and its programs");
            return Err(Error::conflict(why));
        }
    };
    merged.open(announcement, changes_in(folder, announcement)?.departures())
}

/// The pairs of games that are done.
#[derive(Default)]
pub(super) struct Done(HashMap<u64, DoneMatch>);

#[derive(Default)]
struct DoneMatch {
    tally: Tally,
    /// For each pair, the half points of the participant named first, and a digest of the records.
    pairs: BTreeMap<u64, (usize, u64)>,
}

impl Done {
    fn in_folder(folder: &Path) -> Result<Done, Error> {
        let path = folder.join(GAMES);
        let file =
            folder::open(&path, u64::MAX).map_err(|error| Error::file("read", &path, &error))?;
        let mut records = Records::new(BufReader::new(file));
        let bad = |why: &dyn fmt::Display| Error::corrupt(format!("{}: {why}", path.display()));
        let mut done = Done::default();
        while let Some(first) = records.next() {
            let second = records.next().ok_or_else(|| bad(&"its last pair is half"))?;
            done.add(&[first.map_err(|why| bad(&why))?, second.map_err(|why| bad(&why))?], 0);
        }
        Ok(done)
    }

    /// Adds a pair.
    pub(super) fn add(&mut self, games: &[Record; 2], digest: u64) {
        let (seed, pair) = key(games);
        let tally = Tally::of_pair(games);
        let done = self.0.entry(seed).or_default();
        if done.pairs.insert(pair, (tally.half_points(), digest)).is_none() {
            done.tally.add(&tally);
        }
    }

    /// The digest of a pair's records; `None` if the pair is not done.
    pub(super) fn digest(&self, (seed, pair): PairKey) -> Option<u64> {
        Some(self.0.get(&seed)?.pairs.get(&pair)?.1)
    }

    /// The open pairs, in the order of the plan.
    pub(super) fn open(
        &self,
        announcement: &Announcement,
        departures: &Departures,
    ) -> Result<Vec<OpenPair>, Error> {
        let (schedule, games) = (announcement.schedule()?, announcement.games);
        let mut finished = Vec::new();
        let mut seen = HashSet::new();
        loop {
            let Settled { next, lost } =
                departures.settle_announced(&schedule, games, finished.clone())?;
            let Next::Play(open) = next else { return Ok(Vec::new()) };
            // Who has left may have finished matches before.
            let all = open.iter().copied().chain(lost.into_iter().map(|lost| lost.pairing));
            let before = finished.len();
            for pairing in all.filter(|pairing| !seen.contains(pairing)).collect::<Vec<_>>() {
                let Some(done) = self.0.get(&announcement.match_seed(&pairing)) else { continue };
                if done.tally.games() >= games || done.is_decided(announcement, &pairing) {
                    seen.insert(pairing);
                    finished.push(done.tally.finished(pairing));
                }
            }
            if finished.len() == before {
                let pairs = |pairing: Pairing| self.left(announcement, pairing);
                return Ok(open.into_iter().flat_map(pairs).collect());
            }
        }
    }

    /// The pairs that a match still needs.
    fn left(&self, announcement: &Announcement, pairing: Pairing) -> Vec<OpenPair> {
        let none = DoneMatch::default();
        let done = self.0.get(&announcement.match_seed(&pairing)).unwrap_or(&none);
        let wanted = pairs_wanted(announcement, done.pairs.len() as u64);
        (0..wanted)
            .filter(|pair| !done.pairs.contains_key(pair))
            .map(|pair| (pairing, pair))
            .collect()
    }
}

impl DoneMatch {
    /// Whether a sequential test is decided by the pairs before the first missing one.
    fn is_decided(&self, announcement: &Announcement, pairing: &Pairing) -> bool {
        Testing::of(announcement).is_some_and(|mut testing| {
            self.pairs.iter().for_each(|(&pair, &(firsts, _))| {
                if !testing.is_decided() {
                    testing.see(pairing, pair, firsts);
                }
            });
            testing.is_decided()
        })
    }
}

/// What tells a pair from all others of the tournament.
pub(super) fn key([first, _]: &[Record; 2]) -> PairKey {
    (first.seed, first.number.saturating_sub(1) / 2)
}

/// A digest by which equal records are found; it proves nothing.
pub(super) fn digest(lines: &[String; 2]) -> u64 {
    let mut hasher = DefaultHasher::new();
    lines.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_share_all_pairs() {
        let pairing = Pairing { round: 0, table: 0, extra: 0, first: 0, second: 1 };
        let open: Vec<_> = (0..100).map(|pair| (pairing, pair)).collect();
        let parts = (1..=30).map(|number| Part { number, of: 30 });
        let mut shared: Vec<_> =
            parts.flat_map(|part| part.pairs(&open)).map(|one| one.1).collect();
        shared.sort_unstable();
        assert_eq!(shared, (0..100).collect::<Vec<_>>());
        assert_eq!(Part { number: 30, of: 30 }.pairs(&open[..29]).count(), 0);
    }

    #[test]
    fn a_part_is_read_as_it_is_written() {
        assert_eq!("7/30".parse::<Part>().map(String::from), Ok("7/30".to_string()));
        for silly in ["", "7", "0/30", "31/30", "7/", "/", "7/30/2", "-1/3", "1/1000001"] {
            assert!(silly.parse::<Part>().is_err(), "{silly}");
        }
    }
}
