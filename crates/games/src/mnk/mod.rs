//! m,n,k-games: tic-tac-toe on any board. The rules in words: README.md in this folder.

mod cases;
mod engine;
mod notation;
mod picture;
mod program;
mod rules;
mod solver;

pub use engine::OpenLines;
pub use rules::{Mnk, Position};
pub use solver::{Proof, Solution, Solver, Value};

use ::rules::{Answers, Contest, Notation, Parameter, Parameters, Program};
use search::{BenchPosition, Compiler, GameSpec, Instance, OpenError};

/// Boards have at most this many squares.
pub const MOST_SQUARES: usize = 400;

/// Words of a bitboard that any board fits.
pub const WIDEST: usize = MOST_SQUARES.div_ceil(64);

/// The game.
pub const SPEC: GameSpec = GameSpec {
    name: "mnk",
    title: "m,n,k-game",
    sides: ["first player", "second player"],
    readme: include_str!("README.md"),
    parameters: &[
        Parameter::integer("n", "rows; n times m is at most 400", 1, 400, 3),
        Parameter::integer("m", "columns", 1, 400, 3),
        Parameter::integer("k", "stones in a line that win", 1, 400, 3),
    ],
    size: Some(["n", "m"]),
    open,
    contest: Contest::PLAIN,
    compiler: Compiler::GCC,
    bench: &[
        BenchPosition { parameters: &[("n", "4"), ("m", "4"), ("k", "3")], moves: &["a1"], depth: 6 },
        BenchPosition { parameters: &[("n", "8"), ("m", "8"), ("k", "4")], moves: &["d4", "e5"], depth: 4 },
        BenchPosition { parameters: &[("n", "15"), ("m", "15"), ("k", "5")], moves: &["h8", "i9", "h9"], depth: 3 },
    ],
    program: Some(Program {
        name: "nmk",
        options: program::OPTIONS,
        run: program::run,
        vary: cases::vary,
        case: cases::case,
        answers: Answers::Words,
    }),
};

/// A small board gets a small bitboard.
fn open(parameters: &Parameters, diagram: Option<&str>) -> Result<Instance, OpenError> {
    let setup = diagram.map(<Mnk<WIDEST> as Notation>::read).transpose()?;
    let squares = setup.as_ref().map_or(parameters.size("n") * parameters.size("m"), |setup| setup.squares.len());
    match squares {
        ..=64 => Instance::open_at::<Mnk<1>, _>(parameters, setup.as_ref(), OpenLines),
        65..=128 => Instance::open_at::<Mnk<2>, _>(parameters, setup.as_ref(), OpenLines),
        _ => Instance::open_at::<Mnk<WIDEST>, _>(parameters, setup.as_ref(), OpenLines),
    }
}

#[cfg(test)]
mod tests;
