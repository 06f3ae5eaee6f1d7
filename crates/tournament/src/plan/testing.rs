//! The sequential test that ends the only match of a tournament.

use super::announcement::{Announcement, TESTED};
use pairing::Pairing;
use stats::Trial;

/// A sequential test about the tested participant. The results that it takes are those of the
/// participant named first, whom a random draw decides.
pub(crate) struct Testing(Trial);

impl Testing {
    /// A test that has seen no pair, if a test decides the tournament.
    pub(crate) fn of(announcement: &Announcement) -> Option<Testing> {
        announcement.sprt().map(|sprt| Testing(Trial::new(sprt)))
    }

    /// Takes a pair of the match, from 0, and its half points for the participant named first. A
    /// pair is ignored if not all pairs before it have been seen.
    pub(crate) fn see(&mut self, pairing: &Pairing, pair: u64, firsts: usize) {
        if pair == self.0.seen() {
            self.0.see(pairing.half_points_of(TESTED, firsts));
        }
    }

    /// How many pairs have been seen without a gap.
    pub(crate) fn seen(&self) -> u64 {
        self.0.seen()
    }

    /// Whether the test is decided by the pairs so far.
    pub(crate) fn is_decided(&self) -> bool {
        self.0.is_decided()
    }

    /// Whether the test was decided before this pair.
    pub(crate) fn is_beyond(&self, pair: u64) -> bool {
        self.is_decided() && pair >= self.seen()
    }
}
