//! The sequential test that ends the only match of a tournament.

use super::announcement::{Announcement, TESTED};
use pairing::Pairing;
use stats::Trial;

/// A sequential test of how strong the tested participant is. A random draw decides which of the
/// two participants the pairing names first. The test is given the points of the participant named
/// first, and computes the points of the tested participant from them.
pub(crate) struct Testing(Trial);

impl Testing {
    /// A test that has seen no pair; `None` if no test decides the tournament.
    pub(crate) fn of(announcement: &Announcement) -> Option<Testing> {
        announcement.sprt().map(|sprt| Testing(Trial::new(sprt)))
    }

    /// Takes the number of a pair in the match, from 0, and the half points of the participant
    /// named first. A pair counts only if it follows the last pair seen; any other pair is ignored.
    pub(crate) fn see(&mut self, pairing: &Pairing, pair: u64, firsts: usize) {
        if pair == self.0.seen() {
            self.0.see(pairing.half_points_of(TESTED, firsts));
        }
    }

    /// The number of pairs that the test has counted. They are the first pairs of the match.
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
