//! A contest as `class.toml` writes it: what is played, until when programs come in, what is shown,
//! and what the final is.

use errors::Error;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use rules::{DAY, TimeControl, read_time};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use toml::value::Datetime;

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

/// A later closing for a person or a group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extension {
    /// The person's number or e-mail address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// When their versions must have arrived.
    pub until: Datetime,
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
    /// When the contest closes for most, in seconds since 1970.
    pub closes: u64,
    /// How long after the last closing the final begins by itself.
    pub final_after: Option<Duration>,
    /// The later closings, in the order of the keys.
    extensions: Vec<u64>,
    zone: TimeZone,
}

/// The keys of a tournament's file that a final may have. All others name paths, players, options
/// of compilers or the sandbox, which the class decides.
const FINAL: [&str; 7] = ["format", "stage", "games", "points", "opening", "time", "within"];

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
            return Err(bad(format!("name = {name:?}: expected letters, digits and dashes")));
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
        let zone = TimeZone::get(&keys.zone).map_err(|_| {
            bad(format!("zone = {:?}: expected a name such as Europe/Warsaw", keys.zone))
        })?;
        let closes = moment("closes", &keys.closes, &zone)?;
        let until = |extension: &Extension| {
            if extension.person.is_some() == extension.group.is_some() {
                return Err(bad("extensions: expected a person or a group".to_string()));
            }
            moment("extensions: until", &extension.until, &zone)
        };
        let extensions = keys.extensions.iter().map(until).collect::<Result<_, _>>()?;
        if keys.standings_games % 2 == 1 || keys.standings_games > 100 {
            return Err(bad("standings-games: expected an even number up to 100".to_string()));
        }
        let standings_time = time(&keys.standings_time, tenth(training.time))?;
        let final_after = final_after(&keys.final_begins)?;
        if let Some(other) = keys.last.keys().find(|key| !FINAL.contains(&&***key)) {
            let known = FINAL.join(", ");
            return Err(bad(format!("final: {other} is not allowed: expected {known}")));
        }
        if let Some(words) = &keys.words
            && !is_words(words)
        {
            let what = "expected a plain name that ends in .md";
            return Err(bad(format!("words = {words:?}: {what}")));
        }
        Ok(Contest { keys, training, standings_time, closes, final_after, extensions, zone })
    }

    /// The title on pages.
    #[must_use]
    pub fn title(&self) -> &str {
        self.keys.title.as_deref().unwrap_or(&self.keys.name)
    }

    /// When the contest closes for a person, in seconds since 1970. The person is known by a number
    /// and an address, and is in a group; empty texts name nobody.
    #[must_use]
    pub fn closes_for(&self, number: &str, email: &str, group: &str) -> u64 {
        let is_meant = |extension: &Extension| {
            let is_of_person =
                extension.person.as_ref().is_some_and(|who| is_person(who, number, email));
            is_of_person || extension.group.as_ref().is_some_and(|name| name == group)
        };
        let pairs = self.keys.extensions.iter().zip(&self.extensions);
        let own = pairs.filter(|(extension, _)| is_meant(extension)).map(|(_, until)| *until);
        own.chain([self.closes]).max().unwrap_or(self.closes)
    }

    /// When the contest closes for the last, in seconds since 1970.
    #[must_use]
    pub fn closes_for_last(&self) -> u64 {
        self.extensions.iter().copied().chain([self.closes]).max().unwrap_or(self.closes)
    }

    /// Whether a person takes part.
    #[must_use]
    pub fn takes_part(&self, number: &str, email: &str) -> bool {
        !self.keys.without.iter().any(|who| is_person(who, number, email))
    }

    /// A moment as the clocks of the contest's zone show it, such as `2027-06-17 13:30`.
    #[must_use]
    pub fn clock(&self, seconds: u64) -> String {
        let moment = i64::try_from(seconds).ok().and_then(|s| jiff::Timestamp::from_second(s).ok());
        let moment = moment.unwrap_or_default().to_zoned(self.zone.clone());
        moment.strftime("%Y-%m-%d %H:%M").to_string()
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

fn is_person(who: &str, number: &str, email: &str) -> bool {
    !who.is_empty() && (who == number || who.eq_ignore_ascii_case(email))
}

/// Whether a name is that of a file with an organiser's words. The folder's other files, such as
/// `links.csv`, must never be shown.
fn is_words(name: &str) -> bool {
    let stem = name.strip_suffix(".md").unwrap_or_default();
    !stem.is_empty() && stem.bytes().all(|c| c.is_ascii_alphanumeric() || b"-_".contains(&c))
}

fn bad(why: String) -> Error {
    Error::input(why)
}

/// A moment on the clocks of a zone, in seconds since 1970.
fn moment(key: &str, written: &Datetime, zone: &TimeZone) -> Result<u64, Error> {
    let text = written.to_string();
    let wrong = || bad(format!("{key} = {text}: expected a moment such as 2027-06-17T13:30:00"));
    if written.offset.is_some() || written.date.is_none() || written.time.is_none() {
        return Err(wrong());
    }
    let moment: DateTime = text.parse().map_err(|_| wrong())?;
    let zoned = zone.to_zoned(moment).map_err(|_| wrong())?;
    u64::try_from(zoned.timestamp().as_second()).map_err(|_| wrong())
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
    fn a_contest_closes_by_the_clocks_of_its_zone() {
        let more = "extensions = [{ person = 'A@x', until = 2027-06-18T00:00:00 }, \
                    { group = '3b', until = 2027-01-01T00:00:00 }]\nwithout = ['7']";
        let cup = open(more, "games = 2").expect("a contest");
        assert_eq!(cup.closes, 1_813_228_200);
        assert_eq!(cup.clock(cup.closes), "2027-06-17 13:30");
        let day = cup.closes_for("", "a@X", "");
        assert_eq!((day, day), (cup.closes + 37_800, cup.closes_for_last()));
        assert_eq!(cup.closes_for("1", "", "3b"), cup.closes, "nobody closes earlier");
        assert!(cup.takes_part("8", "") && !cup.takes_part("7", ""));
        assert_eq!(cup.standings_time.game, cup.training.time.game.map(|game| game / 10));
    }

    #[test]
    fn what_has_no_meaning_or_reaches_too_far_is_refused() {
        for (more, last, named) in [
            ("zone2 = 1", "", "zone2"),
            ("words = 'links.csv'", "", "words"),
            ("words = '../a.md'", "", "words"),
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
