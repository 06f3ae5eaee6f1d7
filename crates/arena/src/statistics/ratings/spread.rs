//! How far the strengths may lie from the true ones.
//!
//! The covariance is a sandwich (White: "Maximum Likelihood Estimation of Misspecified Models", Econometrica 50, 1982):
//! the inverse of the information around the variance of the points. The latter is measured. A result, of a pair or of
//! a single game, varies as independent games without draws would, times a *dispersion*: below 1 where games are drawn
//! or each side wins when it starts, above 1 where a board favours one of the players in both games.
//!
//! Each duel has its own dispersion, since those of equal players and of unequal ones differ. As few results say little
//! about it, each duel is lent some results of the whole table's dispersion, and the table a fair one.

use super::duel::{Duel, Kind};
use super::newton::{Fit, certainty};
use crate::statistics::elo::logistic;
use crate::statistics::matrix::Matrix;

/// Results with the table's dispersion that are lent to each duel.
const LENT: f64 = 4.0;

/// The covariance of the strengths, in squared nats.
pub(super) fn of(fit: &Fit, duels: &[Duel], prior: f64) -> Matrix {
    let mut points = Matrix::zero(fit.strengths.len());
    for kind in 0..2 {
        let measured: Vec<Measured> = duels.iter().map(|duel| Measured::of(duel, &duel.kinds[kind], fit)).collect();
        let fair = duels.first().map_or(0.0, |duel| duel.kinds[kind].length / 4.0);
        let table = measured.iter().fold(Measured::even(fair, 1.0), |sum, one| sum.and(one)).dispersion();
        for (duel, own) in duels.iter().zip(&measured) {
            let dispersion = own.and(&Measured::even(LENT * fair, table)).dispersion();
            points.add_difference(duel.players, dispersion * own.variance);
        }
    }
    for (player, &strength) in fit.strengths.iter().enumerate() {
        points.add_own(player, prior * certainty(strength));
    }
    fit.inverse.around(&points)
}

/// How many results are left to measure variances by, when the strengths are found.
pub(super) fn freedom(players: usize, duels: &[Duel]) -> u64 {
    let results: f64 = duels.iter().flat_map(|duel| &duel.kinds).map(Kind::results).sum();
    (results as u64).saturating_sub(players as u64 - 1).max(1)
}

/// What some results say about their dispersion.
struct Measured {
    /// The squares of how far they lie from the prediction, summed.
    squares: f64,
    /// What the squares would be with dispersion 1.
    expected: f64,
    /// The variance of their points with dispersion 1.
    variance: f64,
}

impl Measured {
    fn of(duel: &Duel, kind: &Kind, fit: &Fit) -> Measured {
        let lead = duel.lead(&fit.strengths);
        let one = kind.length * certainty(lead);
        let variance = one * kind.results();
        // The strengths were fitted to these results, which lie nearer therefore: by their leverage.
        let leverage = (one * fit.inverse.of_difference(duel.players)).min(1.0);
        Measured { squares: kind.squares(logistic(lead)), expected: variance * (1.0 - leverage), variance }
    }

    /// Results of this variance that lie just as far from the prediction as the dispersion says.
    fn even(variance: f64, dispersion: f64) -> Measured {
        Measured { squares: dispersion * variance, expected: variance, variance }
    }

    fn and(&self, other: &Measured) -> Measured {
        Measured {
            squares: self.squares + other.squares,
            expected: self.expected + other.expected,
            variance: self.variance + other.variance,
        }
    }

    fn dispersion(&self) -> f64 {
        self.squares / self.expected
    }
}
