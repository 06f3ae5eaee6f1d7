//! Games and their moves as tables.

use std::io::Write;

use errors::cell::cell;
use matches::record::{Ending, Record};
use rules::ForeignGame;
use search::GameSpec;

use crate::failure::Failure;

/// The columns of a table of games. Each game is a row.
pub(super) const GAMES: [&str; 13] = [
    "game",
    "kind",
    "parameters",
    "seed",
    "number",
    "first",
    "second",
    "margin",
    "end",
    "foul",
    "half_moves",
    "opening",
    "moves",
];

/// The columns of a table of moves. Times are in microseconds, and empty where they are unknown.
pub(super) const MOVES: [&str; 8] =
    ["game", "half_move", "player", "move", "is_opening", "wall_us", "cpu_us", "waited_us"];

/// Writes a row of cells.
pub(super) fn write_row<S: AsRef<str>>(cells: &[S], out: &mut dyn Write) -> Result<(), Failure> {
    let mut row = csv::Writer::from_writer(Vec::new());
    let written = row.write_record(cells.iter().map(AsRef::as_ref));
    // Memory takes all rows.
    written.map_err(|error| errors::Error::bug(error.to_string()))?;
    let row = row.into_inner().map_err(|error| errors::Error::bug(error.to_string()))?;
    Ok(out.write_all(&row)?)
}

pub(super) fn write_game(
    number: u64,
    record: &Record,
    game: &ForeignGame,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (end, foul) = match &record.end {
        Ending::Rules => ("rules", ""),
        Ending::Resignation { .. } => ("resignation", ""),
        Ending::Foul { foul, .. } => ("foul", foul.kind()),
        Ending::Absence { .. } => ("absence", ""),
    };
    let parameters = game.parameters.iter().map(|(name, value)| format!("{name}={value}"));
    let names: Vec<_> = game.moves.iter().map(|(name, _)| &**name).collect();
    let (opening, moves) = names.split_at(record.opening.len().min(names.len()));
    // Names of moves may have blanks.
    let list = |moves: &[&str]| moves.join(", ");
    write_row(
        &[
            number.to_string(),
            record.game.clone(),
            parameters.collect::<Vec<_>>().join(", "),
            record.seed.to_string(),
            record.number.to_string(),
            cell(&game.players[0]).into_owned(),
            cell(&game.players[1]).into_owned(),
            record.margin.to_string(),
            end.to_string(),
            foul.to_string(),
            names.len().to_string(),
            list(opening),
            list(moves),
        ],
        out,
    )
}

pub(super) fn write_moves(
    number: u64,
    spec: &GameSpec,
    record: &Record,
    game: &ForeignGame,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let start = matches::record::start(record, spec);
    let mut table = start.map_err(|misfit| Failure::input(misfit.to_string()))?;
    for (half_move, (name, _)) in game.moves.iter().enumerate() {
        let answer = half_move.checked_sub(record.opening.len());
        let time =
            |all: &[u64]| answer.and_then(|at| all.get(at)).map_or(String::new(), u64::to_string);
        write_row(
            &[
                number.to_string(),
                (half_move + 1).to_string(),
                cell(&game.players[table.turn().index()]).into_owned(),
                name.clone(),
                u8::from(answer.is_none()).to_string(),
                time(&record.clocks.wall_us),
                time(&record.clocks.cpu_us),
                time(&record.clocks.waited_us),
            ],
            out,
        )?;
        table.play(name).expect("the record's moves are legal");
    }
    Ok(())
}
