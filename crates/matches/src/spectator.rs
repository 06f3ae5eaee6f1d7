//! Whoever watches games while they are played.

use sandbox::Clock;

use crate::record::Record;

/// Whoever watches the games of one table. Players wait for it, so it has to be quick.
pub trait Spectator: Sync {
    /// A game begins. The record has everything that is known of it by now; its margin and its end
    /// mean nothing. A void game begins a second time, with the same number.
    fn game_begins(&self, record: Record);

    /// A legal move was made, in this time.
    fn move_made(&self, name: &str, clock: Clock);

    /// The game is over.
    fn game_ends(&self, record: &Record);
}
