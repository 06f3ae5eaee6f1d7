//! What a contest and an assignment announce alike: until when programs come in, from whom, and the
//! organiser's own words.

use std::fs;
use std::path::Path;

use errors::Error;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use toml::value::Datetime;

use crate::register::Member;

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

/// The keys about a closing. They stand among the others of their table.
pub(crate) struct ClosingKeys<'a> {
    pub(crate) closes: &'a Datetime,
    pub(crate) zone: &'a str,
    pub(crate) extensions: &'a [Extension],
    pub(crate) without: &'a [String],
}

/// Until when programs come in, and from whom.
#[derive(Clone, Debug)]
pub struct Closing {
    /// The closing for most, in seconds since 1970.
    pub closes: u64,
    /// The name of the time zone.
    pub zone: String,
    clocks: TimeZone,
    extensions: Vec<(Extension, u64)>,
    without: Vec<String>,
}

impl Closing {
    /// Reads the keys.
    ///
    /// # Errors
    /// Fails if a key has no meaning; the sentence says which and what is expected.
    pub(crate) fn open(keys: &ClosingKeys<'_>) -> Result<Closing, Error> {
        let clocks = TimeZone::get(keys.zone).map_err(|_| {
            bad(format!("zone = {:?}: expected a name such as Europe/Warsaw", keys.zone))
        })?;
        let closes = moment("closes", keys.closes, &clocks)?;
        let until = |extension: &Extension| {
            if extension.person.is_some() == extension.group.is_some() {
                return Err(bad("extensions: expected a person or a group".to_string()));
            }
            let until = moment("extensions: until", &extension.until, &clocks)?;
            Ok((extension.clone(), until))
        };
        let extensions = keys.extensions.iter().map(until).collect::<Result<_, _>>()?;
        let (zone, without) = (keys.zone.to_string(), keys.without.to_vec());
        Ok(Closing { closes, zone, clocks, extensions, without })
    }

    /// The closing for a person, in seconds since 1970. The person is known by a number and an
    /// address, and is in a group; empty texts name nobody.
    #[must_use]
    pub fn closes_for(&self, number: &str, email: &str, group: &str) -> u64 {
        let is_meant = |extension: &Extension| {
            let is_of_person =
                extension.person.as_ref().is_some_and(|who| is_person(who, number, email));
            is_of_person || extension.group.as_ref().is_some_and(|name| name == group)
        };
        let own = self.extensions.iter().filter(|(extension, _)| is_meant(extension));
        own.map(|(_, until)| *until).chain([self.closes]).max().unwrap_or(self.closes)
    }

    /// The closing for a member of the class.
    #[must_use]
    pub fn closes_for_member(&self, member: &Member) -> u64 {
        let person = &member.person;
        self.closes_for(&person.number, &person.email, &person.group)
    }

    /// The closing for the last, in seconds since 1970.
    #[must_use]
    pub fn closes_for_last(&self) -> u64 {
        let extended = self.extensions.iter().map(|(_, until)| *until);
        extended.chain([self.closes]).max().unwrap_or(self.closes)
    }

    /// Whether a person takes part.
    #[must_use]
    pub fn takes_part(&self, number: &str, email: &str) -> bool {
        !self.without.iter().any(|who| is_person(who, number, email))
    }

    /// The people and groups for whom something is different, but whom the class does not have.
    #[must_use]
    pub fn unknown(&self, members: &[Member]) -> Vec<&str> {
        let is_one = |who: &str| {
            members.iter().any(|member| is_person(who, &member.person.number, &member.person.email))
        };
        let has_group = |name: &str| members.iter().any(|member| member.person.group == name);
        let extended = self.extensions.iter().flat_map(|(extension, _)| {
            let person = extension.person.as_deref().filter(|who| !is_one(who));
            person.into_iter().chain(extension.group.as_deref().filter(|name| !has_group(name)))
        });
        let without = self.without.iter().map(String::as_str).filter(|who| !is_one(who));
        extended.chain(without).collect()
    }

    /// A moment as the clocks of the zone show it, such as `2027-06-17 13:30`.
    #[must_use]
    pub fn clock(&self, seconds: u64) -> String {
        let moment = i64::try_from(seconds).ok().and_then(|s| jiff::Timestamp::from_second(s).ok());
        let moment = moment.unwrap_or_default().to_zoned(self.clocks.clone());
        moment.strftime("%Y-%m-%d %H:%M").to_string()
    }
}

impl Closing {
    /// A time by the clocks of the zone, in seconds since 1970.
    pub(crate) fn second(&self, time: DateTime) -> Option<u64> {
        let moment = self.clocks.to_timestamp(time).ok()?;
        u64::try_from(moment.as_second()).ok()
    }
}

fn is_person(who: &str, number: &str, email: &str) -> bool {
    !who.is_empty() && (who == number || who.eq_ignore_ascii_case(email))
}

/// Checks that a name is that of a file with an organiser's words. The folder's other files, such as
/// `links.csv`, must never be shown.
///
/// # Errors
/// Fails if it is not.
pub(crate) fn check_words(name: Option<&String>) -> Result<(), Error> {
    match name.filter(|name| !is_words(name)) {
        None => Ok(()),
        Some(name) => {
            let what = "expected a plain name that ends in .md";
            Err(bad(format!("words = {name:?}: {what}")))
        }
    }
}

/// Whether a file of this name may have an organiser's words.
pub(crate) fn is_words(name: &str) -> bool {
    name.strip_suffix(".md").is_some_and(is_plain)
}

/// Whether a name names something directly in a folder: it has only letters, digits and dashes.
pub(crate) fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|c| c.is_ascii_alphanumeric() || b"-_".contains(&c))
}

/// The organiser's own words in a class's folder, in Markdown.
pub(crate) fn words_in(folder: &Path, name: Option<&String>) -> Option<String> {
    let path = folder.join(name?);
    // A link may lead to a file that nobody wants to show.
    let is_file = fs::symlink_metadata(&path).is_ok_and(|about| about.is_file());
    if is_file { fs::read_to_string(path).ok() } else { None }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn open(text: &str) -> Result<Closing, Error> {
        #[derive(Deserialize)]
        struct Keys {
            closes: Datetime,
            zone: String,
            #[serde(default)]
            extensions: Vec<Extension>,
            #[serde(default)]
            without: Vec<String>,
        }
        let Keys { closes, zone, extensions, without } =
            toml::from_str(text).map_err(|why| bad(why.to_string()))?;
        let (closes, zone) = (&closes, &*zone);
        Closing::open(&ClosingKeys { closes, zone, extensions: &extensions, without: &without })
    }

    const CLOSES: &str = "closes = 2027-06-17T13:30:00\nzone = 'Europe/Bucharest'\n";

    #[test]
    fn a_closing_follows_the_clocks_of_its_zone() {
        let more = "extensions = [{ person = 'A@x', until = 2027-06-18T00:00:00 }, \
                    { group = '3b', until = 2027-01-01T00:00:00 }]\nwithout = ['7']";
        let closing = open(&format!("{CLOSES}{more}")).expect("a closing");
        assert_eq!(closing.closes, 1_813_228_200);
        assert_eq!(closing.clock(closing.closes), "2027-06-17 13:30");
        let day = closing.closes_for("", "a@X", "");
        assert_eq!((day, day), (closing.closes + 37_800, closing.closes_for_last()));
        assert_eq!(closing.closes_for("1", "", "3b"), closing.closes, "nobody closes earlier");
        assert!(closing.takes_part("8", "") && !closing.takes_part("7", ""));
    }

    #[test]
    fn what_is_no_moment_is_refused() {
        for (text, named) in [
            ("closes = 2027-06-17\nzone = 'UTC'", "closes"),
            ("closes = 2027-06-17T13:30:00Z\nzone = 'UTC'", "closes"),
            ("closes = 2027-06-17T13:30:00\nzone = 'Warszawa'", "zone"),
            (&format!("{CLOSES}extensions = [{{ until = 2027-06-18T00:00:00 }}]"), "extensions"),
        ] {
            let error = open(text).expect_err(text).to_string();
            assert!(error.contains(named), "{error}");
        }
        for words in ["links.csv", "../a.md", ".md", "a b.md"] {
            check_words(Some(&words.to_string())).expect_err(words);
        }
    }
}
