//! Measures by matches how much stronger each level of the engines is than the level below it.
//!
//! The command is `cargo bench -p games --bench levels`. With `-- reversi 100` at its end, it plays
//! only Reversi, in matches of 100 pairs of games.

mod pairs;

use pairs::{Board, Match, boards};
use search::{Limits, SkillLevel};

/// The default number of pairs of games.
const PAIRS: u64 = 20;

/// The limit of the best level. The limit is a number of nodes, so that a match can be repeated.
const FULL: Limits = Limits::nodes(65_536);

fn main() {
    let arguments: Vec<_> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let pairs = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(PAIRS);
    println!("game          levels     +    =    -   Elo, and its 95 % interval");
    for board in boards() {
        let named = arguments.iter().any(|argument| games::find(argument).is_some());
        if !named || arguments.iter().any(|argument| argument == board.spec.name) {
            SkillLevel::ALL
                .windows(2)
                .for_each(|levels| report(board, [levels[1], levels[0]], pairs));
        }
    }
}

fn report(board: Board, levels: [SkillLevel; 2], pairs: u64) {
    let mut games = Match::new(board, levels, FULL);
    let points: Vec<_> = (0..pairs).flat_map(|seed| games.pair(seed)).collect();
    let [lost, drawn, won] =
        [0, 1, 2].map(|result| points.iter().filter(|&&points| points == result).count());
    let share = f64::from(points.iter().sum::<u32>()) / (2 * points.len()) as f64;
    let [low, high] = interval(share, pairs as f64).map(elo);
    let [stronger, weaker] = levels;
    let name = board.spec.name;
    println!(
        "{name:<13} {stronger} : {weaker}  {won:>4} {drawn:>4} {lost:>4}   {:+5.0}  {low:+.0} to \
        {high:+.0}",
        elo(share)
    );
}

/// The 95 % interval of the true share of points, by Wilson's formula. A pair counts as one trial,
/// since its two games are not independent. The share of a pair lies between 0 and 1, so it varies
/// at most as much as a coin toss with the same mean. So the interval is not too narrow. The
/// interval is valid even if one side wins every game.
fn interval(share: f64, trials: f64) -> [f64; 2] {
    const Z: f64 = 1.96;
    let square = Z * Z / trials;
    let centre = (share + square / 2.0) / (1.0 + square);
    if share >= 1.0 {
        // The formula below would give the same interval, but with rounding errors.
        return [1.0 / (1.0 + square), 1.0];
    }
    let half =
        Z / (1.0 + square) * (share * (1.0 - share) / trials + square / (4.0 * trials)).sqrt();
    [(centre - half).max(0.0), (centre + half).min(1.0)]
}

/// The rating difference for a share of points. The difference is infinite for a share of 0 or 1.
fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}
