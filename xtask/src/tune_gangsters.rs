//! `cargo xtask tune-gangsters` learns the weights of Gangsters' evaluation, and writes the file
//! that the engine contains. It begins with no knowledge. In each round, the engine plays games
//! against itself with the weights of the round before.

use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use games::gangsters::training::{Sample, fit, loss, samples};
use games::gangsters::{FEATURES, Gangsters, Weighted};
use rules::random::Random;
use rules::{Notation, Parameters};

/// The file, from the root of the workspace.
const WEIGHTS: &str = "crates/games/gangsters/data/weights.txt";

const ROUNDS: u64 = 3;
const GAMES: u64 = 2500;

/// The number of positions that a player searches for a move.
const NODES: u64 = 1000;

/// One game in this many is not learned, so that the error on unknown games can be measured.
const HELD_OUT: usize = 10;

pub(crate) fn run() -> ExitCode {
    let weights = (1..=ROUNDS).fold(Weighted([0; FEATURES]), round);
    match write(&weights) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn round(weights: Weighted, round: u64) -> Weighted {
    let games = |seed| {
        let mut random = Random::new(round << 32 | seed);
        samples(weights, &board(&mut random), NODES, &mut random)
    };
    let (held_out, learned): (Vec<_>, Vec<_>) =
        (0..GAMES).map(games).enumerate().partition(|(number, _)| number % HELD_OUT == 0);
    let [held_out, learned] = [held_out, learned]
        .map(|games| games.into_iter().flat_map(|(_, game)| game).collect::<Vec<Sample>>());
    let found = fit(&learned);
    println!(
        "round {round}: {} positions, loss {:.4}, on games that were held out {:.4}",
        learned.len(),
        loss(&learned, &found),
        loss(&held_out, &found)
    );
    found
}

/// A random board, half of them 7 by 7.
fn board(random: &mut Random) -> Gangsters {
    let spec = games::find("gangsters").expect("the game exists");
    let mut parameters = Parameters::new(spec.parameters);
    let mut set = |name, value: &str| parameters.set(name, value).expect("within its range");
    set("limit", "30");
    if random.one_in(2) {
        set("n", &random.between(5, 9).to_string());
        set("m", &random.between(5, 9).to_string());
    }
    let parameters = (spec.contest.board)(random, &parameters);
    <Gangsters as Notation>::new(&parameters).expect("the board is valid")
}

fn write(weights: &Weighted) -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root");
    fs::write(root.join(WEIGHTS), format!("{:?}\n", weights.0))
}
