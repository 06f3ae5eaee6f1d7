//! The final of a contest: a tournament of the versions that were current at the closing, which the
//! command `ludoteka tournament` plays in a process of its own.
//!
//! ```text
//! final.toml       the tournament's file
//! entries/         the programs
//! state.json       when it began, whether it is paused, when it was confirmed
//! results/         what `ludoteka tournament -o` writes, live
//! log.txt          what the command says
//! ```

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use errors::Error;
use matches::record::{Record, Records};
use rules::message;
use serde::{Deserialize, Serialize};
use submission::pack_upload;
use toml::{Table, Value};

use crate::contest::{Contest, Sources};
use crate::place::now;
use crate::random::random;
use crate::settings::{Leaving, Reckoned, Settings};
use crate::storage::{json, read, write_whole};
use crate::trial_words::WORDS;

/// Who plays in a final.
pub(crate) struct Finalist {
    /// The number of the version, which names the file.
    pub(crate) version: usize,
    /// The name in the results; no two are equal.
    pub(crate) name: String,
    /// Who wrote it, if the results may say so.
    pub(crate) author: Option<String>,
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

/// How far a final is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalState {
    /// It has not begun.
    Waiting,
    /// It is being played.
    Running,
    /// It was stopped, and can go on.
    Paused,
    /// All is played, and nobody has confirmed the results.
    Provisional,
    /// The results stand.
    Confirmed,
}

#[derive(Clone, Default, Serialize, Deserialize)]
struct Saved {
    /// When it began, in seconds since 1970.
    begun: u64,
    paused: bool,
    over: bool,
    confirmed: Option<u64>,
    /// The line of the file that `within` has changed.
    #[serde(default)]
    changed: Option<String>,
}

/// The final of a contest.
pub(crate) struct Final {
    folder: PathBuf,
    state: Mutex<State>,
}

struct State {
    saved: Option<Saved>,
    child: Option<Child>,
    /// When a command that failed is started again.
    again: Option<Instant>,
    /// The command has failed, and nothing was said about it yet.
    complaint: Option<String>,
}

const FILE: &str = "final.toml";
const STATE: &str = "state.json";
const ENTRIES: &str = "entries";
const RESULTS: &str = "results";
/// The games of the results, a line each.
const GAMES: &str = "games.jsonl";
const LOG: &str = "log.txt";

/// A command that failed is started again after this.
const AGAIN: Duration = Duration::from_secs(5);

impl Final {
    /// # Errors
    /// Fails if the state cannot be read.
    pub(crate) fn open(folder: PathBuf) -> Result<Final, Error> {
        let path = folder.join(STATE);
        let saved = if path.exists() { Some(read(&path)?) } else { None };
        let state = State { saved, child: None, again: None, complaint: None };
        Ok(Final { folder, state: Mutex::new(state) })
    }

    pub(crate) fn state(&self) -> FinalState {
        self.with(|state| match &state.saved {
            None => FinalState::Waiting,
            Some(Saved { confirmed: Some(_), .. }) => FinalState::Confirmed,
            Some(Saved { over: true, .. }) => FinalState::Provisional,
            Some(Saved { paused: true, .. }) => FinalState::Paused,
            Some(_) => FinalState::Running,
        })
    }

    /// When it began, in seconds since 1970.
    pub(crate) fn begun(&self) -> Option<u64> {
        self.with(|state| state.saved.as_ref().map(|saved| saved.begun))
    }

    /// The line of the tournament's file with which it ends within the time that the contest allows,
    /// if the contest's own might not have.
    pub(crate) fn changed(&self) -> Option<String> {
        self.with(|state| state.saved.as_ref()?.changed.clone())
    }

    pub(crate) fn complaint(&self) -> Option<String> {
        self.with(|state| state.complaint.clone())
    }

    pub(crate) fn results(&self) -> PathBuf {
        self.folder.join(RESULTS)
    }

    /// The numbers of the versions that play, in the order of the results' participants.
    ///
    /// # Errors
    /// Fails if the final has not begun, or its file is damaged.
    pub(crate) fn versions(&self) -> Result<Vec<usize>, Error> {
        let path = self.folder.join(FILE);
        let text = fs::read_to_string(&path).map_err(|error| Error::file("read", &path, &error))?;
        let bad = |why: String| Error::corrupt(format!("{}: {why}", path.display()));
        let file: Table = toml::from_str(&text).map_err(|why| bad(why.to_string()))?;
        let version = |player: &Value| {
            let name = player.get("program")?.as_str()?.strip_prefix(ENTRIES)?;
            name.strip_prefix('/')?.strip_suffix(".tar")?.parse().ok()
        };
        let players = file.get("player").and_then(Value::as_array).into_iter().flatten();
        let versions = players.map(|player| version(player).ok_or_else(|| bad("player".into())));
        versions.collect()
    }

    /// A game of the results, by its number.
    ///
    /// # Errors
    /// Fails if there is none.
    pub(crate) fn game(&self, number: usize) -> Result<Record, Error> {
        let none = || Error::input(message!(WORDS, "appeal-names-game"));
        let file = File::open(self.results().join(GAMES)).map_err(|_| none())?;
        let index = number.checked_sub(1).ok_or_else(none)?;
        Records::new(BufReader::new(file)).nth(index).and_then(Result::ok).ok_or_else(none)
    }

    /// Writes the tournament's file and its programs. What was said is done when this is over: the
    /// next [`look`](Final::look) starts the command.
    ///
    /// # Errors
    /// Fails if the final has begun, the file has a fault, or something cannot be written.
    pub(crate) fn begin(
        &self,
        contest: &Contest,
        settings: &Settings,
        finalists: &[Finalist],
    ) -> Result<(), Error> {
        self.with(|state| {
            if state.saved.is_some() {
                return Err(Error::conflict(message!(WORDS, "final-has-begun")));
            }
            if finalists.len() < 2 {
                return Err(Error::conflict(message!(WORDS, "final-needs-two")));
            }
            let entries = self.folder.join(ENTRIES);
            fs::create_dir_all(&entries)
                .map_err(|error| Error::file("make the folder", &entries, &error))?;
            let mut players = Vec::new();
            for finalist in finalists {
                let name = format!("{:05}.tar", finalist.version);
                write_whole(&entries, &entries.join(&name), &pack_upload(&finalist.files)?)?;
                let mut player = Table::from_iter([
                    ("program".to_string(), Value::from(format!("{ENTRIES}/{name}"))),
                    ("name".to_string(), Value::from(&*finalist.name)),
                ]);
                if let Some(author) = &finalist.author {
                    player.insert("author".to_string(), Value::from(&**author));
                }
                players.push(Value::Table(player));
            }
            let seed = u32::from_str_radix(&random::<4>()?, 16).unwrap_or_default();
            let file = self.folder.join(FILE);
            let fitted = || -> Result<Option<String>, Error> {
                let text = file_of(contest, settings, seed, players)?;
                write_whole(&self.folder, &file, toml_of(&text)?.as_bytes())?;
                (settings.finals.check)(&file)?;
                let smaller = (settings.finals.reckon)(&file)?.smaller;
                if let Some(line) = &smaller {
                    let text = toml_of(&with_line(text, line)?)?;
                    write_whole(&self.folder, &file, text.as_bytes())?;
                    (settings.finals.check)(&file)?;
                }
                Ok(smaller)
            };
            let fitted = fitted();
            if fitted.is_err() {
                // Its author may be forgotten before the final begins.
                let _ = fs::remove_dir_all(&entries);
            }
            self.save(state, Saved { begun: now(), changed: fitted?, ..Saved::default() })
        })
    }

    /// Stops the command; what is being played then is played again.
    ///
    /// # Errors
    /// Fails if the final is not being played, or this cannot be kept.
    pub(crate) fn pause(&self) -> Result<(), Error> {
        self.with(|state| {
            let saved = state.going_on()?;
            self.save(state, Saved { paused: true, ..saved })?;
            if let Some(child) = &mut state.child {
                interrupt(child);
            }
            Ok(())
        })
    }

    /// Goes on with a final that was stopped.
    ///
    /// # Errors
    /// Fails if the final is over, or this cannot be kept.
    pub(crate) fn go_on(&self) -> Result<(), Error> {
        self.with(|state| {
            let saved = state.going_on()?;
            (state.complaint, state.again) = (None, None);
            self.save(state, Saved { paused: false, ..saved })
        })
    }

    /// The results stand from now on.
    ///
    /// # Errors
    /// Fails if the final is not over, or this cannot be kept.
    pub(crate) fn confirm(&self) -> Result<(), Error> {
        self.with(|state| match state.saved.clone() {
            Some(saved) if saved.over => {
                self.save(state, Saved { confirmed: Some(now()), ..saved })
            }
            _ => Err(Error::conflict(message!(WORDS, "final-not-over"))),
        })
    }

    /// Lets a finalist of a final that is stopped or over leave it or come back; the results are made
    /// again.
    ///
    /// # Errors
    /// Fails if the command refuses it; the sentence is the command's.
    pub(crate) fn leave(
        &self,
        settings: &Settings,
        how: Leaving,
        name: &str,
        reason: &str,
    ) -> Result<(), Error> {
        if !matches!(self.state(), FinalState::Paused | FinalState::Provisional) {
            return Err(Error::conflict(message!(WORDS, "final-is-played")));
        }
        let is_stopping = |state: &mut State| match &mut state.child {
            Some(child) => matches!(child.try_wait(), Ok(None)),
            None => false,
        };
        if self.with(is_stopping) {
            return Err(Error::conflict(message!(WORDS, "final-is-stopping")));
        }
        let mut command = (settings.finals.leave)(&self.results(), how, name, reason);
        let done = command.stdin(Stdio::null()).output();
        let done = done.map_err(|error| Error::machine(format!("nobody leaves: {error}")))?;
        if done.status.success() {
            return Ok(());
        }
        Err(Error::input(last_line(&String::from_utf8_lossy(&done.stderr))))
    }

    /// Starts the command if the final is to be played, and sees whether it has ended.
    ///
    /// # Errors
    /// Fails if the state cannot be kept.
    pub(crate) fn look(&self, settings: &Settings) -> Result<(), Error> {
        self.with(|state| {
            let Some(saved) = state.saved.clone().filter(|saved| !saved.over) else {
                return Ok(());
            };
            if let Some(child) = &mut state.child {
                let Ok(Some(status)) = child.try_wait() else { return Ok(()) };
                state.child = None;
                if status.success() {
                    state.complaint = None;
                    return self.save(state, Saved { over: true, paused: false, ..saved });
                }
                if !saved.paused {
                    let log = fs::read(self.folder.join(LOG)).unwrap_or_default();
                    state.complaint = Some(last_line(&String::from_utf8_lossy(&log)));
                    state.again = Some(Instant::now() + AGAIN);
                }
            }
            let waits = state.again.is_some_and(|again| Instant::now() < again);
            if saved.paused || waits {
                return Ok(());
            }
            let (file, results) = (self.folder.join(FILE), self.results());
            // A server that was killed leaves its command, which plays the rest.
            if (settings.finals.is_played)(&results) {
                return Ok(());
            }
            match self.started(&mut (settings.finals.play)(&file, &results)) {
                Ok(child) => state.child = Some(child),
                Err(error) => {
                    state.complaint = Some(error.to_string());
                    state.again = Some(Instant::now() + AGAIN);
                }
            }
            Ok(())
        })
    }

    fn started(&self, command: &mut Command) -> std::io::Result<Child> {
        let log = File::create(self.folder.join(LOG))?;
        let out = log.try_clone()?;
        command.stdin(Stdio::null()).stdout(out).stderr(log).spawn()
    }

    fn save(&self, state: &mut State, saved: Saved) -> Result<(), Error> {
        write_whole(&self.folder, &self.folder.join(STATE), &json(&saved)?)?;
        state.saved = Some(saved);
        Ok(())
    }

    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl State {
    fn going_on(&self) -> Result<Saved, Error> {
        let saved = self.saved.clone().filter(|saved| !saved.over);
        saved.ok_or_else(|| Error::conflict(message!(WORDS, "final-not-played")))
    }
}

/// What a server that ends would leave goes on in a process of its own, and the next server waits
/// for it.
impl Drop for Final {
    fn drop(&mut self) {
        if let Some(child) = &mut self.with(|state| state.child.take()) {
            interrupt(child);
            // A command that is interrupted ends at the next move.
            let _ = child.wait();
        }
    }
}

/// Checks the keys of a final, with engines in the places of the finalists.
///
/// # Errors
/// Fails if a key has no meaning.
pub(crate) fn check(contest: &Contest, settings: &Settings) -> Result<(), Error> {
    // As many as a stage of many groups may want.
    with_engines(contest, settings, 32, settings.finals.check)
}

/// Says how long a final of so many programs takes.
///
/// # Errors
/// Fails if a key has no meaning, or it cannot end within the time that the contest allows.
pub(crate) fn reckon(
    contest: &Contest,
    settings: &Settings,
    finalists: usize,
) -> Result<Reckoned, Error> {
    with_engines(contest, settings, finalists, settings.finals.reckon)
}

/// What is said of the file of a final with engines in the places of the finalists.
fn with_engines<T>(
    contest: &Contest,
    settings: &Settings,
    finalists: usize,
    say: fn(&Path) -> Result<T, Error>,
) -> Result<T, Error> {
    let folder = tempfile::tempdir()
        .map_err(|error| Error::machine(format!("no temporary folder: {error}")))?;
    let players = (0..finalists).map(|number| {
        Value::Table(Table::from_iter([
            ("engine".to_string(), Value::from(1)),
            ("name".to_string(), Value::from(format!("engine {number}"))),
        ]))
    });
    let path = folder.path().join(FILE);
    let text = toml_of(&file_of(contest, settings, 1, players.collect())?)?;
    fs::write(&path, text).map_err(|error| Error::file("write", &path, &error))?;
    say(&path).map_err(|error| {
        // The file is not the organiser's own, so neither its path nor the line says anything.
        let why = error.message().to_string();
        let why = match why.strip_prefix(&path.display().to_string()) {
            Some(rest) => rest.split_once(": ").map_or(rest, |(_, why)| why),
            None => &why,
        };
        Error::input(format!("final: {why}"))
    })
}

/// The tournament's file of a final.
fn file_of(
    contest: &Contest,
    settings: &Settings,
    seed: u32,
    players: Vec<Value>,
) -> Result<Table, Error> {
    let (training, mut file) = (&contest.training, contest.keys.last.clone());
    let analyse = file.remove("analyse");
    let mut set = |key: &str, value: Value| {
        file.entry(key.to_string()).or_insert(value);
    };
    set("title", Value::from(contest.title()));
    set("game", Value::from(training.spec.name));
    set("seed", Value::from(i64::from(seed)));
    set("level", Value::from(i64::from(settings.level.number())));
    let texts =
        |all: &[String]| Value::Array(all.iter().map(|text| Value::from(&**text)).collect());
    if let Some(languages) = &training.keys.languages {
        set("languages", texts(languages));
    }
    if !training.keys.compilers.is_empty() {
        set("compiler-options", texts(&training.keys.compilers));
    }
    let parameters = training.keys.parameters.iter();
    let parameters = parameters.map(|(name, value)| (name.clone(), Value::from(&**value)));
    set("parameters", Value::Table(parameters.collect()));
    let time = Value::try_from(&training.keys.time).map_err(|bad| bug(&bad))?;
    if time.as_table().is_some_and(|time| !time.is_empty()) {
        set("time", time);
    }
    if !contest.keys.last.contains_key("stage") {
        let kind = Table::from_iter([("kind".to_string(), Value::from("round-robin"))]);
        set("format", Value::Table(kind));
    }
    let is_published = contest.keys.sources == Sources::AfterTheFinal;
    let publish = [("sources", is_published), ("stderr", false)];
    let publish = publish.map(|(key, value)| (key.to_string(), Value::from(value))).into_iter();
    let analyse = analyse.map(|value| ("analyse".to_string(), value));
    set("publish", Value::Table(publish.chain(analyse).collect()));
    set("player", Value::Array(players));
    Ok(file)
}

fn toml_of(file: &Table) -> Result<String, Error> {
    toml::to_string(file).map_err(|bad| bug(&bad))
}

/// The file with this line in place of its own.
fn with_line(mut file: Table, line: &str) -> Result<Table, Error> {
    file.extend(line.parse::<Table>().map_err(|bad| bug(&bad))?);
    Ok(file)
}

fn bug(bad: &dyn std::fmt::Display) -> Error {
    Error::bug(format!("a final's file: {bad}"))
}

fn last_line(text: &str) -> String {
    let line = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let line = line.trim().trim_start_matches("ludoteka: ");
    line.chars().filter(|c| !c.is_control()).collect()
}

/// Asks a command to end, as Ctrl-C does.
fn interrupt(child: &mut Child) {
    #[cfg(unix)]
    {
        let id = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw);
        if let Some(id) = id {
            // A process that has ended by itself needs no signal.
            let _ = rustix::process::kill_process(id, rustix::process::Signal::INT);
        }
    }
    #[cfg(not(unix))]
    {
        let _ = child.kill();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ContestKeys, Training, TrainingKeys};

    const CUP: &str = "name = 'cup'\ntraining = 'mnk'\ncloses = 2027-06-17T13:30:00\nzone = 'UTC'\n\
        [final]\ngames = 6\nanalyse = true\nformat.kind = 'round-robin'\n";

    #[test]
    fn a_final_that_would_take_too_long_is_smaller_and_says_so() {
        let keys = TrainingKeys { game: "mnk".to_string(), ..TrainingKeys::default() };
        let training = Training::open(keys, games::GAMES).expect("a training");
        let keys: ContestKeys = toml::from_str(CUP).expect("keys");
        let contest = Contest::open(keys, &[training]).expect("a contest");
        let mut settings = Settings::of_nothing();
        settings.finals.reckon = |file| {
            let text = fs::read_to_string(file).expect("a file");
            let smaller = text.contains("games = 6").then(|| "games = 4".to_string());
            Ok(Reckoned { games: 6, at_a_time: 1, longest: None, smaller })
        };
        let finalist = |version: usize| {
            let files = vec![("a.c".to_string(), b"int main(){}".to_vec())];
            Finalist { version, name: version.to_string(), author: None, files }
        };
        let place = tempfile::tempdir().expect("a folder");
        let last = Final::open(place.path().to_path_buf()).expect("a final");
        last.begin(&contest, &settings, &[finalist(1), finalist(2)]).expect("it begins");
        assert_eq!(last.changed().as_deref(), Some("games = 4"));
        let file: Table =
            fs::read_to_string(place.path().join(FILE)).expect("a file").parse().expect("TOML");
        assert_eq!(
            (file["games"].as_integer(), &*file["format"]["kind"].to_string()),
            (Some(4), "\"round-robin\"")
        );
        assert_eq!(file["publish"]["analyse"].as_bool(), Some(true));
        let again = Final::open(place.path().to_path_buf()).expect("a final");
        assert_eq!(again.changed(), last.changed(), "another server knows it");
    }
}
