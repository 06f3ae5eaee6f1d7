//! The pair of games that a slot is playing, for spectators.
//!
//! The slot notes each move here. At most once a second, the reporter stores the changes for
//! spectators. A pair that is over within a second is not shown.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use sandbox::Clock;

use super::pool::lock;
use crate::store::{Lease, RunningGame};
use matches::Spectator;
use matches::record::Record;

/// Spectators see a pair when it has been played for this time. Updates are also this far apart.
pub(super) const PERIOD: Duration = Duration::from_secs(1);

/// The pair of games that a slot is playing.
#[derive(Default)]
pub(super) struct RunningPair(Mutex<Option<Pair>>);

struct Pair {
    lease: Lease,
    begin: Instant,
    games: Vec<Game>,
}

struct Game {
    record: Record,
    is_over: bool,
    /// Whether the game has changed since spectators last saw it.
    is_new: bool,
}

impl RunningPair {
    /// The slot begins a job.
    pub(super) fn begin(&self, lease: &Lease) {
        let (lease, begin, games) = (lease.clone(), Instant::now(), Vec::new());
        *lock(&self.0) = Some(Pair { lease, begin, games });
    }

    /// The slot has ended its job.
    pub(super) fn end(&self) {
        *lock(&self.0) = None;
    }

    /// The games that have changed since the last call.
    pub(super) fn take_new(&self) -> Vec<(Lease, RunningGame)> {
        let mut pair = lock(&self.0);
        let Some(pair) = pair.as_mut().filter(|pair| pair.begin.elapsed() >= PERIOD) else {
            return Vec::new();
        };
        let new = pair.games.iter_mut().filter(|game| game.is_new);
        new.map(|game| {
            game.is_new = false;
            let (number, record) = (game.record.number, game.record.line());
            (pair.lease.clone(), RunningGame { number, is_over: game.is_over, record })
        })
        .collect()
    }

    fn change(&self, change: impl FnOnce(&mut Vec<Game>)) {
        if let Some(pair) = &mut *lock(&self.0) {
            change(&mut pair.games);
        }
    }

    fn change_last(&self, change: impl FnOnce(&mut Game)) {
        self.change(|games| {
            if let Some(game) = games.last_mut() {
                change(game);
                game.is_new = true;
            }
        });
    }
}

impl Spectator for RunningPair {
    fn game_begins(&self, record: Record) {
        self.change(|games| {
            // A void game is played again under the same number.
            games.retain(|game| game.record.number != record.number);
            games.push(Game { record, is_over: false, is_new: true });
        });
    }

    fn move_made(&self, name: &str, clock: Clock) {
        self.change_last(|Game { record, .. }| {
            record.moves.push(name.to_string());
            record.clocks.push(clock);
        });
    }

    fn game_ends(&self, record: &Record) {
        self.change_last(|game| {
            game.record.clone_from(record);
            game.is_over = true;
        });
    }
}
