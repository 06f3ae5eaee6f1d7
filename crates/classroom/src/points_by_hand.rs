//! The points of an assignment that organisers give by hand: a file to which lines are only added.
//! The last line of a person counts.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use errors::Error;
use jiff::Timestamp;
use rules::message;
use serde::{Deserialize, Serialize};

use crate::storage::{json, write_whole};
use crate::trial_words::WORDS;

/// Points that an organiser has given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ByHand {
    time: String,
    /// The organiser.
    pub who: String,
    person: String,
    /// The points; `None` if those of the tests count again.
    pub points: Option<f64>,
    /// What the person reads about it.
    pub reason: String,
}

/// The longest reason in characters.
const LONGEST_REASON: usize = 500;

/// The most points that are given by hand.
const MOST_POINTS: f64 = 1e6;

/// The lines of a file.
pub(crate) struct PointsByHand {
    path: PathBuf,
    lines: Mutex<Vec<ByHand>>,
}

impl PointsByHand {
    /// Reads a file, if it is there. A line that a power failure cut off at its end is removed, so
    /// that the next one begins a line.
    ///
    /// # Errors
    /// Fails if it cannot be read, or is damaged.
    pub(crate) fn open(path: PathBuf) -> Result<PointsByHand, Error> {
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            text => text.map_err(|error| Error::file("read", &path, &error))?,
        };
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        if whole.len() < text.len() {
            write_whole(path.parent().unwrap_or(&path), &path, whole.as_bytes())?;
        }
        let bad = |why| Error::corrupt(format!("{} is damaged: {why}", path.display()));
        let lines = whole.lines().map(|line| serde_json::from_str(line).map_err(bad));
        let lines = Mutex::new(lines.collect::<Result<_, _>>()?);
        Ok(PointsByHand { path, lines })
    }

    /// What was given last to a person.
    pub(crate) fn of(&self, person: &str) -> Option<ByHand> {
        self.held().iter().rev().find(|line| line.person == person).cloned()
    }

    /// Gives points, or lets those of the tests count again.
    ///
    /// # Errors
    /// Fails if nobody can have these points, there is no reason, or this cannot be kept.
    pub(crate) fn add(
        &self,
        person: &str,
        points: Option<f64>,
        reason: &str,
        who: &str,
    ) -> Result<(), Error> {
        if points.is_some_and(|points| !(0.0..=MOST_POINTS).contains(&points)) {
            return Err(Error::input(message!(WORDS, "no-such-points", n = MOST_POINTS as u64)));
        }
        let reason: String = reason.trim().chars().filter(|c| !c.is_control()).collect();
        if reason.is_empty() || reason.chars().count() > LONGEST_REASON {
            return Err(Error::input(message!(WORDS, "points-need-reason", n = LONGEST_REASON)));
        }
        let time = Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
        let (who, person) = (who.to_string(), person.to_string());
        let line = ByHand { time, who, person, points, reason };
        let mut lines = self.held();
        let file = OpenOptions::new().create(true).append(true).open(&self.path);
        // One call writes the whole line.
        let bytes = [json(&line)?, b"\n".to_vec()].concat();
        file.and_then(|mut file| file.write_all(&bytes).and_then(|()| file.sync_data()))
            .map_err(|error| Error::file("write", &self.path, &error))?;
        lines.push(line);
        Ok(())
    }

    /// Keeps the lines of the people who are meant, and no others.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub(crate) fn keep(&self, is_meant: impl Fn(&str) -> bool) -> Result<(), Error> {
        let mut lines = self.held();
        let kept: Vec<ByHand> =
            lines.iter().filter(|line| is_meant(&line.person)).cloned().collect();
        if kept.len() == lines.len() {
            return Ok(());
        }
        let mut bytes = Vec::new();
        for line in &kept {
            bytes.append(&mut json(line)?);
            bytes.push(b'\n');
        }
        write_whole(self.path.parent().unwrap_or(&self.path), &self.path, &bytes)?;
        *lines = kept;
        Ok(())
    }

    fn held(&self) -> MutexGuard<'_, Vec<ByHand>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
