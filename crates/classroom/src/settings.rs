//! How programs are tried.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use errors::Error;
use sandbox::Level;
use search::GameSpec;
use serde::Deserialize;

use crate::caps::Caps;

/// Writes random cases of a game's task to a folder; the number is their seed.
pub type CaseMaker = fn(&'static GameSpec, u64, &Path) -> Result<(), Error>;

/// The number of cases in a trial.
pub const CASES: u64 = 10;

/// How the finals of contests are played: by commands, so that a final outlives a fault of the
/// server.
#[derive(Clone, Copy, Debug)]
pub struct Finals {
    /// Checks a tournament's file, whoever takes part.
    pub check: fn(&Path) -> Result<(), Error>,
    /// Says how long the tournament of a file takes.
    pub reckon: fn(&Path) -> Result<Reckoned, Error>,
    /// The command that plays the tournament of a file, or the rest of it, and writes its results
    /// to a folder.
    pub play: fn(&Path, &Path) -> Command,
    /// Whether a command is writing this folder of results now.
    pub is_played: fn(&Path) -> bool,
    /// The command by which a participant, by name, leaves the tournament in a folder of results or
    /// comes back, for a reason.
    pub leave: fn(&Path, Leaving, &str, &str) -> Command,
}

/// What becomes of a participant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leaving {
    /// It is excluded.
    Disqualify,
    /// It gives up.
    Withdraw,
    /// It takes part again.
    Restore,
}

/// What is known about a tournament before its start; of a smaller one, if it is played in place.
#[derive(Clone, Debug)]
pub struct Reckoned {
    /// The number of games.
    pub games: u64,
    /// How many are played at a time.
    pub at_a_time: u64,
    /// How long all games take at most; `None` if no clock bounds it.
    pub longest: Option<Duration>,
    /// Lines of its file with which it ends within the time that the file names, if it might take
    /// longer.
    pub smaller: Option<String>,
}

/// How programs are tried.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The games that this machine knows.
    pub games: &'static [&'static GameSpec],
    /// How strictly programs are confined.
    pub level: Level,
    /// Makes [`CASES`] cases for a trial.
    pub cases: CaseMaker,
    /// Plays the finals of contests.
    pub finals: Finals,
    /// The folder that keeps versions, trials and games. Without it they end with the process.
    pub keep: Option<PathBuf>,
    /// How much a person may upload and try.
    pub caps: Caps,
    /// The number of short steps that are run at once. As many games at full length are played
    /// beside them, and at least two.
    pub workers: usize,
}

#[cfg(test)]
impl Settings {
    /// Settings that play no final and make no cases.
    pub(crate) fn of_nothing() -> Settings {
        let finals = Finals {
            check: |_| Ok(()),
            reckon: |_| Ok(Reckoned { games: 0, at_a_time: 1, longest: None, smaller: None }),
            play: |_, _| Command::new("false"),
            is_played: |_| false,
            leave: |_, _, _, _| Command::new("false"),
        };
        let (games, level, keep) = (games::GAMES, Level::Confined, None);
        let (cases, caps, workers) = (|_, _, _: &_| Ok(()), Caps::default(), 1);
        Settings { games, level, cases, finals, keep, caps, workers }
    }
}
