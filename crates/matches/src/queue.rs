//! Passes on the records of games in order.

use std::collections::BTreeMap;

use crate::record::Record;
use errors::Error;

/// Receives the record of each game, and the record of the void game before it, if there was one.
pub(super) type Seen<'a> =
    &'a mut (dyn FnMut(&Record, Option<&Record>) -> Result<(), Error> + Send);

/// Games end in any order. The queue passes them on in the order of their numbers.
pub(super) struct Queue<'a> {
    next: u64,
    waiting: BTreeMap<u64, (Record, Option<Record>)>,
    seen: Seen<'a>,
}

impl<'a> Queue<'a> {
    /// A queue that begins with the game of this number.
    pub(super) fn new(next: u64, seen: Seen<'a>) -> Queue<'a> {
        Queue { next, waiting: BTreeMap::new(), seen }
    }

    pub(super) fn push(&mut self, record: Record, void: Option<Record>) -> Result<(), Error> {
        self.waiting.insert(record.number, (record, void));
        while let Some((record, void)) = self.waiting.remove(&self.next) {
            (self.seen)(&record, void.as_ref())?;
            self.next += 1;
        }
        Ok(())
    }
}
