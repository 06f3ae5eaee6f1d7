//! How programs are tried.

use std::path::{Path, PathBuf};

use errors::Error;
use sandbox::Level;
use search::GameSpec;

use crate::caps::Caps;

/// Writes random cases of a game's task to a folder; the number is their seed.
pub type CaseMaker = fn(&'static GameSpec, u64, &Path) -> Result<(), Error>;

/// The number of cases in a trial.
pub const CASES: u64 = 10;

/// How programs are tried.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The games that this machine knows.
    pub games: &'static [&'static GameSpec],
    /// How strictly programs are confined.
    pub level: Level,
    /// Makes [`CASES`] cases for a trial.
    pub cases: CaseMaker,
    /// The folder that keeps versions, trials and games. Without it they end with the process.
    pub keep: Option<PathBuf>,
    /// How much a person may upload and try.
    pub caps: Caps,
    /// The number of short steps that are run at once. As many games at full length are played
    /// beside them, and at least two.
    pub workers: usize,
}
