//! The program that the game's rules ask for. It plays Right. It answers each move of Left with the
//! move that leads to the best evaluation; if there are several, WYBOR selects one.
//!
//! The input begins with a line `-` if Left leaves the first move to Right. A line for each move of
//! Left follows, and a line `.` if Left gives up. The output has a line for each move of Right, and
//! `.` if Right cannot move. The game ends with a `.` of either player, or with the end of the
//! input.

use std::io::Write;

use rules::{Console, Game, Notation, Parameter, Parameters, ProgramError};

use super::rules::{LONGEST, Move, Position, Poziomka};
use rules::quoted;

pub(super) const POLA: Parameter =
    Parameter::integer("pola", "squares of a block", 1, LONGEST as u64, 5);
pub(super) const WIERSZE: Parameter = Parameter::integer("wiersze", "rows", 1, LONGEST as u64, 26);
pub(super) const KOLUMNY: Parameter =
    Parameter::integer("kolumny", "columns", 1, LONGEST as u64, 26);

pub(super) const OPTIONS: &[Parameter] = &[
    POLA,
    WIERSZE,
    KOLUMNY,
    Parameter::integer("wybor", "which of the best moves to make", 0, i32::MAX as u64, 1000),
];

/// Runs the program.
pub(super) fn run(options: &Parameters, console: &mut Console<'_>) -> Result<(), ProgramError> {
    let game =
        Poziomka::new(options.size("pola"), options.size("wiersze"), options.size("kolumny"));
    let mut position = game.start();
    while let Some(line) = console.line()? {
        if line == "." {
            break;
        }
        let mv = read_move(&game, &position, &line, console)?;
        position = game.play(&position, mv);
        let Some(answer) = game.chosen(&position, options.integer("wybor")) else {
            writeln!(console, ".")?;
            break;
        };
        writeln!(console, "{}", game.name(&position, answer))?;
        position = game.play(&position, answer);
    }
    Ok(console.flush()?)
}

/// The legal move of Left that a line names.
fn read_move(
    game: &Poziomka,
    position: &Position,
    line: &str,
    console: &Console<'_>,
) -> Result<Move, ProgramError> {
    let mv = game
        .parse(position, line)
        .map_err(|bad| console.bad(*bad.found, format!("{}, or `.`", bad.expected)))?;
    if game.moves(position).any(|legal| legal == mv) {
        return Ok(mv);
    }
    let expected = match mv {
        Move::Pass => "a block of Left, or `.`".to_string(),
        Move::Block { .. } => format!("{} free squares from there down, or `.`", game.length),
    };
    Err(console.bad(format!("{}: {}", quoted(line), game.objection(position, mv)), expected))
}
