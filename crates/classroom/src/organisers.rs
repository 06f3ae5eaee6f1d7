//! The organisers of a class: the first one, and those of `organisers.csv`.

use std::collections::BTreeSet;

use errors::Error;
use errors::excerpt::short;

use crate::register::ORGANISER;

/// Who holds a link.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Holder {
    /// An organiser, by name; the first organiser's is empty.
    Organiser(String),
    /// A person of the class, by id.
    Person(String),
}

/// What an organiser may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Right {
    /// See people, and their versions, trials and sources.
    Read,
    /// Give marks.
    Mark,
    /// Start and withdraw trials, renew links, let people in.
    Run,
}

impl Right {
    const ALL: [Right; 3] = [Right::Read, Right::Mark, Right::Run];

    /// The right's name in `organisers.csv`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Right::Read => "read",
            Right::Mark => "mark",
            Right::Run => "run",
        }
    }
}

/// An organiser of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Organiser {
    /// The name; the first organiser's is empty.
    pub name: String,
    /// The group whose people the organiser looks after; empty for all.
    pub group: String,
    /// What the organiser may do with these people.
    pub rights: BTreeSet<Right>,
}

impl Organiser {
    /// The first organiser, who has all rights.
    #[must_use]
    pub fn first() -> Organiser {
        Organiser { name: String::new(), group: String::new(), rights: Right::ALL.into() }
    }

    /// Whether this is the first organiser.
    #[must_use]
    pub fn is_first(&self) -> bool {
        self.name.is_empty()
    }

    /// Whether the organiser looks after people of this group.
    #[must_use]
    pub fn has_group(&self, group: &str) -> bool {
        self.group.is_empty() || self.group.to_lowercase() == group.to_lowercase()
    }

    pub(crate) fn holder(&self) -> Holder {
        Holder::Organiser(self.name.clone())
    }
}

/// Reads a list of organisers: columns `name`, `group` and `rights`, separated by commas or
/// semicolons. The first organiser comes first, without a line.
///
/// # Errors
/// Fails if a column is missing, a name is missing or stands twice, or a right is unknown; the
/// sentence names the line.
pub(crate) fn organisers(list: &[u8]) -> Result<Vec<Organiser>, Error> {
    let bad = |error: csv::Error| Error::input(error.to_string());
    let first = list.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let delimiter = if first.contains(&b';') { b';' } else { b',' };
    let mut reader =
        csv::ReaderBuilder::new().flexible(true).delimiter(delimiter).from_reader(list);
    let header = reader.headers().map_err(bad)?.clone();
    let place = |name: &str| {
        let is_one =
            |column: &str| column.trim_start_matches('\u{feff}').trim().to_lowercase() == name;
        let missing = || Error::input(format!("there is no column `{name}`: {EXPECTED}"));
        header.iter().position(is_one).ok_or_else(missing)
    };
    let places = [place("name")?, place("group")?, place("rights")?];
    let mut all = vec![Organiser::first()];
    for line in reader.records() {
        let line = line.map_err(bad)?;
        let number = line.position().map_or(0, csv::Position::line);
        let at = |why: String| Error::input(format!("line {number}: {why}"));
        let [name, group, rights] = places.map(|place| line.get(place).unwrap_or_default().trim());
        if name.is_empty() && rights.is_empty() {
            continue;
        }
        if name.is_empty() || name == ORGANISER {
            return Err(at("an organiser needs a name of their own".to_string()));
        }
        if all.iter().any(|known| known.name == name) {
            return Err(at(format!("there are two organisers called {}", short(name))));
        }
        let rights = rights_in(rights).map_err(at)?;
        all.push(Organiser { name: name.to_string(), group: group.to_string(), rights });
    }
    Ok(all)
}

const EXPECTED: &str = "expected a first line `name,group,rights`";

/// Rights by their names, with anything between them.
fn rights_in(text: &str) -> Result<BTreeSet<Right>, String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let right = |word: &str| {
        let known = Right::ALL.into_iter().find(|right| right.name().eq_ignore_ascii_case(word));
        known.ok_or_else(|| format!("{} is no right: expected read, mark or run", short(word)))
    };
    let mut rights: BTreeSet<Right> = words.map(right).collect::<Result<_, _>>()?;
    if rights.is_empty() {
        return Err("expected read, mark or run".to_string());
    }
    // Whoever marks or runs has to see what.
    rights.insert(Right::Read);
    Ok(rights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn organisers_have_groups_and_rights() {
        for list in [
            "name,group,rights\nEwa,3a,read run\n,,\nJan,,\"read, mark\"\n",
            "\u{feff}Name;Group;Rights\nEwa;3a;run\nJan;;mark+read\n",
        ] {
            let all = organisers(list.as_bytes()).expect("a list");
            let [first, ewa, jan] = &all[..] else { panic!("{all:?}") };
            assert!(first.is_first() && first.rights.len() == 3 && first.has_group("3a"));
            assert!(ewa.has_group("3A") && !ewa.has_group("") && !ewa.has_group("3b"));
            assert_eq!(ewa.rights, [Right::Read, Right::Run].into());
            assert!(jan.has_group("") && jan.rights == [Right::Read, Right::Mark].into());
        }
    }

    #[test]
    fn a_fault_names_its_line() {
        for (list, named) in [
            ("name,group\nEwa,\n", "`rights`"),
            ("name,group,rights\nEwa,,read\nEwa,3b,read\n", "line 3"),
            ("name,group,rights\nEwa,,write\n", "write"),
            ("name,group,rights\nEwa,,\n", "line 2"),
            ("name,group,rights\norganiser,,read\n", "line 2"),
            ("name,group,rights\n,3a,read\n", "line 2"),
        ] {
            let error = organisers(list.as_bytes()).expect_err(list).to_string();
            assert!(error.contains(named), "{error}");
        }
    }
}
