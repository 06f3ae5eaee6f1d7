//! Coordinates a tournament: reads the results so far, and decides which games are played next.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::workers::{Timeouts, WorkerPool};
use crate::plan::announcement::Announcement;
use crate::plan::departures::Departures;
use crate::plan::testing::Testing;
use crate::store::{Store, Tallies, TournamentId};
use crate::tally::MatchTally;
use errors::Error;
use pairing::{Finished, Next, Pairing, Schedule};

/// The time between two reads of the store. Each read reports progress.
const PERIOD: Duration = Duration::from_millis(200);
/// The time between two reads of the store if a sequential test may end the match after any pair.
const SHORT_PERIOD: Duration = Duration::from_millis(20);

/// The approximate number of pairs that are open beyond the finished ones, if a sequential test may
/// end the match. A pair that is opened too early might be played in vain.
const AHEAD: u64 = 256;

/// Decides which pairs of games of a tournament are opened for play.
pub struct Coordinator {
    tournament: TournamentId,
    schedule: Schedule,
    /// Who has left: their matches are not played.
    departures: Departures,
    /// Whether the jobs that were left to be played with them have been removed.
    are_others_dropped: bool,
    /// The sequential test that may end the only match.
    testing: Option<Testing>,
    /// The number of pairs in a match. If a test ends the match, this is the greatest possible
    /// number.
    pairs: u64,
    tallies: Tallies,
    /// The number of pairs that have been opened in each match.
    given_out: HashMap<Pairing, u64>,
    /// The time when the tournament was closed, if it is closed. No jobs are leased from a closed
    /// tournament.
    closed: Option<Instant>,
    /// Whether another process had closed the tournament when the store was last read.
    is_found_closed: bool,
    /// How long a worker may be silent.
    lease: Duration,
    is_over: bool,
}

/// The progress of a tournament.
#[derive(Debug)]
pub struct Progress<'a> {
    /// The matches so far.
    pub matches: &'a [MatchTally],
    /// The matches that are complete.
    pub finished: &'a [Finished],
    /// The number of finished pairs of games, and the number of all pairs known so far.
    pub pairs: [u64; 2],
    /// Whether a sequential test has decided the only match.
    pub is_decided: bool,
}

impl Coordinator {
    /// Starts to coordinate a tournament, which may be new, begun or over.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub fn new(
        store: &mut Store,
        tournament: TournamentId,
        announcement: &Announcement,
        departures: &Departures,
    ) -> Result<Coordinator, Error> {
        Ok(Coordinator {
            tournament,
            schedule: announcement.schedule()?,
            departures: departures.clone(),
            are_others_dropped: false,
            testing: Testing::of(announcement),
            pairs: announcement.pairs(),
            tallies: store.tallies(tournament)?,
            given_out: HashMap::new(),
            // The tournament may be closed; it is opened again when there are games to play.
            closed: Some(Instant::now()),
            is_found_closed: false,
            lease: Timeouts::default().lease,
            is_over: false,
        })
    }

    /// Opens pairs for play until no pairs are left, `stop` is set, or the pool fails. Calls `seen`
    /// from time to time. Returns true if the tournament is over.
    ///
    /// # Errors
    /// Fails if the store fails, or contains results that do not belong to this tournament.
    pub fn coordinate(
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

    /// Whether no games are left to be played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Reads the results from the store, and opens the pairs that come next. Returns true if it
    /// opened pairs, or opened a closed tournament again.
    ///
    /// # Errors
    /// As [`coordinate`](Coordinator::coordinate).
    pub fn advance(
        &mut self,
        store: &mut Store,
        seen: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<bool, Error> {
        store.refresh(&mut self.tallies)?;
        self.see_in_order(store)?;
        let matches: Vec<_> = self.tallies.matches().collect();
        let finished: Vec<_> =
            matches.iter().filter(|totals| self.is_finished(totals)).map(finished).collect();
        let pairs = [self.tallies.done(), self.tallies.pairs()];
        seen(&Progress {
            matches: &matches,
            finished: &finished,
            pairs,
            is_decided: self.is_decided(),
        });
        let next = self.departures.settle_announced(&self.schedule, 2 * self.pairs, finished)?.next;
        self.drop_others(&next, store)?;
        match next {
            Next::Play(pairings) => {
                self.see_closed(store)?;
                self.give_out(&self.wanted(&pairings, &matches), store)
            }
            Next::Over | Next::OverEarly { .. } => self.close(store).map(|()| false),
        }
    }

    /// Removes from the store what was to be played before somebody left, and is not to be played
    /// now.
    fn drop_others(&mut self, next: &Next, store: &mut Store) -> Result<(), Error> {
        if self.departures.is_empty() || self.are_others_dropped {
            return Ok(());
        }
        let open = if let Next::Play(open) = next { &open[..] } else { &[] };
        store.drop_open_except(self.tournament, open)?;
        self.tallies = store.tallies(self.tournament)?;
        self.are_others_dropped = true;
        Ok(())
    }

    /// Gives the finished pairs to the test, in their order. The match ends with the deciding pair.
    /// Later pairs do not count, since their number depends on the speed of the machines.
    fn see_in_order(&mut self, store: &mut Store) -> Result<(), Error> {
        let (Some(testing), Some(totals)) = (&mut self.testing, self.tallies.matches().next())
        else {
            return Ok(());
        };
        loop {
            let outcomes = store.outcomes(self.tournament, testing.seen())?;
            if outcomes.is_empty() || testing.is_decided() {
                break;
            }
            let pairs = (testing.seen()..).zip(outcomes);
            pairs.for_each(|(pair, firsts)| testing.see(&totals.pairing, pair, firsts));
        }
        if testing.is_decided() && self.tallies.pairs() > testing.seen() {
            store.set_over(self.tournament, true)?;
            store.cut(self.tournament, testing.seen())?;
            self.tallies = store.tallies(self.tournament)?;
        }
        Ok(())
    }

    /// Fails if another process has closed the tournament before its end. If the tournament is
    /// over, another coordinator may have closed it before this coordinator has read the last
    /// results. So the first call that finds the tournament closed does not fail, but the second
    /// does.
    fn see_closed(&mut self, store: &mut Store) -> Result<(), Error> {
        let was_found = self.is_found_closed;
        self.is_found_closed = self.closed.is_none() && store.is_over(self.tournament)?;
        if was_found && self.is_found_closed {
            let how = "has been closed by `ludoteka store close`; `ludoteka tournament` opens it \
            again and goes on";
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
            store.add_jobs(self.tournament, more)?;
            self.given_out.extend(more.iter().copied());
        }
        Ok(was_closed || !more.is_empty())
    }

    /// Closes the tournament, so that no more jobs are leased.
    fn close(&mut self, store: &mut Store) -> Result<(), Error> {
        if !self.is_over && (self.closed.is_none() || self.given_out.is_empty()) {
            store.set_over(self.tournament, true)?;
        }
        let closed = *self.closed.get_or_insert_with(Instant::now);
        self.is_over = self.tallies.leased() == 0 || closed.elapsed() > self.lease;
        Ok(())
    }

    /// The matches that need more pairs, each with the total number of pairs that it is to have.
    fn wanted(&self, pairings: &[Pairing], matches: &[MatchTally]) -> Vec<(Pairing, u64)> {
        let done = |pairing: &Pairing| {
            matches.iter().find(|totals| totals.pairing == *pairing).map_or(0, MatchTally::done)
        };
        let target = |pairing: &Pairing| wanted(self.pairs, self.testing.is_some(), done(pairing));
        let all = pairings.iter().map(|pairing| (*pairing, target(pairing)));
        all.filter(|(pairing, target)| {
            self.given_out.get(pairing).is_none_or(|given| given < target)
        })
        .collect()
    }

    /// Whether a match is complete.
    fn is_finished(&self, totals: &MatchTally) -> bool {
        totals.done() >= self.pairs || self.is_decided()
    }

    fn is_decided(&self) -> bool {
        self.testing.as_ref().is_some_and(Testing::is_decided)
    }
}

/// The number of pairs that a match is to have, if so many are `done`.
pub(crate) fn pairs_wanted(announcement: &Announcement, done: u64) -> u64 {
    wanted(announcement.pairs(), announcement.sprt().is_some(), done)
}

/// Of at most `pairs`. If a test may end the match, the number grows in steps, so that pairs are not
/// added after every read of the store.
fn wanted(pairs: u64, has_test: bool, done: u64) -> u64 {
    if has_test { pairs.min((done / AHEAD + 1) * AHEAD + AHEAD / 2) } else { pairs }
}

fn finished(totals: &MatchTally) -> Finished {
    totals.tally.finished(totals.pairing)
}
