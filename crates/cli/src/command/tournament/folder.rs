//! The folder of a tournament's results.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use arena::store::{self, Address, Store};
use arena::tournament::export::GAMES;
use arena::tournament::{Announcement, LOCK, STORE};

use crate::failure::Failure;

/// A folder in which nobody else is at work.
pub(super) struct Folder {
    pub(super) path: PathBuf,
    /// Held until the process ends, however it ends.
    _lock: File,
}

impl Folder {
    /// Makes the folder where it is not there, and takes it for this process.
    pub(super) fn open(path: &Path) -> Result<Folder, Failure> {
        fs::create_dir_all(path).map_err(|error| Failure::file("make the folder", path, &error))?;
        let lock = path.join(LOCK);
        let file = File::create(&lock).map_err(|error| Failure::file("write", &lock, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Folder { path: path.to_path_buf(), _lock: file }),
            Err(TryLockError::WouldBlock) => {
                Err(Failure::Input(format!("another `ludoteka tournament` is at work in {}", path.display())))
            }
            Err(TryLockError::Error(error)) => Err(Failure::file("lock", &lock, &error)),
        }
    }

    /// The store that lies in it, which is made where it is not there; not where games lie that came from one.
    pub(super) fn own_store(&self) -> Result<Address, Failure> {
        let path = self.path.join(STORE);
        if fs::metadata(&path).map_or(0, |its| its.len()) == 0 {
            self.refuse_to_lose_games()?;
        }
        let address = Address::file(path);
        store::init(&address, None)?;
        Ok(address)
    }

    /// That no games have been written here, where the store knows of none: all would be played again and written over them.
    fn refuse_to_lose_games(&self) -> Result<(), Failure> {
        if fs::metadata(self.path.join(GAMES)).map_or(0, |its| its.len()) == 0 {
            return Ok(());
        }
        let path = self.path.display();
        Err(Failure::Input(format!(
            "{path} has games in it ({GAMES}), but the store that they came from, {STORE}, is missing or empty: all would be \
             played again and written over them; put the store back or give its --store, or else choose another folder, or \
             delete these results"
        )))
    }

    /// That its own store has no other tournament in it.
    pub(super) fn refuse_another(&self, store: &mut Store, announcement: &Announcement) -> Result<(), Failure> {
        let digest = announcement.digest();
        let tournaments = store.tournaments()?;
        if tournaments.is_empty() {
            self.refuse_to_lose_games()?;
        }
        match tournaments.iter().find(|other| other.announced.digest != digest) {
            None => Ok(()),
            Some(other) => {
                let (path, title) = (self.path.display(), &other.announced.title);
                let then = Announcement::from_json(&other.announced.announcement).ok();
                let difference = then.and_then(|then| announcement.difference(&then));
                let why = match difference.filter(|_| *title == announcement.title) {
                    Some(difference) => format!(
                        "{path} holds \"{title}\" as it was begun, and {difference}: undo that to go on with it, or choose \
                         another folder"
                    ),
                    None => format!(
                        "{path} holds another tournament, \"{title}\": choose another folder, or the file and programs of then"
                    ),
                };
                Err(Failure::Input(why))
            }
        }
    }
}
