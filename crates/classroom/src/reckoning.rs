//! How long the final of a contest takes: at most by its clocks, and likely by the games of the
//! standings.

use std::sync::PoisonError;
use std::time::Duration;

use errors::Error;
use rules::TimeControl;

use crate::contest::Contest;
use crate::contests::Contests;
use crate::finale;
use crate::pairs_played::{Entrant, PairPlayed};
use crate::room::Room;
use crate::training::{TimeKeys, time};

/// How long a final takes on this machine, before it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reckoning {
    /// The number of games.
    pub games: u64,
    /// How long they take if programs think as long for a move as in the standings, and if they
    /// think longer as the final's clocks are longer. `None` if nothing was played yet.
    pub likely: Option<[Duration; 2]>,
    /// How long they take at most; `None` if no clock bounds it.
    pub longest: Option<Duration>,
    /// The line of the final with which it ends in time, if it might take longer than the contest
    /// allows.
    pub changed: Option<String>,
}

/// So many pairs of the standings say how long a game lasts.
const PAIRS: usize = 200;

impl Contests {
    /// How long the final takes with those who take part now.
    ///
    /// # Errors
    /// Fails if fewer than two take part, or it cannot end within the time that the contest allows.
    pub fn reckon(&self, room: &Room) -> Result<Reckoning, Error> {
        let (contest, finalists) = (room.contest(), self.participants(room).len());
        let reckoned = finale::reckon(&contest, &self.place.settings, finalists)?;
        let games = u32::try_from(reckoned.games).unwrap_or(u32::MAX);
        let rounds = games.div_ceil(u32::try_from(reckoned.at_a_time).unwrap_or(1).max(1));
        let mean = {
            let pairs = room.pairs.lock().unwrap_or_else(PoisonError::into_inner);
            mean_game(pairs.all().take(PAIRS))
        };
        let likely = mean.map(|game| {
            let all = game.saturating_mul(rounds);
            let at_most = reckoned.longest.unwrap_or(Duration::MAX);
            [1.0, stretch(&contest)].map(|factor| {
                Duration::try_from_secs_f64(all.as_secs_f64() * factor)
                    .unwrap_or(at_most)
                    .min(at_most)
            })
        });
        let (longest, changed) = (reckoned.longest, reckoned.smaller);
        Ok(Reckoning { games: reckoned.games, likely, longest, changed })
    }
}

/// How long a game between versions lasted.
fn mean_game<'a>(pairs: impl Iterator<Item = &'a PairPlayed>) -> Option<Duration> {
    let is_of_versions =
        |pair: &&PairPlayed| pair.entrants.iter().all(|one| matches!(one, Entrant::Version(_)));
    let games = pairs.filter(is_of_versions).flat_map(|pair| pair.lasted_ms);
    let games: Vec<u64> = games.filter(|ms| *ms > 0).collect();
    let sum = games.iter().sum::<u64>();
    sum.checked_div(games.len() as u64).map(Duration::from_millis)
}

/// How much longer the final's clocks are than those of the standings.
fn stretch(contest: &Contest) -> f64 {
    let own = contest.keys.last.get("time").cloned();
    let keys = own.map_or(Ok(TimeKeys::default()), toml::Value::try_into);
    // A bank is shared by the participants, and says nothing about a game.
    let Some(last) = keys.ok().and_then(|keys| time(&keys, contest.training.time).ok()) else {
        return 1.0;
    };
    let first = contest.standings_time;
    let of = |clock: fn(&TimeControl) -> Option<Duration>| {
        Some(clock(&last)?.as_secs_f64() / clock(&first)?.as_secs_f64())
    };
    of(|time| time.each_move).or_else(|| of(|time| time.game)).unwrap_or(1.0).max(1.0)
}
