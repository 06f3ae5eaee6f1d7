//! All results of two players against each other.

use std::collections::BTreeMap;

use super::meeting::Meeting;
use crate::error::Error;

/// All meetings of the same two players, added up.
#[derive(Clone, Debug)]
pub(super) struct Duel {
    pub(super) players: [usize; 2],
    /// Independent results in two groups: single games, and pairs of games.
    pub(super) kinds: [Kind; 2],
}

/// Results that each stand for `length` games.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    /// The number of games in one result.
    pub(super) length: f64,
    /// How many results brought the first player 0, 1, .. half points.
    counts: Vec<f64>,
}

impl Kind {
    /// The number of results.
    pub(super) fn results(&self) -> f64 {
        self.counts.iter().sum()
    }

    fn points(&self) -> f64 {
        self.counts
            .iter()
            .zip(0..)
            .map(|(count, half_points)| count * f64::from(half_points) / 2.0)
            .sum()
    }

    /// The sum of the squared distances between the results and this share of the points.
    pub(super) fn squares(&self, share: f64) -> f64 {
        let expected = self.length * share;
        let square = |half_points: i32| (f64::from(half_points) / 2.0 - expected).powi(2);
        self.counts.iter().zip(0..).map(|(count, half_points)| count * square(half_points)).sum()
    }

    fn add(&mut self, counts: impl Iterator<Item = u64>) {
        self.counts.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count as f64);
    }
}

impl Duel {
    fn new(players: [usize; 2]) -> Duel {
        let kind = |length: u32| Kind {
            length: f64::from(length),
            counts: vec![0.0; 2 * length as usize + 1],
        };
        Duel { players, kinds: [kind(1), kind(2)] }
    }

    pub(super) fn games(&self) -> f64 {
        self.kinds.iter().map(|kind| kind.length * kind.results()).sum()
    }

    /// The first player's points.
    pub(super) fn points(&self) -> f64 {
        self.kinds.iter().map(Kind::points).sum()
    }

    /// The strength of the first player minus the strength of the second, in nats.
    pub(super) fn lead(&self, strengths: &[f64]) -> f64 {
        strengths[self.players[0]] - strengths[self.players[1]]
    }
}

/// The duels of a table; two players without a game have none.
pub(super) fn merged(players: usize, meetings: &[Meeting]) -> Result<Vec<Duel>, Error> {
    let mut duels = BTreeMap::new();
    for Meeting { players: [a, b], pairs, games } in meetings {
        if let Some(stranger) = [a, b].into_iter().find(|&&player| player >= players) {
            return Err(Error::NoSuchPlayer { player: *stranger, players });
        }
        if a == b {
            return Err(Error::Alone(*a));
        }
        let key = [*a.min(b), *a.max(b)];
        let duel: &mut Duel = duels.entry(key).or_insert_with(|| Duel::new(key));
        let [single, paired] = &mut duel.kinds;
        if a < b {
            single.add(games.iter().copied());
            paired.add(pairs.iter().copied());
        } else {
            single.add(games.iter().rev().copied());
            paired.add(pairs.iter().rev().copied());
        }
    }
    Ok(duels.into_values().filter(|duel| duel.games() > 0.0).collect())
}
