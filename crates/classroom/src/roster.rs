//! The people of a class: who they are, and whose link a token is.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock, Weak};
use std::thread;
use std::time::{Duration, SystemTime};

use errors::Error;
use errors::excerpt::short;
use judge::{Person, people_in};

use crate::links::{self, ORGANISER, Sum, Token, digest};

/// The list of people is read again this often if it has changed.
const AGAIN: Duration = Duration::from_secs(2);

/// Tokens by the keys of their owners.
type Tokens = BTreeMap<String, Token>;

/// The people of a class and their links, as `people.csv` and `links.csv` have them.
pub struct Roster {
    folder: PathBuf,
    /// The address of the server, with which links begin.
    base: String,
    state: RwLock<State>,
}

#[derive(Default)]
struct State {
    members: Vec<Person>,
    /// The key of each link's owner; the organiser's is empty.
    owners: HashMap<Sum, String>,
    /// The organiser's link below the server's address.
    organiser: String,
    /// The tokens of people who were taken out of the list since the server began. Who comes back
    /// has the same link, since a list may be saved wrongly for a moment.
    shut: Tokens,
    /// The time and the length of the list that was read.
    seen: Option<(SystemTime, u64)>,
    complaint: Option<String>,
}

impl Roster {
    /// Reads the people of a class, gives a link to those who are new, and goes on doing so when
    /// `people.csv` changes.
    ///
    /// # Errors
    /// Fails if a file cannot be read or written, or the list has a fault.
    pub fn open(folder: &Path, base: &str) -> Result<Arc<Roster>, Error> {
        let (folder, base) = (folder.to_path_buf(), base.trim_end_matches('/').to_string());
        let roster = Arc::new(Roster { folder, base, state: RwLock::default() });
        roster.read_again()?;
        let watched = Arc::downgrade(&roster);
        thread::Builder::new()
            .name("people".to_string())
            .spawn(move || watch(&watched))
            .map_err(|error| Error::machine(format!("no thread for people: {error}")))?;
        Ok(roster)
    }

    /// The key of the person whose link has this token; empty for the organiser.
    #[must_use]
    pub fn owner(&self, token: &str) -> Option<String> {
        self.with(|state| state.owners.get(&digest(token)).cloned())
    }

    /// The people in the order of the list.
    #[must_use]
    pub fn members(&self) -> Vec<Person> {
        self.with(|state| state.members.clone())
    }

    /// The name to show for a key.
    #[must_use]
    pub fn title(&self, key: &str) -> Option<String> {
        self.with(|state| {
            let member = state.members.iter().find(|member| member.key() == key);
            member.map(|member| short(member.title()))
        })
    }

    /// The organiser's link.
    #[must_use]
    pub fn organiser(&self) -> String {
        self.with(|state| format!("{}{}", self.base, state.organiser))
    }

    /// What is wrong with the list as it is now; the people are those of the last good list.
    #[must_use]
    pub fn complaint(&self) -> Option<String> {
        self.with(|state| state.complaint.clone())
    }

    fn with<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.state.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads the list if it has changed. A list with a fault changes nothing.
    fn read_again(&self) -> Result<(), Error> {
        let path = self.folder.join(PEOPLE);
        let about = fs::metadata(&path).map_err(|error| Error::file("read", &path, &error))?;
        let seen = (about.modified().unwrap_or(SystemTime::UNIX_EPOCH), about.len());
        if self.with(|state| state.seen == Some(seen)) {
            return Ok(());
        }
        // Whatever comes of it, the same list is not read twice.
        self.state.write().unwrap_or_else(PoisonError::into_inner).seen = Some(seen);
        let list = fs::read(&path).map_err(|error| Error::file("read", &path, &error))?;
        let members =
            members(&list).map_err(|error| Error::input(format!("{}: {error}", path.display())))?;
        let (tokens, shut) = self.tokens(&members)?;
        links::write(&self.folder.join(LINKS), &self.base, &members, &tokens)?;
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        state.organiser = tokens.get("").map(Token::path).unwrap_or_default();
        state.owners = tokens.iter().map(|(key, token)| (token.digest(), key.clone())).collect();
        (state.members, state.shut, state.complaint) = (members, shut, None);
        Ok(())
    }

    /// The tokens of these people and of the organiser: those of the file of links, those of people
    /// who come back, and new ones. Then the tokens of all who are not in the list.
    fn tokens(&self, members: &[Person]) -> Result<(Tokens, Tokens), Error> {
        let path = self.folder.join(LINKS);
        let mut known = match fs::read_to_string(&path) {
            Ok(text) => links::read(&text)?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => BTreeMap::new(),
            Err(error) => return Err(Error::file("read", &path, &error)),
        };
        let mut shut = self.with(|state| state.shut.clone());
        let mut tokens = BTreeMap::new();
        for key in [""].into_iter().chain(members.iter().map(Person::key)) {
            let token = known.remove(key).or(shut.remove(key)).map_or_else(Token::random, Ok)?;
            tokens.insert(key.to_string(), token);
        }
        shut.append(&mut known);
        Ok((tokens, shut))
    }
}

/// The list of people, and the list of links.
pub(crate) const PEOPLE: &str = "people.csv";
const LINKS: &str = "links.csv";

fn watch(roster: &Weak<Roster>) {
    loop {
        thread::sleep(AGAIN);
        let Some(roster) = roster.upgrade() else { return };
        if let Err(error) = roster.read_again() {
            let why = error.to_string();
            let mut state = roster.state.write().unwrap_or_else(PoisonError::into_inner);
            if state.complaint.as_ref() != Some(&why) {
                eprintln!("ludoteka: {why}");
                state.complaint = Some(why);
            }
        }
    }
}

/// The people in a list.
///
/// # Errors
/// Fails if two people have the same key, or one has the organiser's; the sentence names the line.
fn members(list: &[u8]) -> Result<Vec<Person>, Error> {
    let mut lines: HashMap<String, u64> = HashMap::new();
    let mut members = Vec::new();
    for member in people_in(list)? {
        let (key, line) = (member.key().to_string(), member.line);
        if key == ORGANISER {
            return Err(Error::input(format!("line {line}: nobody can be called {key}")));
        }
        if let Some(first) = lines.insert(key, line) {
            let key = short(member.key());
            let what = format!("line {line}: {key} is already on line {first}");
            return Err(Error::input(what).with_hint("each person needs a number of their own"));
        }
        members.push(member);
    }
    Ok(members)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(roster: &Roster, folder: &Path, name: &str) -> Option<String> {
        let links = fs::read_to_string(folder.join(LINKS)).expect("links");
        let line = links.lines().find(|line| line.starts_with(name))?.to_string();
        let token = line.rsplit('/').next()?.to_string();
        assert!(roster.owner(&token).is_some(), "{line}");
        Some(token)
    }

    #[test]
    fn a_line_taken_out_shuts_its_link_and_no_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let write = |text: &str| fs::write(folder.join(PEOPLE), text).expect("a file");
        write("name,number\nAnna Żak,7\nJan Lis,\n");
        let roster = Roster::open(folder, "http://a:1/").expect("a class");
        let [anna, jan, organiser] =
            ["Anna", "Jan", ORGANISER].map(|name| token(&roster, folder, name).expect("a link"));
        assert_eq!(roster.owner(&anna).as_deref(), Some("7"));
        assert_eq!(roster.owner(&organiser).as_deref(), Some(""));
        assert_eq!(roster.organiser(), format!("http://a:1/link/{organiser}"));
        write("name,number\nAnna Nowak,7\nOla,\n");
        roster.read_again().expect("a list");
        assert_eq!(token(&roster, folder, "Anna").as_ref(), Some(&anna), "the number is the key");
        assert_eq!((roster.owner(&jan), roster.title("Ola").as_deref()), (None, Some("Ola")));
        write("name,number\nAnna Nowak,7\nOla,\nJan Lis,\n");
        roster.read_again().expect("a list");
        assert_eq!(token(&roster, folder, "Jan"), Some(jan), "who comes back has the same link");
        // Another server has the same links, below its own address.
        let again = Roster::open(folder, "https://b").expect("a class");
        assert_eq!(token(&again, folder, "Anna"), Some(anna));
        assert_eq!(again.organiser(), format!("https://b/link/{organiser}"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(folder.join(LINKS)).expect("links").permissions().mode();
            assert_eq!(mode & 0o077, 0, "others cannot read it");
        }
    }

    #[test]
    fn a_list_with_a_fault_changes_nothing() {
        for (list, line) in [
            ("name\nAnna\nJan\nAnna\n", "line 4"),
            ("name,e-mail\nAnna,a@x\nJan,a@x\n", "line 3"),
            ("name\norganiser\n", "line 2"),
            ("nobody\n", "name"),
        ] {
            let error = members(list.as_bytes()).expect_err(list).to_string();
            assert!(error.contains(line), "{error}");
        }
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(PEOPLE), "name\nAnna\n").expect("a file");
        let roster = Roster::open(folder.path(), "http://a").expect("a class");
        fs::write(folder.path().join(PEOPLE), "name\nAnna\nAnna\n").expect("a file");
        roster.read_again().expect_err("twice the same");
        assert_eq!(roster.members().len(), 1);
    }
}
