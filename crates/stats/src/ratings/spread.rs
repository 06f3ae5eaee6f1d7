//! Measures how far results lie from the prediction, and how uncertain the strengths are because of
//! that distance.
//!
//! A result belongs to a pair of games or to a single game. Its variance is the variance of
//! independent games without draws, times a *dispersion*. The dispersion is below 1 if games are
//! drawn, or if the player who starts a game tends to win it. It is above 1 if a board favours the
//! same player in both games. The value of the dispersion is measured.
//!
//! Each duel has its own dispersion, since the dispersion depends on how unequal the players are. A
//! few results say little about a dispersion. So some results are added. Each duel gets results
//! with the dispersion of the whole table, and the table gets results with dispersion 1. If a table
//! has many draws, its dispersion is too small for a duel in which one player is far ahead. Such a
//! duel has a dispersion of about 1/2 even if that player loses points only by draws. So the
//! farther one player is ahead, the nearer to 1 is the dispersion of the additional results.
//!
//! The covariance of the strengths is a sandwich estimator: the variance of the points stands
//! between two copies of the inverse of the information (White: "Maximum Likelihood Estimation of
//! Misspecified Models", Econometrica 50, 1982).

use super::duel::{Duel, Kind};
use super::newton::{Fit, certainty};
use crate::elo::logistic;
use crate::matrix::Matrix;

/// The number of results that are added to each duel. The added results have the dispersion of the
/// whole table.
const LENT: f64 = 4.0;

/// The variances of a table's results.
pub(super) struct Spread {
    /// The variances of each kind of results: results of pairs, and results of single games.
    kinds: [Varied; 2],
}

/// The variances of results of one kind. All these results have the same number of games.
struct Varied {
    /// The variance of a result if the players are equally strong, the games are independent, and
    /// no game is drawn.
    fair: f64,
    /// The whole table's dispersion.
    table: f64,
    /// The measured variance of each duel.
    duels: Vec<Measured>,
}

impl Spread {
    /// Measures the spread of the results around the points that the strengths of `fit` predict.
    pub(super) fn measure(fit: &Fit, duels: &[Duel]) -> Spread {
        Spread { kinds: [0, 1].map(|kind| Varied::measure(fit, duels, kind)) }
    }

    /// The variance of the points of duel `number`. If there were no draws, the variance of one of
    /// its games would be `certainty`.
    pub(super) fn of_points(&self, (number, duel): (usize, &Duel), certainty: f64) -> f64 {
        let kinds =
            self.kinds.iter().zip(&duel.kinds).map(|(varied, kind)| (varied, kind, kind.results()));
        let played = kinds.filter(|(_, _, results)| *results > 0.0);
        played
            .map(|(varied, kind, results)| {
                varied.dispersion(number, certainty) * results * kind.length * certainty
            })
            .sum()
    }

    /// The covariance of the strengths, in squared nats.
    pub(super) fn of_strengths(&self, fit: &Fit, duels: &[Duel], prior: f64) -> Matrix {
        let mut points = Matrix::zero(fit.strengths.len());
        for (number, duel) in duels.iter().enumerate() {
            let certainty = certainty(duel.lead(&fit.strengths));
            points.add_difference(duel.players, self.of_points((number, duel), certainty));
        }
        for (player, &strength) in fit.strengths.iter().enumerate() {
            points.add_own(player, prior * certainty(strength));
        }
        fit.inverse.around(&points)
    }
}

impl Varied {
    fn measure(fit: &Fit, duels: &[Duel], kind: usize) -> Varied {
        let measured: Vec<Measured> =
            duels.iter().map(|duel| Measured::of(duel, &duel.kinds[kind], fit)).collect();
        let fair = duels.first().map_or(0.0, |duel| duel.kinds[kind].length / 4.0);
        let table =
            measured.iter().fold(Measured::even(fair, 1.0), |sum, one| sum.and(one)).dispersion();
        Varied { fair, table, duels: measured }
    }

    fn dispersion(&self, duel: usize, certainty: f64) -> f64 {
        let evenness = 4.0 * certainty;
        let lent = self.table.max(1.0 - evenness * (1.0 - self.table));
        self.duels[duel].and(&Measured::even(LENT * self.fair, lent)).dispersion()
    }
}

/// The degrees of freedom: how many results are left for measuring variances after the strengths
/// have been fitted.
pub(super) fn freedom(players: usize, duels: &[Duel]) -> u64 {
    let results: f64 = duels.iter().flat_map(|duel| &duel.kinds).map(Kind::results).sum();
    (results as u64).saturating_sub(players as u64 - 1).max(1)
}

/// Sums over some results, from which their dispersion is computed.
struct Measured {
    /// The sum of the squared distances from the prediction.
    squares: f64,
    /// The sum that would be expected with dispersion 1.
    expected: f64,
}

impl Measured {
    fn of(duel: &Duel, kind: &Kind, fit: &Fit) -> Measured {
        let lead = duel.lead(&fit.strengths);
        let one = kind.length * certainty(lead);
        // The strengths were fitted to these results. So the results lie nearer to the prediction
        // than new results would lie. The leverage says how much nearer.
        let leverage = (one * fit.inverse.of_difference(duel.players)).min(1.0);
        Measured {
            squares: kind.squares(logistic(lead)),
            expected: one * kind.results() * (1.0 - leverage),
        }
    }

    /// Results with this variance and exactly this dispersion.
    fn even(variance: f64, dispersion: f64) -> Measured {
        Measured { squares: dispersion * variance, expected: variance }
    }

    fn and(&self, other: &Measured) -> Measured {
        Measured { squares: self.squares + other.squares, expected: self.expected + other.expected }
    }

    fn dispersion(&self) -> f64 {
        self.squares / self.expected
    }
}
