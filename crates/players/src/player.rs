//! The players at a table: an engine, a program, or a person. All players answer with the name of a
//! move.

use std::time::Duration;

use rules::{Answer, Parameters, Side, Table, TimeControl};
use sandbox::Clock;

use crate::budget::FOREVER;
use crate::{Foul, FoulReport};
use errors::Error;

/// A player that plays one game after another.
///
/// A player that breaks a rule commits a [`Foul`]. An error means that the referee cannot continue.
pub trait Player: Send {
    /// Whether the player can join this game at once, without starting a process or sending it
    /// anything.
    fn is_ready(&self, _place: &Place<'_>) -> bool {
        true
    }

    /// A game begins.
    ///
    /// # Errors
    /// Fails if the player cannot take part in the game.
    fn start_game(&mut self, place: &Place<'_>) -> Result<(), Error>;

    /// Asks for a move. A player that thinks longer than [`sandbox::MOMENT`] calls [`Turn::wait`]
    /// to stop its opponent.
    ///
    /// # Errors
    /// Fails if the player can no longer be asked.
    fn ask(&mut self, turn: &mut Turn<'_>) -> Result<Reply, Error>;

    /// Begins the opponent's turn: the player pauses until it is asked for a move.
    ///
    /// # Errors
    /// Fails if the player cannot be stopped.
    fn pause(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Whether a player that committed no foul can leave at once, without ending a process.
    fn leaves_at_once(&self) -> bool {
        true
    }

    /// Ends the game: the player stops thinking about it. Returns the facts about a program that is
    /// `guilty` of a foul.
    ///
    /// # Errors
    /// Fails if the player cannot be stopped.
    fn end_game(&mut self, guilty: bool) -> Result<Option<FoulReport>, Error>;
}

/// A player's place in a game.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The game's parameters.
    pub parameters: &'a Parameters,
    /// The side that the player has.
    pub side: Side,
    /// The clocks.
    pub time: TimeControl,
    /// Determines the player's random choices.
    pub seed: u64,
}

/// A position in which a player has to move.
pub struct Turn<'a> {
    /// The game so far.
    pub table: &'a dyn Table,
    /// The names of the moves so far, including those of an opening.
    pub moves: &'a [String],
    /// The time left for all moves, if this time is limited.
    pub left: Option<Duration>,
    /// The time for this move, if this time is limited.
    pub each_move: Option<Duration>,
    /// The other player.
    pub other: &'a mut dyn Player,
}

impl Turn<'_> {
    /// Stops the opponent while this player thinks.
    ///
    /// # Errors
    /// Fails if the opponent cannot be stopped.
    pub fn wait(&mut self) -> Result<(), Error> {
        self.other.pause()
    }

    /// The limit for the answer. The player is late if it is charged for more than this limit plus
    /// [`sandbox::GRACE`].
    #[must_use]
    pub fn within(&self) -> Duration {
        self.left.into_iter().chain(self.each_move).min().unwrap_or(FOREVER)
    }

    /// The remaining time that a protocol reports: the time for all moves, or the time for this
    /// move if the time for all moves is not limited.
    pub(crate) fn reported_time(&self) -> Option<Duration> {
        self.left.or(self.each_move)
    }
}

/// The reply to a question.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The answer, or a foul.
    pub answer: Result<Answer, Foul>,
    /// The time that the reply took. For people, only the wall time is known.
    pub clock: Clock,
    /// The text that the player has written to standard error since its last answer. This text is
    /// empty for engines and people.
    pub stderr: Vec<u8>,
}

impl Reply {
    /// A reply without any text on standard error.
    #[must_use]
    pub fn new(answer: Result<Answer, Foul>, clock: Clock) -> Reply {
        Reply { answer, clock, stderr: Vec::new() }
    }
}
