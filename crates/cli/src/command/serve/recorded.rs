//! Prepares a game's record for the page.

use std::io::BufRead;

use matches::record::{self, Ending, Record, Records};
use page::{Recording, Replay};
use rules::{Message, Outcome, Side, message};
use server::{Recorded, Running};

use crate::words;

/// Reads the first record of a text. The record belongs to the game with this number.
///
/// # Errors
/// Fails if the text is not a record, or the game is unknown; the error is a sentence.
pub(super) fn read(text: impl BufRead, number: usize) -> Result<Recorded, String> {
    recorded(&first(text, number)?, number)
}

/// The first record in a text, with its positions.
///
/// # Errors
/// Fails if [`read`] fails, or if a move is not legal.
pub(super) fn replay(text: impl BufRead, number: usize) -> Result<(Recorded, Recording), String> {
    let record = first(text, number)?;
    let recorded = recorded(&record, number)?;
    let wrong = |why: &dyn std::fmt::Display| {
        format!("game {number} cannot be shown: {}", words::in_a_line(&why.to_string()))
    };
    let mut table = record::start(&record, recorded.spec).map_err(|why| wrong(&why))?;
    let replay = Replay::of(&mut *table, record.opening.iter().chain(&record.moves))
        .map_err(|why| wrong(&why))?;
    let recording =
        Recording { players: recorded.players.clone(), ..record.recording(number, replay) };
    Ok((recorded, recording))
}

/// A game in progress, from its record so far. A game that has ended is still in progress if the
/// other game of its pair is being played.
///
/// # Errors
/// As [`read`].
pub(super) fn running(
    text: impl BufRead,
    number: usize,
    has_ended: bool,
) -> Result<Running, String> {
    let record = first(text, number)?;
    let moves = record.opening.len() + record.moves.len();
    let mut game = recorded(&record, number)?;
    let board = record::start(&record, game.spec).ok().and_then(|mut table| {
        Replay::of_last(&mut *table, record.opening.iter().chain(&record.moves)).ok()
    });
    if !has_ended {
        game.outcome = None;
    }
    Ok(Running { number, game, moves, board })
}

/// A game in progress with its positions.
///
/// # Errors
/// As [`replay`].
pub(super) fn running_replay(
    text: impl BufRead,
    number: usize,
) -> Result<(Recorded, Recording), String> {
    let (game, recording) = replay(text, number)?;
    Ok((Recorded { outcome: None, ..game }, Recording { margin: None, ..recording }))
}

fn first(text: impl BufRead, number: usize) -> Result<Record, String> {
    match Records::new(text).next() {
        Some(Ok(record)) => Ok(record),
        Some(Err(bad)) => Err(format!("game {number}: {}", words::in_a_line(&bad.why))),
        None => Err(format!("game {number} no longer exists")),
    }
}

fn recorded(record: &Record, number: usize) -> Result<Recorded, String> {
    let unknown =
        || format!("game {number} is of the unknown kind `{}`", words::short(&record.game));
    let spec = games::find(&record.game).ok_or_else(unknown)?;
    let name = |side: Side| words::short(&record.players[record.contestant_at(side.index())].name);
    let early = |side: usize, what: Message| Some((*Side::BOTH.get(side)?, what));
    let lost_early = match &record.end {
        Ending::Rules | Ending::Absence { .. } => None,
        Ending::Resignation { side } => early(*side, message!(players::WORDS, "gave-up")),
        Ending::Foul { side, .. } => record.foul().and_then(|foul| early(*side, foul)),
    };
    Ok(Recorded {
        spec,
        players: Side::BOTH.map(name),
        outcome: Some(Outcome { margin: record.margin }),
        lost_early,
        is_foul: matches!(record.end, Ending::Foul { .. }),
    })
}
