//! The folder of a tournament's results.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use arena::store::{self, Address, Store, damage};
use arena::tournament::export::{ANNOUNCEMENT, GAMES, has_games};
use arena::tournament::folder::MANIFEST;
use arena::tournament::{
    Announcement, LOCK, Lack, Renewed, STORE, Strangers, folder, is_announcement_changed, lack, results_in,
};

use crate::failure::Failure;
use crate::words;

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
        if fs::symlink_metadata(&lock).is_ok_and(|found| !found.is_file()) {
            // To open a pipe might wait for ever.
            return Err(Failure::Input(format!("{} is no plain file: choose another folder", lock.display())));
        }
        let file = File::create(&lock).map_err(|error| Failure::file("write", &lock, &error))?;
        match file.try_lock() {
            Ok(()) => {
                folder::finish(path)?;
                Ok(Folder { path: path.to_path_buf(), _lock: file })
            }
            Err(TryLockError::WouldBlock) => {
                Err(Failure::Input(format!("another `ludoteka tournament` is at work in {}", path.display())))
            }
            Err(TryLockError::Error(error)) => Err(Failure::file("lock", &lock, &error)),
        }
    }

    /// That the results of this tournament can be written here and nothing of anybody's is written over.
    pub(super) fn refuse_to_overwrite(&self, announcement: &Announcement) -> Result<(), Failure> {
        let path = self.path.display();
        let other = results_in(&self.path).filter(|other| other.digest() != announcement.digest());
        if other.is_some() && is_announcement_changed(&self.path) {
            let file = self.path.join(ANNOUNCEMENT);
            return Err(Failure::Input(format!(
                "{} has been changed since it was written: its checksum is not the one in {MANIFEST}; delete it if these are \
                 results of this tournament, and the same command writes it anew",
                file.display()
            )));
        }
        if let Some(other) = other {
            return Err(self.of_another(&other.title, Some(&other), announcement));
        }
        let strangers = Strangers::seek(&self.path, announcement, games::GAMES)?;
        if let Some(file) = strangers.in_the_way {
            return Err(Failure::Input(format!(
                "{path} has a file {file} in the way that is of no results written there before: choose another folder"
            )));
        }
        match &strangers.beside[..] {
            [] => {}
            [name] => anstream::eprintln!("ludoteka: {}", beside(&self.path, name)),
            [name, others @ ..] => {
                anstream::eprintln!("ludoteka: {}", beside(&self.path, &format!("{name} and {} more", others.len())));
            }
        }
        Ok(())
    }

    /// That this store has all games of this tournament that have been written here, as they are here: others would be written over them.
    pub(super) fn refuse_a_store_with_less(
        &self,
        store: &mut Store,
        announcement: &Announcement,
    ) -> Result<(), Failure> {
        let Some(Lack { published, known }) = lack(store, announcement, &self.path, games::GAMES)? else {
            return Ok(());
        };
        let (path, store) = (self.path.display(), store.address());
        // The folder's own store has had them all.
        if store.path() == Some(&self.path.join(STORE)) {
            return Err(damage(&format!("it knows {known} of the {published} games that {GAMES} has"), store).into());
        }
        Err(Failure::Input(format!(
            "{path} has {published} games of this tournament in it ({GAMES}), and the store {store} knows {known} of them: the \
             others would be written over; give the --store that they came from, or else choose another \
             folder, or delete these results"
        )))
    }

    /// Where the store is that lies in it.
    pub(super) fn own_address(&self) -> Address {
        Address::file(self.path.join(STORE))
    }

    /// Makes that store where it is not there; not where games lie that came from one.
    pub(super) fn make_own_store(&self, address: &Address) -> Result<(), Failure> {
        match fs::metadata(self.path.join(STORE)) {
            Err(_) => self.refuse_to_lose_games()?,
            Ok(its) if its.len() == 0 && self.has_games() => return Err(damage("it is empty", address).into()),
            Ok(_) => {}
        }
        Ok(store::init(address, None)?)
    }

    /// What has become of a damaged store.
    pub(super) fn renewed(&self, renewed: &Renewed) -> String {
        let Renewed { kept, games, others, lost } = renewed;
        let others: String = others.iter().map(|(title, games)| format!(", {games} of \"{title}\"")).collect();
        let (games, kept) = (words::counted(*games, "game"), kept.display());
        let results = match self.has_games() {
            true => format!("; the results in {} are as they were", self.path.display()),
            false => String::new(),
        };
        let lost = match &lost[..] {
            [] => String::new(),
            others => format!(" (but not {})", others.join("; nor ")),
        };
        format!(
            "a new one has been made of what is whole in it{lost}, with {games} of this tournament{others}, and the damaged one is now {kept}; \
             the same command plays what is missing{results}"
        )
    }

    /// Whether games have been written here.
    fn has_games(&self) -> bool {
        has_games(&self.path)
    }

    /// That no games have been written here, where the store knows of none: all would be played again and written over them.
    fn refuse_to_lose_games(&self) -> Result<(), Failure> {
        if !self.has_games() {
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
                let then = Announcement::from_json(&other.announced.announcement).ok();
                if then.as_ref().is_none_or(|then| then.digest() != other.announced.digest) {
                    let what = format!("what was announced of tournament {} has been changed", other.id);
                    return Err(damage(&what, store.address()).into());
                }
                Err(self.of_another(&other.announced.title, then.as_ref(), announcement))
            }
        }
    }

    /// That what it holds is of another tournament, and what differs where it is the same one, announced otherwise.
    fn of_another(&self, title: &str, then: Option<&Announcement>, announcement: &Announcement) -> Failure {
        let path = self.path.display();
        let difference = then.and_then(|then| announcement.difference(then));
        Failure::Input(match difference.filter(|_| title == announcement.title) {
            Some(difference) => format!(
                "{path} holds \"{title}\" as it was begun, and {difference}: undo that to go on with it, or choose another folder"
            ),
            None => format!(
                "{path} holds another tournament, \"{title}\": choose another folder, or the file and programs of then"
            ),
        })
    }
}

/// What is said of files that are no results.
fn beside(folder: &Path, names: &str) -> String {
    let path = folder.display();
    let said = format!(
        "{path} has files in it that are no results ({names}), and `ludoteka verify` will say so: a folder of its own is better"
    );
    words::printable(&said)
}
