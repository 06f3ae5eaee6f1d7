//! The players at a table: an engine, a program, or a person. All answer with a move's name.

use std::time::Duration;

use rules::{Answer, Parameters, Side, Table, TimeControl};
use sandbox::Clock;

use crate::Foul;
use crate::budget::FOREVER;
use errors::Error;

/// A player that plays one game after another.
///
/// What a player does wrong is a [`Foul`]; an error means that the referee cannot continue.
pub trait Player: Send {
    /// Whether the player can join this game at once, without starting a process or sending it
    /// anything.
    fn is_ready(&self, _place: &Place<'_>) -> bool {
        true
    }

    /// A game begins.
    ///
    /// # Errors
    /// If the player cannot take part in it.
    fn start_game(&mut self, place: &Place<'_>) -> Result<(), Error>;

    /// Asks for a move. A player that thinks longer than a moment calls [`Turn::wait`] first.
    ///
    /// # Errors
    /// If nobody is there to be asked.
    fn ask(&mut self, turn: &mut Turn<'_>) -> Result<Reply, Error>;

    /// It is the opponent's turn: the player stops what it is doing until it is asked.
    ///
    /// # Errors
    /// If it cannot be stopped.
    fn pause(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Whether an innocent player can leave at once, without ending a process.
    fn leaves_at_once(&self) -> bool {
        true
    }

    /// The game is over, and the player stops what it is doing. If a program is `guilty` of a foul,
    /// everything known about it is returned.
    ///
    /// # Errors
    /// If it cannot be stopped.
    fn end_game(&mut self, guilty: bool) -> Result<Option<FoulReport>, Error>;
}

/// A game from one side of the table.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The game's parameters.
    pub parameters: &'a Parameters,
    /// The side that the player has.
    pub side: Side,
    /// The clocks.
    pub time: TimeControl,
    /// Determines a player's random choices.
    pub seed: u64,
}

/// A position in which a player has to move.
pub struct Turn<'a> {
    /// The game so far.
    pub table: &'a dyn Table,
    /// The names of the moves so far, including those of an opening.
    pub moves: &'a [String],
    /// The time left for all moves, if that is limited.
    pub left: Option<Duration>,
    /// The time for this move, if that is limited.
    pub each_move: Option<Duration>,
    /// The other player.
    pub other: &'a mut dyn Player,
}

impl Turn<'_> {
    /// Stops the opponent, because this player takes its time.
    ///
    /// # Errors
    /// If it cannot be stopped.
    pub fn wait(&mut self) -> Result<(), Error> {
        self.other.pause()
    }

    /// The limit for the answer: this much may be charged to the player, and also
    /// [`sandbox::GRACE`].
    #[must_use]
    pub fn within(&self) -> Duration {
        self.left.into_iter().chain(self.each_move).min().unwrap_or(FOREVER)
    }

    /// The remaining time that a protocol reports: for all moves, or else for this one.
    pub(crate) fn told(&self) -> Option<Duration> {
        self.left.or(self.each_move)
    }
}

/// What came of asking.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The answer, or the foul instead of it.
    pub said: Result<Answer, Foul>,
    /// How long it took. For people, only wall time is counted.
    pub clock: Clock,
    /// What it has written to standard error since its last answer. Engines and people write
    /// nothing.
    pub stderr: Vec<u8>,
}

impl Reply {
    /// A reply without any text on standard error.
    #[must_use]
    pub fn new(said: Result<Answer, Foul>, clock: Clock) -> Reply {
        Reply { said, clock, stderr: Vec::new() }
    }
}

/// What is known about a program when its game is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoulReport {
    /// Everything that it was told in the game, or for the move if its process lives for a move.
    pub input: String,
    /// What it wrote last.
    pub output: Vec<u8>,
    /// The beginning of its standard error.
    pub stderr: Vec<u8>,
    /// Its exit code, if it ended by itself before the end of its foul.
    pub exit_code: Option<i32>,
    /// The name of the signal that ended it, unless the referee sent the signal or it came after
    /// the foul.
    pub signal: Option<String>,
    /// The forbidden call that it made.
    pub denied: Option<String>,
    /// Its peak of memory in bytes.
    pub peak_memory: u64,
    /// How the sandbox may have caused the foul, if that helps.
    pub hint: Option<String>,
    /// A line of shell that sends the program the same input by hand. `None` if the result would be
    /// harmful, or might not be a foul.
    pub reproduce: Option<String>,
}
