//! Learns the weights of the evaluation from games.
//!
//! ```
//! use reversi::training::{SolvedEnds, samples};
//!
//! assert!(samples(&[], None, &mut SolvedEnds::default()).is_empty(), "the game is not over");
//! ```

use rules::random::Random;
use rules::{Game, Notation, Play};
use search::{Engine, Limits, NeverStop};

use super::board::{Discs, MOST};
use super::endgame::{Endgame, Table};
use super::engine::PatternEngine;
use super::patterns::{Features, GRAIN, LAYOUT, PHASES, POINT, SUMMANDS, coded, phase};
use super::rules::{Move, Passing, Reversi};

/// Positions with at most this many empty squares are solved.
const SOLVED: u32 = 10;

/// The sum of the squares of its errors from which a weight counts: some ten samples. The others
/// would make the file a tenth larger, and the engine no stronger.
const KNOWN: f32 = 1500.0;

/// A position, and the margin of the side to move that it should be worth.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The discs of the side to move, and those of the other side.
    discs: [u64; 2],
    margin: i8,
}

/// The samples of a finished game from the usual start, or none if a move is not legal or the game
/// is not over. Passes are not among the moves.
///
/// The last position is the first sample. The last positions have their exact margins. A position
/// before them has the margin of the first of them, or `known`, if that is the exact margin of
/// black with this many empty squares or more.
pub fn samples(moves: &[Move], known: Option<(u32, i32)>, table: &mut SolvedEnds) -> Vec<Sample> {
    let game = Reversi::new(Passing::Forced);
    let (mut position, mut positions) = (game.start(), Vec::new());
    for &mv in moves {
        if position.placements() == 0 {
            position = position.after(Move::PASS);
        }
        if position.placements() & mv.set() == 0 {
            return Vec::new();
        }
        positions.push(position);
        position = position.after(mv);
    }
    let Some(outcome) = game.outcome(&position) else { return Vec::new() };
    // From the last position to the first; `margin` is that of black.
    let (mut margin, mut samples) = (outcome.margin, Vec::new());
    for position in positions.iter().rev() {
        let (own, other) = position.own_and_other();
        let discs = Discs { own, other };
        let empty = discs.empty().count_ones();
        if empty <= SOLVED {
            margin = table.margin(discs) * position.turn.sign();
        } else if let Some((from, exact)) = known
            && empty >= from
        {
            margin = exact;
        }
        samples.push(Sample { discs: [own, other], margin: (margin * position.turn.sign()) as i8 });
    }
    samples
}

/// A game of an engine against itself, with this many positions searched for a move: its moves
/// without passes, and how many of them were random. It begins with 6 to 25 random half-moves.
pub fn self_play(
    engine: &mut PatternEngine,
    nodes: u64,
    random: &mut Random,
) -> (Vec<Move>, usize) {
    engine.forget();
    let opening = 6 + random.below(20);
    let (game, mut moves, mut at_random) = (Reversi::new(Passing::Forced), Vec::new(), 0);
    let mut play = Play::new(game.clone());
    while play.outcome().is_none() {
        let legal: Vec<_> = game.moves(play.position()).collect();
        let is_random = play.moves().len() < opening;
        let chosen = if is_random {
            random.pick(&legal).copied()
        } else {
            let names = rules::Table::moves(&play);
            let found = engine.choose(&names, Limits::nodes(nodes), &mut NeverStop);
            found.and_then(|found| game.parse(play.position(), &found.pv[0]).ok())
        };
        let mv = chosen.expect("an unfinished game has moves");
        if mv != Move::PASS {
            moves.push(mv);
            at_random += usize::from(is_random);
        }
        play.play(mv);
    }
    (moves, at_random)
}

/// The margins of the ends of games.
pub struct SolvedEnds {
    table: Table,
}

impl Default for SolvedEnds {
    fn default() -> SolvedEnds {
        SolvedEnds { table: Table::new(1 << 20) }
    }
}

impl SolvedEnds {
    fn margin(&mut self, discs: Discs) -> i32 {
        let mut never = |_| false;
        let found = Endgame::new(&mut self.table, 0, &mut never).best(discs, 0, -MOST, MOST);
        found.map_or(0, |(margin, _)| margin)
    }
}

impl Sample {
    fn phase(&self) -> usize {
        phase((self.discs[0] | self.discs[1]).count_ones())
    }

    /// The weights of the position's patterns within its phase, and the constant.
    fn weights(&self) -> [usize; SUMMANDS] {
        let features = Features::of(self.discs);
        std::array::from_fn(|at| match features.numbers().get(at) {
            Some(&number) => {
                LAYOUT.shared[LAYOUT.begins[at] as usize + usize::from(number)] as usize
            }
            None => LAYOUT.weights - 1,
        })
    }
}

/// Stochastic gradient descent on the square of the error.
pub struct Trainer {
    weights: Vec<f32>,
    /// For each weight, the sum of the squares of its samples' errors.
    squares: Vec<f32>,
    random: Random,
}

impl Trainer {
    /// A trainer whose weights are 0. The seed decides in which order it sees the samples.
    #[must_use]
    pub fn new(seed: u64) -> Trainer {
        let count = PHASES * LAYOUT.weights;
        let (weights, squares) = (vec![0.0; count], vec![1.0; count]);
        Trainer { weights, squares, random: Random::new(seed) }
    }

    /// Learns from every sample once, in random order. `rate` is the greatest change of a weight,
    /// in points; a weight changes less, the more it has already learned. A sample counts for its
    /// own phase of the game, and for `reach` phases before and after it.
    // CITE: J. Duchi, E. Hazan, Y. Singer, "Adaptive subgradient methods for online learning and
    // stochastic optimization", Journal of Machine Learning Research 12, 2011.
    pub fn learn(&mut self, samples: &mut [Sample], rate: f32, reach: usize) {
        for last in (1..samples.len()).rev() {
            samples.swap(last, self.random.below(last + 1));
        }
        for sample in &*samples {
            let (own, numbers) = (sample.phase(), sample.weights());
            for phase in own.saturating_sub(reach)..=(own + reach).min(PHASES - 1) {
                let first = phase * LAYOUT.weights;
                let error = f32::from(sample.margin) - self.sum(first, &numbers);
                for number in numbers {
                    let number = first + number;
                    self.squares[number] += error * error;
                    self.weights[number] += rate * error / self.squares[number].sqrt();
                }
            }
        }
    }

    /// The square root of the mean square of the error, in points.
    #[must_use]
    pub fn error(&self, samples: &[Sample]) -> f64 {
        let squares = samples.iter().map(|sample| {
            let error = f64::from(f32::from(sample.margin) - self.value(sample));
            error * error
        });
        (squares.sum::<f64>() / samples.len().max(1) as f64).sqrt()
    }

    /// The weights as the file that the engine reads. A weight that few samples have is 0 there.
    #[must_use]
    pub fn file(&self) -> Vec<u8> {
        let rounded = |(&weight, &squares): (&f32, &f32)| {
            let unit = POINT as f32 / f32::from(GRAIN);
            if squares < KNOWN { 0 } else { (weight * unit).round() as i16 }
        };
        coded(&self.weights.iter().zip(&self.squares).map(rounded).collect::<Vec<_>>())
    }

    fn value(&self, sample: &Sample) -> f32 {
        self.sum(sample.phase() * LAYOUT.weights, &sample.weights())
    }

    /// The sum of the weights with these numbers, of the phase whose weights begin at `first`.
    fn sum(&self, first: usize, numbers: &[usize]) -> f32 {
        numbers.iter().map(|number| self.weights[first + number]).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::Weights;

    /// The moves of a random game, without passes, and black's margin at its end.
    fn random_game(random: &mut Random) -> (Vec<Move>, i32) {
        let game = Reversi::new(Passing::Forced);
        let (mut position, mut moves) = (game.start(), Vec::new());
        loop {
            if let Some(outcome) = game.outcome(&position) {
                return (moves, outcome.margin);
            }
            let legal: Vec<_> = game.moves(&position).collect();
            let mv = *random.pick(&legal).expect("an unfinished game has moves");
            moves.extend(Some(mv).filter(|&mv| mv != Move::PASS));
            position = position.after(mv);
        }
    }

    #[test]
    fn samples_have_exact_margins_at_the_end_and_the_known_margin_before() {
        let mut ends = SolvedEnds::default();
        let (moves, margin) = random_game(&mut Random::new(4));
        let samples = super::samples(&moves, Some((30, 17)), &mut ends);
        assert_eq!(samples.len(), moves.len());
        let (last, first) = (samples[0], samples[moves.len() - 1]);
        assert_eq!(first.margin, 17, "black moves first");
        assert_eq!(i32::from(last.margin).abs(), margin.abs(), "the last move had no choice");
        assert_eq!(super::samples(&moves[1..], None, &mut ends).len(), 0, "not legal");
        assert_eq!(super::samples(&moves[..9], None, &mut ends).len(), 0, "not over");
    }

    #[test]
    fn an_engine_plays_itself_after_random_moves() {
        let mut engine = PatternEngine::new(Reversi::new(Passing::Forced));
        let (mut random, mut ends) = (Random::new(2), SolvedEnds::default());
        let (moves, at_random) = self_play(&mut engine, 100, &mut random);
        assert!((6..26).contains(&at_random));
        assert_eq!(super::samples(&moves, None, &mut ends).len(), moves.len(), "a whole game");
        let other = self_play(&mut engine, 100, &mut random).0;
        assert_ne!(other, moves, "the next game is another");
        let again = self_play(&mut engine, 100, &mut Random::new(2));
        assert_eq!(again, (moves, at_random), "the seed decides everything");
    }

    #[test]
    fn weights_are_learned_from_generated_games_and_read_back() {
        let (mut random, mut ends) = (Random::new(1), SolvedEnds::default());
        let games = (0..60).map(|_| random_game(&mut random).0);
        let mut samples: Vec<_> =
            games.flat_map(|moves| super::samples(&moves, None, &mut ends)).collect();
        let (mut trainer, mut again) = (Trainer::new(1), Trainer::new(1));
        let before = trainer.error(&samples);
        for (trainer, samples) in [(&mut trainer, &mut samples.clone()), (&mut again, &mut samples)]
        {
            (0..6).for_each(|epoch| trainer.learn(samples, 0.3, usize::from(epoch == 0)));
        }
        let after = trainer.error(&samples);
        assert!(after < before / 2.0, "{before} before, {after} after");
        assert_eq!(trainer.file(), again.file(), "the seed decides everything");
        let weights = Weights::read(&trainer.file());
        let squares = samples.iter().map(|sample| {
            let discs = (sample.discs[0] | sample.discs[1]).count_ones();
            let read = weights.value(&Features::of(sample.discs), discs, 0);
            (f64::from(sample.margin) - f64::from(read) / f64::from(POINT)).powi(2)
        });
        let read = (squares.sum::<f64>() / samples.len() as f64).sqrt();
        assert!(read < before / 1.5, "{before} before, {read} as the engine reads the weights");
    }
}
