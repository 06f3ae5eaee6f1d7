//! How far results lie from what was expected, and so the strengths from the true ones.
//!
//! A result, of a pair or of a single game, varies as independent games without draws would, times a *dispersion*: below 1
//! where games are drawn or each side wins when it starts, above 1 where a board favours one of the players in both games.
//! It is measured.
//!
//! Each duel has its own dispersion, since those of equal players and of unequal ones differ. As few results say little
//! about it, each duel is lent some results of the whole table's dispersion, and the table a fair one. Where one of two is
//! far ahead, a table of many draws says too little: with nearly all points on one side, the few that are missing are
//! missing by halves at best. So what is lent is the nearer to 1 there, the farther ahead he is.
//!
//! The covariance is a sandwich (White: "Maximum Likelihood Estimation of Misspecified Models", Econometrica 50, 1982): the
//! inverse of the information around the variance of the points.

use super::duel::{Duel, Kind};
use super::newton::{Fit, certainty};
use crate::elo::logistic;
use crate::matrix::Matrix;

/// Results with the table's dispersion that are lent to each duel.
const LENT: f64 = 4.0;

/// How much the results of a table vary.
pub(super) struct Spread {
    /// By kinds of results.
    kinds: [Varied; 2],
}

/// How much results of one kind vary.
struct Varied {
    /// The variance of a fair result.
    fair: f64,
    /// The whole table's dispersion.
    table: f64,
    /// What the results of each duel say.
    duels: Vec<Measured>,
}

impl Spread {
    /// Measured, around what is expected of these strengths.
    pub(super) fn measure(fit: &Fit, duels: &[Duel]) -> Spread {
        Spread { kinds: [0, 1].map(|kind| Varied::measure(fit, duels, kind)) }
    }

    /// The variance of the points of a duel, of which this is the number, if a game without draws had this variance.
    pub(super) fn of_points(&self, (number, duel): (usize, &Duel), certainty: f64) -> f64 {
        let kinds = self.kinds.iter().zip(&duel.kinds).map(|(varied, kind)| (varied, kind, kind.results()));
        let played = kinds.filter(|(_, _, results)| *results > 0.0);
        played
            .map(|(varied, kind, results)| varied.dispersion(number, certainty) * results * kind.length * certainty)
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
        let measured: Vec<Measured> = duels.iter().map(|duel| Measured::of(duel, &duel.kinds[kind], fit)).collect();
        let fair = duels.first().map_or(0.0, |duel| duel.kinds[kind].length / 4.0);
        let table = measured.iter().fold(Measured::even(fair, 1.0), |sum, one| sum.and(one)).dispersion();
        Varied { fair, table, duels: measured }
    }

    fn dispersion(&self, duel: usize, certainty: f64) -> f64 {
        let evenness = 4.0 * certainty;
        let lent = self.table.max(1.0 - evenness * (1.0 - self.table));
        self.duels[duel].and(&Measured::even(LENT * self.fair, lent)).dispersion()
    }
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
}

impl Measured {
    fn of(duel: &Duel, kind: &Kind, fit: &Fit) -> Measured {
        let lead = duel.lead(&fit.strengths);
        let one = kind.length * certainty(lead);
        // The strengths were fitted to these results, which lie nearer therefore: by their leverage.
        let leverage = (one * fit.inverse.of_difference(duel.players)).min(1.0);
        Measured { squares: kind.squares(logistic(lead)), expected: one * kind.results() * (1.0 - leverage) }
    }

    /// Results of this variance that lie just as far from the prediction as the dispersion says.
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
