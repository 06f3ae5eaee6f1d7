//! Rates players who are linked by games.
//!
//! A player who won every game, or lost every game, is set aside. Such games show that the player
//! is far away, but not how far, and this uncertainty would widen everybody's error bars. The
//! others are rated by the games among them, and the player is placed beside them afterwards. Ordo
//! does the same. Without that player, another one may have won or lost every game, so this is
//! repeated.

use super::bar::Bars;
use super::duel::Duel;
use super::groups;
use super::newton::Fit;
use super::spread::{self, Spread};
use crate::elo::PER_NAT;
use crate::error::Error;
use crate::matrix::Matrix;
use crate::share::Range;
use crate::student::student_95;

/// The ratings of linked players.
pub(super) struct Linked {
    /// Elo points above the mean of the players who are not set aside.
    pub(super) elo: Vec<Range>,
    /// The variance of the difference of each two ratings, in squared Elo points.
    pub(super) variances: Matrix,
}

/// Rates players who are linked by these duels.
///
/// # Errors
/// Fails if a rating would be infinite, which happens only without a prior.
pub(super) fn rate(players: usize, duels: &[Duel], prior: f64) -> Result<Linked, Error> {
    let mut all = together(players, duels, prior)?;
    let core = core(players, duels);
    let inner = among(&core, duels);
    let are_linked = groups::of(core.len(), inner.iter().map(|duel| duel.players))
        .iter()
        .all(|&group| group == 0);
    if core.len() == players || core.len() < 2 || !are_linked {
        return Ok(all);
    }
    let rated = together(core.len(), &inner, prior)?;
    let mean = core.iter().map(|&player| all.elo[player].value).sum::<f64>() / core.len() as f64;
    for Range { value, low, high } in &mut all.elo {
        (*value, *low, *high) = (*value - mean, *low - mean, *high - mean);
    }
    for (row, &player) in core.iter().enumerate() {
        all.elo[player] = rated.elo[row];
        for (column, &other) in core.iter().enumerate() {
            all.variances.set(player, other, rated.variances.at(row, column));
        }
    }
    Ok(all)
}

/// The players who remain after those who won everything or lost everything against the remaining
/// players have been set aside, in ascending order.
fn core(players: usize, duels: &[Duel]) -> Vec<usize> {
    let mut core: Vec<usize> = (0..players).collect();
    loop {
        let (mut won, mut lost) = (vec![false; core.len()], vec![false; core.len()]);
        for duel in among(&core, duels) {
            let ([a, b], points) = (duel.players, duel.points());
            let lost_points = duel.games() - points;
            won[a] |= points > 0.0;
            lost[b] |= points > 0.0;
            won[b] |= lost_points > 0.0;
            lost[a] |= lost_points > 0.0;
        }
        let before = core.len();
        let mut numbers = 0..before;
        core.retain(|_| numbers.next().is_some_and(|number| won[number] && lost[number]));
        if core.len() == before {
            return core;
        }
    }
}

/// The duels among these players, who are numbered anew. `players` is in ascending order.
pub(super) fn among(players: &[usize], duels: &[Duel]) -> Vec<Duel> {
    let within = |player: &usize| players.binary_search(player).ok();
    let renumbered = |duel: &Duel| {
        let [a, b] = &duel.players;
        Some(Duel { players: [within(a)?, within(b)?], ..duel.clone() })
    };
    duels.iter().filter_map(renumbered).collect()
}

/// Rates all these players together.
fn together(players: usize, duels: &[Duel], prior: f64) -> Result<Linked, Error> {
    let fit = Fit::find(players, duels, prior).ok_or(Error::Infinite)?;
    let spread = Spread::measure(&fit, duels);
    let covariance = spread.of_strengths(&fit, duels, prior);
    let reach = student_95(spread::freedom(players, duels));
    let alone = fit.by_games_alone(duels).map(|alone| spread.of_strengths(&alone, duels, 0.0));
    let by_games = alone.as_ref().unwrap_or(&covariance);
    let bars = Bars { fit: &fit, duels, spread: &spread, covariance: by_games, reach };
    let elo = fit.strengths.iter().zip(bars.ends()).map(|(strength, ends)| {
        let [low, high] = ends.map(|end| PER_NAT * end);
        Range { value: PER_NAT * strength, low, high }
    });
    let mut variances = Matrix::zero(players);
    for a in 0..players {
        for b in 0..players {
            variances.set(a, b, PER_NAT * PER_NAT * covariance.of_difference([a, b]).max(0.0));
        }
    }
    Ok(Linked { elo: elo.collect(), variances })
}
