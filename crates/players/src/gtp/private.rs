//! Additional commands, for purposes that the protocol does not cover.

use std::fmt::Write;

use super::reply::Answer;
use super::request::word;
use super::session::{Act, Gtp};
use super::spelling;

pub(super) const COMMANDS: &[(&str, Act)] = &[
    ("ludoteka-parameters", parameters),
    ("ludoteka-set_parameter", set_parameter),
    ("ludoteka-legal_moves", legal_moves),
    ("ludoteka-hint", hint),
    ("ludoteka-diagram", diagram),
    ("ludoteka-set_diagram", set_diagram),
];

/// This character separates the lines of a diagram, so that the diagram fits into one line of a
/// command.
const LINE_END: &str = "/";

/// Returns a line `NAME VALUE` for each parameter.
fn parameters(gtp: &mut Gtp, _: &str) -> Answer {
    Ok(gtp
        .parameters
        .all()
        .map(|(name, value)| format!("{name} {}\n", spelling::written(value)))
        .collect())
}

/// Sets a parameter to a value, and begins a new game.
fn set_parameter(gtp: &mut Gtp, arguments: &str) -> Answer {
    let (name, value) = word(arguments).ok_or("syntax error: expected a name and a value")?;
    let mut parameters = gtp.parameters.clone();
    parameters.set(name, &spelling::read(value)).map_err(|bad| bad.to_string())?;
    gtp.set_up(parameters, None)
}

/// Returns the legal moves, one on each line.
fn legal_moves(gtp: &mut Gtp, _: &str) -> Answer {
    Ok(gtp.table.legal().iter().map(|name| spelling::written_move(name) + "\n").collect())
}

/// Returns the engine's move, the moves that the engine expects next, and its evaluation.
fn hint(gtp: &mut Gtp, _: &str) -> Answer {
    let (result, _) = gtp.think(gtp.table.turn())?;
    let mut text: String =
        result.pv.iter().map(|name| format!("move {}\n", spelling::written_move(name))).collect();
    let _ = write!(text, "score {}\ndepth {}\nnodes {}", result.score, result.depth, result.nodes);
    Ok(text)
}

fn diagram(gtp: &mut Gtp, _: &str) -> Answer {
    Ok(spelling::written(gtp.table.diagram().trim_end()).replace('\n', LINE_END))
}

/// Begins a new game from a diagram. A later `clear_board` returns to the game's usual start.
fn set_diagram(gtp: &mut Gtp, line: &str) -> Answer {
    let diagram = spelling::read(line).replace(LINE_END, "\n") + "\n";
    gtp.set_up(gtp.parameters.clone(), Some(&diagram))
}
