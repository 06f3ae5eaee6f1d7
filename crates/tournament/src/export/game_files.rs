//! Writes into the folder the games that count.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use super::sealed::check_pair;
use crate::plan::announcement::{Announcement, Publish};
use crate::plan::testing::Testing;
use crate::results::parallel::in_order;
use crate::results::{GameResult, Summary};
use crate::store::StoredPair;
use crate::tally::{MatchTally, Tally};
use errors::Error;
use matches::record::{GameDigest, Record};
use pairing::Pairing;

/// Each processor checks this many pairs at once, some 2 MB of records.
const PAIRS_AT_ONCE: usize = 500;

/// The games so far, in the order of their jobs.
pub(super) struct Games<'a> {
    announcement: &'a Announcement,
    pub(super) summary: Summary,
    lines: usize,
    /// The sequential test that ends the only match; `None` in other tournaments.
    testing: Option<Testing>,
    /// The totals of the matches. Workers may report while the games are read, so totals are
    /// counted here and not taken from the store.
    pub(super) matches: BTreeMap<Pairing, MatchTally>,
    /// Jobs with games that do not count.
    pub(super) replayed: BTreeSet<i64>,
}

/// The parts of a pair's records that results need. The thread that reads the records also frees
/// the other parts: a record holds a string for each move, and another thread would take several
/// times longer to free these strings.
struct PairFacts {
    digests: [GameDigest; 2],
    results: [GameResult; 2],
    tally: Tally,
    /// The whole record of each game that ended by a foul.
    fouls: [Option<Record>; 2],
    /// The line of each record that is not published as it is.
    published: [Option<String>; 2],
}

impl PairFacts {
    fn of(records: [Record; 2], publish: Publish) -> PairFacts {
        let published = |record: &Record| {
            let is_shortened = !publish.stderr && record.has_stderr();
            is_shortened.then(|| record.clone().without_stderr().line())
        };
        PairFacts {
            published: records.each_ref().map(published),
            digests: records.each_ref().map(GameDigest::of),
            results: records.each_ref().map(GameResult::of),
            tally: Tally::of_pair(&records),
            fouls: records.map(|record| record.foul().is_some().then_some(record)),
        }
    }
}

impl<'a> Games<'a> {
    /// A value that contains no games yet. The summary must not contain games either.
    pub(super) fn new(announcement: &'a Announcement, summary: Summary) -> Games<'a> {
        Games {
            announcement,
            summary,
            lines: 0,
            testing: Testing::of(announcement),
            matches: BTreeMap::new(),
            replayed: BTreeSet::new(),
        }
    }

    /// Checks all pairs, and writes their games to `out`. Writes the same games to `whole`, without
    /// leaving anything out.
    pub(super) fn write_all(
        &mut self,
        pairs: impl Iterator<Item = Result<StoredPair, Error>>,
        out: &mut dyn Write,
        whole: &mut dyn Write,
    ) -> io::Result<()> {
        let mut pairs = pairs.map(|pair| pair.map_err(io::Error::other));
        let next = || {
            let some = pairs.by_ref().take(PAIRS_AT_ONCE).collect::<io::Result<Vec<_>>>()?;
            Ok((!some.is_empty()).then_some(some))
        };
        let announcement = self.announcement;
        let check = |pairs: Vec<StoredPair>| -> Vec<_> {
            let checked = |pair| {
                let records = check_pair(&pair, announcement);
                (records.map(|records| PairFacts::of(records, announcement.publish)), pair)
            };
            pairs.into_iter().map(checked).collect()
        };
        in_order(next, check, |pairs| {
            pairs.into_iter().try_for_each(|(checked, pair)| {
                self.write(&pair, checked, [&mut *out, &mut *whole])
            })
        })
    }

    /// Writes the games of a pair.
    fn write(
        &mut self,
        pair: &StoredPair,
        checked: Result<PairFacts, Error>,
        [out, whole]: [&mut dyn Write; 2],
    ) -> io::Result<()> {
        if self.testing.as_ref().is_some_and(|testing| testing.is_beyond(pair.pair)) {
            // This pair comes after the pair that decided the test. A worker had leased it before
            // the decision.
            return Ok(());
        }
        let facts = checked.map_err(io::Error::other)?;
        self.see(pair, &facts);
        pair.records.iter().zip(&facts.published).try_for_each(|(line, published)| {
            writeln!(whole, "{line}")?;
            writeln!(out, "{}", published.as_ref().unwrap_or(line))
        })
    }

    fn see(&mut self, pair: &StoredPair, facts: &PairFacts) {
        let PairFacts { digests, results, tally, fouls, .. } = facts;
        for ((&digest, &result), foul) in digests.iter().zip(results).zip(fouls) {
            self.lines += 1;
            self.summary.see(pair.pairing, self.lines, digest, result);
            if let Some(record) = foul {
                self.summary.see_foul(pair.pairing, self.lines, record);
            }
        }
        if let Some(testing) = &mut self.testing {
            testing.see(&pair.pairing, pair.pair, tally.half_points());
        }
        let pairs = self.announcement.pairs();
        let none = MatchTally { pairing: pair.pairing, pairs, tally: Tally::default() };
        self.matches.entry(pair.pairing).or_insert(none).tally.add(tally);
        if pair.replays > 0 {
            self.replayed.insert(pair.job);
        }
    }

    /// What the results contain of the programs.
    pub(super) fn publish(&self) -> Publish {
        self.announcement.publish
    }

    /// Ends the writing of the games, and returns the totals.
    pub(super) fn summary(mut self) -> Summary {
        let is_decided = self.testing.as_ref().is_some_and(Testing::is_decided);
        self.summary.set_matches(&self.matches.into_values().collect::<Vec<_>>(), is_decided);
        self.summary
    }
}
