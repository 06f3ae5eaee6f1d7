//! The interface by which spectators watch games while they are played.

use errors::Error;
use sandbox::Clock;

use crate::record::Record;

/// Watches the games at one table. The players wait for every call, so each call must be quick.
pub trait Spectator: Sync {
    /// A game begins. The record contains the facts that are known so far; its margin and its end
    /// are placeholders. A void game begins a second time, with the same number.
    fn game_begins(&self, record: Record);

    /// A player made a legal move after thinking for this time.
    ///
    /// # Errors
    /// An error breaks the game off: there is no record of it, and the match fails.
    fn move_made(&self, name: &str, clock: Clock) -> Result<(), Error>;

    /// The game is over.
    fn game_ends(&self, record: &Record);
}
