//! A running rating: Glicko-2 ratings, round by round (Glickman: "Dynamic paired comparison models
//! with stochastic variances", Journal of Applied Statistics 28, 2001).
//!
//! Use [`rate`](super::rate) for conclusions: it weighs all games at once. A running rating is for
//! players to watch: it changes with every round, and it rises faster for wins against stronger
//! players. A round is a rating period: its games are compared with the ratings before the round.
//! So the order of the matches within a round does not matter, and the same results always give the
//! same ratings.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

/// The result of the games that two players have played against each other in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundScore {
    /// The two players' numbers, from 0.
    pub players: [usize; 2],
    /// How many games the first player lost, drew and won.
    pub games: [u64; 3],
}

/// A player's running rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunningRating {
    /// Glicko-2's points: every player begins with 1500, and a lead of 400 means odds of about ten
    /// to one.
    pub rating: f64,
    /// The standard deviation of the rating; 350 at the beginning. The formulas assume that games
    /// are independent of each other.
    pub deviation: f64,
}

/// Computes the players' running ratings after these rounds. Scores of players who are not in the
/// table are ignored.
#[must_use]
pub fn running_ratings(players: usize, rounds: &[Vec<RoundScore>]) -> Vec<RunningRating> {
    let mut ratings = vec![Glicko2Rating::new(); players];
    for round in rounds {
        ratings = after(&ratings, round);
    }
    ratings
        .iter()
        .map(|rating| RunningRating { rating: rating.rating, deviation: rating.deviation })
        .collect()
}

/// The ratings after a round. A player without a game in the round keeps the rating and the
/// deviation, since the strength does not change during a bye.
fn after(before: &[Glicko2Rating], round: &[RoundScore]) -> Vec<Glicko2Rating> {
    let mut results = vec![Vec::new(); before.len()];
    for &RoundScore { players: [first, second], games: [lost, drawn, won] } in round {
        if first.max(second) < before.len() {
            results[first].extend(outcomes(before[second], lost, drawn, won));
            results[second].extend(outcomes(before[first], won, drawn, lost));
        }
    }
    let rated = before.iter().zip(&results).map(|(rating, results)| {
        if results.is_empty() {
            *rating
        } else {
            glicko2_rating_period(rating, results, &Glicko2Config::new())
        }
    });
    rated.collect()
}

fn outcomes(
    opponent: Glicko2Rating,
    lost: u64,
    drawn: u64,
    won: u64,
) -> impl Iterator<Item = (Glicko2Rating, Outcomes)> {
    let kinds = [(Outcomes::LOSS, lost), (Outcomes::DRAW, drawn), (Outcomes::WIN, won)];
    kinds
        .into_iter()
        .flat_map(move |(outcome, number)| (0..number).map(move |_| (opponent, outcome)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_is_glickmans() {
        // Glickman: "Example of the Glicko-2 system", 2013: a player with the rating 1500 and the
        // deviation 200 beats 1400 (30), and loses to 1550 (100) and 1700 (300).
        let rating = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
        let before = [
            rating(1500.0, 200.0),
            rating(1400.0, 30.0),
            rating(1550.0, 100.0),
            rating(1700.0, 300.0),
        ];
        let bout = |other, games| RoundScore { players: [0, other], games };
        let round = [bout(1, [0, 0, 1]), bout(2, [1, 0, 0]), bout(3, [1, 0, 0])];
        let found = after(&before, &round)[0];
        assert!(
            (found.rating - 1464.06).abs() < 0.01 && (found.deviation - 151.52).abs() < 0.01,
            "{found:?}"
        );
        assert!((found.volatility - 0.059_99).abs() < 1e-5, "{found:?}");
    }

    #[test]
    fn a_round_has_no_order_and_rounds_have() {
        let bout = |players, games| RoundScore { players, games };
        let (one, other) = (bout([0, 1], [1, 2, 5]), bout([2, 0], [0, 1, 3]));
        let whole = running_ratings(4, &[vec![one, other]]);
        let mirrored = bout([1, 0], [5, 2, 1]);
        for (rung, twin) in whole.iter().zip(running_ratings(4, &[vec![other, mirrored]])) {
            assert!((rung.rating - twin.rating).abs() < 1e-9, "{rung:?}, {twin:?}");
        }
        assert_eq!(whole[3], RunningRating { rating: 1500.0, deviation: 350.0 });
        assert_ne!(whole, running_ratings(4, &[vec![one], vec![other]]));
        assert_eq!(running_ratings(1, &[vec![bout([0, 7], [1, 0, 0])]])[0].rating, 1500.0);
    }

    #[test]
    fn the_stronger_rise() {
        let rounds = vec![vec![RoundScore { players: [0, 1], games: [25, 0, 75] }]; 5];
        let running = running_ratings(2, &rounds);
        // A player who wins three games out of four is 191 points stronger.
        assert!((running[0].rating - running[1].rating - 191.0).abs() < 20.0, "{running:?}");
        let one_sided =
            running_ratings(2, &[vec![RoundScore { players: [0, 1], games: [0, 0, 100_000] }]]);
        assert!(
            one_sided.iter().all(|rung| rung.rating.is_finite() && rung.deviation > 0.0),
            "{one_sided:?}"
        );
    }
}
