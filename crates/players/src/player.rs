//! Who sits at a table: an engine, a program, a person. All answer with a move's name.

use std::time::Duration;

use rules::{Answer, Parameters, Side, Table, TimeControl};
use sandbox::Clock;

use crate::Foul;
use crate::budget::FOREVER;
use errors::Error;

/// Somebody who plays one game after another.
///
/// What a player does wrong is a [`Foul`]; an error is what keeps the referee from going on.
pub trait Player: Send {
    /// Whether it takes no more than a moment to sit down there: nobody has to be started, or told anything.
    fn is_ready(&self, _place: &Place<'_>) -> bool {
        true
    }

    /// A game begins.
    ///
    /// # Errors
    /// When the player cannot take part in it.
    fn sit_down(&mut self, place: &Place<'_>) -> Result<(), Error>;

    /// Asks for a move. Whoever thinks longer than a moment calls [`Turn::wait`] first.
    ///
    /// # Errors
    /// When nobody is there to be asked.
    fn ask(&mut self, turn: &mut Turn<'_>) -> Result<Reply, Error>;

    /// It is the other's turn: whatever this player does, it stops until it is asked.
    ///
    /// # Errors
    /// When it cannot be stopped.
    fn pause(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Whether it takes no more than a moment to leave, where the player is guilty of nothing: nobody has to be ended.
    fn leaves_at_once(&self) -> bool {
        true
    }

    /// The game is over, and the player stops whatever it does. Of a program that is `guilty` of a foul it is told what
    /// is known.
    ///
    /// # Errors
    /// When it cannot be stopped.
    fn leave(&mut self, guilty: bool) -> Result<Option<Evidence>, Error>;
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
    /// Decides what a player leaves to chance.
    pub seed: u64,
}

/// A position in which a player has to move.
pub struct Turn<'a> {
    /// The game so far.
    pub table: &'a dyn Table,
    /// The moves so far by their names, an opening's among them.
    pub moves: &'a [String],
    /// What is left of the time for all moves, if that is limited.
    pub left: Option<Duration>,
    /// The time for this move, if that is limited.
    pub each_move: Option<Duration>,
    /// The other player.
    pub other: &'a mut dyn Player,
}

impl Turn<'_> {
    /// The other player stops whatever it does, since this one takes its time.
    ///
    /// # Errors
    /// When it cannot be stopped.
    pub fn wait(&mut self) -> Result<(), Error> {
        self.other.pause()
    }

    /// The limit for the answer: so much may be charged to the player, and [`sandbox::GRACE`].
    #[must_use]
    pub fn within(&self) -> Duration {
        self.left.into_iter().chain(self.each_move).min().unwrap_or(FOREVER)
    }

    /// What a protocol tells of the time that is left: for all moves, or else for this one.
    pub(crate) fn told(&self) -> Option<Duration> {
        self.left.or(self.each_move)
    }
}

/// What came of asking.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The answer, or what the player did instead.
    pub said: Result<Answer, Foul>,
    /// How long it took. For people only the time on the wall is counted.
    pub clock: Clock,
}

/// What is known of a program when its game is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// All that it was told in the game, or for the move where it lives for a move.
    pub input: String,
    /// What it wrote last.
    pub output: Vec<u8>,
    /// The beginning of its standard error.
    pub stderr: Vec<u8>,
    /// Its exit code, where it ended by itself and not only after its foul.
    pub exit_code: Option<i32>,
    /// The name of the signal that ended it, where it was not the referee's nor came only after its foul.
    pub signal: Option<String>,
    /// The forbidden call that it made.
    pub denied: Option<String>,
    /// The most memory that it held, in bytes.
    pub peak_memory: u64,
    /// What the sandbox may have to do with it, where that helps.
    pub hint: Option<String>,
    /// A line of shell that tells it the same again by hand; none where what it does then harms whoever tries, or
    /// may be no foul.
    pub reproduce: Option<String>,
}
