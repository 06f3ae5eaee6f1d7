//! A class: a folder with its trainings and its people.

use std::fs;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use errors::Error;
use search::GameSpec;
use serde::Deserialize;

use crate::assignment::{AssignmentKeys, STORE};
use crate::caps::Caps;
use crate::contest::ContestKeys;
use crate::lists::PEOPLE;
use crate::training::{Training, TrainingKeys, is_word};

/// A class as its `class.toml` describes it.
#[derive(Clone, Debug)]
pub struct Class {
    /// The folder of the class.
    pub folder: PathBuf,
    /// The title on pages.
    pub title: String,
    /// The trainings, in the order of the file.
    pub trainings: Vec<Training>,
    /// How much a person may upload and try.
    pub caps: Caps,
    /// The address by which students reach the server, with which links begin; `None` if it is that
    /// on which the server listens.
    pub address: Option<String>,
}

/// What the file of a class has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct ClassKeys {
    title: String,
    address: Option<String>,
    #[serde(default)]
    caps: Caps,
    #[serde(default)]
    training: Vec<TrainingKeys>,
    #[serde(default)]
    contest: Vec<ContestKeys>,
    #[serde(default)]
    assignment: Vec<AssignmentKeys>,
}

const CLASS: &str = "class.toml";

/// The list of people of a new class.
const NOBODY: &str = "name,e-mail,number\n";

impl Class {
    /// Reads the class in a folder. In a folder without one it writes a class with a training for
    /// each game, and a list of people to fill in. Returns the class, and whether it is new.
    ///
    /// # Errors
    /// Fails if a file cannot be read or written, or has a fault.
    pub fn open(folder: &Path, games: &[&'static GameSpec]) -> Result<(Class, bool), Error> {
        let path = folder.join(CLASS);
        let is_new = !path.exists();
        if is_new {
            fs::create_dir_all(folder)
                .map_err(|error| Error::file("make the folder", folder, &error))?;
            write(&path, &example(games))?;
        }
        if !folder.join(PEOPLE).exists() {
            write(&folder.join(PEOPLE), NOBODY)?;
        }
        let bad = |why: String| Error::input(format!("{}: {why}", path.display()));
        let keys = keys(&path)?;
        let is_web =
            |address: &String| address.starts_with("http://") || address.starts_with("https://");
        if let Some(address) = keys.address.as_ref().filter(|address| !is_web(address)) {
            return Err(bad(format!(
                "address = {address:?}: expected https:// or http:// in front"
            )));
        }
        let mut trainings: Vec<Training> = Vec::new();
        for (number, keys) in keys.training.into_iter().enumerate() {
            let at = |why: String| bad(format!("training {}: {why}", number + 1));
            let training = Training::open(keys, games).map_err(|error| at(error.to_string()))?;
            let name = training.name();
            if !is_word(name) {
                return Err(at(format!(
                    "name = {name:?}: expected small letters, digits and dashes"
                )));
            }
            if trainings.iter().any(|known| known.name() == name) {
                return Err(at(format!("there are two trainings with the name {name}")));
            }
            trainings.push(training);
        }
        if trainings.is_empty() {
            return Err(bad("there is no [[training]]: expected at least one".to_string()));
        }
        let (title, address, caps) = (keys.title, keys.address, keys.caps);
        Ok((Class { folder: folder.to_path_buf(), title, trainings, caps, address }, is_new))
    }

    /// The file that describes the class.
    #[must_use]
    pub fn file(&self) -> PathBuf {
        self.folder.join(CLASS)
    }

    /// The folder for versions and trials.
    #[must_use]
    pub fn store(&self) -> PathBuf {
        self.folder.join(STORE)
    }
}

/// Sees whether a file has changed.
#[derive(Default)]
pub(crate) struct Watched(Mutex<Option<SystemTime>>);

impl Watched {
    /// Whether the file has changed since this was asked for the last time.
    pub(crate) fn has_changed(&self, file: &Path) -> bool {
        let stamp = fs::metadata(file).and_then(|about| about.modified()).ok();
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        mem::replace(&mut *seen, stamp) != stamp
    }
}

/// The contests of a class, as its file has them now.
///
/// # Errors
/// Fails if the file cannot be read or has a fault.
pub(crate) fn contest_keys(class: &Class) -> Result<Vec<ContestKeys>, Error> {
    Ok(keys(&class.file())?.contest)
}

/// The assignments of a class, as its file has them now, and its contests.
///
/// # Errors
/// Fails if the file cannot be read or has a fault.
pub(crate) fn assignment_keys(
    class: &Class,
) -> Result<(Vec<AssignmentKeys>, Vec<ContestKeys>), Error> {
    let ClassKeys { contest, assignment, .. } = keys(&class.file())?;
    Ok((assignment, contest))
}

fn keys(path: &Path) -> Result<ClassKeys, Error> {
    let text = fs::read_to_string(path).map_err(|error| Error::file("read", path, &error))?;
    keys_in(path, &text)
}

/// What this text of a class's file has.
///
/// # Errors
/// Fails if the text has a fault, or two contests or two assignments have one name.
pub(crate) fn keys_in(path: &Path, text: &str) -> Result<ClassKeys, Error> {
    let bad = |why: String| Error::input(format!("{}: {why}", path.display()));
    let keys: ClassKeys = toml::from_str(text).map_err(|why| bad(why.to_string()))?;
    let contests = keys.contest.iter().map(|contest| &*contest.name).collect();
    let assignments = keys.assignment.iter().map(|assignment| &*assignment.name).collect();
    for (what, names) in [("contests", contests), ("assignments", assignments)] {
        let mut names: Vec<&str> = names;
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(bad(format!("there are two {what} named {}", pair[0])));
        }
    }
    Ok(keys)
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(|error| Error::file("write", path, &error))
}

/// The file of a new class: a training for each game, and all keys with their usual values.
fn example(games: &[&'static GameSpec]) -> String {
    let mut text = String::from(
        "# What the students of this class try their programs in. The server reads this file when \
         it\n# starts, and contests also when they change. People stand in people.csv, which can be \
         changed\n# at any time.\n\n\
         title = \"Games\"\n\n\
         # The address by which students reach the server, for the links in links.csv.\n\
         # address = \"https://games.example.org\"\n\n\
         # How much each person may upload and try.\n\
         # [caps]\n# trials-per-minute = 6\n# versions = 300\n# trials = 1000\n# mebibytes = 50\n",
    );
    for game in games {
        text += &format!("\n[[training]]\ngame = \"{}\"\n", game.name);
    }
    text += "\n# A contest with standings, a closing and a final: docs/contest.md.\n\
             # An assignment that is judged on hidden tests: docs/assignment.md.\n\
             # All keys of a training:\n\
             # [[training]]\n# name = \"gomoku\"          # in addresses\n\
             # title = \"Five in a row\"  # on pages\n# game = \"mnk\"\n\
             # role = \"player\"          # player (the usual one), task, or both\n\
             # parameters = { m = 15, n = 15, k = 5 }\n\
             # time = { move = \"1s\" }    # or game = \"1m\", increment = \"1s\"\n\
             # opponents = [1, 2]       # the levels of the training opponents\n\
             # valgrind = false         # cases under valgrind, too\n\
             # cases-seed = 7           # the same cases for everybody\n\
             # languages = [\"c\", \"python\"]\n\
             # compilers = [\"gcc -O2 -std=c11\"]\n";
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Assignment;

    #[test]
    fn a_new_class_has_a_training_for_each_game() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = place.path().join("spring");
        let (class, is_new) = Class::open(&folder, games::GAMES).expect("a class");
        assert!(is_new && class.trainings.len() == games::GAMES.len());
        assert_eq!(class.caps, Caps::default());
        // Every key that the file names is a key.
        let text = fs::read_to_string(folder.join(CLASS)).expect("a file");
        let all = text.replace("# [", "[");
        let keys = all.lines().map(|line| {
            let is_key = |rest: &str| rest.split_once(" = ").is_some_and(|(key, _)| is_word(key));
            line.strip_prefix("# ").filter(|rest| is_key(rest)).unwrap_or(line).to_string() + "\n"
        });
        fs::write(folder.join(CLASS), keys.collect::<String>()).expect("a file");
        let (class, is_new) = Class::open(&folder, games::GAMES).expect("a class");
        assert!(!is_new && class.address.is_some());
        assert_eq!(class.trainings.last().map(Training::name), Some("gomoku"));
    }

    #[test]
    fn the_example_of_the_guide_is_a_class() {
        let guide = include_str!("../../../docs/class.md");
        let example = guide.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
        let place = tempfile::tempdir().expect("a folder");
        fs::write(place.path().join(CLASS), example.expect("an example")).expect("a file");
        let (class, _) = Class::open(place.path(), games::GAMES).expect("a class");
        assert_eq!(class.trainings.len(), 2);
    }

    #[test]
    fn the_example_of_an_assignment_is_one() {
        let guide = include_str!("../../../docs/assignment.md");
        let example = guide.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
        let place = tempfile::tempdir().expect("a folder");
        let text = format!("title = 'x'\n{}", example.expect("an example"));
        fs::write(place.path().join(CLASS), text).expect("a file");
        let (class, _) = Class::open(place.path(), games::GAMES).expect("a class");
        let keys = assignment_keys(&class).expect("keys").0.into_iter();
        let opened = keys.map(|keys| Assignment::open(keys, &class.trainings));
        let points = opened.map(|one| one.expect("an assignment").points());
        assert_eq!(points.collect::<Vec<_>>(), [10.0]);
    }

    #[test]
    fn faults_of_a_class_are_named() {
        let place = tempfile::tempdir().expect("a folder");
        for (text, named) in [
            ("", "title"),
            ("title = 'x'", "[[training]]"),
            ("title = 'x'\n[[training]]\ngame = 'go'", "training 1"),
            ("title = 'x'\n[[training]]\ngame = 'mnk'\n[[training]]\ngame = 'mnk'", "training 2"),
            ("title = 'x'\n[[training]]\ngame = 'mnk'\nname = 'a/b'", "a/b"),
            ("title = 'x'\nclocks = 1", "clocks"),
            ("title = 'x'\naddress = 'a.example'\n[[training]]\ngame = 'mnk'", "a.example"),
            ("title = 'x'\n[caps]\nversion = 1", "version"),
        ] {
            fs::write(place.path().join(CLASS), text).expect("a file");
            let error = Class::open(place.path(), games::GAMES).expect_err(text);
            assert!(error.to_string().contains(named), "{error}");
        }
    }
}
