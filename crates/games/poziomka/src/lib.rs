//! Poziomka: Domineering with blocks of any length. README.md in this folder has the rules in
//! words.

mod cases;
mod contest;
mod engine;
mod evaluation;
mod explain;
mod misplays;
mod notation;
mod picture;
mod program;
mod readings;
mod rules;
mod solver;

pub use engine::SafeRoom;
pub use evaluation::room;
pub use rules::{LONGEST, Lanes, Move, Position, Poziomka};
pub use solver::PackingSolver;

use ::rules::{Answers, Notation, Program, readme};
use program::{KOLUMNY, POLA, WIERSZE};
use search::{BenchPosition, Compiler, Evaluate, GameSpec, Instance, SuiteBoard, game_at};

/// The specification of the game.
pub const SPEC: GameSpec = GameSpec {
    name: "poziomka",
    title: "Poziomka",
    sides: ["Left", "Right"],
    readme: readme!(),
    parameters: &[POLA, WIERSZE, KOLUMNY],
    size: Some(["wiersze", "kolumny"]),
    for_people: &[("pola", "3"), ("wiersze", "8"), ("kolumny", "8")],
    also_called: &[("domineering", &[("pola", "2"), ("wiersze", "8"), ("kolumny", "8")])],
    trial_boards: &[&[("pola", "3"), ("wiersze", "6"), ("kolumny", "11")]],
    presets: &[
        ("preset-small", &[("pola", "3"), ("wiersze", "8"), ("kolumny", "8")]),
        ("preset-domineering", &[("pola", "2"), ("wiersze", "8"), ("kolumny", "8")]),
        ("preset-text", &[]),
    ],
    open: |parameters, diagram| {
        let instance = Instance::open::<Poziomka, _>(parameters, diagram, SafeRoom)?;
        let setup = diagram.map(<Poziomka as Notation>::read).transpose()?;
        let game = game_at(parameters, setup.as_ref())?;
        Ok(Instance { solver: Box::new(PackingSolver::new(game)), ..instance })
    },
    contest: contest::CONTEST,
    compiler: Compiler::STRICT,
    slips: <SafeRoom as Evaluate<Poziomka>>::SLIPS,
    bench: &[
        BenchPosition {
            parameters: &[("pola", "2"), ("wiersze", "6"), ("kolumny", "6")],
            moves: &["Bc", "dC"],
            depth: 10,
        },
        BenchPosition {
            parameters: &[("pola", "3"), ("wiersze", "12"), ("kolumny", "10")],
            moves: &["Dd", "gF"],
            depth: 5,
        },
        BenchPosition { parameters: &[], moves: &["-", "mK", "Ee"], depth: 3 },
    ],
    suite: &[
        SuiteBoard {
            parameters: &[("pola", "2"), ("wiersze", "6"), ("kolumny", "6")],
            half_moves: [2, 12],
        },
        SuiteBoard {
            parameters: &[("pola", "2"), ("wiersze", "8"), ("kolumny", "8")],
            half_moves: [10, 24],
        },
        SuiteBoard {
            parameters: &[("pola", "3"), ("wiersze", "8"), ("kolumny", "8")],
            half_moves: [2, 12],
        },
    ],
    formats: &[],
    program: Some(Program {
        name: "poziomka",
        options: program::OPTIONS,
        run: program::run,
        vary: cases::vary,
        case: cases::case,
        answers: Answers::Exact,
        input_script: include_str!("../validators/input.py"),
        explain: explain::explain,
        readings: readings::READINGS,
        squares: |options, _| options.size("wiersze") * options.size("kolumny"),
        time: Program::USUAL_TIME,
        valgrind: true,
    }),
};

#[cfg(test)]
mod tests;
