//! Reversi, also known as Othello.
//!
#![doc = include_str!("README.md")]

mod board;
mod cases;
mod engine;
mod notation;
mod picture;
mod program;
mod rules;

pub use engine::Phases;
pub use rules::{Move, Passing, Position, Reversi};

use ::rules::{Answers, Contest, Parameter, Parameters};

use crate::{BenchPosition, Card, Program, Seat, Unopened, open};

/// The game.
pub const CARD: Card = Card {
    name: "reversi",
    title: "Reversi",
    sides: ["black", "white"],
    readme: include_str!("README.md"),
    parameters: &[Parameter::choice(
        "pass",
        "when a player may pass: only without a move, or always",
        &["forced", "free"],
    )],
    size: None,
    open: seat,
    contest: Contest { opening: 6, ..Contest::PLAIN },
    bench: &[
        BenchPosition { parameters: &[], moves: &[], depth: 7 },
        BenchPosition {
            parameters: &[],
            moves: &["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7", "d7", "g6", "g5", "c5"],
            depth: 8,
        },
        BenchPosition {
            parameters: &[],
            moves: &["d3", "c5", "f6", "f5", "e6", "e3", "c3", "f3", "c4", "b4"],
            depth: 8,
        },
    ],
    program: Some(Program {
        name: "reversi",
        options: program::OPTIONS,
        run: program::run,
        vary: cases::vary,
        case: cases::case,
        answers: Answers::Exact,
    }),
};

fn seat(parameters: &Parameters, diagram: Option<&str>) -> Result<Seat, Unopened> {
    open::<Reversi, _>(parameters, diagram, Phases)
}

#[cfg(test)]
mod tests;
