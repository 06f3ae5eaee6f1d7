//! What was found about each version of an assignment, and what people read about it, in a folder.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use errors::Error;
use matches::record::{Record, Records};
use page::{Recording, Replay};
use rules::{Language, message};
use search::GameSpec;

use crate::judgement::Judgement;
use crate::replayed::replay;
use crate::storage::{CasePages, json, read, remove_unfinished, write_whole};
use crate::trial_words::WORDS;

/// What was found about versions, by their numbers.
pub(crate) struct Judgements {
    folder: PathBuf,
    known: Mutex<BTreeMap<usize, Arc<Judgement>>>,
}

/// What people read about a judgement.
pub(crate) enum Shown {
    /// The judge's page about the tests, for each language.
    Pages(CasePages),
    /// The games against our engines.
    Games(Vec<Record>),
    /// Nothing: a contest's final has its own pages.
    Nothing,
}

impl Judgements {
    /// Reads a folder, which is made if necessary.
    ///
    /// # Errors
    /// Fails if something in it cannot be read.
    pub(crate) fn open(folder: PathBuf) -> Result<Judgements, Error> {
        fs::create_dir_all(&folder)
            .map_err(|error| Error::file("make the folder", &folder, &error))?;
        remove_unfinished(&folder);
        let unread = |error: std::io::Error| Error::file("read", &folder, &error);
        let mut known = BTreeMap::new();
        for entry in fs::read_dir(&folder).map_err(unread)? {
            let name = entry.map_err(unread)?.file_name();
            let number = name.to_str().and_then(|name| name.strip_suffix(".json")?.parse().ok());
            if let Some(number) = number {
                known.insert(number, Arc::new(read(&folder.join(name))?));
            }
        }
        Ok(Judgements { folder, known: Mutex::new(known) })
    }

    pub(crate) fn of(&self, version: usize) -> Option<Arc<Judgement>> {
        self.known().get(&version).cloned()
    }

    /// What was found about some version.
    pub(crate) fn any(&self) -> Option<Arc<Judgement>> {
        self.known().values().next().cloned()
    }

    /// The numbers of the versions about which something is kept.
    pub(crate) fn versions(&self) -> Vec<usize> {
        self.known().keys().copied().collect()
    }

    /// Keeps what was found about a version: what people read first, so that whoever is judged has
    /// it.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub(crate) fn keep(
        &self,
        version: usize,
        judgement: Judgement,
        shown: &Shown,
    ) -> Result<(), Error> {
        let write = |path: PathBuf, bytes: Vec<u8>| write_whole(&self.folder, &path, &bytes);
        match shown {
            Shown::Pages(pages) => write(self.pages(version), json(pages)?)?,
            Shown::Games(games) => {
                let lines: String = games.iter().map(|game| game.line() + "\n").collect();
                write(self.games(version), lines.into_bytes())?;
            }
            Shown::Nothing => {}
        }
        write(self.result(version), json(&judgement)?)?;
        self.known().insert(version, Arc::new(judgement));
        Ok(())
    }

    /// The judge's page about a version.
    ///
    /// # Errors
    /// Fails if there is none, or it cannot be read.
    pub(crate) fn page(&self, version: usize, language: Language) -> Result<String, Error> {
        let none = || Error::not_found(message!(WORDS, "not-judged-yet"));
        self.of(version).filter(|found| found.against.is_empty()).ok_or_else(none)?;
        let mut pages: CasePages = read(&self.pages(version))?;
        pages.remove(language.code()).ok_or_else(none)
    }

    /// A game of a version against our engines, in the form that pages read.
    ///
    /// # Errors
    /// Fails if there is none, or it cannot be read.
    pub(crate) fn recording(
        &self,
        version: usize,
        number: usize,
        spec: &'static GameSpec,
    ) -> Result<Recording, Error> {
        let none = || Error::not_found(message!(WORDS, "no-such-game"));
        self.of(version).ok_or_else(none)?;
        let index = number.checked_sub(1).ok_or_else(none)?;
        let file = File::open(self.games(version)).map_err(|_| none())?;
        let game = Records::new(BufReader::new(file)).nth(index).ok_or_else(none)?;
        let game =
            game.map_err(|bad| Error::corrupt(format!("a game of a version: {}", bad.why)))?;
        Ok(game.recording(number, replay(&game, spec, Replay::of)?))
    }

    /// Removes what was found about these versions: the result first, so that nothing that people
    /// read is missing.
    ///
    /// # Errors
    /// Fails if a file cannot be removed.
    pub(crate) fn remove(&self, is_meant: impl Fn(usize) -> bool) -> Result<(), Error> {
        let mut known = self.known();
        let meant: Vec<usize> = known.keys().copied().filter(|one| is_meant(*one)).collect();
        for number in meant {
            remove(&self.result(number))?;
            known.remove(&number);
            remove(&self.pages(number))?;
            remove(&self.games(number))?;
        }
        Ok(())
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<usize, Arc<Judgement>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn result(&self, version: usize) -> PathBuf {
        self.folder.join(format!("{version:05}.json"))
    }

    fn pages(&self, version: usize) -> PathBuf {
        self.folder.join(format!("{version:05}.pages.json"))
    }

    fn games(&self, version: usize) -> PathBuf {
        self.folder.join(format!("{version:05}.jsonl"))
    }
}

/// Removes a file, which may be missing.
pub(crate) fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(Error::file("remove", path, &error))
        }
        _ => Ok(()),
    }
}
