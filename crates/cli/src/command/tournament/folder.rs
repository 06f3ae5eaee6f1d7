//! The folder of a tournament's results.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use errors::{Error, ErrorKind};
use sandbox::lock_soon;
use tournament::results::folder;
use tournament::results::published::{GAMES, has_games, remove_changes};
use tournament::store::{self, Address, Store, TournamentId};
use tournament::{Announcement, LOCK, STORE, UnexpectedFiles, Verified, enter, results_in};

use crate::failure::Failure;
use crate::words;

/// A folder that is locked for this process.
pub(super) struct Folder {
    pub(super) path: PathBuf,
    /// The lock is held until the process ends, even if it is killed.
    _lock: File,
}

impl Folder {
    /// Makes the folder if necessary, and locks it for this process.
    pub(super) fn open(path: &Path) -> Result<Folder, Failure> {
        fs::create_dir_all(path).map_err(|error| Failure::file("make the folder", path, &error))?;
        let lock = path.join(LOCK);
        if fs::symlink_metadata(&lock).is_ok_and(|found| !found.is_file()) {
            // Opening a pipe might wait for ever, so only a plain file is opened.
            return Err(Failure::conflict(format!(
                "{} is no plain file: choose another folder",
                lock.display()
            )));
        }
        let file = File::create(&lock).map_err(|error| Failure::file("write", &lock, &error))?;
        match lock_soon(&file) {
            Ok(()) => {
                folder::finish(path)?;
                Ok(Folder { path: path.to_path_buf(), _lock: file })
            }
            Err(TryLockError::WouldBlock) => Err(Failure::conflict(format!(
                "another `ludoteka tournament` is at work in {}",
                path.display()
            ))),
            Err(TryLockError::Error(error)) => Err(Failure::file("lock", &lock, &error)),
        }
    }

    /// Forgets another tournament in this folder and in its own store, if none of its games is
    /// stored: before the first game, anything may change.
    pub(super) fn forget_unplayed(&self, announcement: &Announcement) -> Result<(), Failure> {
        let is_other = |digest: &str| digest != announcement.digest();
        let has_begun = || -> Result<bool, Error> {
            let mut store = Store::open(&self.own_address())?;
            let all = store.tournaments()?;
            // Who has just made an empty store wants to use it.
            if all.is_empty() {
                return Ok(true);
            }
            for one in all {
                if !is_other(&one.announced.digest) || store.tallies(one.id)?.done() > 0 {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        // If the store is damaged, this is told when it is opened for play.
        if has_games(&self.path) || self.has_store() && has_begun().unwrap_or(true) {
            return Ok(());
        }
        if results_in(&self.path).is_some_and(|other| is_other(&other.digest())) {
            remove_changes(&self.path)?;
        }
        self.remove_store()
    }

    /// Checks that this tournament's results can be written here without overwriting anything else.
    pub(super) fn refuse_to_overwrite(&self, announcement: &Announcement) -> Result<(), Failure> {
        let path = self.path.display();
        let other = results_in(&self.path)
            .filter(|other| other.digest() != announcement.digest() && has_games(&self.path));
        if let Some(other) = other {
            return Err(self.of_another(&other, announcement));
        }
        let unexpected = UnexpectedFiles::seek(&self.path, announcement, games::GAMES)?;
        if let Some(file) = unexpected.in_the_way {
            return Err(Failure::conflict(format!(
                "{path} has a file {file} that the results would overwrite: choose another folder"
            )));
        }
        match &unexpected.beside[..] {
            [] => {}
            [name] => anstream::eprintln!("ludoteka: {}", beside(&self.path, name)),
            [name, others @ ..] => {
                anstream::eprintln!(
                    "ludoteka: {}",
                    beside(&self.path, &format!("{name} and {} more", others.len()))
                );
            }
        }
        Ok(())
    }

    /// Checks that this store has the tournament whose games were published here. New results would
    /// delete the published games.
    pub(super) fn refuse_a_store_without(
        &self,
        store: &mut Store,
        announcement: &Announcement,
    ) -> Result<(), Failure> {
        if !has_games(&self.path) || store.entered(&announcement.digest())?.is_some() {
            return Ok(());
        }
        let (path, store) = (self.path.display(), store.address());
        Err(Failure::conflict(format!(
            "{path} has games of this tournament in it ({GAMES}), and the store {store} has none: \
            they would be overwritten; give the --store that they came from, or choose another \
            folder, in which the tournament starts anew"
        )))
    }

    /// Enters this tournament into a store, by default the folder's own, which is made if necessary.
    pub(super) fn enter(
        &self,
        store: Option<&Address>,
        patience: Duration,
        announcement: &Announcement,
    ) -> Result<(Store, TournamentId), Failure> {
        let own = self.own_address();
        if store.is_none() {
            store::init(&own)?;
        }
        let mut opened = Store::open(store.unwrap_or(&own))?;
        opened.set_patience(patience);
        opened.check()?;
        if store.is_none() {
            self.refuse_another(&mut opened, announcement)?;
        }
        self.refuse_a_store_without(&mut opened, announcement)?;
        let tournament = enter(&mut opened, announcement)?;
        Ok((opened, tournament))
    }

    /// Whether the folder has a store of its own.
    pub(super) fn has_store(&self) -> bool {
        self.path.join(STORE).exists()
    }

    /// The address of the folder's own store.
    pub(super) fn own_address(&self) -> Address {
        Address::file(self.path.join(STORE))
    }

    /// The results in this folder if they say that the tournament is over. If they are incomplete
    /// or changed, they are written again as long as there is a store.
    pub(super) fn ended(
        &self,
        announcement: &Announcement,
        has_store: bool,
    ) -> Result<Option<Verified>, Failure> {
        match tournament::ended(&self.path, announcement, games::GAMES) {
            Err(_) if has_store || self.has_store() => Ok(None),
            Err(error) if error.kind() == ErrorKind::Corrupt => {
                let hint = "`ludoteka tournament` with another folder starts anew";
                Err(Error::corrupt(error.message().clone()).with_hint(hint).into())
            }
            ended => Ok(ended?),
        }
    }

    /// Removes the folder's own store: the results are complete, so the folder is all that counts.
    pub(super) fn remove_store(&self) -> Result<(), Failure> {
        Ok(store::remove(&self.path.join(STORE))?)
    }

    /// What is left if the folder's own store is damaged, and how to go on.
    pub(super) fn without_store(&self, damage: &Error) -> Error {
        let path = self.path.display();
        let left = if has_games(&self.path) {
            format!("the results published so far stay in {path}")
        } else {
            "no game had been published".to_string()
        };
        let hint = format!("{left}; `ludoteka tournament` with another folder starts anew");
        Error::corrupt(damage.message().clone()).with_hint(hint)
    }

    /// Checks that the folder's own store has no other tournament in it.
    fn refuse_another(
        &self,
        store: &mut Store,
        announcement: &Announcement,
    ) -> Result<(), Failure> {
        for other in store.tournaments()? {
            let then = Announcement::from_json(&other.announced.announcement)?;
            if then.digest() != announcement.digest() {
                return Err(self.of_another(&then, announcement));
            }
        }
        Ok(())
    }

    /// The error for a folder that belongs to another tournament, or to the same tournament with
    /// other settings. In the second case, the message names the difference.
    fn of_another(&self, then: &Announcement, announcement: &Announcement) -> Failure {
        let (path, title) = (self.path.display(), &then.title);
        let difference = announcement.difference(then);
        Failure::conflict(match difference.filter(|_| *title == announcement.title) {
            Some(difference) => format!(
                "{path} holds \"{title}\", which began with other settings: {difference}. \
                Undo that to continue, or choose another folder"
            ),
            None => format!(
                "{path} holds another tournament, \"{title}\": choose another folder, or use the \
                same file and programs as before"
            ),
        })
    }
}

/// A remark about files that are not results.
fn beside(folder: &Path, names: &str) -> String {
    let path = folder.display();
    let said = format!(
        "{path} has files that are not results ({names}), and `ludoteka verify` will \
        complain: better choose an empty folder"
    );
    words::printable(&said)
}
