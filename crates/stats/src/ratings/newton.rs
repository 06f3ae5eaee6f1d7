//! The likeliest strengths, by Newton's method; a step that lowers the likelihood is halved.
//!
//! The log-likelihood is concave (Hunter: "MM Algorithms for Generalized Bradley-Terry Models",
//! Annals of Statistics 32, 2004), so there is one maximum. A prior makes the strengths at this
//! maximum finite.

use super::duel::Duel;
use crate::elo::logistic;
use crate::matrix::Matrix;

/// The likeliest strengths.
pub(super) struct Fit {
    /// The strengths in nats; their mean is 0.
    pub(super) strengths: Vec<f64>,
    /// The pseudo-inverse of the information matrix, for strengths with mean 0.
    pub(super) inverse: Matrix,
}

/// The search ends when no strength changes by more than this number of nats, which is 2e-6 Elo
/// points.
const PRECISION: f64 = 1e-8;

/// The greatest number of steps. A few steps are enough, unless there is no maximum.
const STEPS: usize = 200;

impl Fit {
    /// Returns `None` if a strength grows without end. Without a prior, this happens if a player
    /// won every game.
    pub(super) fn find(players: usize, duels: &[Duel], prior: f64) -> Option<Fit> {
        let mut strengths = vec![0.0; players];
        for _ in 0..STEPS {
            let information = information(&strengths, duels, prior);
            let step = information.centred_solve(&slope(&strengths, duels, prior))?;
            if step.iter().all(|change| change.abs() < PRECISION) {
                return Some(Fit { strengths, inverse: information.centred_inverse()? });
            }
            strengths = moved(&strengths, &step, |strengths| likelihood(strengths, duels, prior));
        }
        None
    }

    /// A fit with the same strengths, but with an information matrix that comes from the games
    /// alone, without the prior. Returns `None` if the games give too little information for a
    /// precise result.
    pub(super) fn by_games_alone(&self, duels: &[Duel]) -> Option<Fit> {
        let inverse = information(&self.strengths, duels, 0.0).centred_inverse()?;
        Some(Fit { strengths: self.strengths.clone(), inverse })
    }
}

/// The greatest change of a strength in one step, in nats. A longer step could move strengths so
/// far apart that every result would be certain. Then the next step could not be computed.
const LONGEST: f64 = 4.0;

/// Takes the step, halved as often as necessary to keep the likelihood from falling (except by
/// rounding).
fn moved(strengths: &[f64], step: &[f64], likelihood: impl Fn(&[f64]) -> f64) -> Vec<f64> {
    let before = likelihood(strengths);
    let at = |part: f64| -> Vec<f64> {
        strengths.iter().zip(step).map(|(x, change)| x + part * change).collect()
    };
    let longest = step.iter().fold(0.0_f64, |longest, change| longest.max(change.abs()));
    let mut part = (LONGEST / longest).min(1.0);
    while part > 1e-9 && likelihood(&at(part)) < before - 1e-12 * before.abs() {
        part /= 2.0;
    }
    at(part)
}

fn likelihood(strengths: &[f64], duels: &[Duel], prior: f64) -> f64 {
    let of = |points: f64, games: f64, lead: f64| {
        points * log_logistic(lead) + (games - points) * log_logistic(-lead)
    };
    let played: f64 =
        duels.iter().map(|duel| of(duel.points(), duel.games(), duel.lead(strengths))).sum();
    played + strengths.iter().map(|&strength| of(prior / 2.0, prior, strength)).sum::<f64>()
}

fn log_logistic(nats: f64) -> f64 {
    nats.min(0.0) - (-nats.abs()).exp().ln_1p()
}

/// The gradient of the log-likelihood: each player's points less the predicted points.
fn slope(strengths: &[f64], duels: &[Duel], prior: f64) -> Vec<f64> {
    let mut slope: Vec<f64> =
        strengths.iter().map(|&strength| prior * (0.5 - logistic(strength))).collect();
    for duel in duels {
        // Actual points less predicted points, in a form that loses no digits when one player is
        // far ahead.
        let (won, lost, lead) = (duel.points(), duel.games() - duel.points(), duel.lead(strengths));
        let surplus = won * logistic(-lead) - lost * logistic(lead);
        slope[duel.players[0]] += surplus;
        slope[duel.players[1]] -= surplus;
    }
    slope
}

/// The negative second derivatives of the log-likelihood, for strengths with mean 0.
fn information(strengths: &[f64], duels: &[Duel], prior: f64) -> Matrix {
    let mut information = Matrix::zero(strengths.len());
    for duel in duels {
        information.add_difference(duel.players, duel.games() * certainty(duel.lead(strengths)));
    }
    for (player, &strength) in strengths.iter().enumerate() {
        information.add_own(player, prior * certainty(strength));
    }
    information.centred()
}

/// The variance of a game without draws, at these log-odds.
pub(super) fn certainty(nats: f64) -> f64 {
    logistic(nats) * logistic(-nats)
}
