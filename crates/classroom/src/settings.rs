//! How programs are tried.

use std::path::{Path, PathBuf};

use errors::Error;
use sandbox::Level;
use search::GameSpec;

/// Writes random cases of a game's task to a folder; the number is their seed.
pub type CaseMaker = fn(&'static GameSpec, u64, &Path) -> Result<(), Error>;

/// The number of cases in a trial.
pub const CASES: u64 = 10;

/// How programs are tried.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How strictly programs are confined.
    pub level: Level,
    /// Makes [`CASES`] cases for a trial.
    pub cases: CaseMaker,
    /// The folder that keeps versions and their games. Without it they end with the process.
    pub keep: Option<PathBuf>,
}
