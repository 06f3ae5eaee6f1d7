//! The folder that keeps versions, trials and games. Each file is written whole under another name
//! first, so that a server that is killed leaves whole files.
//!
//! ```text
//! format                  the number of this layout; locked while a server runs
//! people.json             the ids of people, by which versions name them (`register.rs`)
//! versions/00001.json     an upload: whose, when, in what it is tried
//! versions/00001.tar      its files
//! trials/00001.json       a trial: its steps and what they found
//! trials/00001.jsonl      its games, as `ludoteka replay` and `serve` read them
//! trials/00001.cases.json the judge's page about it, for each language
//! ```

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};

use errors::Error;
use matches::record::{Record, Records};
use rules::message;
use sandbox::lock_soon;
use search::GameSpec;
use serde::de::DeserializeOwned;
use submission::{Scratch, pack_upload, unpack_upload};
use tempfile::NamedTempFile;

use crate::forget::without_names;
use crate::saved::{SavedTrial, SavedVersion};
use crate::trial::Trial;
use crate::trial_words::WORDS;
use crate::version::Version;

/// The number of the layout that this version writes.
const FORMAT: u32 = 2;

/// The number of the layout in which versions have a number, an address or a name in place of an id.
const WITHOUT_IDS: u32 = 1;

const FORMAT_FILE: &str = "format";
const VERSIONS: &str = "versions";
const TRIALS: &str = "trials";

/// Files that were being written when a server was killed begin with this.
const UNFINISHED: &str = ".unfinished-";

/// The pages of the judge, by the code of their language.
pub(crate) type CasePages = BTreeMap<String, String>;

/// Versions by their numbers, and trials by theirs.
pub(crate) type Loaded = (BTreeMap<usize, Version>, BTreeMap<usize, Trial>);

/// An open folder. No other server can open it meanwhile.
pub(crate) struct Storage {
    path: PathBuf,
    _held: File,
    /// The folder is removed with the server if nobody wants to keep it.
    _scratch: Option<Scratch>,
}

impl Storage {
    /// Opens a folder, which is made if necessary.
    ///
    /// # Errors
    /// Fails if the folder cannot be written, another server uses it, or a newer version of
    /// Ludoteka made it.
    pub(crate) fn open(path: PathBuf) -> Result<Storage, Error> {
        for folder in [path.clone(), path.join(VERSIONS), path.join(TRIALS)] {
            fs::create_dir_all(&folder)
                .map_err(|error| Error::file("make the folder", &folder, &error))?;
            remove_unfinished(&folder);
        }
        keep_private(&path)?;
        let held = hold(&path.join(FORMAT_FILE))?;
        Ok(Storage { path, _held: held, _scratch: None })
    }

    /// A folder that is removed with this value.
    ///
    /// # Errors
    /// Fails if it cannot be made.
    pub(crate) fn temporary() -> Result<Storage, Error> {
        let scratch = Scratch::new()?;
        let folder = Storage::open(scratch.path().join("kept"))?;
        Ok(Storage { _scratch: Some(scratch), ..folder })
    }

    /// Everything that the folder keeps. Trials of versions that were taken out are left out.
    ///
    /// # Errors
    /// Fails if a file cannot be read.
    pub(crate) fn load(&self, games: &[&'static GameSpec]) -> Result<Loaded, Error> {
        let mut versions = BTreeMap::new();
        for (number, saved) in self.all::<SavedVersion>(VERSIONS)? {
            versions.insert(number, saved.version(number, games)?);
        }
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for version in versions.values_mut() {
            let count = counts.entry(version.person.clone()).or_default();
            *count += 1;
            version.ordinal = *count;
        }
        let mut trials = BTreeMap::new();
        for (number, saved) in self.all::<SavedTrial>(TRIALS)? {
            if versions.contains_key(&saved.version) {
                let trial = Trial { bytes: self.size(number), ..saved.trial(games)? };
                trials.insert(number, trial);
            }
        }
        Ok((versions, trials))
    }

    /// Keeps a new version and its files.
    ///
    /// # Errors
    /// Fails if they cannot be written, or a name cannot be kept.
    pub(crate) fn add_version(
        &self,
        version: &Version,
        files: &[(String, Vec<u8>)],
    ) -> Result<(), Error> {
        let packed = pack_upload(files)?;
        self.write(&self.file(VERSIONS, version.number, "tar"), &packed)?;
        self.save_version(version)
    }

    /// Keeps what has changed about a version.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub(crate) fn save_version(&self, version: &Version) -> Result<(), Error> {
        let saved = json(&SavedVersion::of(version))?;
        self.write(&self.file(VERSIONS, version.number, "json"), &saved)
    }

    /// The files of a version.
    ///
    /// # Errors
    /// Fails if they cannot be read.
    pub(crate) fn files(&self, version: usize) -> Result<Vec<(String, Vec<u8>)>, Error> {
        let path = self.file(VERSIONS, version, "tar");
        unpack_upload(&fs::read(&path).map_err(|error| Error::file("read", &path, &error))?)
    }

    /// Keeps a trial as it is now.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub(crate) fn save_trial(&self, number: usize, trial: &Trial) -> Result<(), Error> {
        self.write(&self.file(TRIALS, number, "json"), &json(&SavedTrial::of(trial))?)
    }

    /// Adds a game to those of a trial.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub(crate) fn add_game(&self, trial: usize, game: &Record) -> Result<(), Error> {
        let path = self.file(TRIALS, trial, "jsonl");
        let file = OpenOptions::new().create(true).append(true).open(&path);
        file.and_then(|mut file| file.write_all((game.line() + "\n").as_bytes()))
            .map_err(|error| Error::file("write", &path, &error))
    }

    /// The bytes of a trial's games and pages.
    pub(crate) fn size(&self, trial: usize) -> u64 {
        let files = ["jsonl", "cases.json"].map(|ending| self.file(TRIALS, trial, ending));
        files.iter().filter_map(|path| fs::metadata(path).ok()).map(|about| about.len()).sum()
    }

    /// Removes a trial's games and pages.
    ///
    /// # Errors
    /// Fails if a file cannot be removed.
    pub(crate) fn remove_games(&self, trial: usize) -> Result<(), Error> {
        for path in ["jsonl", "cases.json"].map(|ending| self.file(TRIALS, trial, ending)) {
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(Error::file("remove", &path, &error));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Removes the games that were added after the trial was kept for the last time.
    ///
    /// # Errors
    /// Fails if the file cannot be read or cut.
    pub(crate) fn keep_games(&self, trial: usize, games: usize) -> Result<(), Error> {
        let path = self.file(TRIALS, trial, "jsonl");
        let cut = |file: File| {
            let mut lines = BufReader::new(&file);
            for _ in 0..games {
                lines.skip_until(b'\n')?;
            }
            let end = lines.stream_position()?;
            file.set_len(end)
        };
        match OpenOptions::new().read(true).write(true).open(&path) {
            Ok(file) => cut(file).map_err(|error| Error::file("cut", &path, &error)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(Error::file("read", &path, &error)),
        }
    }

    /// The first games of a trial, as lines.
    ///
    /// # Errors
    /// Fails if they cannot be read.
    pub(crate) fn lines(&self, trial: usize, games: usize) -> Result<String, Error> {
        let Some(file) = self.games(trial)? else { return Ok(String::new()) };
        let lines = file.lines().take(games).map(|line| line.map(|line| line + "\n"));
        let path = self.file(TRIALS, trial, "jsonl");
        lines.collect::<io::Result<_>>().map_err(|error| Error::file("read", &path, &error))
    }

    /// The game of a trial with this index.
    ///
    /// # Errors
    /// Fails if there is none, or it cannot be read.
    pub(crate) fn game(&self, trial: usize, index: usize) -> Result<Record, Error> {
        let none = || Error::not_found(message!(WORDS, "no-such-game"));
        let mut file = self.games(trial)?.ok_or_else(none)?;
        for _ in 0..index {
            file.skip_until(b'\n').map_err(|error| Error::machine(error.to_string()))?;
        }
        let record = Records::new(file).next().ok_or_else(none)?;
        record.map_err(|bad| Error::corrupt(format!("game {}: {}", index + 1, bad.why)))
    }

    fn games(&self, trial: usize) -> Result<Option<BufReader<File>>, Error> {
        let path = self.file(TRIALS, trial, "jsonl");
        match File::open(&path) {
            Ok(file) => Ok(Some(BufReader::new(file))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Error::file("read", &path, &error)),
        }
    }

    /// Keeps the judge's pages about a trial.
    ///
    /// # Errors
    /// Fails if they cannot be written.
    pub(crate) fn save_cases(&self, trial: usize, pages: &CasePages) -> Result<(), Error> {
        self.write(&self.file(TRIALS, trial, "cases.json"), &json(pages)?)
    }

    /// The judge's page about a trial in the language with this code.
    ///
    /// # Errors
    /// Fails if there is none, or it cannot be read.
    pub(crate) fn cases(&self, trial: usize, language: &str) -> Result<String, Error> {
        let mut pages: CasePages = read(&self.file(TRIALS, trial, "cases.json"))?;
        pages.remove(language).ok_or_else(|| Error::not_found("there is no such page"))
    }

    /// Keeps of a version what stays when its author is forgotten.
    ///
    /// # Errors
    /// Fails if a file cannot be written or removed.
    pub(crate) fn forget_version(&self, version: &Version) -> Result<(), Error> {
        self.save_version(version)?;
        remove(&self.file(VERSIONS, version.number, "tar"))
    }

    /// Keeps of a trial and its games what stays when their author is forgotten.
    ///
    /// # Errors
    /// Fails if a file cannot be read, written or removed.
    pub(crate) fn forget_trial(&self, number: usize, trial: &Trial) -> Result<Trial, Error> {
        let mut games = Vec::new();
        if let Some(file) = self.games(number)? {
            for (index, game) in Records::new(file).take(trial.games).enumerate() {
                let bad =
                    |why| Error::corrupt(format!("game {} of trial {number}: {why}", index + 1));
                games.push(without_names(game.map_err(|found| bad(found.why))?));
            }
            let lines: String = games.iter().map(|game| game.line() + "\n").collect();
            self.write(&self.file(TRIALS, number, "jsonl"), lines.as_bytes())?;
        }
        remove(&self.file(TRIALS, number, "cases.json"))?;
        let trial = trial.forgotten(&games);
        self.save_trial(number, &trial)?;
        Ok(trial)
    }

    fn file(&self, folder: &str, number: usize, ending: &str) -> PathBuf {
        self.path.join(folder).join(format!("{number:05}.{ending}"))
    }

    /// All values `NUMBER.json` in a folder.
    fn all<T: DeserializeOwned>(&self, folder: &str) -> Result<Vec<(usize, T)>, Error> {
        let path = self.path.join(folder);
        let unread = |error: io::Error| Error::file("read", &path, &error);
        let mut found = Vec::new();
        for entry in fs::read_dir(&path).map_err(unread)? {
            let name = entry.map_err(unread)?.file_name();
            let number = name.to_str().and_then(|name| name.strip_suffix(".json")?.parse().ok());
            if let Some(number) = number {
                found.push((number, read(&path.join(name))?));
            }
        }
        Ok(found)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), Error> {
        let folder = path.parent().unwrap_or(&self.path);
        write_whole(folder, path, bytes)
    }
}

/// Writes a file that is either there as a whole, or as it was before. Only its owner can read it.
pub(crate) fn write_whole(folder: &Path, path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let write = || {
        let mut file: NamedTempFile =
            tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_data()?;
        file.persist(path).map_err(|error| error.error)
    };
    write().map(drop).map_err(|error| Error::file("write", path, &error))
}

fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Error::file("remove", path, &error))
        }
        _ => Ok(()),
    }
}

pub(crate) fn json(value: &impl serde::Serialize) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(value).map_err(|bad| Error::bug(format!("this cannot be kept: {bad}")))
}

pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<T, Error> {
    let bytes = fs::read(path).map_err(|error| Error::file("read", path, &error))?;
    serde_json::from_slice(&bytes).map_err(|bad| {
        let what = format!("{} is damaged: {bad}", path.display());
        Error::corrupt(what).with_hint("move the file away to go on without it")
    })
}

/// Programs and games are read by the owner of the server alone.
fn keep_private(folder: &Path) -> Result<(), Error> {
    #[cfg(unix)]
    {
        let owner = std::os::unix::fs::PermissionsExt::from_mode(0o700);
        fs::set_permissions(folder, owner)
            .map_err(|error| Error::file("make private", folder, &error))?;
    }
    Ok(())
}

/// Removes the files in a folder that were being written when a server was killed.
pub(crate) fn remove_unfinished(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Opens and locks the file with the number of the layout, which is written if it is new.
fn hold(path: &Path) -> Result<File, Error> {
    let failed = |error: &io::Error| Error::file("open", path, error);
    let file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
    let mut file = file.map_err(|error| failed(&error))?;
    if lock_soon(&file).is_err() {
        let folder = path.parent().unwrap_or(path);
        let what = format!("another server uses the folder {}", folder.display());
        return Err(Error::conflict(what));
    }
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(|error| failed(&error))?;
    match text.trim().parse() {
        Ok(FORMAT) => Ok(file),
        // Whoever opens an older layout gives people ids (`Workshop::give_ids`).
        number if text.is_empty() || number == Ok(WITHOUT_IDS) => {
            let rewind = |file: &mut File| file.rewind().and_then(|()| writeln!(file, "{FORMAT}"));
            rewind(&mut file).map_err(|error| failed(&error))?;
            Ok(file)
        }
        Ok(newer) if newer > FORMAT => {
            let what =
                format!("{} has layout {newer}; this version knows {FORMAT}", path.display());
            Err(Error::conflict(what).with_hint("use the version of Ludoteka that made the folder"))
        }
        _ => Err(Error::corrupt(format!("{} is not the format of a class", path.display()))),
    }
}

#[cfg(test)]
mod tests {
    use errors::ErrorKind;

    use super::*;

    #[test]
    fn a_folder_is_used_by_one_server_and_never_by_an_older_one() {
        let place = tempfile::tempdir().expect("a folder");
        let open = || Storage::open(place.path().join("class"));
        let folder = open().expect("it is made");
        let left = folder.path.join(VERSIONS).join(".unfinished-1");
        fs::write(&left, "").expect("a file");
        assert_eq!(open().err().expect("it is in use").kind(), ErrorKind::Conflict);
        drop(folder);
        assert!(open().is_ok() && !left.exists());
        for (format, kind) in [("3\n", ErrorKind::Conflict), ("x", ErrorKind::Corrupt)] {
            fs::write(place.path().join("class/format"), format).expect("a file");
            assert_eq!(open().err().expect("another format").kind(), kind);
        }
    }

    #[test]
    fn games_that_were_not_kept_are_cut_off() {
        let folder = Storage::temporary().expect("a folder");
        let path = folder.file(TRIALS, 1, "jsonl");
        fs::write(&path, "a\nb\nc").expect("a file");
        folder.keep_games(1, 2).expect("it is cut");
        assert_eq!(folder.lines(1, 9).expect("lines"), "a\nb\n");
        folder.keep_games(1, 0).expect("it is cut");
        folder.keep_games(2, 0).expect("there is nothing to cut");
        assert_eq!(folder.lines(1, 9).expect("no lines"), "");
        assert_eq!(folder.game(1, 0).expect_err("no game").kind(), ErrorKind::NotFound);
    }
}
