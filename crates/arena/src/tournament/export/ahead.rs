//! Pairs of games read from a store and checked, in several threads, while those before them are written.

use std::io;
use std::iter;
use std::ops::Range;
use std::sync::mpsc::sync_channel;
use std::thread;

use super::super::announcement::Announcement;
use super::super::damage::check_pair;
use super::games::{Pair, Seen};
use crate::Refused;
use crate::store::{Pairs, StoredPair};

/// The threads hand on so many pairs of games at a time, since to wake one for each takes longer than to check it.
const PORTION: usize = 64;
/// So many threads check them, which takes up to twice as long as to read them.
const CHECKERS: usize = 2;
/// Of each of these threads, so many portions at most have been read and not yet checked, and as many checked and not yet written.
const AHEAD: usize = 2;

/// Pairs of games that have been checked, and the lines of all of them, so that what one thread has made in pieces another need not take
/// apart: both would wait for each other's memory.
#[derive(Default)]
struct Portion {
    lines: String,
    /// Each with where its lines are.
    pairs: Vec<(Pair, Range<usize>)>,
}

impl Portion {
    /// # Errors
    /// As [`check_pair`].
    fn add(&mut self, pair: StoredPair, announcement: &Announcement) -> Result<(), Refused> {
        let games = check_pair(&pair, announcement)?.map(|records| records.map(Seen::of));
        let StoredPair { unit, pairing, pair, tally, replays, records, .. } = pair;
        let begin = self.lines.len();
        records.iter().flatten().for_each(|line| self.lines.extend([line, "\n"]));
        let lines = begin..self.lines.len();
        self.pairs.push((Pair { unit, pairing, pair, replays, tally, games }, lines));
        Ok(())
    }
}

/// Does something with each of these pairs and its lines, while other threads read and check the next: to check them takes longest.
pub(super) fn checking_ahead(
    pairs: Pairs<'_>,
    announcement: &Announcement,
    mut write: impl FnMut(&Pair, &str) -> io::Result<()>,
) -> io::Result<()> {
    let check = |pairs: Vec<_>| -> Result<Portion, Refused> {
        let mut portion = Portion::default();
        pairs.into_iter().try_for_each(|pair: Result<_, _>| portion.add(pair?, announcement))?;
        Ok(portion)
    };
    thread::scope(|scope| {
        let (readers, reads): (Vec<_>, Vec<_>) = (0..CHECKERS).map(|_| sync_channel(AHEAD)).unzip();
        let (checkers, checked): (Vec<_>, Vec<_>) = (0..CHECKERS).map(|_| sync_channel(AHEAD)).unzip();
        // All end when nobody wants any more. They take turns, so that the order is kept, and the first that has no more is the end.
        scope.spawn(move || {
            let mut turns = readers.iter().cycle().zip(portions(pairs));
            turns.all(|(reader, pairs)| reader.send(pairs).is_ok())
        });
        for (read, checker) in reads.into_iter().zip(checkers) {
            scope.spawn(move || read.into_iter().all(|pairs| checker.send(check(pairs)).is_ok()));
        }
        let mut turns = checked.iter().cycle().map_while(|checked| checked.recv().ok());
        turns.try_for_each(|portion| {
            let Portion { lines, pairs } = portion.map_err(io::Error::other)?;
            pairs.into_iter().try_for_each(|(pair, its)| write(&pair, &lines[its]))
        })
    })
}

/// What there is, in portions.
fn portions<T>(mut items: impl Iterator<Item = T>) -> impl Iterator<Item = Vec<T>> {
    iter::from_fn(move || Some(items.by_ref().take(PORTION).collect::<Vec<T>>()).filter(|portion| !portion.is_empty()))
}
