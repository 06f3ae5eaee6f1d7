//! The sequential test that ends the only match of a tournament, as its pairs are seen.

use super::announcement::{Announcement, TESTED};
use pairing::Pairing;
use stats::Trial;

/// A test that is shown pairs as whoever was named first sees them, and asks about the entrant whom it tests: by lot, that may be
/// the other one.
pub(crate) struct Testing(Trial);

impl Testing {
    /// Of which no pair has been seen, where a test decides the tournament.
    pub(crate) fn of(announcement: &Announcement) -> Option<Testing> {
        announcement.sprt().map(|sprt| Testing(Trial::new(sprt)))
    }

    /// Sees a pair of the match, from 0, that brought the one named first so many half points. One that comes before others are
    /// there decides nothing yet.
    pub(crate) fn see(&mut self, pairing: &Pairing, pair: u64, firsts: usize) {
        if pair == self.0.seen() {
            self.0.see(pairing.half_points_of(TESTED, firsts));
        }
    }

    /// How many pairs have been seen without a gap.
    pub(crate) fn seen(&self) -> u64 {
        self.0.seen()
    }

    /// Whether the last of them has decided it.
    pub(crate) fn is_decided(&self) -> bool {
        self.0.is_decided()
    }

    /// Whether it was decided before this pair.
    pub(crate) fn is_beyond(&self, pair: u64) -> bool {
        self.is_decided() && pair >= self.seen()
    }
}
