//! The order of games.

use std::collections::BTreeMap;

use crate::record::Record;
use errors::Error;

/// It is called with each record, and that of the void game before it.
pub(super) type Seen<'a> =
    &'a mut (dyn FnMut(&Record, Option<&Record>) -> Result<(), Error> + Send);

/// Puts games that end in any order back into the order of their numbers.
pub(super) struct Queue<'a> {
    next: u64,
    waiting: BTreeMap<u64, (Record, Option<Record>)>,
    seen: Seen<'a>,
}

impl<'a> Queue<'a> {
    /// From game 1 on.
    pub(super) fn new(seen: Seen<'a>) -> Queue<'a> {
        Queue { next: 1, waiting: BTreeMap::new(), seen }
    }

    pub(super) fn push(&mut self, played: (Record, Option<Record>)) -> Result<(), Error> {
        self.waiting.insert(played.0.number, played);
        while let Some((record, void)) = self.waiting.remove(&self.next) {
            (self.seen)(&record, void.as_ref())?;
            self.next += 1;
        }
        Ok(())
    }
}
