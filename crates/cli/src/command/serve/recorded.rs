//! A game's record as the page shows it.

use matches::record::{Ending, Record, Records};
use rules::{Outcome, Side};
use server::Recorded;

use crate::words;

/// The first record in a text, which is the game of this number.
///
/// # Errors
/// When it is none, or of a game that is not known, in a sentence.
pub(super) fn read(text: impl std::io::BufRead, number: usize) -> Result<Recorded, String> {
    match Records::new(text).next() {
        Some(Ok(record)) => recorded(record, number),
        Some(Err(bad)) => Err(format!("game {number}: {}", words::in_a_line(&bad.why))),
        None => Err(format!("game {number} is there no longer")),
    }
}

fn recorded(record: Record, number: usize) -> Result<Recorded, String> {
    let unknown = || format!("game {number} is one of `{}`, which is not known here", words::short(&record.game));
    let spec = games::find(&record.game).ok_or_else(unknown)?;
    let name = |side: Side| words::short(&record.players[record.contestant_at(side.index())].name);
    let side = |side: usize| spec.sides.get(side).copied().unwrap_or("nobody");
    let why = match &record.end {
        Ending::Rules => None,
        Ending::Resignation { side: loser } => Some(format!("{} gives up", side(*loser))),
        Ending::Foul { side: loser, .. } => {
            let foul = record.foul().unwrap_or_default();
            Some(format!("{}: {}", side(*loser), words::in_a_line(&foul)))
        }
    };
    Ok(Recorded {
        spec,
        players: Side::BOTH.map(name),
        opening: record.opening.len(),
        moves: record.opening.into_iter().chain(record.moves).collect(),
        set: record.parameters.into_iter().collect(),
        took_us: record.clocks.wall_us,
        outcome: Outcome { margin: record.margin },
        why,
    })
}
