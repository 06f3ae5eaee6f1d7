//! Gangsters: two sides push a cash box towards their car parks. README.md in this folder has the
//! rules in words.

mod board;
mod cases;
mod check;
mod clock;
mod contest;
mod diagram;
mod engine;
mod evaluation;
mod explain;
mod figures;
mod moves;
mod notation;
mod opening;
mod picture;
mod position;
mod program;
mod readings;
mod rules;
pub mod training;

pub use board::{DIRECTIONS, LONGEST, Square, Squares};
pub use evaluation::{FEATURES, Weighted};
pub use moves::Move;
pub use position::{Gangsters, Position, Step};

use ::rules::{Answers, Parameter, Program, readme};
use search::{BenchPosition, Compiler, Evaluate, GameSpec, Instance, SuiteBoard};

/// The specification of the game.
pub const SPEC: GameSpec = GameSpec {
    name: "gangsters",
    title: "Gangsters",
    sides: ["red", "green"],
    readme: readme!(),
    parameters: &[
        Parameter::integer("n", "columns", 3, LONGEST as u64, 7),
        Parameter::integer("m", "rows", 3, LONGEST as u64, 7),
        Parameter::text("box", "where the cash box starts; by default in the middle", "C,R"),
        Parameter::text("pillars", "squares with a pillar", "C,R;C,R"),
        Parameter::integer(
            "limit",
            "moves of each player before a draw; 0 for no limit",
            0,
            100_000,
            0,
        ),
        Parameter::choice("step", "how far the cash box moves", &["slide", "one"]),
    ],
    size: Some(["m", "n"]),
    for_people: &[],
    also_called: &[("neutron", &[("n", "5"), ("m", "5")])],
    trial_boards: &[&[("n", "13"), ("m", "8")], &[("n", "26"), ("m", "26")]],
    presets: &[
        ("preset-usual", &[]),
        ("preset-pillars", &[("pillars", "2,3;6,5")]),
        ("preset-small", &[("n", "5"), ("m", "5")]),
    ],
    open: |parameters, diagram| {
        Instance::open::<Gangsters, _>(parameters, diagram, Weighted::TUNED)
    },
    contest: contest::CONTEST,
    compiler: Compiler { name: "fpc", options: "-O2 -Sm" },
    slips: <Weighted as Evaluate<Gangsters>>::SLIPS,
    bench: &[
        BenchPosition { parameters: &[("n", "5"), ("m", "5")], moves: &[], depth: 6 },
        BenchPosition { parameters: &[("pillars", "2,3;6,5")], moves: &["0 4 1 1"], depth: 5 },
        BenchPosition { parameters: &[("n", "10"), ("m", "10")], moves: &[], depth: 4 },
    ],
    suite: &[
        SuiteBoard { parameters: &[("n", "4"), ("m", "4"), ("limit", "10")], half_moves: [0, 19] },
        SuiteBoard { parameters: &[("n", "5"), ("m", "5"), ("limit", "4")], half_moves: [3, 7] },
    ],
    formats: &[],
    program: Some(Program {
        name: "gangsters",
        options: program::OPTIONS,
        run: program::run,
        vary: cases::vary,
        case: cases::case,
        answers: Answers::Legal(check::CHECKER),
        input_script: include_str!("../validators/input.py"),
        explain: explain::explain,
        readings: readings::READINGS,
        squares: |_, input| cases::squares(input),
        time: contest::GAME_TIME,
        valgrind: false,
    }),
};

#[cfg(test)]
mod tests;
