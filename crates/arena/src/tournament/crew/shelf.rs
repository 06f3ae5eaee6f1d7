//! What a crew has played and reported, for whoever writes it down meanwhile.

use crate::store::{Lease, Report};
use crate::tournament::export::Seen;

/// So many bytes of records wait at most: if nobody fetches them, nobody wants them.
pub(in crate::tournament) const ROOM: usize = 32 << 20;

/// A pair of games that is in the store, or is to be reported to it.
#[derive(Debug)]
pub struct Played {
    pub(in crate::tournament) lease: Lease,
    pub(in crate::tournament) report: Report,
    pub(in crate::tournament) games: [Seen; 2],
}

impl Played {
    /// How much memory its records take.
    pub(in crate::tournament) fn bytes(&self) -> usize {
        self.report.records.iter().map(String::len).sum()
    }
}

/// Where they wait.
#[derive(Default)]
pub(super) struct Shelf {
    pairs: Vec<Played>,
    bytes: usize,
}

impl Shelf {
    /// Takes some, if there is room for them.
    pub(super) fn put(mut self, pairs: impl IntoIterator<Item = Played>) -> Option<Shelf> {
        for pair in pairs {
            self.bytes += pair.bytes();
            self.pairs.push(pair);
        }
        (self.bytes <= ROOM).then_some(self)
    }

    pub(super) fn pairs(self) -> Vec<Played> {
        self.pairs
    }
}
