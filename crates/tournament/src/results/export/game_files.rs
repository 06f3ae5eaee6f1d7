//! Writes the games that count into the folder.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use crate::plan::announcement::Announcement;
use crate::plan::testing::Testing;
use crate::results::Summary;
use crate::results::sealed::check_pair;
use crate::store::tally::Tally;
use crate::store::{MatchTally, StoredPair};
use matches::record::{GameDigest, Record};
use pairing::Pairing;

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
    /// Jobs with damaged records.
    pub(super) damaged: BTreeSet<i64>,
    /// The error in the first damaged record.
    pub(super) first_damage: Option<String>,
}

impl<'a> Games<'a> {
    /// Begins without games. So the summary must not contain games either.
    pub(super) fn new(announcement: &'a Announcement, summary: Summary) -> Games<'a> {
        Games {
            announcement,
            summary,
            lines: 0,
            testing: Testing::of(announcement),
            matches: BTreeMap::new(),
            replayed: BTreeSet::new(),
            damaged: BTreeSet::new(),
            first_damage: None,
        }
    }

    /// Writes the games of a pair, unless they are damaged.
    pub(super) fn write(&mut self, pair: &StoredPair, out: &mut dyn Write) -> io::Result<()> {
        if self.testing.as_ref().is_some_and(|testing| testing.is_beyond(pair.pair)) {
            // This pair comes after the pair that decided the test. It had been leased before the
            // decision.
            return Ok(());
        }
        match check_pair(pair, self.announcement).map_err(io::Error::other)? {
            Ok(records) => {
                self.see(pair, &records);
                pair.records.iter().flatten().try_for_each(|line| writeln!(out, "{line}"))
            }
            Err(why) => {
                self.note_damage(pair.job, why);
                Ok(())
            }
        }
    }

    pub(super) fn note_damage(&mut self, job: i64, why: String) {
        self.damaged.insert(job);
        self.first_damage.get_or_insert(why);
    }

    fn see(&mut self, pair: &StoredPair, records: &[Record; 2]) {
        for record in records {
            self.lines += 1;
            self.summary.compare(pair.pairing, GameDigest::of(record));
            self.summary.see(pair.pairing, self.lines, record);
        }
        let tally = Tally::of_pair(records);
        if let Some(testing) = &mut self.testing {
            testing.see(&pair.pairing, pair.pair, tally.half_points());
        }
        let pairs = self.announcement.pairs();
        let none = MatchTally {
            pairing: pair.pairing,
            pairs,
            done: 0,
            tally: Tally::default(),
            replays: 0,
        };
        let its = self.matches.entry(pair.pairing).or_insert(none);
        its.done += 1;
        its.tally.add(&tally);
        if pair.replays > 0 {
            self.replayed.insert(pair.job);
        }
    }

    /// Ends the writing of the games, and returns the totals.
    pub(super) fn summary(mut self) -> Summary {
        let is_decided = self.testing.as_ref().is_some_and(Testing::is_decided);
        self.summary.set_matches(&self.matches.into_values().collect::<Vec<_>>(), is_decided);
        self.summary
    }
}
