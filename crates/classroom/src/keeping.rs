//! Keeps versions and their games in a folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use errors::Error;

use crate::desk::Desk;
use crate::version::Version;

/// A folder with a subfolder for each version: its files, and a file of games for each trial.
pub(crate) struct Keeper {
    folder: PathBuf,
    /// The subfolder of each version that this process has kept.
    kept: Mutex<BTreeMap<usize, PathBuf>>,
}

impl Keeper {
    /// # Errors
    /// Fails if the folder cannot be made.
    pub(crate) fn open(folder: PathBuf) -> Result<Keeper, Error> {
        fs::create_dir_all(&folder)
            .map_err(|error| Error::file("make the folder", &folder, &error))?;
        Ok(Keeper { folder, kept: Mutex::default() })
    }

    /// Writes the files of a version.
    ///
    /// # Errors
    /// Fails if they cannot be written.
    pub(crate) fn keep(&self, version: &Version) -> Result<(), Error> {
        let place = self.new_folder(version.training.spec.name)?;
        if let Some(bundle) = &version.entry.bundle {
            bundle.write(&place.join("program"))?;
        }
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).insert(version.number, place);
        Ok(())
    }

    /// Writes the games of a trial beside the files of its version.
    ///
    /// # Errors
    /// Fails if they cannot be written.
    pub(crate) fn keep_games(&self, desk: &Desk, trial: usize) -> Result<(), Error> {
        let (version, lines) = {
            let held = desk.held();
            let trial = &held.trials[trial - 1];
            (trial.version, trial.lines())
        };
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(place) = kept.get(&version).filter(|_| !lines.is_empty()) else { return Ok(()) };
        let path = place.join(format!("trial-{trial}.jsonl"));
        fs::write(&path, lines).map_err(|error| Error::file("write", &path, &error))
    }

    /// Makes the first folder `001-mnk`, `002-mnk` and so on that does not exist yet.
    fn new_folder(&self, game: &str) -> Result<PathBuf, Error> {
        for number in 1_u32.. {
            let path = self.folder.join(format!("{number:03}-{game}"));
            if is_made(&path)? {
                return Ok(path);
            }
        }
        Err(Error::machine("all names of folders are taken"))
    }
}

/// Makes a folder. Returns false if something has its name.
fn is_made(path: &Path) -> Result<bool, Error> {
    match fs::create_dir(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(Error::file("make the folder", path, &error)),
    }
}
