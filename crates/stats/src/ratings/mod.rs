//! Elo ratings of all players of a table at once, with error bars: the model of Bradley and Terry ("Rank Analysis of
//! Incomplete Block Designs", Biometrika 39, 1952).
//!
//! **Draws** count as half a win, as in Elo's system, Ordo and EloStat: a rating predicts the share of the points, and
//! the ratings are those at which every player has as many points as predicted. Davidson's model ("On Extending the
//! Bradley-Terry Model to Accommodate Ties", JASA 65, 1970) makes draws a parameter of their own; then a rating
//! predicts points only together with it, one such parameter has to fit players of every strength, and of pairs it says
//! nothing. With half wins, only the mean is modelled, by quasi-likelihood (Wedderburn, Biometrika 61, 1974), and
//! ratings mean the same as in [`Sprt`](super::Sprt) on its logistic scale.
//!
//! **Error bars** come from the games: how far the points of pairs lie from the prediction is measured, and with it
//! that draws make results less variable, and two games on one board make them dependent (`spread.rs`). A bar is a range,
//! longer towards the strong for the strong, and open where somebody won everything (`bar.rs`). In simulations of fields up
//! to 700 Elo points from the mean, with one pair in each duel or forty, it holds the true rating in 93 to 99 of 100 cases
//! (`simulated.rs` repeats some), the more often the fewer the games. Across a wider gap that nothing bridges it holds it more
//! seldom: of two players 700 points apart in 88, and of two groups 1,200 points apart, the weaker of which hardly won a
//! game, in 57. Such games tell that a gap is wide, and not how wide.
//!
//! **A prior** keeps ratings finite: each player has half a draw more, against a player of the mean rating. A weaker one
//! would leave the unbeaten nowhere in particular; a stronger one draws wide fields together, and the mean of all with
//! them, from which everybody is measured.

mod bar;
mod duel;
mod groups;
mod meeting;
mod newton;
mod spread;

use crate::elo::PER_NAT;
use crate::error::Error;
use crate::matrix::Matrix;
use crate::normal::normal_below;
use crate::share::Range;
use crate::student::student_95;
use bar::Bars;
use duel::{Duel, merged};
pub use meeting::Meeting;
use newton::Fit;
use spread::Spread;

/// Virtual draws of each player against the mean.
const PRIOR_DRAWS: f64 = 0.5;

/// The place of one player in a table.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerRating {
    /// The number of the player's group. Players are in one group if games link them, directly or over others; between
    /// groups nothing can be said.
    pub group: usize,
    /// Elo points above the mean of the player's group; `None` for a player who is a group alone. The range has no upper
    /// end, an infinite one, of whoever won all games, and no lower one of whoever lost them.
    pub elo: Option<Range>,
}

/// The ratings of all players of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The players' places, by their numbers.
    pub standings: Vec<PlayerRating>,
    /// Of the ratings, in squared Elo points; zeros between groups.
    covariance: Matrix,
}

/// Rates so many players by their meetings.
///
/// # Errors
/// When a meeting is of a player that there is not, or of a player with himself.
pub fn rate(players: usize, meetings: &[Meeting]) -> Result<Ratings, Error> {
    rate_with(PRIOR_DRAWS, players, meetings)
}

fn rate_with(prior: f64, players: usize, meetings: &[Meeting]) -> Result<Ratings, Error> {
    let duels = merged(players, meetings)?;
    let groups = groups::of(players, duels.iter().map(|duel| duel.players));
    let alone = |&group: &usize| PlayerRating { group, elo: None };
    let mut ratings = Ratings { standings: groups.iter().map(alone).collect(), covariance: Matrix::zero(players) };
    for group in 0..groups.iter().max().map_or(0, |last| last + 1) {
        let members: Vec<usize> = (0..players).filter(|&player| groups[player] == group).collect();
        if members.len() > 1 {
            ratings.rate_group(prior, &members, &duels)?;
        }
    }
    Ok(ratings)
}

impl Ratings {
    fn rate_group(&mut self, prior: f64, members: &[usize], duels: &[Duel]) -> Result<(), Error> {
        let within = |player: &usize| members.binary_search(player).ok();
        let local: Vec<Duel> = duels
            .iter()
            .filter_map(|duel| {
                let [a, b] = &duel.players;
                Some(Duel { players: [within(a)?, within(b)?], ..duel.clone() })
            })
            .collect();
        let fit = Fit::find(members.len(), &local, prior).ok_or(Error::Infinite)?;
        let spread = Spread::measure(&fit, &local);
        let covariance = spread.of_strengths(&fit, &local, prior);
        let reach = student_95(spread::freedom(members.len(), &local));
        let alone = fit.by_games_alone(&local).map(|alone| spread.of_strengths(&alone, &local, 0.0));
        let by_games = alone.as_ref().unwrap_or(&covariance);
        let bars = Bars { fit: &fit, duels: &local, spread: &spread, covariance: by_games, reach };
        for (row, (&player, ends)) in members.iter().zip(bars.ends()).enumerate() {
            let [low, high] = ends.map(|end| PER_NAT * end);
            self.standings[player].elo = Some(Range { value: PER_NAT * fit.strengths[row], low, high });
            for (column, &other) in members.iter().enumerate() {
                self.covariance.add(player, other, PER_NAT * PER_NAT * covariance.at(row, column));
            }
        }
        Ok(())
    }

    /// Whether games link all players, so that all ratings may be compared.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.standings.iter().all(|standing| standing.group == 0)
    }

    /// The probability that player `a` is stronger than player `b`, by the normal approximation; one half for a player
    /// and himself. `None` between groups.
    #[must_use]
    pub fn superiority(&self, a: usize, b: usize) -> Option<f64> {
        let (difference, deviation) = self.difference([a, b])?;
        Some(if a == b { 0.5 } else { normal_below(difference / deviation) })
    }

    /// How many Elo points more the first of two has, and the standard deviation of that number. `None` between groups.
    pub(super) fn difference(&self, [a, b]: [usize; 2]) -> Option<(f64, f64)> {
        let elo = self.elo_difference(a, b)?;
        Some((elo, self.covariance.of_difference([a, b]).max(0.0).sqrt()))
    }

    /// Whether the first of two won everything, or the second lost everything, so that nothing bounds the difference.
    pub(super) fn is_open_between(&self, [a, b]: [usize; 2]) -> bool {
        let [a, b] = [a, b].map(|player| self.standings[player].elo);
        a.is_some_and(|elo| elo.high.is_infinite()) || b.is_some_and(|elo| elo.low.is_infinite())
    }

    fn elo_difference(&self, a: usize, b: usize) -> Option<f64> {
        let (a, b) = (self.standings.get(a)?, self.standings.get(b)?);
        if a.group == b.group { Some(a.elo?.value - b.elo?.value) } else { None }
    }
}

#[cfg(test)]
mod tests;
