//! The program that the game's rules ask for. The program repeatedly writes a prompt and reads a
//! command, until `=` or the end of the input.
//!
//! A prompt is a letter, `C` (*Czarny*, black) or `B` (*Biały*, white), and the squares where that
//! player can place a disc. A player may pass at any time, and the game does not end by itself.

use std::io::{self, Write};

use rules::{Console, Game, Notation, Parameter, Parameters, ProgramError, Side};

use super::notation::{parse_square, shown, square_name};
use super::rules::{Move, Passing, Position, Reversi};

pub(super) const OPTIONS: &[Parameter] = &[];

const GAME: Reversi = Reversi::new(Passing::Forced);

/// Runs the program.
pub(super) fn run(_options: &Parameters, console: &mut Console<'_>) -> Result<(), ProgramError> {
    let ended = converse(console);
    // The output is flushed even after an error, so that it is the same whether the commands arrive
    // all at once or one by one.
    console.flush()?;
    ended
}

fn converse(console: &mut Console<'_>) -> Result<(), ProgramError> {
    let mut position = GAME.start();
    loop {
        write_prompt(console, &position)?;
        let Some(line) = console.line()? else { return Ok(()) };
        let mv = match line.as_str() {
            "=" => return Ok(()),
            "-" => Move::PASS,
            name => read_disc(name, &position)
                .map_err(|found| console.bad(found, expected(&position)))?,
        };
        position = position.after(mv);
    }
}

fn write_prompt(console: &mut Console<'_>, position: &Position) -> io::Result<()> {
    console.write_all(match position.turn {
        Side::First => b"C",
        Side::Second => b"B",
    })?;
    for [letter, digit] in squares(position) {
        console.write_all(&[b' ', letter, digit])?;
    }
    console.write_all(b"\n")
}

/// The legal move that a line names, or a description of what is wrong with the line.
fn read_disc(line: &str, position: &Position) -> Result<Move, String> {
    let mv = parse_square(line).ok_or_else(|| match line {
        "" => "an empty line".to_string(),
        _ => format!("`{}`", shown(line)),
    })?;
    let legal = position.placements() & mv.set() != 0;
    if legal { Ok(mv) } else { Err(format!("`{line}`: {}", GAME.objection(position, mv))) }
}

/// A description of the possible commands.
fn expected(position: &Position) -> String {
    let mut commands = String::new();
    for name in squares(position) {
        commands.extend(name.map(char::from));
        commands.push_str(", ");
    }
    commands + "`-` or `=`"
}

/// The names of the squares where the side to move can place a disc, in alphabetical order.
fn squares(position: &Position) -> impl Iterator<Item = [u8; 2]> {
    GAME.moves(position).filter_map(Move::place).map(|(column, row)| square_name(column, row))
}
