//! Reversi, also known as Othello.
//!
#![doc = include_str!("../README.md")]

mod board;
mod cases;
mod endgame;
mod engine;
mod explain;
mod formats;
mod free_passing;
mod notation;
mod patterns;
mod picture;
mod program;
mod ranked;
mod readings;
mod rules;
mod solver;
pub mod training;

pub use engine::PatternEngine;
pub use formats::wthor;
pub use free_passing::FreePassing;
pub use patterns::Weights;
pub use rules::{Move, Passing, Position, Reversi};
pub use solver::EndgameSolver;

use ::rules::{
    Answers, Contest, Notation, Parameter, Program, SquareNames, readme, renamed_square,
};
use search::{BenchPosition, Compiler, GameSpec, Instance, SuiteBoard, game_at};

/// The specification of the game.
pub const SPEC: GameSpec = GameSpec {
    name: "reversi",
    title: "Reversi",
    sides: ["black", "white"],
    readme: readme!(),
    parameters: &[Parameter::choice(
        "pass",
        "when a player may pass: only if there is no other move, or always",
        &["forced", "free"],
    )],
    size: None,
    for_people: &[],
    also_called: &[("othello", &[])],
    presets: &[],
    trial_boards: &[],
    open: |parameters, diagram| {
        let instance = Instance::open::<Reversi, _>(parameters, diagram, FreePassing)?;
        let setup = diagram.map(<Reversi as Notation>::read).transpose()?;
        let game: Reversi = game_at(parameters, setup.as_ref())?;
        Ok(match game.passing {
            Passing::Forced => Instance {
                engine: Box::new(PatternEngine::new(game.clone())),
                solver: Box::new(EndgameSolver::new(game)),
                ..instance
            },
            Passing::Free => instance,
        })
    },
    contest: Contest {
        // 60 squares are free, and no two passes running go on with a game.
        half_moves: Some(|_| 2 * 60 + 1),
        squares: Some(SquareNames { rows: |_| Some(board::SIDE), renamed: renamed_square }),
        opening: 6,
        ..Contest::PLAIN
    },
    compiler: Compiler::STRICT,
    slips: engine::SLIPS,
    bench: &[
        BenchPosition { parameters: &[], moves: &[], depth: 7 },
        BenchPosition {
            parameters: &[],
            moves: &[
                "f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7", "d7", "g6", "g5", "c5",
            ],
            depth: 8,
        },
        BenchPosition {
            parameters: &[],
            moves: &["d3", "c5", "f6", "f5", "e6", "e3", "c3", "f3", "c4", "b4"],
            depth: 8,
        },
    ],
    suite: &[SuiteBoard { parameters: &[], half_moves: [42, 56] }],
    formats: formats::FORMATS,
    program: Some(Program {
        name: "reversi",
        options: program::OPTIONS,
        run: program::run,
        vary: cases::vary,
        case: cases::case,
        answers: Answers::Exact,
        input_script: include_str!("../validators/input.py"),
        explain: explain::explain,
        readings: readings::READINGS,
        squares: |_, _| board::SIDE * board::SIDE,
        time: Program::USUAL_TIME,
        valgrind: true,
    }),
};

#[cfg(test)]
mod tests;
