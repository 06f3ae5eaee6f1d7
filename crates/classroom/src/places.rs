//! The places of a final that is over, as its results have them.

use std::fs;

use errors::Error;
use rules::message;
use serde::Deserialize;

use crate::by_place::Finisher;
use crate::contests::Contests;
use crate::finale::FinalState;
use crate::room::Room;
use crate::settings::Leaving;
use crate::storage::read;
use crate::trial_words::WORDS;

/// The file of changes in a folder of results.
const CHANGES: &str = "changes.jsonl";

/// A participant with a place in a final.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The place, from 1. Equals share one.
    pub place: u64,
    /// What tables call the program.
    pub name: String,
    /// Who wrote it, if the results say so.
    pub author: Option<String>,
}

/// A participant who has left a final.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HasLeft {
    /// What tables call the program.
    pub name: String,
    /// Whether it was excluded; else it gave up.
    pub is_disqualified: bool,
    /// The reason.
    pub reason: Option<String>,
}

/// A line of the file of changes beside a tournament's results.
#[derive(Deserialize)]
struct Change {
    deed: Leaving,
    participant: String,
    reason: Option<String>,
}

#[derive(Deserialize)]
struct Results {
    standings: Vec<Standing>,
    participants: Vec<Author>,
}

#[derive(Deserialize)]
struct Standing {
    place: Option<u64>,
    participant: usize,
    name: String,
}

#[derive(Deserialize)]
struct Author {
    number: usize,
    author: Option<String>,
}

impl Results {
    /// From the first place. Who was disqualified has none.
    fn placed(self) -> Vec<Placed> {
        let author = |number| {
            let found = self.participants.iter().find(|one| one.number == number);
            found.and_then(|one| one.author.clone())
        };
        let standings = self.standings.into_iter();
        let placed = standings.filter_map(|one| {
            let author = author(one.participant);
            Some(Placed { place: one.place?, name: one.name, author })
        });
        placed.collect()
    }
}

impl Contests {
    /// The programs of a contest's final, each with its author and place; `None` before it is
    /// confirmed.
    ///
    /// # Errors
    /// Fails if its files cannot be read.
    pub(crate) fn finishers(&self, contest: &str) -> Result<Option<Vec<Finisher>>, Error> {
        let room = self.room(contest).ok();
        let room = room.filter(|room| room.final_state() == FinalState::Confirmed);
        let Some(room) = room else { return Ok(None) };
        let results: Results = results(&room)?;
        let finisher = |(index, version): (usize, usize)| {
            let own = results.standings.iter().find(|one| one.participant == index + 1);
            let known = self.place.desk.held().versions.get(&version).cloned();
            let place = own.and_then(|one| one.place);
            Some(Finisher { person: known?.person, version, place })
        };
        Ok(Some(room.last.versions()?.into_iter().enumerate().filter_map(finisher).collect()))
    }

    /// The places of a contest's final, from the first.
    ///
    /// # Errors
    /// Fails if the final is not over, or its results cannot be read.
    pub fn places(&self, room: &Room) -> Result<Vec<Placed>, Error> {
        results(room).map(Results::placed)
    }

    /// Who has left a contest's final, also while it goes on.
    #[must_use]
    pub fn left(&self, room: &Room) -> Vec<HasLeft> {
        let lines = fs::read_to_string(room.results().join(CHANGES)).unwrap_or_default();
        left_by(&lines)
    }
}

/// Who has left after these changes.
fn left_by(changes: &str) -> Vec<HasLeft> {
    let mut left: Vec<HasLeft> = Vec::new();
    let changes = changes.lines().filter_map(|line| serde_json::from_str::<Change>(line).ok());
    for Change { deed, participant: name, reason } in changes {
        left.retain(|one| one.name != name);
        if deed != Leaving::Restore {
            left.push(HasLeft { name, is_disqualified: deed == Leaving::Disqualify, reason });
        }
    }
    left
}

fn results(room: &Room) -> Result<Results, Error> {
    if !matches!(room.final_state(), FinalState::Provisional | FinalState::Confirmed) {
        return Err(Error::conflict(message!(WORDS, "final-not-over")));
    }
    read(&room.results().join("results.json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_their_authors_and_who_left_has_none() {
        let written = r#"{"title": "Cup", "standings": [
            {"place": 1, "participant": 2, "name": "b", "points": 3},
            {"place": 1, "participant": 1, "name": "a", "points": 3},
            {"place": null, "participant": 3, "name": "c", "points": 0}],
            "participants": [{"number": 1, "name": "a", "author": "Ada"},
            {"number": 2, "name": "b"}, {"number": 3, "name": "c", "author": "Jan"}]}"#;
        let results: Results = serde_json::from_str(written).expect("results");
        let placed = |name: &str, author: Option<&str>| Placed {
            place: 1,
            name: name.to_string(),
            author: author.map(str::to_string),
        };
        assert_eq!(results.placed(), [placed("b", None), placed("a", Some("Ada"))]);
    }

    #[test]
    fn who_comes_back_has_not_left() {
        let line = |deed, name, reason| {
            format!(r#"{{"deed": "{deed}", "participant": "{name}"{reason}}}"#)
        };
        let reason = r#", "reason": "a copy", "round": 2"#;
        let changes = [
            line("disqualify", "a", reason),
            line("withdraw", "b", ""),
            line("withdraw", "c", ""),
            line("restore", "b", reason),
        ];
        let left = |name: &str, reason: Option<&str>| HasLeft {
            name: name.to_string(),
            is_disqualified: reason.is_some(),
            reason: reason.map(str::to_string),
        };
        assert_eq!(left_by(&changes.join("\n")), [left("a", Some("a copy")), left("c", None)]);
    }
}
