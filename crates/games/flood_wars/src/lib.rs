//! Flood Wars: Flood-It for two players. README.md in this folder has the rules in words.

mod area;
mod board;
mod cases;
mod check;
mod contest;
mod contraction;
mod difference;
mod engine;
mod explain;
mod notation;
mod picture;
mod program;
mod readings;
mod rules;
mod solver;

pub use board::{Board, Colour, LONGEST};
pub use contraction::{Graph, Node};
pub use engine::Reach;
pub use rules::{FloodWars, Position, Tally};
pub use solver::{Margin, MarginSolver};

use ::rules::{Answers, Notation, Parameter, Parameters, Play, Program, Setup, readme};
use search::{
    BenchPosition, Compiler, GameSpec, Instance, OpenError, SearchEngine, SuiteBoard, game_at,
};

/// The specification of the game.
pub const SPEC: GameSpec = GameSpec {
    name: "flood-wars",
    title: "Flood Wars",
    sides: ["J", "S"],
    readme: readme!(),
    parameters: &[
        Parameter::integer("rows", "rows of a random board", 2, 50, 14),
        Parameter::integer("columns", "columns of a random board", 2, 50, 18),
        Parameter::integer("seed", "seed of the random board", 0, u64::MAX, 1),
        Parameter::integer("limit", "half-moves after which the game is over", 1, 100_000, 150),
        Parameter::text("board", "a board instead of a random one", "ROW/ROW/ROW of `@ # + . *`"),
    ],
    size: Some(["rows", "columns"]),
    for_people: &[("rows", "12"), ("columns", "14")],
    also_called: &[],
    trial_boards: &[&[("rows", "9"), ("columns", "38")], &[("rows", "50"), ("columns", "50")]],
    presets: &[
        ("preset-small", &[("rows", "7"), ("columns", "10")]),
        ("preset-middle", &[("rows", "12"), ("columns", "14")]),
        ("preset-large", &[("rows", "30"), ("columns", "40")]),
    ],
    open,
    contest: contest::CONTEST,
    compiler: Compiler::GCC,
    slips: engine::SLIPS,
    bench: &[
        BenchPosition {
            parameters: &[("rows", "7"), ("columns", "10"), ("seed", "7")],
            moves: &[],
            depth: 18,
        },
        BenchPosition { parameters: &[], moves: &[], depth: 18 },
        BenchPosition {
            parameters: &[("rows", "50"), ("columns", "50"), ("seed", "3")],
            moves: &[],
            depth: 16,
        },
    ],
    suite: &[
        SuiteBoard { parameters: &[("rows", "7"), ("columns", "10")], half_moves: [0, 20] },
        SuiteBoard { parameters: &[("rows", "10"), ("columns", "10")], half_moves: [0, 20] },
    ],
    formats: &[],
    program: Some(Program {
        name: "flood-wars",
        options: program::OPTIONS,
        run: program::run,
        vary: cases::vary,
        case: cases::case,
        answers: Answers::Legal(check::CHECKER),
        input_script: include_str!("../validators/input.py"),
        explain: explain::explain,
        readings: readings::READINGS,
        squares: |_, input| input.lines().skip(1).map(|row| row.trim_end().len()).sum(),
        time: contest::MOVE_TIME,
        valgrind: false,
    }),
};

/// Opens an instance with the smallest types that fit. The number of rows decides the type of the
/// positions, and the number of areas decides the type of the graph.
fn open(parameters: &Parameters, diagram: Option<&str>) -> Result<Instance, OpenError> {
    let setup = diagram.map(<FloodWars<LONGEST> as Notation>::read).transpose()?;
    let rows = setup.as_ref().map_or(0, Setup::rows);
    // A diagram replaces the board of the parameters, but the type of the positions must have room
    // for both boards.
    match rows.max(notation::parameter_board(parameters)?.rows()) {
        ..=16 => open_board::<16>(parameters, setup.as_ref()),
        17..=32 => open_board::<32>(parameters, setup.as_ref()),
        _ => open_board::<LONGEST>(parameters, setup.as_ref()),
    }
}

fn open_board<const W: usize>(
    parameters: &Parameters,
    setup: Option<&Setup>,
) -> Result<Instance, OpenError> {
    let game: FloodWars<W> = game_at(parameters, setup)?;
    Ok(match contraction::areas(&game) {
        ..=256 => modelled::<W, 4>(game),
        257..=768 => modelled::<W, 12>(game),
        769..=1792 => modelled::<W, 28>(game),
        _ => modelled::<W, 40>(game),
    })
}

/// The greatest size of the engine's hash table in bytes.
const TABLE_BYTES: usize = 64 << 20;

fn modelled<const W: usize, const A: usize>(game: FloodWars<W>) -> Instance {
    let graph = Graph::<A>::new(&game);
    let search = SearchEngine::with_model(game.clone(), graph, Reach, TABLE_BYTES);
    Instance {
        engine: Box::new(search),
        solver: Box::new(MarginSolver::new(game.clone())),
        start: Play::new(game.clone()).state(),
        table: Box::new(Play::new(game)),
    }
}

#[cfg(test)]
mod tests;
