//! The range of a rating: all strengths that a player's points do not speak against.
//!
//! As Wilson did for a share (`share.rs`), each strength is asked what points it would bring: it is in the range if the
//! points that were made lie within so many deviations of those, as the deviation would be with *that* strength (a score
//! test: Rao, Mathematical Proceedings of the Cambridge Philosophical Society 44, 1948). The usual interval, so many
//! deviations to both sides of the likeliest strength, is far too narrow for somebody who wins nearly everything. Nor has
//! the prior a say. Whoever won everything may be any amount stronger: the range has no upper end; and no lower one where
//! everything was lost.
//!
//! The strengths of the others are not known either. What that adds is taken from the covariance that the games alone
//! would give to all at these strengths, without a prior: the part of a strength's variance that the player's
//! own games do not explain.
//!
//! How much a player's points vary is measured, and somebody's who won everything do not vary at all: whether both games of
//! a pair always go the same way, so that a pair proves no more than a game, is not to be seen there. So two pairs more
//! count for each player's variance, one won and one lost whole, as for a share.

use super::duel::Duel;
use super::newton::Fit;
use super::spread::Spread;
use crate::elo::logistic;
use crate::matrix::Matrix;

/// What all ranges are drawn from.
pub(super) struct Bars<'a> {
    pub(super) fit: &'a Fit,
    pub(super) duels: &'a [Duel],
    pub(super) spread: &'a Spread,
    /// Of the strengths, by games alone.
    pub(super) covariance: &'a Matrix,
    /// How many deviations are within.
    pub(super) reach: f64,
}

/// A duel of one player's, as he sees it.
struct RoundScore<'a> {
    numbered: (usize, &'a Duel),
    lead: f64,
    won: f64,
    lost: f64,
}

/// What a strength says of a player's points.
struct Said {
    /// Points that it did not expect.
    surplus: f64,
    /// How many more each nat expects.
    information: f64,
    /// The variance of the points.
    variance: f64,
}

/// Pairs that count for a player's variance beside his own; as many as for a share.
const LENT: f64 = 2.0;

/// What a pair at even chances expects more for each nat: a quarter of a point in each game.
const INFORMATION: f64 = 0.5;

/// The variance of the points of a pair that is won or lost whole, at even chances.
const WHOLE_VARIANCE: f64 = 1.0;

/// No range reaches farther, in nats: nothing is told apart there.
const FARTHEST: f64 = 1000.0;

impl Bars<'_> {
    /// Both ends of the range of each player's strength, in nats above the mean of all; infinite where there is none.
    pub(super) fn ends(&self) -> Vec<[f64; 2]> {
        let mut bouts: Vec<Vec<RoundScore<'_>>> = self.fit.strengths.iter().map(|_| Vec::new()).collect();
        for numbered @ (_, duel) in self.duels.iter().enumerate() {
            let (lead, won) = (duel.lead(&self.fit.strengths), duel.points());
            let lost = duel.games() - won;
            bouts[duel.players[0]].push(RoundScore { numbered, lead, won, lost });
            bouts[duel.players[1]].push(RoundScore { numbered, lead: -lead, won: lost, lost: won });
        }
        bouts.iter().enumerate().map(|(player, bouts)| self.of(player, bouts)).collect()
    }

    fn of(&self, player: usize, bouts: &[RoundScore<'_>]) -> [f64; 2] {
        let players = self.fit.strengths.len() as f64;
        // Who gets ahead of all others gets less ahead of the mean of all, himself among them.
        let part = (players - 1.0) / players;
        let Said { information, variance, .. } = self.said(bouts, 0.0);
        let whole = self.covariance.at(player, player) / part.powi(2);
        let others = (whole - variance / information.powi(2)).max(0.0);
        let care = care(bouts, information, variance);
        let holds = |shift: f64| {
            let Said { surplus, information, variance } = self.said(bouts, shift);
            surplus.abs() <= self.reach * (care * variance + information.powi(2) * others).sqrt()
        };
        let is_beaten = bouts.iter().any(|bout| bout.lost > 0.0);
        let has_scored = bouts.iter().any(|bout| bout.won > 0.0);
        let low = if has_scored { -farthest(|shift| holds(-shift)) } else { f64::NEG_INFINITY };
        let high = if is_beaten { farthest(holds) } else { f64::INFINITY };
        [low, high].map(|shift| self.fit.strengths[player] + part * shift)
    }

    /// What a strength says that is higher by so much than the likeliest.
    fn said(&self, bouts: &[RoundScore<'_>], shift: f64) -> Said {
        let mut said = Said { surplus: 0.0, information: 0.0, variance: 0.0 };
        for bout in bouts {
            let lead = bout.lead + shift;
            // Both of them, since 1 less the one loses its digits where the other is small.
            let (share, rest) = (logistic(lead), logistic(-lead));
            said.surplus += bout.won * rest - bout.lost * share;
            said.information += (bout.won + bout.lost) * share * rest;
            said.variance += self.spread.of_points(bout.numbered, share * rest);
        }
        said
    }
}

/// How many times as much as was measured a player's points are said to vary, when two pairs more count.
fn care(bouts: &[RoundScore<'_>], information: f64, variance: f64) -> f64 {
    let has_pairs = bouts.iter().any(|bout| bout.numbered.1.kinds[1].results() > 0.0);
    if !has_pairs {
        return 1.0;
    }
    (variance + LENT * WHOLE_VARIANCE) / (information + LENT * INFORMATION) * (information / variance)
}

/// How far from 0 it holds; infinite where it always does.
fn farthest(holds: impl Fn(f64) -> bool) -> f64 {
    let mut within = 0.0;
    let mut beyond = 0.25;
    while holds(beyond) {
        within = beyond;
        beyond *= 2.0;
        if beyond > FARTHEST {
            return f64::INFINITY;
        }
    }
    // A ten-thousandth of an Elo point is left of a quarter of a nat, and a hundredth of the farthest.
    for _ in 0..24 {
        let middle = f64::midpoint(within, beyond);
        *(if holds(middle) { &mut within } else { &mut beyond }) = middle;
    }
    within
}
