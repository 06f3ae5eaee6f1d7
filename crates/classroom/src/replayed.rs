//! Plays the moves of a recorded game for a page.

use std::iter::Chain;
use std::slice::Iter;

use errors::Error;
use matches::record::{Record, start};
use page::Replay;
use rules::{Refusal, Table};
use search::GameSpec;

/// Plays the moves of a game on a table. [`Replay::of`] keeps all of them, and [`Replay::of_last`]
/// the last one.
///
/// # Errors
/// Fails if the record has a bad parameter or an illegal move.
pub(crate) fn replay<'a>(
    record: &'a Record,
    spec: &'static GameSpec,
    of: impl FnOnce(
        &mut dyn Table,
        Chain<Iter<'a, String>, Iter<'a, String>>,
    ) -> Result<Replay, Refusal>,
) -> Result<Replay, Error> {
    let mut table = start(record, spec).map_err(|why| Error::corrupt(why.to_string()))?;
    let moves = record.opening.iter().chain(&record.moves);
    of(&mut *table, moves).map_err(|why| Error::corrupt(why.to_string()))
}
