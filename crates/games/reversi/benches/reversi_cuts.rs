//! How well a shallow search of Reversi's engine predicts a deep one: the table of
//! `src/reversi/engine/cut.rs`, in points. A row begins with a number of discs.
//!
//! `cargo bench -p ludoteka-reversi --bench reversi_cuts` searches positions of games of the engine
//! against itself to each depth, and compares each depth with that of the shallow search in its
//! place. The same weights give the same table.

use reversi::{Move, Passing, PatternEngine, Reversi};
use rules::random::Random;
use rules::{Game, Notation, Play, Table};
use search::{Engine, Handler, Limits, NeverStop, Score, SearchResult};

const GAME: Reversi = Reversi::new(Passing::Forced);

const GAMES: u64 = 300;
const RANDOM_MOVES: u32 = 10;
/// The number of positions searched for a move.
const NODES: u64 = 1000;
/// The positions are those with a number of discs that has this distance from the last one's.
const APART: u32 = 8;

/// The depths that are compared with shallow ones.
const DEPTHS: std::ops::RangeInclusive<u32> = 3..=12;

/// The numbers of discs at which the rows of the table begin.
const ROWS: [u32; 3] = [0, 24, 36];

/// The scores after each iteration.
struct Scores(Vec<Score>);

impl Handler for Scores {
    fn stop(&mut self, _: u64) -> bool {
        false
    }

    fn report(&mut self, info: &SearchResult) {
        self.0.push(info.score);
    }
}

/// The differences in points, by row and depth.
type Differences = [[Vec<f64>; *DEPTHS.end() as usize + 1]; ROWS.len()];

fn main() {
    let mut engine = PatternEngine::new(GAME);
    let mut differences = Differences::default();
    for seed in 0..GAMES {
        let (mut play, mut random) = (Play::new(GAME), Random::new(seed));
        loop {
            let discs: u32 = play.position().count().iter().sum();
            if GAME.outcome(play.position()).is_some() || 64 - discs <= *DEPTHS.end() + 2 {
                break;
            }
            if discs >= 4 + RANDOM_MOVES && u64::from(discs % APART) == seed % u64::from(APART) {
                compare(&mut engine, &play, &mut differences);
            }
            let mv = choose(&mut engine, &play, &mut random);
            play.play(mv);
        }
    }
    for (first, row) in ROWS.iter().zip(&differences) {
        let numbers = DEPTHS.map(|depth| {
            let row = &row[depth as usize];
            let squares: f64 = row.iter().map(|difference| difference.powi(2)).sum();
            format!("{:.1}", (squares / row.len() as f64).sqrt())
        });
        let numbers: Vec<_> = numbers.collect();
        println!("{first:>2} discs, {:>3} positions: {}", row[3].len(), numbers.join(" "));
    }
}

/// Searches a position to all depths, and adds the differences.
fn compare(engine: &mut PatternEngine, play: &Play<Reversi>, differences: &mut Differences) {
    let mut scores = Scores(Vec::new());
    engine.forget();
    engine.choose(&Table::moves(play), Limits::depth(*DEPTHS.end()), &mut scores);
    let discs = play.position().count().iter().sum::<u32>();
    let row = ROWS.iter().rposition(|&first| discs >= first).unwrap_or(0);
    for depth in DEPTHS {
        let [deep, shallow] = [depth, shallow(depth)].map(|depth| scores.0[depth as usize - 1]);
        let difference = f64::from(deep - shallow) / f64::from(engine.point());
        differences[row][depth as usize].push(difference);
    }
}

/// A move at random at the beginning, and later one of the engine.
fn choose(engine: &mut PatternEngine, play: &Play<Reversi>, random: &mut Random) -> Move {
    let moves: Vec<_> = GAME.moves(play.position()).collect();
    if play.position().count().iter().sum::<u32>() < 4 + RANDOM_MOVES {
        return *random.pick(&moves).expect("the game is not over");
    }
    engine.forget();
    let found = engine.choose(&Table::moves(play), Limits::nodes(NODES), &mut NeverStop);
    let found = found.expect("the game is not over");
    GAME.parse(play.position(), &found.pv[0]).expect("the move is legal")
}

/// The depth of the shallow search, as in `src/reversi/engine/cut.rs`.
fn shallow(depth: u32) -> u32 {
    let half = depth / 2;
    half - (half + depth) % 2
}
