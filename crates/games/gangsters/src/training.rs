//! Learns the weights of the evaluation from games that the engine plays against itself.
//!
//! The result of a game is regressed on the features of its positions, as in CITE: P. Österlund,
//! "Texel's tuning method", 2014.

use rules::random::Random;
use rules::{Game, Outcome, Side};
use search::{Evaluate, HashTable, Limits, NeverStop, Problem, Score, WON, best, proven_end};

use super::evaluation::{FEATURES, Weighted, features};
use super::moves::Move;
use super::position::{Gangsters, Position};

/// A position with its result for the side to move: 1 for a win, 1/2 for a draw and 0 for a loss.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    features: [f64; FEATURES],
    result: f64,
}

/// At most this many random half-moves begin a game, so that the samples also know positions to
/// which good play does not lead.
const OPENING: usize = 10;

/// Lets the engine play a game from a random opening, and returns its positions. A game ends when a
/// search finds a proof.
#[must_use]
pub fn samples(
    weights: Weighted,
    game: &Gangsters,
    nodes: u64,
    random: &mut Random,
) -> Vec<Sample> {
    let mut table = HashTable::new(1 << 18);
    let mut position = opening(game, random);
    let mut seen = Vec::new();
    let outcome = loop {
        if let Some(outcome) = game.outcome(&position) {
            break outcome;
        }
        let problem = Problem::new(game, &weights, &position, Limits::nodes(nodes));
        let found = best(&problem, &mut table, &mut NeverStop).expect("the game is not over");
        if !parks(game, &position) {
            seen.push((features(game, &position), position.turn));
        }
        if let Some((margin, _)) = proven_end(found.score) {
            break Outcome { margin: margin * position.turn.sign() };
        }
        position = game.play(&position, found.best_move());
    };
    let sample = |(features, side): ([Score; FEATURES], Side)| Sample {
        features: features.map(f64::from),
        result: f64::from(1 + outcome.margin_for(side)) / 2.0,
    };
    seen.into_iter().map(sample).collect()
}

/// A position after some random half-moves, none of which lets the opponent park the box.
fn opening(game: &Gangsters, random: &mut Random) -> Position {
    let mut position = game.start();
    for _ in 0..random.between(0, OPENING) {
        let next = |mv: Move| game.play(&position, mv);
        let calm = |next: &Position| game.outcome(next).is_none() && !parks(game, next);
        let calm: Vec<_> = game.moves(&position).map(next).filter(calm).collect();
        let Some(&next) = random.pick(&calm) else { break };
        position = next;
    }
    position
}

/// Whether the side to move can park the box at once.
fn parks(game: &Gangsters, position: &Position) -> bool {
    Weighted::TUNED.finish(game, position, 0, -WON, WON, 0).is_some()
}

/// The steps of the descent, and the length of the first one; the others get shorter.
const STEPS: u32 = 400;
const RATE: f64 = 0.1;

/// The weights with which the evaluation predicts the results best.
///
/// CITE: D. P. Kingma, J. Ba, "Adam: a method for stochastic optimization", 2015; here each step
/// looks at all samples.
#[must_use]
pub fn fit(samples: &[Sample]) -> Weighted {
    let scales: [f64; FEATURES] = std::array::from_fn(|i| {
        let squares: f64 = samples.iter().map(|sample| sample.features[i].powi(2)).sum();
        (squares / samples.len() as f64).sqrt().max(1e-3)
    });
    let mut weights = [0.0; FEATURES];
    let mut moments = [[0.0; 2]; FEATURES];
    for step in 1..=STEPS {
        let slope = slope(samples, &weights);
        for i in 0..FEATURES {
            let slope = slope[i] / scales[i];
            let [mean, square] = &mut moments[i];
            *mean += 0.1 * (slope - *mean);
            *square += 0.01 * (slope.powi(2) - *square);
            let mean = *mean / (1.0 - 0.9_f64.powi(step as i32));
            let square = *square / (1.0 - 0.99_f64.powi(step as i32));
            let rate = RATE * (1.0 - f64::from(step - 1) / f64::from(STEPS));
            weights[i] -= rate * mean / (square.sqrt() + 1e-8) / scales[i];
        }
    }
    Weighted(weights.map(|weight| (100.0 * weight).round() as Score))
}

/// The mean cross-entropy of the predicted and the true results.
#[must_use]
pub fn loss(samples: &[Sample], weights: &Weighted) -> f64 {
    let weights = weights.0.map(|weight| f64::from(weight) / 100.0);
    let loss = |sample: &Sample| {
        let won = odds(sample, &weights).clamp(1e-9, 1.0 - 1e-9);
        -(sample.result * won.ln() + (1.0 - sample.result) * (1.0 - won).ln())
    };
    samples.iter().map(loss).sum::<f64>() / samples.len() as f64
}

/// The gradient of the loss.
fn slope(samples: &[Sample], weights: &[f64; FEATURES]) -> [f64; FEATURES] {
    let mut slope = [0.0; FEATURES];
    for sample in samples {
        let error = (odds(sample, weights) - sample.result) / samples.len() as f64;
        slope
            .iter_mut()
            .zip(sample.features)
            .for_each(|(slope, feature)| *slope += error * feature);
    }
    slope
}

/// The predicted probability that the side to move wins.
fn odds(sample: &Sample, weights: &[f64; FEATURES]) -> f64 {
    let sum: f64 =
        sample.features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum();
    1.0 / (1.0 + (-sum).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples whose results follow known weights.
    fn drawn(weights: &[f64; FEATURES]) -> Vec<Sample> {
        let mut random = Random::new(1);
        let mut sample = || {
            let features = std::array::from_fn(|_| random.below(5) as f64 - 2.0);
            let sample = Sample { features, result: 0.0 };
            Sample { result: odds(&sample, weights), ..sample }
        };
        (0..2000).map(|_| sample()).collect()
    }

    #[test]
    fn the_weights_behind_the_results_are_found() {
        let weights = std::array::from_fn(|i| i as f64 / 10.0 - 0.7);
        let samples = drawn(&weights);
        let found = fit(&samples);
        let near = |(found, weight): (Score, f64)| (f64::from(found) - 100.0 * weight).abs() < 3.0;
        assert!(found.0.into_iter().zip(weights).all(near), "{found:?} for {weights:?}");
        assert!(loss(&samples, &found) < loss(&samples, &Weighted([0; FEATURES])));
    }
}
