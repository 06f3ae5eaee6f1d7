//! Participants who leave a tournament after its announcement: the file of changes.
//!
//! The announcement stays as it is. The file has a line for each change, in the order of time. Each
//! line has the checksum of the line before, so no line can be altered alone.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::announcement::{Announcement, System, one_line};
use super::departures::{Departure, Departures};
use super::nearest::nearest;
use errors::Error;
use errors::excerpt::short;
use matches::record::checksum;

/// The greatest length of a reason, in characters.
const LONGEST_REASON: usize = 200;

/// What happens to a participant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// The participant gives up.
    Withdraw,
    /// The organiser excludes the participant.
    Disqualify,
    /// The participant takes part again.
    Restore,
}

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// The time, as `2026-11-23T18:05:00Z`.
    pub time: String,
    /// What happens.
    pub deed: Deed,
    /// The participant's name.
    pub participant: String,
    /// The reason, which a disqualification must have.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// The first round of a Swiss tournament, or of a tournament with stages, that is paired without
    /// the participant, from 1.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub round: Option<usize>,
    /// The SHA-256 of the line before, without its end; empty in the first line.
    pub before: String,
}

/// All changes of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    text: String,
    departures: Departures,
}

impl Changes {
    /// Reads the file of changes; an empty text has none.
    ///
    /// # Errors
    /// Fails if a line has been altered, or does not belong to this tournament.
    pub fn read(text: &str, announcement: &Announcement) -> Result<Changes, Error> {
        let mut changes = Changes::default();
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            let at = |why: &dyn std::fmt::Display| Error::corrupt(format!("line {number}: {why}"));
            let change: Change = serde_json::from_str(line).map_err(|error| at(&error))?;
            if change.before != changes.last_checksum() {
                return Err(at(&"`before` is not the checksum of the line before"));
            }
            changes.push(&change, announcement).map_err(|error| at(error.message()))?;
            // There is only one way to write a line.
            if !changes.text.ends_with(line) {
                return Err(at(&"it is not written as `ludoteka tournament` writes it"));
            }
        }
        Ok(changes)
    }

    /// These changes, and a new one at this time.
    ///
    /// # Errors
    /// Fails if the change is impossible.
    pub fn with(
        &self,
        deed: Deed,
        participant: &str,
        reason: Option<&str>,
        round: Option<usize>,
        announcement: &Announcement,
    ) -> Result<Changes, Error> {
        let mut changes = self.clone();
        let change = Change {
            time: utc(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |at| at.as_secs())),
            deed,
            participant: participant.to_string(),
            reason: reason.map(plain).transpose()?,
            round: round.map(|round| round + 1),
            before: self.last_checksum(),
        };
        changes.push(&change, announcement)?;
        Ok(changes)
    }

    /// The file's content.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Who has left.
    #[must_use]
    pub fn departures(&self) -> &Departures {
        &self.departures
    }

    fn last_checksum(&self) -> String {
        self.text.lines().last().map_or(String::new(), |line| checksum(line.as_bytes()))
    }

    fn push(&mut self, change: &Change, announcement: &Announcement) -> Result<(), Error> {
        let participant = announcement
            .participants
            .iter()
            .position(|participant| participant.name == change.participant)
            .ok_or_else(|| nobody(&change.participant, announcement))?;
        check(change, announcement)?;
        let name = &change.participant;
        let left = self.departures.of(participant);
        match (change.deed, left) {
            (Deed::Restore, None) => {
                return Err(Error::conflict(format!("{name} takes part: nothing is to be undone")));
            }
            (Deed::Restore, Some(_)) => self.departures.undo(participant),
            (Deed::Withdraw, Some(_))
            | (Deed::Disqualify, Some(Departure { is_disqualified: true, .. })) => {
                return Err(Error::conflict(format!("{name} has left already")));
            }
            (Deed::Withdraw | Deed::Disqualify, _) => {
                let now = Departure {
                    is_disqualified: change.deed == Deed::Disqualify,
                    reason: change.reason.clone(),
                    absent_from: change.round.map_or(usize::MAX, |round| round - 1),
                    order: self.text.lines().count(),
                };
                // Who has withdrawn before has been absent since then.
                let departure = match left {
                    Some(&Departure { absent_from, order, .. }) => {
                        Departure { absent_from, order, ..now }
                    }
                    None => now,
                };
                self.departures.add(participant, departure);
            }
        }
        let line = serde_json::to_string(change).expect("texts and numbers");
        self.text.push_str(&line);
        self.text.push('\n');
        Ok(())
    }
}

/// The error for a name that no participant has.
fn nobody(name: &str, announcement: &Announcement) -> Error {
    let names = announcement.participants.iter().map(|participant| participant.name.as_str());
    let nearest = nearest(name, names).map(|name| format!(": did you mean {name}?"));
    let nearest = nearest.unwrap_or_default();
    Error::not_found(format!("no participant is called {}{nearest}", short(name)))
}

/// Checks what can be checked in a single line.
fn check(change: &Change, announcement: &Announcement) -> Result<(), Error> {
    if let System::Sprt(_) = announcement.system {
        let why = "a sequential test needs both of its participants: nobody can leave it";
        return Err(Error::conflict(why));
    }
    match &change.reason {
        None if change.deed == Deed::Disqualify => {
            return Err(Error::input("a disqualification needs a reason"));
        }
        Some(reason) if plain(reason)? != *reason => {
            return Err(Error::input("the reason has blanks at its ends, or several in a row"));
        }
        _ => {}
    }
    let needs_round = announcement.tells_rounds() && change.deed != Deed::Restore;
    if change.round.is_some() != needs_round || change.round == Some(0) {
        return Err(Error::input(
            "only who leaves a Swiss tournament, or one with stages, has a `round`, from 1",
        ));
    }
    let shape = |c: char| if c.is_ascii_digit() { '0' } else { c };
    if change.time.chars().map(shape).ne("0000-00-00T00:00:00Z".chars()) {
        return Err(Error::input("expected a `time` such as 2026-11-23T18:05:00Z"));
    }
    Ok(())
}

/// A reason in one line.
fn plain(reason: &str) -> Result<String, Error> {
    one_line(reason, LONGEST_REASON)
        .map_err(|why| Error::input(format!("the reason cannot be used: {why}")))
}

/// A time in seconds since 1970 as text. The algorithm is `civil_from_days` of Howard Hinnant's
/// "chrono-Compatible Low-Level Date Algorithms".
fn utc(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year_of_era + 400 * era + u64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_date_of_the_calendar() {
        assert_eq!(utc(0), "1970-01-01T00:00:00Z");
        assert_eq!(utc(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(utc(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(utc(1_795_881_600), "2026-11-28T16:00:00Z");
    }
}
