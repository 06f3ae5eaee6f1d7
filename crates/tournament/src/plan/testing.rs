//! The sequential test that ends the only match of a tournament, as its pairs come in.

use super::announcement::{Announcement, TESTED};
use pairing::Pairing;
use stats::Trial;

/// A test that takes pairs from the view of the participant named first, and asks about the tested
/// one. A random draw decides who is named first.
pub(crate) struct Testing(Trial);

impl Testing {
    /// A test that has seen no pair, if a test decides the tournament.
    pub(crate) fn of(announcement: &Announcement) -> Option<Testing> {
        announcement.sprt().map(|sprt| Testing(Trial::new(sprt)))
    }

    /// Takes a pair of the match, from 0, and its half points for the participant named first. A
    /// pair that comes before earlier ones does not decide anything yet.
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
