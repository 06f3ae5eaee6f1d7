//! What the points prove. Whoever shows a conclusion puts it into words.

use crate::Ratings;
use crate::normal::normal_quantile;
use crate::share::{FEWEST_PAIRS, Range, share};

/// Fewer games decide nothing, even if one player wins all of them.
pub const FEWEST_GAMES: u64 = 2 * FEWEST_PAIRS;

/// What the pairs of two players prove about them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Nothing, since so few games decide nothing: this many more are needed.
    TooFew {
        /// The number of further games.
        more: u64,
    },
    /// Nothing, since nearly all games are copies of others.
    Copies {
        /// The number of games that are no copies.
        evidence: u64,
    },
    /// One player is the stronger: the range of this player's share excludes one half.
    Stronger {
        /// The index of the stronger player.
        player: usize,
        /// The share of the points that the stronger player got, from 0 to 1.
        share: Range,
    },
    /// Nothing: the range of the first player's share includes one half.
    Open {
        /// The share of the points that the first player got, from 0 to 1.
        share: Range,
    },
}

impl Verdict {
    /// Whether it says who is stronger.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        matches!(self, Verdict::Stronger { .. })
    }
}

/// Says which of two players is the stronger, if the games decide that. `pairs` has the number of
/// pairs in which the first player got 0, 1, 2, 3 and 4 half points.
///
/// ```
/// use stats::{Verdict, verdict};
///
/// assert!(matches!(verdict(&[3, 8, 24, 10, 5]), Verdict::Open { .. }));
/// assert!(matches!(verdict(&[0, 1, 2, 2, 7]), Verdict::Stronger { player: 0, .. }));
/// assert_eq!(verdict(&[0, 0, 0, 0, 5]), Verdict::TooFew { more: 2 });
/// ```
///
/// The players differ if the 95 % range of [`share`] excludes one half; fewer than 6 pairs never
/// decide. Like any interval, this range is valid only if it is computed once, and not after every
/// game. So the verdict does not say how many more games would decide: whoever played on until the
/// range excludes one half would find a difference where there is none. [`Sprt`](super::Sprt) may
/// be asked at any time.
#[must_use]
pub fn verdict(pairs: &[u64; 5]) -> Verdict {
    let played = pairs.iter().sum::<u64>();
    let Some(share) = share(pairs).filter(|_| played >= FEWEST_PAIRS) else {
        return Verdict::TooFew { more: FEWEST_GAMES - 2 * played };
    };
    let Range { value, low, high } = share;
    if low > 0.5 {
        Verdict::Stronger { player: 0, share }
    } else if high < 0.5 {
        let share = Range { value: 1.0 - value, low: 1.0 - high, high: 1.0 - low };
        Verdict::Stronger { player: 1, share }
    } else {
        Verdict::Open { share }
    }
}

/// The [`verdict`] on the pairs that are not copies of others. Copies prove nothing more.
#[must_use]
pub fn verdict_of_different(different: &[u64; 5], copies: &[u64; 5]) -> Verdict {
    let [evidence, copies] = [different, copies].map(|pairs| 2 * pairs.iter().sum::<u64>());
    if copies > 0 && evidence < FEWEST_GAMES {
        Verdict::Copies { evidence }
    } else {
        verdict(different)
    }
}

/// What all games of a table together prove about two of its players, in Elo points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lead {
    /// Nothing, since no games link the two.
    Unlinked,
    /// Nothing, since this player has played so few games.
    TooFew {
        /// The index of the player: 0 or 1.
        player: usize,
        /// The number of further games that are needed.
        more: u64,
    },
    /// The first player is stronger by this difference.
    Stronger {
        /// The difference.
        elo: f64,
        /// Half the width of its 95 % range.
        error: f64,
    },
    /// The first player is stronger. The difference has no upper bound, because the first player
    /// won every game, or the other lost every game.
    StrongerByAtLeast {
        /// The lower bound of the difference.
        elo: f64,
    },
    /// Nothing: the first player is ahead by less than the error.
    Open {
        /// The difference.
        elo: f64,
        /// Half the width of its 95 % range.
        error: f64,
    },
    /// Nothing: the first player is not ahead.
    NotAhead {
        /// Half the width of the difference's 95 % range.
        error: f64,
    },
}

/// Says whether the first of two players is stronger than the second, by all games of a table
/// together, if these games decide that.
///
/// As in [`verdict`], nothing is decided if either player has played fewer than 12 games. `played`
/// has the number of games of each player.
#[must_use]
pub fn lead(players: [usize; 2], ratings: &Ratings, played: [u64; 2]) -> Lead {
    let Some((elo, deviation)) = ratings.difference(players) else { return Lead::Unlinked };
    let player = usize::from(played[1] < played[0]);
    if played[player] < FEWEST_GAMES {
        return Lead::TooFew { player, more: FEWEST_GAMES - played[player] };
    }
    let error = normal_quantile(0.975) * deviation;
    match elo {
        _ if elo >= error && ratings.is_open_between(players) => {
            Lead::StrongerByAtLeast { elo: elo - error }
        }
        _ if elo >= error => Lead::Stronger { elo, error },
        _ if elo < 0.5 => Lead::NotAhead { error },
        _ => Lead::Open { elo, error },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_says_what_is_proven() {
        // Fifty pairs have the mean 0.53. By hand, the squared distances add up to 3.08, and to
        // 3.58 with the two additional pairs. The second sum divided by 12.955 is the ratio
        // 0.27634. With Student's factor 2.0086, the interval is Wilson's interval for 180.94
        // trials.
        let Verdict::Open { share } = verdict(&[3, 8, 24, 10, 5]) else { panic!("nothing") };
        assert!(
            (share.low - 0.4556).abs() < 1e-4 && (share.high - 0.6031).abs() < 1e-4,
            "{share:?}"
        );
        assert_eq!(verdict(&[0, 0, 0, 0, 5]), Verdict::TooFew { more: 2 });
        assert_eq!(verdict(&[0; 5]), Verdict::TooFew { more: 12 });
        let near = |share: Range, expected: [f64; 3]| {
            let found = [share.value, share.low, share.high];
            found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-3)
        };
        for (pairs, stronger) in [([0, 1, 2, 2, 7], 0), ([7, 2, 2, 1, 0], 1)] {
            let Verdict::Stronger { player, share } = verdict(&pairs) else { panic!("it is") };
            assert!(player == stronger && near(share, [0.8125, 0.584, 0.930]), "{share:?}");
        }
    }

    #[test]
    fn games_that_repeat_others_prove_nothing() {
        let all = [0, 0, 0, 0, 6];
        assert_eq!(verdict_of_different(&all, &[0; 5]), verdict(&all));
        assert_eq!(verdict_of_different(&all, &[0, 0, 0, 0, 4]), verdict(&all));
        let few = verdict_of_different(&[0, 0, 1, 0, 0], &[0, 0, 19, 0, 0]);
        assert_eq!(few, Verdict::Copies { evidence: 2 });
    }

    #[test]
    fn a_lead_is_said_with_its_doubt() {
        use super::super::{Meeting, rate};
        let table = |times: u64| {
            let meeting = |players, pairs: [u64; 5]| Meeting {
                players,
                pairs: pairs.map(|n| n * times),
                games: [0; 3],
            };
            rate(4, &[meeting([0, 1], [3, 8, 24, 11, 5]), meeting([1, 2], [2, 8, 24, 8, 2])])
                .expect("players")
        };
        let lead = |times, players| lead(players, &table(times), [96 * times; 2]);
        let Lead::Open { elo, error } = lead(1, [0, 1]) else { panic!("it is open") };
        assert_eq!([elo, error].map(f64::round), [24.0, 48.0]);
        assert!(matches!(lead(6, [0, 1]), Lead::Stronger { elo, .. } if elo >= 20.0));
        assert!(matches!(lead(1, [1, 0]), Lead::NotAhead { .. }));
        assert_eq!(lead(1, [0, 3]), Lead::Unlinked);
        let all = Meeting { players: [0, 1], pairs: [0, 0, 0, 0, 48], games: [0; 3] };
        let all = super::lead([0, 1], &rate(2, &[all]).expect("players"), [96; 2]);
        assert!(matches!(all, Lead::StrongerByAtLeast { elo } if elo > 100.0), "{all:?}");
        let few = super::lead([0, 1], &table(1), [4, 3]);
        assert_eq!(few, Lead::TooFew { player: 1, more: 9 });
    }
}
