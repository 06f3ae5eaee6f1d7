//! Contests and assignments that an organiser adds to `class.toml` from a page. They stand at its
//! end, so everything that is in the file stays as it is, comments too.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use errors::Error;
use rules::message;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::assignment::{Assignment, AssignmentKeys, Grading, STORE};
use crate::class_file::{Class, contest_keys, keys_in};
use crate::closing::{Closing, is_plain, is_words};
use crate::contest::{Contest, ContestKeys};
use crate::place::now;
use crate::random::hexadecimal;
use crate::settings::Settings;
use crate::storage::write_whole;
use crate::trial_words::WORDS;
use crate::{finale, hidden_tests};

/// The tables that may be added. All others could name paths, or change what people try now.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tables {
    #[serde(default)]
    contest: Vec<ContestKeys>,
    #[serde(default)]
    assignment: Vec<AssignmentKeys>,
}

/// What was announced, by its name in addresses.
#[derive(Debug, PartialEq, Eq)]
pub enum Announced {
    /// A contest.
    Contest(String),
    /// An assignment.
    Assignment(String),
}

/// What lies in the folder of a class that an announcement may name.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Offered {
    /// Files with an organiser's own words.
    pub words: Vec<String>,
    /// Folders that may have cases.
    pub folders: Vec<String>,
}

/// A text that is added has at most so many bytes.
const LONGEST: usize = 64 << 10;

/// Two pages that add something at once do so one after the other.
static ADDING: Mutex<()> = Mutex::new(());

impl Class {
    /// The checksum of `class.toml`, by which a page says which file it was made from.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn file_sum(&self) -> Result<String, Error> {
        Ok(sum_of(&read(&self.file())?))
    }

    /// What an announcement may name. Links are not followed.
    #[must_use]
    pub fn offered(&self) -> Offered {
        let mut offered = Offered::default();
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let (Ok(name), Ok(kind)) = (entry.file_name().into_string(), entry.file_type()) else {
                continue;
            };
            if kind.is_file() && is_words(&name) {
                offered.words.push(name);
            } else if kind.is_dir() && is_plain(&name) && name != STORE {
                offered.folders.push(name);
            }
        }
        offered.words.sort();
        offered.folders.sort();
        offered
    }

    /// Adds tables `[[contest]]` and `[[assignment]]` to `class.toml`, if its checksum is still
    /// `sum`. Returns the first of them.
    ///
    /// # Errors
    /// Fails if the text has another table, a key without a meaning, a name that is taken or a
    /// closing that is past, the file has changed, or it cannot be written. Nothing changes then.
    pub(crate) fn announce(
        &self,
        settings: &Settings,
        text: &str,
        sum: &str,
    ) -> Result<Announced, Error> {
        let _one = ADDING.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.file();
        let path = path.canonicalize().map_err(|error| Error::file("read", &path, &error))?;
        let old = read(&path)?;
        if sum_of(&old) != sum {
            return Err(Error::conflict(message!(WORDS, "class-file-changed")));
        }
        let first = self.checked(settings, text)?;
        let whole = format!("{}\n\n{}\n", old.trim_end(), text.trim());
        // Names are taken by what is there, too.
        keys_in(&path, &whole)?;
        let about = fs::metadata(&path).map_err(|error| Error::file("read", &path, &error))?;
        write_whole(path.parent().unwrap_or(&self.folder), &path, whole.as_bytes())?;
        // Whoever could read and change the file still can.
        fs::set_permissions(&path, about.permissions())
            .map_err(|error| Error::file("write", &path, &error))?;
        Ok(first)
    }

    /// The first thing that a text announces, if all of it has a meaning.
    fn checked(&self, settings: &Settings, text: &str) -> Result<Announced, Error> {
        if text.len() > LONGEST {
            return Err(Error::input(message!(WORDS, "announcement-too-long", n = LONGEST >> 10)));
        }
        let tables: Tables = toml::from_str(text).map_err(|bad| Error::input(bad.to_string()))?;
        let mut announced = Vec::new();
        let contests = [contest_keys(self)?, tables.contest.clone()].concat();
        for keys in tables.contest {
            let contest = Contest::open(keys, &self.trainings)?;
            is_to_come(&contest.closing)?;
            finale::check(&contest, settings)?;
            self.is_new("contests", &contest.keys.name)?;
            announced.push(Announced::Contest(contest.keys.name));
        }
        for keys in tables.assignment {
            let assignment = Assignment::open(keys.of_contest(&contests)?, &self.trainings)?;
            if assignment.by_place().is_none() {
                is_to_come(&assignment.closing)?;
            }
            if matches!(assignment.grading, Grading::Tests) {
                hidden_tests::read(&self.folder, &assignment)?;
            }
            self.is_new("assignments", &assignment.keys.name)?;
            announced.push(Announced::Assignment(assignment.keys.name));
        }
        let nothing = || Error::input(message!(WORDS, "nothing-announced"));
        announced.into_iter().next().ok_or_else(nothing)
    }
}

impl Class {
    /// Refuses a name under which something is kept already, such as last year's contest.
    fn is_new(&self, kind: &str, name: &str) -> Result<(), Error> {
        if self.store().join(kind).join(name).exists() {
            return Err(Error::conflict(message!(WORDS, "name-was-used", name = name)));
        }
        Ok(())
    }
}

fn is_to_come(closing: &Closing) -> Result<(), Error> {
    if closing.closes > now() {
        return Ok(());
    }
    Err(Error::input(message!(WORDS, "closing-is-past", when = closing.clock(closing.closes))))
}

fn read(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|error| Error::file("read", path, &error))
}

fn sum_of(text: &str) -> String {
    hexadecimal(&Sha256::digest(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLASS: &str = "# Ours.\ntitle = 'x'  # short\n[[training]]\nname = 'tic'\ngame = 'mnk'\n";

    fn cup(more: &str) -> String {
        format!(
            "[[contest]]\nname = 'cup'\ntraining = 'tic'\nzone = 'UTC'\n\
            closes = 2999-06-17T13:30:00\n{more}"
        )
    }

    /// A class in a new folder, and what `announce` says to a text.
    fn tried(text: &str) -> (Result<Announced, Error>, String) {
        let place = tempfile::tempdir().expect("a folder");
        fs::write(place.path().join("class.toml"), CLASS).expect("a file");
        let (class, _) = Class::open(place.path(), games::GAMES).expect("a class");
        let sum = class.file_sum().expect("a sum");
        let said = class.announce(&Settings::of_nothing(), text, &sum);
        if said.is_ok() {
            let again = class.announce(&Settings::of_nothing(), text, &sum);
            assert!(again.is_err(), "the file has changed");
            let sum = class.file_sum().expect("a sum");
            let again = class.announce(&Settings::of_nothing(), text, &sum);
            assert!(again.is_err(), "the name is taken");
        }
        (said, read(&class.file()).expect("a file"))
    }

    #[test]
    fn a_contest_is_added_and_all_else_stays() {
        let (said, file) = tried(&cup("[contest.final]\ngames = 4"));
        assert_eq!(said.expect("it is added"), Announced::Contest("cup".to_string()));
        let rest = file.strip_prefix(CLASS).expect("what was there");
        assert_eq!(rest.trim(), cup("[contest.final]\ngames = 4"));
    }

    #[test]
    fn what_may_not_be_added_changes_nothing() {
        for (text, named) in [
            ("", "[[contest]]"),
            ("title = 'y'", "title"),
            ("[[training]]\ngame = 'reversi'", "training"),
            ("[caps]\nversions = 9", "caps"),
            (&cup("words = 'links.csv'"), "words"),
            (&cup("[contest.final]\ndata = ['/etc']"), "data"),
            (&cup("").replace("2999", "2001"), "2001"),
            (&cup("").replace("'tic'", "'tac'"), "tac"),
            (&cup("").repeat(2), "cup"),
            (&cup(&"#".repeat(LONGEST)), "KiB"),
        ] {
            let (said, file) = tried(text);
            let error = said.expect_err(named).to_string();
            assert!(error.contains(named), "{error}");
            assert_eq!(file, CLASS);
        }
    }

    #[test]
    fn what_lies_beside_the_file_is_offered() {
        let place = tempfile::tempdir().expect("a folder");
        fs::write(place.path().join("class.toml"), CLASS).expect("a file");
        let (class, _) = Class::open(place.path(), games::GAMES).expect("a class");
        for name in ["cup.md", "links.csv", ".md"] {
            fs::write(place.path().join(name), "").expect("a file");
        }
        for name in ["tests", "store"] {
            fs::create_dir(place.path().join(name)).expect("a folder");
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc", place.path().join("etc")).expect("a link");
        let [words, folders] =
            [["cup.md"], ["tests"]].map(|names| names.map(str::to_string).into());
        assert_eq!(class.offered(), Offered { words, folders });
    }
}
