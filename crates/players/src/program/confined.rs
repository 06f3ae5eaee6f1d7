//! A program in the sandbox, ready to be started for either side.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rules::{Dialogue, Side};
use sandbox::{Job, Limits, Spawner};
use search::GameSpec;

use crate::Foul;
use crate::line::{Conversation, Start};
use crate::player::Place;
use errors::Error;
use submission::{ByHand, Retold};

/// What starts programs at one slot, shared by all who sit at it.
#[derive(Clone, Debug)]
pub struct Slot(Arc<Mutex<Spawner>>);

impl Slot {
    /// The slot of a spawner.
    #[must_use]
    pub fn new(spawner: Spawner) -> Slot {
        Slot(Arc::new(Mutex::new(spawner)))
    }

    /// What starts programs there; whoever has it starts one at a time.
    pub fn spawner(&self) -> MutexGuard<'_, Spawner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A program as it is started, and how it is spoken with.
#[derive(Clone, Debug)]
pub struct Confined {
    /// As it was named.
    pub name: String,
    /// The game that it plays.
    pub spec: &'static GameSpec,
    /// Whether it speaks as the game's own text says.
    pub is_own: bool,
    /// Whether an interpreter is executed, and not what was handed in.
    pub is_script: bool,
    /// For each side, since constants may differ.
    pub builds: [Ready; 2],
}

/// A program as it is started for one side.
#[derive(Clone, Debug)]
pub struct Ready {
    /// How it is started.
    pub job: Job,
    /// The line of shell that starts it outside the sandbox.
    pub by_hand: ByHand,
    /// How its own file is named in what is said of it.
    pub retold: Retold,
}

/// A program that neither answers nor ends may write no more than this in a game.
const OUTPUT: u64 = 4 << 20;

/// No answer comes near this many bytes; what is longer is a line without end.
const LINE: u64 = 8 << 10;

/// Clocks on the wall bound each answer, so that this only ends what has got out of all control.
const PROCESSOR_TIME: Duration = Duration::from_secs(86_400);

/// The bounds of a program that plays, whatever its clock.
#[must_use]
pub fn limits(memory: u64, stack: u64) -> Limits {
    let defaults = Limits::default();
    Limits { memory, stack, output: OUTPUT, line: LINE, cpu: PROCESSOR_TIME, wall: PROCESSOR_TIME, ..defaults }
}

impl Confined {
    pub(crate) fn ready(&self, side: Side) -> &Ready {
        &self.builds[side.index()]
    }

    /// The conversation of a game.
    pub(crate) fn dialogue(&self, place: &Place<'_>) -> Result<Box<dyn Dialogue>, Error> {
        let parameters = place.parameters.clone();
        match self.spec.contest.protocol.filter(|_| self.is_own) {
            Some(protocol) => {
                let refused = |bad| Error::input(format!("{}: {bad}", self.name));
                (protocol.dialogue)(&parameters, place.side).map_err(refused)
            }
            None => {
                let start = Start {
                    game: self.spec.name.to_string(),
                    parameters,
                    side: place.side,
                    game_time: place.time.game,
                    move_time: place.time.each_move,
                    moves: 0,
                };
                let conversation = Conversation::new(start);
                Ok(Box::new(conversation.map_err(|bad| Error::input(format!("{}: {bad}", self.name)))?))
            }
        }
    }

    /// What a program that was not started did wrong, if it was its own doing: whoever hands in what is executed answers for it.
    pub(crate) fn not_started(&self, error: &sandbox::Error) -> Result<Foul, Error> {
        match error {
            sandbox::Error::Start { step, source } if !self.is_script && error.is_no_program() => {
                // Where it lies is nobody's business who reads of the foul; what else was said of it may be the reason.
                let where_it_lies = format!("execute {}", self.ready(Side::First).job.program.display());
                let about_it = step.strip_prefix(&where_it_lies).and_then(|rest| rest.strip_prefix(", whose "));
                let why = about_it.map_or_else(|| source.to_string(), |about| format!("its {about}"));
                Ok(Foul::Unfit { why: format!("it cannot be executed: {why}") })
            }
            _ => Err(self.failed(error)),
        }
    }

    /// What kept a program from being started or watched; never its own doing.
    pub(crate) fn failed(&self, error: &sandbox::Error) -> Error {
        Error::machine(format!("{}: {error}", self.name))
    }
}
