//! The games that count, on their way into the folder.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use super::super::account::Account;
use super::super::announcement::Announcement;
use super::super::damage::Damage;
use super::super::tally::Tally;
use super::super::testing::Testing;
use super::courses::Courses;
use crate::record::{Course, Ending, Record};
use crate::schedule::Pairing;
use crate::store::MatchTally;

/// What is to be known of a pair of games when its lines are written.
pub(super) struct Pair {
    pub(super) unit: i64,
    pub(super) pairing: Pairing,
    pub(super) pair: u64,
    pub(super) replays: u64,
    pub(super) tally: Tally,
    /// What is wrong with them, if anything.
    pub(super) games: Result<[Seen; 2], String>,
}

/// A game that is whole.
#[derive(Debug)]
pub(in crate::tournament) struct Seen {
    pub(super) course: Course,
    /// Its record, if it was lost by a foul.
    foul: Option<Box<Record>>,
}

impl Seen {
    pub(in crate::tournament) fn of(record: Record) -> Seen {
        let course = Course::of(&record);
        Seen { course, foul: matches!(record.end, Ending::Foul { .. }).then(|| Box::new(record)) }
    }
}

/// The games so far, in the order of their units.
pub(super) struct Games<'a> {
    announcement: &'a Announcement,
    pub(super) account: Account,
    /// What is still to be compared, if that is to come at the end.
    courses: Option<Courses>,
    lines: usize,
    /// The test that ends the only match.
    testing: Option<Testing>,
    /// What they add up to. Workers may report while they are read, so this is asked of nobody else.
    pub(super) matches: BTreeMap<Pairing, MatchTally>,
    /// Units with games that do not count.
    pub(super) replayed: BTreeSet<i64>,
    pub(super) damage: Damage,
}

impl<'a> Games<'a> {
    /// None, of a tournament of which this account knows no game.
    pub(super) fn new(announcement: &'a Announcement, account: Account) -> Games<'a> {
        Games {
            announcement,
            account,
            courses: None,
            lines: 0,
            testing: Testing::of(announcement),
            matches: BTreeMap::new(),
            replayed: BTreeSet::new(),
            damage: Damage::default(),
        }
    }

    /// Writes a pair, whose games are these lines, unless they are damaged.
    pub(super) fn write(&mut self, pair: &Pair, lines: &[&str], out: &mut dyn Write) -> io::Result<()> {
        if self.is_beyond(pair.pair) {
            // It was given out before the test was decided.
            return Ok(());
        }
        match &pair.games {
            Ok(games) => {
                self.see(pair, games)?;
                lines.iter().try_for_each(|line| out.write_all(line.as_bytes()))
            }
            Err(why) => {
                self.damage.note(pair.unit, why.clone());
                Ok(())
            }
        }
    }

    fn see(&mut self, pair: &Pair, games: &[Seen; 2]) -> io::Result<()> {
        match &mut self.courses {
            Some(courses) => courses.add(pair.pairing, games)?,
            None => games.iter().for_each(|game| self.account.compare(pair.pairing, game.course)),
        }
        for game in games {
            self.lines += 1;
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
        Ok(())
    }

    /// Has what is to be compared kept here until [`compare`](Games::compare).
    pub(super) fn compare_later(&mut self, courses: Courses) {
        self.courses = Some(courses);
    }

    /// Compares what has been kept for that, and what comes from now on at once.
    pub(super) fn compare(&mut self) -> io::Result<()> {
        let Some(courses) = self.courses.take() else { return Ok(()) };
        courses.read(|pairing, course| self.account.compare(pairing, course))
    }

    /// The pair of a match that comes next, if none is missing.
    pub(super) fn next_of(&self, pairing: &Pairing) -> u64 {
        self.matches.get(pairing).map_or(0, |its| its.done)
    }

    /// Whether a sequential test was decided before this pair.
    pub(super) fn is_beyond(&self, pair: u64) -> bool {
        self.testing.as_ref().is_some_and(|testing| testing.is_beyond(pair))
    }

    /// Whether a sequential test has decided the only match.
    pub(super) fn is_decided(&self) -> bool {
        self.testing.as_ref().is_some_and(Testing::is_decided)
    }

    /// Everything is written: gives what it comes to.
    pub(super) fn account(mut self) -> Account {
        let is_decided = self.is_decided();
        self.account.set_matches(&self.matches.into_values().collect::<Vec<_>>(), is_decided);
        self.account
    }
}
