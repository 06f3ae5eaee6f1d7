//! Plays Reversi: the engine against itself with other weights of its evaluation.
//!
//!     cargo bench -p matches --bench reversi                   against half the positions for a move
//!     cargo bench -p matches --bench reversi -- WEIGHTS        against the weights in this file
//!     cargo bench -p matches --bench reversi -- WEIGHTS 50 60  50 openings, 60,000 positions a move
//!
//! The openings are eight half-moves at random after which the engine finds the sides about equal,
//! as those of XOT are. Each player starts once after each opening.

mod duel;

use std::error::Error;
use std::path::PathBuf;

use games::reversi::{Move, Passing, PatternEngine, Reversi, Weights};
use rules::random::Random;
use rules::{Game, Notation, Play, Table};
use search::{Engine, Limits, NeverStop};

use duel::{COLUMNS, Player, pair, report};

const GAME: Reversi = Reversi::new(Passing::Forced);

const OPENINGS: u64 = 200;

/// The number of positions for a move, in thousands.
const AMOUNT: u64 = 20;

const OPENING_MOVES: usize = 8;

/// By how many points a side may be ahead after an opening.
const MOST_AHEAD: i32 = 3;

struct EnginePlayer(PatternEngine);

impl Player<Reversi, u64> for EnginePlayer {
    fn start_game(&mut self) {
        self.0.forget();
    }

    fn choose(&mut self, play: &Play<Reversi>, nodes: u64) -> Move {
        let found = self.0.choose(&Table::moves(play), Limits::nodes(nodes), &mut NeverStop);
        let found = found.expect("the game is not over");
        GAME.parse(play.position(), &found.pv[0]).expect("the move is legal")
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let mut numbers = arguments.iter().filter_map(|argument| argument.parse().ok());
    let openings = numbers.next().unwrap_or(OPENINGS);
    let nodes = 1000 * numbers.next().unwrap_or(AMOUNT);
    let file = arguments.first().filter(|argument| argument.parse::<u64>().is_err());
    let mut engine = EnginePlayer(PatternEngine::new(GAME));
    let (name, mut other, budget) = match file {
        Some(file) => {
            let weights = Weights::read(&std::fs::read(rooted(file))?);
            (&file[..], EnginePlayer(PatternEngine::with_weights(GAME, weights)), nodes)
        }
        None => ("half the positions", EnginePlayer(PatternEngine::new(GAME)), nodes / 2),
    };
    let mut judge = PatternEngine::new(GAME);
    let mut players: [&mut dyn Player<_, _>; 2] = [&mut engine, &mut other];
    let played = (0..openings)
        .map(|seed| {
            let opening = opening(&mut Random::new(seed), &mut judge);
            pair(&mut players, [nodes, budget], (&GAME, &opening))
        })
        .collect::<Vec<_>>();
    println!("against {name}, {nodes} positions for a move\n{COLUMNS}\n{}", report(&played)?);
    Ok(())
}

/// A file below the root of the workspace; cargo starts benches in the folder of their crate.
fn rooted(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(file)
}

fn opening(random: &mut Random, judge: &mut PatternEngine) -> Vec<Move> {
    loop {
        let mut play = Play::new(GAME);
        for _ in 0..OPENING_MOVES {
            let moves: Vec<_> = GAME.moves(play.position()).collect();
            play.play(*random.pick(&moves).expect("nobody is out of moves so soon"));
        }
        judge.forget();
        let found = judge.choose(&Table::moves(&play), Limits::nodes(2000), &mut NeverStop);
        let score = found.expect("the game is not over").score;
        if score.abs() <= MOST_AHEAD * judge.point() {
            return play.moves().to_vec();
        }
    }
}
