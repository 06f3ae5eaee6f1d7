//! A program in the sandbox, ready to be started for either side.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rules::{Dialogue, Message, Side, message};
use sandbox::{Job, Limits, Spawner};
use search::GameSpec;

use super::hint::{self, Hint};
use crate::Foul;
use crate::GtpOptions;
use crate::foul_words::WORDS;
use crate::gomocup::Gomocup;
use crate::line::{Conversation, Start};
use crate::misreading::Misreading;
use crate::player::Place;
use errors::Error;
use submission::{ByHand, PathRewriter};

/// The spawner of one slot, where one game at a time is played. All players of the slot share the
/// spawner.
#[derive(Clone, Debug)]
pub struct Slot(Arc<Mutex<Spawner>>);

impl Slot {
    /// The slot of a spawner.
    #[must_use]
    pub fn new(spawner: Spawner) -> Slot {
        Slot(Arc::new(Mutex::new(spawner)))
    }

    /// The slot's spawner; it starts one program at a time.
    pub fn spawner(&self) -> MutexGuard<'_, Spawner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A program, its protocol, and the jobs that start the program.
#[derive(Clone, Debug)]
pub struct Confined {
    /// The program's name, as the user gave it.
    pub name: String,
    /// The game that the program plays.
    pub spec: &'static GameSpec,
    /// Whether the program uses the protocol of the game's rules.
    pub is_own: bool,
    /// Whether the program uses the Gomocup protocol.
    pub is_gomocup: bool,
    /// What the description says about a program with GTP.
    pub gtp: GtpOptions,
    /// The reading of squares that the referee follows with this program, to see whether it has it.
    pub misreading: Option<Misreading>,
    /// Whether an interpreter is executed instead of the submission.
    pub is_script: bool,
    /// A build for each side, since the two sides may have different constants.
    pub builds: [Ready; 2],
}

/// A program as it is started for one side.
#[derive(Clone, Debug)]
pub struct Ready {
    /// The job that starts the program.
    pub job: Job,
    /// The shell command that starts the program outside the sandbox.
    pub by_hand: ByHand,
    /// How messages name the program's file.
    pub retold: PathRewriter,
    /// The path of the program's own file, which the sandbox may have copied.
    pub home: PathBuf,
    /// The files that were compiled, where the compiler has found them.
    pub sources: Vec<PathBuf>,
}

/// The greatest number of bytes that a program may write in a game.
const OUTPUT: u64 = 4 << 20;

/// The greatest length of an answer in bytes. A longer answer is a foul.
const LINE: u64 = 8 << 10;

/// The limit on the processor time and on the wall time of a process. It only ends programs that
/// are out of control, since the clock limits each answer.
const PROCESSOR_TIME: Duration = Duration::from_secs(86_400);

/// The limits of a playing program, apart from its clock.
#[must_use]
pub fn limits(memory: u64, stack: u64) -> Limits {
    let defaults = Limits::default();
    Limits {
        memory,
        stack,
        output: OUTPUT,
        line: LINE,
        cpu: PROCESSOR_TIME,
        wall: PROCESSOR_TIME,
        ..defaults
    }
}

impl Confined {
    pub(crate) fn ready(&self, side: Side) -> &Ready {
        &self.builds[side.index()]
    }

    /// The other way of talking that the program seems to be written for. The words of capitals
    /// in the check of the task's input are the task's commands.
    pub(super) fn other_format(&self, side: Side) -> Option<Hint> {
        if self.is_gomocup {
            return None;
        }
        let script = self.spec.program.as_ref().map_or("", |program| program.input_script);
        let is_part = |c: char| c.is_ascii_uppercase() || c == '_';
        let words = script.split(|c: char| !is_part(c));
        let commands: Vec<_> = words.filter(|word| word.trim_matches('_').contains('_')).collect();
        let ready = self.ready(side);
        let program = Some(ready.job.program.clone()).filter(|_| !self.is_script);
        let files: Vec<_> = hint::files_of(&ready.home).into_iter().chain(program).collect();
        hint::other_format(files.iter().map(|path| &**path), &commands)
    }

    /// What a program of this source waits for that did not answer, as the time of its last question
    /// shows.
    pub(super) fn waits_for(&self, side: Side, of_time: Hint) -> Hint {
        match of_time {
            Hint::Waited { .. } | Hint::Silent { .. } => {
                hint::waiting_scanf(&self.ready(side).sources).unwrap_or(of_time)
            }
            other => other,
        }
    }

    /// The conversation of a game.
    pub(crate) fn dialogue(&self, place: &Place<'_>) -> Result<Box<dyn Dialogue>, Error> {
        let dialogue = self.right_dialogue(place)?;
        Ok(match self.misreading.zip(self.spec.contest.squares) {
            Some((reading, names)) => {
                reading.dialogue(dialogue, (names, (names.rows)(place.parameters)))
            }
            None => dialogue,
        })
    }

    fn right_dialogue(&self, place: &Place<'_>) -> Result<Box<dyn Dialogue>, Error> {
        let parameters = place.parameters.clone();
        let refused = |bad: &dyn fmt::Display| Error::input(format!("{}: {bad}", self.name));
        if self.is_gomocup {
            let memory = self.ready(place.side).job.limits.memory;
            let contest = &self.spec.contest;
            let talk = contest.gomocup.zip(contest.squares);
            let talk = talk.and_then(|(board, names)| Gomocup::new(board, names, place, memory));
            return match talk {
                Some(talk) => Ok(Box::new(talk)),
                None => Err(refused(&"the Gomocup protocol is for five in a row")),
            };
        }
        if let Some(protocol) = self.spec.contest.protocol.filter(|_| self.is_own) {
            return (protocol.dialogue)(&parameters, place.side).map_err(|bad| refused(&bad));
        }
        let start = Start {
            game: self.spec.name.to_string(),
            parameters,
            side: place.side,
            game_time: place.time.game,
            move_time: place.time.each_move,
            moves: 0,
        };
        Ok(Box::new(Conversation::new(start).map_err(|bad| refused(&bad))?))
    }

    /// The foul of a program whose own file cannot be executed. If an interpreter cannot be
    /// executed, that is an error and not a foul.
    pub(crate) fn not_started(&self, error: &sandbox::Error) -> Result<Foul, Error> {
        match error {
            sandbox::Error::Start { step, source } if !self.is_script && error.is_no_program() => {
                // In `step`, a reason may follow the file's path. The foul shows this reason, and
                // not the path.
                let where_it_lies =
                    format!("execute {}", self.ready(Side::First).job.program.display());
                let about_it = step
                    .strip_prefix(&where_it_lies)
                    .and_then(|rest| rest.strip_prefix(", whose "));
                let why = match about_it {
                    Some(about) => message!(WORDS, "its", what = about),
                    None => Message::plain(source.to_string()),
                };
                Ok(Foul::Unfit { why: message!(WORDS, "not-executed", why = why) })
            }
            _ => Err(self.failed(error)),
        }
    }

    /// The error that kept a program from being started or watched. The program is never the cause
    /// of this error.
    pub(crate) fn failed(&self, error: &sandbox::Error) -> Error {
        Error::machine(format!("{}: {error}", self.name))
    }
}
