//! The range of a rating: all strengths that the player's points do not contradict.
//!
//! The method is a score test, as Wilson used for a share (`share.rs`). For each strength, the
//! model predicts a number of points, and a deviation of that number. The strength is in the range
//! if the actual points lie within `reach` deviations of the prediction. (C. R. Rao, Mathematical
//! Proceedings of the Cambridge Philosophical Society 44, 1948.) The usual interval, `reach`
//! deviations around the likeliest strength, is far too narrow for a player who wins nearly every
//! game. The prior does not enter the range. A player who won every game may be stronger by any
//! amount, so the range has no upper end; the range of a player who lost every game has no lower
//! end.
//!
//! The strengths of the opponents are uncertain, too, and this uncertainty widens the range. The
//! covariance of the strengths, from the games alone, gives the variance of the player's strength.
//! The part of this variance that the player's own games do not explain comes from the opponents.
//!
//! The variance of a player's points is measured from the results. The measured variance of a
//! player who won every game is zero. But such results do not show whether the two games of a pair
//! are independent. If both games of a pair always have the same winner, a pair proves no more than
//! one game. So two additional pairs, one won and one lost, enter each player's variance.
//! `share.rs` does the same for a share.

use super::duel::Duel;
use super::newton::Fit;
use super::spread::Spread;
use crate::elo::logistic;
use crate::matrix::Matrix;

/// The data that all ranges are computed from.
pub(super) struct Bars<'a> {
    pub(super) fit: &'a Fit,
    pub(super) duels: &'a [Duel],
    pub(super) spread: &'a Spread,
    /// The covariance of the strengths, from the games alone.
    pub(super) covariance: &'a Matrix,
    /// In the range, the actual points lie at most this many deviations from the prediction.
    pub(super) reach: f64,
}

/// One player's results against one opponent, from the player's side.
struct RoundScore<'a> {
    numbered: (usize, &'a Duel),
    lead: f64,
    won: f64,
    lost: f64,
}

/// The prediction that an assumed strength makes about a player's points.
struct Prediction {
    /// The actual points minus the predicted points.
    surplus: f64,
    /// How fast the predicted points grow with the strength, in points for each nat.
    information: f64,
    /// The variance of the points.
    variance: f64,
}

/// The number of additional pairs in a player's variance. `share.rs` adds the same number of pairs.
const LENT: f64 = 2.0;

/// If both players are equally strong, the expected points of a pair rise by this number for each
/// nat of strength: by a quarter of a point in each of the two games.
const INFORMATION: f64 = 0.5;

/// The variance of a pair's points if the players have even chances and one of them wins both
/// games.
const WHOLE_VARIANCE: f64 = 1.0;

/// The greatest width of one side of a range, in nats. If a side is wider, its end counts as
/// infinite.
const FARTHEST: f64 = 1000.0;

impl Bars<'_> {
    /// The two ends of each player's range, in nats above the mean of all players; infinite if
    /// there is no end.
    pub(super) fn ends(&self) -> Vec<[f64; 2]> {
        let mut bouts: Vec<Vec<RoundScore<'_>>> =
            self.fit.strengths.iter().map(|_| Vec::new()).collect();
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
        // A player's own strength is part of the mean. So if the strength grows, the lead over the
        // mean grows less than the lead over the opponents.
        let part = (players - 1.0) / players;
        let Prediction { information, variance, .. } = self.predict(bouts, 0.0);
        let whole = self.covariance.at(player, player) / part.powi(2);
        let others = (whole - variance / information.powi(2)).max(0.0);
        let care = care(bouts, information, variance);
        let holds = |shift: f64| {
            let Prediction { surplus, information, variance } = self.predict(bouts, shift);
            surplus.abs() <= self.reach * (care * variance + information.powi(2) * others).sqrt()
        };
        let is_beaten = bouts.iter().any(|bout| bout.lost > 0.0);
        let has_scored = bouts.iter().any(|bout| bout.won > 0.0);
        let low = if has_scored { -farthest(|shift| holds(-shift)) } else { f64::NEG_INFINITY };
        let high = if is_beaten { farthest(holds) } else { f64::INFINITY };
        [low, high].map(|shift| self.fit.strengths[player] + part * shift)
    }

    /// The prediction for a player's points if the player's strength is the likeliest strength plus
    /// `shift`.
    fn predict(&self, bouts: &[RoundScore<'_>], shift: f64) -> Prediction {
        let mut sum = Prediction { surplus: 0.0, information: 0.0, variance: 0.0 };
        for bout in bouts {
            let lead = bout.lead + shift;
            // The opponent's share is computed in the same way, since `1 - share` could lose
            // digits.
            let (share, rest) = (logistic(lead), logistic(-lead));
            sum.surplus += bout.won * rest - bout.lost * share;
            sum.information += (bout.won + bout.lost) * share * rest;
            sum.variance += self.spread.of_points(bout.numbered, share * rest);
        }
        sum
    }
}

/// The factor by which two additional pairs change the measured variance of a player's points.
fn care(bouts: &[RoundScore<'_>], information: f64, variance: f64) -> f64 {
    let has_pairs = bouts.iter().any(|bout| bout.numbered.1.kinds[1].results() > 0.0);
    if !has_pairs {
        return 1.0;
    }
    (variance + LENT * WHOLE_VARIANCE) / (information + LENT * INFORMATION)
        * (information / variance)
}

/// The greatest distance from 0 at which `holds` is true; infinite if `holds` is always true.
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
    // 24 halvings reduce even the longest interval, 256 nats, to less than a hundredth of an Elo
    // point.
    for _ in 0..24 {
        let middle = f64::midpoint(within, beyond);
        *(if holds(middle) { &mut within } else { &mut beyond }) = middle;
    }
    within
}
