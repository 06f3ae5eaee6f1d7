//! The pair of games that a slot is playing, for spectators.
//!
//! The slot notes each move here. About once a second, the changes are stored for spectators. A
//! pair that is over within a second is seldom shown.

use std::sync::Mutex;
use std::time::Duration;

use sandbox::Clock;

use super::notify::lock;
use crate::store::RunningGame;
use errors::Error;
use matches::Spectator;
use matches::record::Record;

/// Spectators see a pair when its batch has been played for this time. Updates are also this far
/// apart.
pub(super) const PERIOD: Duration = Duration::from_secs(1);

/// The pair of games that a slot is playing.
pub(super) struct RunningPair(Mutex<Vec<Game>>);

struct Game {
    record: Record,
    is_over: bool,
    /// Whether the game has changed since spectators last saw it.
    is_new: bool,
}

impl RunningPair {
    pub(super) fn new() -> RunningPair {
        RunningPair(Mutex::default())
    }

    /// Forgets the pair before.
    pub(super) fn clear(&self) {
        lock(&self.0).clear();
    }

    /// The games that have changed since the last call.
    pub(super) fn take_new(&self) -> Vec<RunningGame> {
        let mut games = lock(&self.0);
        let new = games.iter_mut().filter(|game| game.is_new);
        new.map(|game| {
            game.is_new = false;
            let (number, record) = (game.record.number, game.record.line());
            RunningGame { number, is_over: game.is_over, record }
        })
        .collect()
    }

    fn change_last(&self, change: impl FnOnce(&mut Game)) {
        if let Some(game) = lock(&self.0).last_mut() {
            change(game);
            game.is_new = true;
        }
    }
}

impl Spectator for RunningPair {
    fn game_begins(&self, record: Record) {
        let mut games = lock(&self.0);
        // A void game is played again under the same number.
        games.retain(|game| game.record.number != record.number);
        games.push(Game { record, is_over: false, is_new: true });
    }

    fn move_made(&self, name: &str, clock: Clock) -> Result<(), Error> {
        self.change_last(|Game { record, .. }| {
            record.moves.push(name.to_string());
            record.clocks.push(clock);
        });
        Ok(())
    }

    fn game_ends(&self, record: &Record) {
        self.change_last(|game| {
            game.record.clone_from(record);
            game.is_over = true;
        });
    }
}
