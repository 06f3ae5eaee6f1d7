//! Plays Gangsters on random boards: the engine against the same search with an evaluation without
//! lines, and against a plain alpha-beta with that evaluation.
//!
//!     cargo bench -p matches --bench gangsters                 200 boards, 5,000 positions or 5 ms
//!     cargo bench -p matches --bench gangsters -- 50 20        50 boards, 20,000 or 20 ms
//!
//! The boards have 7 by 7 squares. Each player starts once on each board. Time is the processor
//! time of the thread, so other programs on the machine hardly change a game.

#[path = "../duel/mod.rs"]
mod duel;
mod open_ways;
mod plain;

use std::error::Error;
use std::time::Duration;

use cpu_time::ThreadTime;
use games::gangsters::{Gangsters, Move, Weighted};
use rules::random::Random;
use rules::{Notation, Parameters, Play};
use search::{Evaluate, HashTable, Limits, NeverStop, Problem, StopWhen, best};

use duel::{COLUMNS, Player, pair, report};
use open_ways::OpenWays;
use plain::Plain;

const BOARDS: u64 = 200;

/// The time for a move in milliseconds, and the number of positions in thousands.
const AMOUNT: u64 = 5;

/// What a player may spend for a move.
#[derive(Clone, Copy)]
enum Budget {
    Nodes(u64),
    Time(Duration),
}

/// The search of the engine with some evaluation.
struct Searcher<E> {
    evaluate: E,
    table: HashTable,
}

impl<E: Evaluate<Gangsters>> Searcher<E> {
    fn new(evaluate: E) -> Searcher<E> {
        Searcher { evaluate, table: HashTable::new(plain::TABLE_BYTES) }
    }
}

impl<E: Evaluate<Gangsters>> Player<Gangsters, Budget> for Searcher<E> {
    fn start_game(&mut self) {
        self.table.clear();
    }

    fn choose(&mut self, play: &Play<Gangsters>, budget: Budget) -> Move {
        let problem = |limits| Problem::new(play.game(), &self.evaluate, play.position(), limits);
        let found = match budget {
            Budget::Nodes(nodes) => {
                best(&problem(Limits::nodes(nodes)), &mut self.table, &mut NeverStop)
            }
            Budget::Time(time) => {
                let begun = ThreadTime::now();
                let mut handler = StopWhen(|_| begun.elapsed() >= time);
                best(&problem(Limits::NONE), &mut self.table, &mut handler)
            }
        };
        found.expect("the game is not over").best_move()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse().ok());
    let boards = numbers.next().unwrap_or(BOARDS);
    let amount = numbers.next().unwrap_or(AMOUNT);
    let nodes = Budget::Nodes(1000 * amount);
    let time = Budget::Time(Duration::from_millis(amount));
    let mut engine = Searcher::new(Weighted::TUNED);
    println!("against      for a move     {COLUMNS}");
    let mut others: [(&str, Box<dyn Player<_, _>>, Budget); 3] = [
        ("open ways", Box::new(Searcher::new(OpenWays)), nodes),
        ("open ways", Box::new(Searcher::new(OpenWays)), time),
        ("plain", Box::new(Plain::new()), time),
    ];
    for (name, other, budget) in &mut others {
        let budget_in_words = match budget {
            Budget::Nodes(nodes) => format!("{nodes} nodes"),
            Budget::Time(time) => format!("{time:?}"),
        };
        let mut players: [&mut dyn Player<_, _>; 2] = [&mut engine, &mut **other];
        let boards = (0..boards).map(|seed| board(&mut Random::new(seed)));
        let pairs: Vec<_> =
            boards.map(|board| pair(&mut players, [*budget; 2], (&board, &[]))).collect();
        println!("{name:<12} {budget_in_words:<14} {}", report(&pairs)?);
    }
    Ok(())
}

fn board(random: &mut Random) -> Gangsters {
    let spec = games::find("gangsters").expect("the game exists");
    let mut parameters = Parameters::new(spec.parameters);
    parameters.set("limit", "60").expect("within its range");
    let parameters = (spec.contest.board)(random, &parameters);
    <Gangsters as Notation>::new(&parameters).expect("a drawn board is valid")
}
