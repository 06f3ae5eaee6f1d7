//! A contest as `class.toml` writes it: what is played, until when programs come in, what is shown,
//! and what the final is.

use errors::Error;
use rules::{DAY, TimeControl, read_time};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use toml::value::Datetime;

use crate::closing::{Closing, ClosingKeys, Extension, check_words};
use crate::entries::Terms;
use crate::training::{TimeKeys, Training, is_word, time};

/// A contest as `class.toml` writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ContestKeys {
    /// The word for the contest in addresses.
    pub name: String,
    /// The title on pages; by default the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A file in the class's folder with the organiser's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The training whose current versions take part.
    pub training: String,
    /// When versions must have arrived, by the clock of `zone`.
    pub closes: Datetime,
    /// A name of the IANA time zone database, such as `Europe/Warsaw`.
    pub zone: String,
    /// When the final begins: `by hand`, or so long after the closing, such as `+30m`.
    #[serde(default = "by_hand")]
    pub final_begins: String,
    /// How many games each two current versions play ahead of the final; 0: no standings.
    #[serde(default = "two")]
    pub standings_games: u32,
    /// The clocks of these games; by default a tenth of the final's.
    #[serde(default)]
    pub standings_time: TimeKeys,
    /// Who sees the standings.
    #[serde(default)]
    pub standings: Audience,
    /// What stands in tables for a participant.
    #[serde(default)]
    pub names_shown: Names,
    /// Whether the programs are published.
    #[serde(default)]
    pub sources: Sources,
    /// Later closings for some.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extensions: Vec<Extension>,
    /// The numbers or e-mail addresses of people who do not take part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// How much room the games of the standings have; the oldest go, results stay.
    #[serde(default = "room")]
    pub standings_mebibytes: u64,
    /// The final: keys of a tournament's file.
    #[serde(rename = "final", default)]
    pub last: toml::Table,
}

/// The final waits for an organiser.
const BY_HAND: &str = "by hand";

fn by_hand() -> String {
    BY_HAND.to_string()
}

fn two() -> u32 {
    2
}

fn room() -> u64 {
    200
}

/// Who sees the standings. Organisers always do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Audience {
    /// The people of the class.
    #[default]
    #[serde(rename = "class")]
    Class,
    /// Whoever opens the page.
    #[serde(rename = "everyone")]
    Everyone,
    /// Each person their own row and games.
    #[serde(rename = "own")]
    Own,
    /// Nobody, until the final is confirmed.
    #[serde(rename = "after the final")]
    AfterTheFinal,
}

/// What stands in tables for a participant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Names {
    /// The program's name.
    #[default]
    Programs,
    /// The person's name.
    People,
}

/// Whether programs are published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sources {
    /// Nobody sees another's program.
    #[default]
    #[serde(rename = "never")]
    Never,
    /// The final's results have the programs.
    #[serde(rename = "after the final")]
    AfterTheFinal,
}

/// A contest whose keys have a meaning.
#[derive(Clone, Debug)]
pub struct Contest {
    /// How the contest is written.
    pub keys: ContestKeys,
    /// The training whose current versions take part.
    pub training: Training,
    /// The clocks of the standings' games.
    pub standings_time: TimeControl,
    /// Until when programs come in, and from whom.
    pub closing: Closing,
    /// How long after the last closing the final begins by itself.
    pub final_after: Option<Duration>,
}

/// The keys of a tournament's file that a final may have. All others name paths, players, options
/// of compilers or the sandbox, which the class decides.
const FINAL: [&str; 8] =
    ["analyse", "format", "stage", "games", "points", "opening", "time", "within"];

/// A tenth of the final's clocks is rounded up to these, for a move and for a game: a program in
/// Python needs them to start.
const LEAST_MOVE: Duration = Duration::from_millis(250);
const LEAST_GAME: Duration = Duration::from_secs(3);

impl Contest {
    /// Reads a contest among these trainings.
    ///
    /// # Errors
    /// Fails if a key has no meaning; the sentence says which and what is expected.
    pub fn open(keys: ContestKeys, trainings: &[Training]) -> Result<Contest, Error> {
        if !is_word(&keys.name) {
            let name = &keys.name;
            return Err(bad(format!("name = {name:?}: expected small letters, digits and dashes")));
        }
        let training = trainings.iter().find(|training| training.name() == keys.training);
        let training = training.cloned().ok_or_else(|| {
            let known: Vec<_> = trainings.iter().map(Training::name).collect();
            let known = known.join(", ");
            let name = &keys.training;
            bad(format!(
                "training = {name:?}: the server knows {known}; start it again after a change of \
                [[training]]"
            ))
        })?;
        if !training.role.plays() {
            return Err(bad(format!("training = {:?}: its programs play no games", keys.training)));
        }
        let closing = Closing::open(&ClosingKeys {
            closes: &keys.closes,
            zone: &keys.zone,
            extensions: &keys.extensions,
            without: &keys.without,
        })?;
        if keys.standings_games % 2 == 1 || keys.standings_games > 100 {
            return Err(bad("standings-games: expected an even number up to 100".to_string()));
        }
        let standings_time = time(&keys.standings_time, tenth(training.time))?;
        let final_after = final_after(&keys.final_begins)?;
        if let Some(other) = keys.last.keys().find(|key| !FINAL.contains(&&***key)) {
            let known = FINAL.join(", ");
            return Err(bad(format!("final: {other} is not allowed: expected {known}")));
        }
        check_words(keys.words.as_ref())?;
        Ok(Contest { keys, training, standings_time, closing, final_after })
    }

    /// The title on pages.
    #[must_use]
    pub fn title(&self) -> &str {
        self.keys.title.as_deref().unwrap_or(&self.keys.name)
    }

    pub(crate) fn terms(&self) -> Terms<'_> {
        Terms { training: &self.training, closing: &self.closing, by_site: None }
    }

    /// Why the terms of this contest cannot become those of `new` once it is closed: the key that
    /// differs. Titles, words, extensions and what is shown may change.
    #[must_use]
    pub fn fixed_difference(&self, new: &ContestKeys) -> Option<&'static str> {
        let old = &self.keys;
        let differ = [
            ("training", old.training != new.training),
            ("zone", old.zone != new.zone),
            ("standings-games", old.standings_games != new.standings_games),
            ("standings-time", old.standings_time != new.standings_time),
            ("without", old.without != new.without),
            ("final", old.last != new.last),
        ];
        differ.into_iter().find(|(_, differs)| *differs).map(|(key, _)| key)
    }
}

fn bad(why: String) -> Error {
    Error::input(why)
}

fn final_after(text: &str) -> Result<Option<Duration>, Error> {
    if text == BY_HAND {
        return Ok(None);
    }
    let length = text.strip_prefix('+').unwrap_or(text);
    let after = read_time(length, Duration::ZERO..=DAY);
    after.map(Some).map_err(|why| bad(format!("final-begins: expected by hand or +30m: {why}")))
}

/// A tenth of these clocks.
fn tenth(time: TimeControl) -> TimeControl {
    // No clock is longer than the final's.
    let part = |length: Duration, least: Duration| (length / 10).max(least).min(length);
    TimeControl {
        game: time.game.map(|length| part(length, LEAST_GAME)),
        each_move: time.each_move.map(|length| part(length, LEAST_MOVE)),
        increment: time.increment / 10,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TrainingKeys;

    const CUP: &str = "name = 'cup'\ntraining = 'mnk'\ncloses = 2027-06-17T13:30:00\n\
                       zone = 'Europe/Bucharest'\n";

    fn open(more: &str, last: &str) -> Result<Contest, Error> {
        let keys = TrainingKeys { game: "mnk".to_string(), ..TrainingKeys::default() };
        let training = Training::open(keys, games::GAMES).expect("a training");
        let text = format!("{CUP}{more}\n[final]\n{last}");
        Contest::open(toml::from_str(&text).map_err(|why| bad(why.to_string()))?, &[training])
    }

    #[test]
    fn standings_have_a_tenth_of_the_clocks() {
        let cup = open("", "games = 2").expect("a contest");
        assert_eq!(cup.standings_time.game, cup.training.time.game.map(|game| game / 10));
    }

    #[test]
    fn what_has_no_meaning_or_reaches_too_far_is_refused() {
        for (more, last, named) in [
            ("zone2 = 1", "", "zone2"),
            ("words = 'links.csv'", "", "words"),
            ("standings-games = 3", "", "standings-games"),
            ("final-begins = 'soon'", "", "final-begins"),
            ("extensions = [{ until = 2027-06-18T00:00:00 }]", "", "extensions"),
            ("", "data = ['/etc']", "data"),
            ("", "player = []", "player"),
            ("", "compiler-options = ['gcc']", "compiler-options"),
            ("", "level = 0", "level"),
            ("", "publish = { sources = true }", "publish"),
        ] {
            let error = open(more, last).expect_err(named).to_string();
            assert!(error.contains(named), "{error}");
        }
    }

    #[test]
    fn a_closed_contest_keeps_its_terms() {
        let cup = open("", "games = 2").expect("a contest");
        let other = open("title = 'Cup'\nstandings = 'own'", "games = 2").expect("a contest");
        assert_eq!(cup.fixed_difference(&other.keys), None);
        let other = open("", "games = 4").expect("a contest");
        assert_eq!(cup.fixed_difference(&other.keys), Some("final"));
    }
}
