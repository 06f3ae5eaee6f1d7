//! Who is in charge of a tournament: sees what has been played, and says what comes next.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::workers::{Timeouts, WorkerPool};
use crate::plan::announcement::Announcement;
use crate::plan::refused;
use crate::plan::testing::Testing;
use crate::store::{MatchTally, Store, Tallies, TournamentId};
use errors::Error;
use pairing::{Finished, Next, Pairing, Schedule};

/// How often it looks what others have played, and tells how far it has come.
const PERIOD: Duration = Duration::from_millis(200);
/// The same where any pair may be the last.
const SHORT_PERIOD: Duration = Duration::from_millis(20);

/// Of a match that a test may end at any time only so many pairs more are given out, so that few are played in vain.
const AHEAD: u64 = 256;

/// The one in charge.
pub struct Director {
    tournament: TournamentId,
    schedule: Schedule,
    /// The test that ends the only match.
    testing: Option<Testing>,
    /// Pairs of a match, the most of them where a test ends it.
    pairs: u64,
    tallies: Tallies,
    /// Pairs of each match that have been given out.
    given_out: HashMap<Pairing, u64>,
    /// Since when nothing is given out any more, if so.
    closed: Option<Instant>,
    /// Whether it was found closed by somebody else when it looked last.
    is_found_closed: bool,
    /// How long a worker may be silent.
    lease: Duration,
    is_over: bool,
}

/// How far a tournament has come.
#[derive(Debug)]
pub struct Progress<'a> {
    /// The matches so far.
    pub matches: &'a [MatchTally],
    /// Those that are complete.
    pub finished: &'a [Finished],
    /// Pairs of games that are done, and that are known to be played.
    pub pairs: [u64; 2],
    /// Whether a sequential test has decided the only match.
    pub is_decided: bool,
}

impl Director {
    /// Takes charge of a tournament, however far it has come.
    ///
    /// # Errors
    /// When the store fails.
    pub fn new(store: &mut Store, tournament: TournamentId, announcement: &Announcement) -> Result<Director, Error> {
        Ok(Director {
            tournament,
            schedule: announcement.schedule()?,
            testing: Testing::of(announcement),
            pairs: announcement.pairs(),
            tallies: store.tallies(tournament)?,
            given_out: HashMap::new(),
            // Perhaps; it is opened when there is something to be played.
            closed: Some(Instant::now()),
            is_found_closed: false,
            lease: Timeouts::default().lease,
            is_over: false,
        })
    }

    /// Gives out what is to be played until nothing is left, `stop` is set, or the pool fails; tells `seen` now and then.
    /// True if the tournament is over.
    ///
    /// # Errors
    /// When the store fails, or has results that are not of this tournament.
    pub fn direct(
        &mut self,
        store: &mut Store,
        pool: &WorkerPool<'_>,
        stop: &AtomicBool,
        seen: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<bool, Error> {
        self.lease = pool.timeouts().lease;
        loop {
            if self.advance(store, seen)? {
                pool.news.notify();
            }
            if self.is_over || pool.is_dismissed() || stop.load(Ordering::Relaxed) {
                return Ok(self.is_over);
            }
            pool.idle.wait(if self.testing.is_some() { SHORT_PERIOD } else { PERIOD });
        }
    }

    /// Whether nothing is left to be played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Sees what has been played, and gives out what comes next; true if anything.
    ///
    /// # Errors
    /// As [`direct`](Director::direct).
    pub fn advance(&mut self, store: &mut Store, seen: &mut dyn FnMut(&Progress<'_>)) -> Result<bool, Error> {
        store.refresh(&mut self.tallies)?;
        self.see_in_order(store)?;
        let matches: Vec<_> = self.tallies.matches().collect();
        let finished: Vec<_> = matches.iter().filter(|its| self.is_finished(its)).map(finished).collect();
        let pairs = [self.tallies.done(), self.tallies.pairs()];
        seen(&Progress { matches: &matches, finished: &finished, pairs, is_decided: self.is_decided() });
        match self.schedule.next(&finished).map_err(refused::pairing)? {
            Next::Play(pairings) => {
                self.see_closed(store)?;
                self.give_out(&self.wanted(&pairings, &matches), store)
            }
            Next::Over | Next::OverEarly { .. } => self.close(store).map(|()| false),
        }
    }

    /// Shows the test the pairs that are done, in their order. With the one that decides it the match ends: what has been played
    /// beyond depends on who was quick, and does not count.
    fn see_in_order(&mut self, store: &mut Store) -> Result<(), Error> {
        let (Some(testing), Some(its)) = (&mut self.testing, self.tallies.matches().next()) else { return Ok(()) };
        loop {
            let outcomes = store.outcomes(self.tournament, testing.seen())?;
            if outcomes.is_empty() || testing.is_decided() {
                break;
            }
            let pairs = (testing.seen()..).zip(outcomes);
            pairs.for_each(|(pair, firsts)| testing.see(&its.pairing, pair, firsts));
        }
        if testing.is_decided() && self.tallies.pairs() > testing.seen() {
            store.set_over(self.tournament, true)?;
            store.cut(self.tournament, testing.seen())?;
            self.tallies = store.tallies(self.tournament)?;
        }
        Ok(())
    }

    /// Whether somebody else has closed what goes on. Another who is in charge closes what is over, which the next look shows here.
    fn see_closed(&mut self, store: &mut Store) -> Result<(), Error> {
        let was_found = self.is_found_closed;
        self.is_found_closed = self.closed.is_none() && store.is_over(self.tournament)?;
        if was_found && self.is_found_closed {
            let how = "has been closed by `ludoteka store close`; the same command opens it again and goes on";
            return Err(Error::conflict(format!(
                "tournament {} of the store {} {how}",
                self.tournament,
                store.address()
            )));
        }
        Ok(())
    }

    fn give_out(&mut self, more: &[(Pairing, u64)], store: &mut Store) -> Result<bool, Error> {
        let was_closed = self.closed.take().is_some();
        if was_closed {
            store.set_over(self.tournament, false)?;
        }
        if !more.is_empty() {
            store.add_units(self.tournament, more)?;
            self.given_out.extend(more.iter().copied());
        }
        Ok(was_closed || !more.is_empty())
    }

    /// Gives nothing out any more.
    fn close(&mut self, store: &mut Store) -> Result<(), Error> {
        if !self.is_over && (self.closed.is_none() || self.given_out.is_empty()) {
            store.set_over(self.tournament, true)?;
        }
        let closed = *self.closed.get_or_insert_with(Instant::now);
        self.is_over = self.tallies.leased() == 0 || closed.elapsed() > self.lease;
        Ok(())
    }

    /// The matches that have fewer pairs than they should have by now.
    fn wanted(&self, pairings: &[Pairing], matches: &[MatchTally]) -> Vec<(Pairing, u64)> {
        let done = |pairing: &Pairing| matches.iter().find(|its| its.pairing == *pairing).map_or(0, |its| its.done);
        let target = |pairing: &Pairing| match self.testing {
            // In steps, so that not every look brings a few more.
            Some(_) => self.pairs.min((done(pairing) / AHEAD + 1) * AHEAD + AHEAD / 2),
            None => self.pairs,
        };
        let all = pairings.iter().map(|pairing| (*pairing, target(pairing)));
        all.filter(|(pairing, target)| self.given_out.get(pairing).is_none_or(|given| given < target)).collect()
    }

    /// Whether nothing more is to be played in a match.
    fn is_finished(&self, its: &MatchTally) -> bool {
        its.done >= self.pairs || self.is_decided()
    }

    fn is_decided(&self) -> bool {
        self.testing.as_ref().is_some_and(Testing::is_decided)
    }
}

fn finished(its: &MatchTally) -> Finished {
    its.tally.finished(its.pairing)
}
