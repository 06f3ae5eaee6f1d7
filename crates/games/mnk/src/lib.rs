//! m,n,k-games: tic-tac-toe on any board. The rules in words: README.md in this folder.

mod cases;
mod directions;
mod engine;
mod explain;
mod formats;
mod misplays;
mod notation;
mod picture;
mod program;
mod readings;
mod rules;
mod solver;

pub use engine::ThreatEngine;
pub use rules::{MOST_SQUARES, Mnk, Position, WIDEST};
pub use solver::Solver;

use ::rules::{
    Answers, Contest, Notation, Parameter, Parameters, Play, Program, Setup, SquareNames, readme,
    renamed_square,
};
use search::{BenchPosition, Compiler, GameSpec, Instance, OpenError, SuiteBoard, game_at};

/// The game.
pub const SPEC: GameSpec = GameSpec {
    name: "mnk",
    title: "m,n,k-game",
    sides: ["first player", "second player"],
    readme: readme!(),
    parameters: &[
        Parameter::integer("n", "rows; n times m is at most 400", 1, 400, 3),
        Parameter::integer("m", "columns", 1, 400, 3),
        Parameter::integer("k", "stones in a line that win", 1, 400, 3),
    ],
    size: Some(["n", "m"]),
    for_people: &[("n", "9"), ("m", "9"), ("k", "5")],
    also_called: &[
        ("gomoku", &[("n", "15"), ("m", "15"), ("k", "5")]),
        ("tic-tac-toe", &[("n", "3"), ("m", "3"), ("k", "3")]),
    ],
    trial_boards: &[&[("n", "5"), ("m", "8"), ("k", "5")], &[("n", "20"), ("m", "20"), ("k", "5")]],
    presets: &[
        ("preset-three", &[("n", "3"), ("m", "3"), ("k", "3")]),
        ("preset-five", &[("n", "9"), ("m", "9"), ("k", "5")]),
        ("preset-gomoku", &[("n", "15"), ("m", "15"), ("k", "5")]),
    ],
    open,
    contest: Contest {
        half_moves: Some(|parameters| parameters.integer("n") * parameters.integer("m")),
        squares: Some(SquareNames {
            rows: |parameters| Some(parameters.size("n")),
            renamed: renamed_square,
        }),
        gomocup: Some(|parameters| {
            (parameters.integer("k") == 5).then(|| (parameters.size("m"), parameters.size("n")))
        }),
        ..Contest::PLAIN
    },
    compiler: Compiler::GCC,
    slips: engine::SLIPS,
    bench: &[
        BenchPosition {
            parameters: &[("n", "4"), ("m", "4"), ("k", "3")],
            moves: &["a1"],
            depth: 6,
        },
        BenchPosition {
            parameters: &[("n", "8"), ("m", "8"), ("k", "4")],
            moves: &["d4", "e5"],
            depth: 4,
        },
        BenchPosition {
            parameters: &[("n", "15"), ("m", "15"), ("k", "5")],
            moves: &["h8", "i9", "h9"],
            depth: 3,
        },
    ],
    suite: &[
        SuiteBoard { parameters: &[("n", "5"), ("m", "5"), ("k", "4")], half_moves: [1, 18] },
        SuiteBoard { parameters: &[("n", "6"), ("m", "6"), ("k", "5")], half_moves: [8, 28] },
    ],
    formats: formats::FORMATS,
    program: Some(Program {
        name: "nmk",
        options: program::OPTIONS,
        run: program::run,
        vary: cases::vary,
        case: cases::case,
        answers: Answers::Words,
        input_script: include_str!("../validators/input.py"),
        explain: explain::explain,
        readings: readings::READINGS,
        squares: |_, input| cases::squares(input),
        time: Program::USUAL_TIME,
        valgrind: false,
    }),
};

/// A small board gets a small bitboard.
fn open(parameters: &Parameters, diagram: Option<&str>) -> Result<Instance, OpenError> {
    let setup = diagram.map(<Mnk<WIDEST> as Notation>::read).transpose()?;
    let squares = setup.as_ref().map_or(0, |setup| setup.squares.len());
    // The diagram replaces the board of the parameters, but the bitboard must have room for both
    // boards.
    match squares.max(parameters.size("n") * parameters.size("m")) {
        ..=64 => open_board::<1>(parameters, setup.as_ref()),
        65..=128 => open_board::<2>(parameters, setup.as_ref()),
        129..=256 => open_board::<4>(parameters, setup.as_ref()),
        _ => open_board::<WIDEST>(parameters, setup.as_ref()),
    }
}

fn open_board<const W: usize>(
    parameters: &Parameters,
    setup: Option<&Setup>,
) -> Result<Instance, OpenError> {
    let game: Mnk<W> = game_at(parameters, setup)?;
    let solver = Box::new(solver::Named::new(game.clone()));
    let engine = Box::new(ThreatEngine::new(game.clone()));
    let start = Play::new(game.clone()).state();
    Ok(Instance { table: Box::new(Play::new(game)), engine, solver, start })
}

#[cfg(test)]
mod tests;
