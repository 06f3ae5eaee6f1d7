//! The people of a class: who they are, and whose link a token is.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};
use std::thread;
use std::time::{Duration, SystemTime};

use errors::Error;
use errors::excerpt::short;
use judge::{Person, people_in};

use crate::links::{self, Code, Pass, Passes, Sum, digest};
use crate::organisers::{Holder, ORGANISER, Organiser, organisers};

/// The lists are read again this often if they have changed.
const AGAIN: Duration = Duration::from_secs(2);

/// The people of a class, its organisers, and their links, as the class's files have them.
pub struct Roster {
    folder: PathBuf,
    /// The address of the server, with which links begin.
    base: String,
    /// The address with which links began before, if it was another.
    moved_from: Option<String>,
    /// Held by whoever changes a file or the state.
    change: Mutex<()>,
    state: RwLock<State>,
}

/// The times and the lengths of the lists.
type Stamps = [Option<(SystemTime, u64)>; 2];

#[derive(Default)]
struct State {
    members: Vec<Person>,
    organisers: Vec<Organiser>,
    passes: Passes,
    /// The holders of links and of codes.
    tokens: HashMap<Sum, Holder>,
    codes: HashMap<Sum, Holder>,
    /// The passes of people who were taken out of the list since the server began. Who comes back
    /// has the same link, since a list may be saved wrongly for a moment.
    shut: Passes,
    /// The lists that were read.
    seen: Stamps,
    complaint: Option<String>,
}

impl Roster {
    /// Reads the people of a class, gives a link to those who are new, and goes on doing so when a
    /// list changes.
    ///
    /// # Errors
    /// Fails if a file cannot be read or written, or the list has a fault.
    pub fn open(folder: &Path, base: &str) -> Result<Arc<Roster>, Error> {
        let (folder, base) = (folder.to_path_buf(), base.trim_end_matches('/').to_string());
        let links = fs::read_to_string(folder.join(LINKS)).unwrap_or_default();
        let moved_from = links::other_base(&links, &base);
        let (change, state) = (Mutex::default(), RwLock::default());
        let roster = Arc::new(Roster { folder, base, moved_from, change, state });
        roster.read_again()?;
        let watched = Arc::downgrade(&roster);
        thread::Builder::new()
            .name("people".to_string())
            .spawn(move || watch(&watched))
            .map_err(|error| Error::machine(format!("no thread for people: {error}")))?;
        Ok(roster)
    }

    /// The holder of the link with this token.
    #[must_use]
    pub fn holder(&self, token: &str) -> Option<Holder> {
        self.with(|state| state.tokens.get(&digest(token)).cloned())
    }

    /// The holder of a code, as somebody has typed it.
    #[must_use]
    pub fn holder_of_code(&self, typed: &str) -> Option<Holder> {
        let code = Code::typed(typed)?;
        self.with(|state| state.codes.get(&code.digest()).cloned())
    }

    /// The token of a holder's link.
    #[must_use]
    pub fn token(&self, holder: &Holder) -> Option<String> {
        self.with(|state| state.passes.get(holder).map(|pass| pass.token.text().to_string()))
    }

    /// The link and the code of a person.
    #[must_use]
    pub fn pass(&self, key: &str) -> Option<(String, String)> {
        let holder = Holder::Person(key.to_string());
        self.with(|state| {
            let pass = state.passes.get(&holder)?;
            let link = format!("{}{}", self.base, pass.token.path());
            Some((link, pass.code.as_ref().map(Code::shown)?))
        })
    }

    /// The address with which links begin.
    #[must_use]
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The address with which links began before this start, if it was another: links that were
    /// given out name it.
    #[must_use]
    pub fn moved_from(&self) -> Option<&str> {
        self.moved_from.as_deref()
    }

    /// The organiser with this name.
    #[must_use]
    pub fn organiser_named(&self, name: &str) -> Option<Organiser> {
        self.with(|state| state.organisers.iter().find(|one| one.name == name).cloned())
    }

    /// The group of a person; empty if the lists have none, or not the person.
    #[must_use]
    pub fn group(&self, key: &str) -> String {
        self.with(|state| {
            let member = state.members.iter().find(|member| member.key() == key);
            member.map(|member| member.group.clone()).unwrap_or_default()
        })
    }

    /// Gives a holder another link and code, and shuts the old ones.
    ///
    /// # Errors
    /// Fails if there is no such holder, or the file of links cannot be read or written.
    pub fn renew(&self, holder: &Holder) -> Result<(), Error> {
        let _one = self.changing();
        let (members, organisers) =
            self.with(|state| (state.members.clone(), state.organisers.clone()));
        let (mut passes, shut) = self.passes(&members, &organisers)?;
        let pass = passes.get_mut(holder);
        *pass.ok_or_else(|| Error::not_found("there is no such person"))? = Pass::random(holder)?;
        self.keep(members, organisers, passes, shut)
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
        let first = Holder::Organiser(String::new());
        self.with(|state| {
            let path = state.passes.get(&first).map(|pass| pass.token.path());
            format!("{}{}", self.base, path.unwrap_or_default())
        })
    }

    /// What is wrong with the list as it is now; the people are those of the last good list.
    #[must_use]
    pub fn complaint(&self) -> Option<String> {
        self.with(|state| state.complaint.clone())
    }

    fn with<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.state.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads the lists if one has changed. A list with a fault changes nothing.
    fn read_again(&self) -> Result<(), Error> {
        let _one = self.changing();
        let seen = LISTS.map(|name| {
            let about = fs::metadata(self.folder.join(name)).ok()?;
            Some((about.modified().unwrap_or(SystemTime::UNIX_EPOCH), about.len()))
        });
        if seen[0].is_some() && self.with(|state| state.seen == seen) {
            return Ok(());
        }
        // Whatever comes of it, the same lists are not read twice.
        self.state.write().unwrap_or_else(PoisonError::into_inner).seen = seen;
        self.read_lists()
    }

    fn read_lists(&self) -> Result<(), Error> {
        let at = |name: &str, error: Error| {
            let path = self.folder.join(name);
            Error::input(format!("{}: {error}", path.display()))
        };
        let path = self.folder.join(PEOPLE);
        let list = fs::read(&path).map_err(|error| Error::file("read", &path, &error))?;
        let members = members(&list).map_err(|error| at(PEOPLE, error))?;
        let organisers = match self.list(ORGANISERS)? {
            Some(list) => organisers(&list).map_err(|error| at(ORGANISERS, error))?,
            None => vec![Organiser::first()],
        };
        let (passes, shut) = self.passes(&members, &organisers)?;
        self.keep(members, organisers, passes, shut)
    }

    /// The bytes of a list that may be missing.
    fn list(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let path = self.folder.join(name);
        match fs::read(&path) {
            Ok(list) => Ok(Some(list)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Error::file("read", &path, &error)),
        }
    }

    /// Writes the file of links, and goes on with these people and passes.
    fn keep(
        &self,
        members: Vec<Person>,
        organisers: Vec<Organiser>,
        passes: Passes,
        shut: Passes,
    ) -> Result<(), Error> {
        links::write(&self.folder.join(LINKS), &self.base, &organisers, &members, &passes)?;
        let tokens = passes.iter().map(|(holder, pass)| (pass.token.digest(), holder.clone()));
        let codes = passes
            .iter()
            .filter_map(|(holder, pass)| Some((pass.code.as_ref()?.digest(), holder.clone())));
        let (tokens, codes) = (tokens.collect(), codes.collect());
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        (state.tokens, state.codes, state.passes) = (tokens, codes, passes);
        (state.members, state.organisers) = (members, organisers);
        (state.shut, state.complaint) = (shut, None);
        Ok(())
    }

    /// The passes of these people and organisers: those of the file of links, those of people who
    /// come back, and new ones. Then the passes of all who are not in the lists.
    fn passes(
        &self,
        members: &[Person],
        organisers: &[Organiser],
    ) -> Result<(Passes, Passes), Error> {
        let mut known = match self.list(LINKS)? {
            Some(text) => links::read(&String::from_utf8_lossy(&text))?,
            None => Passes::new(),
        };
        let mut shut = self.with(|state| state.shut.clone());
        let mut passes = Passes::new();
        let people = members.iter().map(|member| Holder::Person(member.key().to_string()));
        for holder in organisers.iter().map(Organiser::holder).chain(people) {
            let pass = known.remove(&holder).or(shut.remove(&holder));
            let pass = match pass {
                Some(pass) => pass.with_code(&holder)?,
                None => Pass::random(&holder)?,
            };
            passes.insert(holder, pass);
        }
        shut.append(&mut known);
        Ok((passes, shut))
    }

    fn changing(&self) -> MutexGuard<'_, ()> {
        self.change.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The lists of people, of organisers, and of links.
pub(crate) const PEOPLE: &str = "people.csv";
const ORGANISERS: &str = "organisers.csv";
const LINKS: &str = "links.csv";

/// The lists that are read again when they change.
const LISTS: [&str; 2] = [PEOPLE, ORGANISERS];

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
    use errors::ErrorKind;

    use super::*;

    fn token(roster: &Roster, folder: &Path, name: &str) -> Option<String> {
        let links = fs::read_to_string(folder.join(LINKS)).expect("links");
        let line = links.lines().find(|line| line.starts_with(name))?.to_string();
        let token = line.rsplit('/').next()?.split(',').next()?.to_string();
        assert!(roster.holder(&token).is_some(), "{line}");
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
        assert_eq!(roster.holder(&anna), Some(Holder::Person("7".to_string())));
        assert_eq!(roster.holder(&organiser), Some(Holder::Organiser(String::new())));
        assert_eq!(roster.organiser(), format!("http://a:1/link/{organiser}"));
        write("name,number\nAnna Nowak,7\nOla,\n");
        roster.read_again().expect("a list");
        assert_eq!(token(&roster, folder, "Anna").as_ref(), Some(&anna), "the number is the key");
        assert_eq!((roster.holder(&jan), roster.title("Ola").as_deref()), (None, Some("Ola")));
        write("name,number\nAnna Nowak,7\nOla,\nJan Lis,\n");
        roster.read_again().expect("a list");
        assert_eq!(token(&roster, folder, "Jan"), Some(jan), "who comes back has the same link");
        // Another server has the same links, below its own address.
        let again = Roster::open(folder, "https://b").expect("a class");
        assert_eq!(token(&again, folder, "Anna"), Some(anna));
        assert_eq!(again.organiser(), format!("https://b/link/{organiser}"));
        assert_eq!((roster.moved_from(), again.moved_from()), (None, Some("http://a:1")));
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

    #[test]
    fn a_renewed_link_shuts_the_old_one_and_its_code() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        fs::write(folder.join(PEOPLE), "name\nAnna\nJan\n").expect("a file");
        let roster = Roster::open(folder, "http://a").expect("a class");
        let [anna, jan] = ["Anna", "Jan"].map(|name| Holder::Person(name.to_string()));
        let of = |holder: &Holder, key| {
            (roster.token(holder).expect("a token"), roster.pass(key).expect("a pass").1)
        };
        let (old, others) = (of(&anna, "Anna"), of(&jan, "Jan"));
        assert_eq!(roster.holder_of_code(&old.1.to_lowercase()), Some(anna.clone()));
        assert_eq!(roster.holder(&old.1), None, "a code is no token");
        roster.renew(&anna).expect("another link");
        let new = of(&anna, "Anna");
        assert_eq!((roster.holder(&old.0), roster.holder_of_code(&old.1)), (None, None));
        assert_eq!(roster.holder_of_code(&new.1), Some(anna));
        assert_eq!(of(&jan, "Jan"), others);
        let again = Roster::open(folder, "http://a").expect("a class");
        assert_eq!(again.pass("Anna"), roster.pass("Anna"), "the file has it");
        let nobody = Holder::Person("Ola".to_string());
        assert_eq!(roster.renew(&nobody).expect_err("nobody").kind(), ErrorKind::NotFound);
    }

    #[test]
    fn an_organiser_taken_out_is_shut_and_no_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let write = |text: &str| fs::write(folder.join(ORGANISERS), text).expect("a file");
        fs::write(folder.join(PEOPLE), "name\nEwa\n").expect("a file");
        write("name,group,rights\nEwa,3a,read\nJan,,run\n");
        let roster = Roster::open(folder, "http://a").expect("a class");
        let token = |holder: Holder| roster.token(&holder).expect("a token");
        let [ewa, jan] = ["Ewa", "Jan"].map(|name| token(Holder::Organiser(name.to_string())));
        let pupil = token(Holder::Person("Ewa".to_string()));
        assert_eq!(roster.organiser_named("Ewa").map(|ewa| ewa.group).as_deref(), Some("3a"));
        write("name,group,rights\nJan,3b,read\n");
        roster.read_again().expect("lists");
        assert_eq!((roster.holder(&ewa), roster.organiser_named("Ewa")), (None, None));
        assert!(roster.holder(&jan).is_some() && roster.holder(&pupil).is_some());
        write("name,group,rights\nJan,3b,rule\n");
        roster.read_again().expect_err("no right");
        assert!(roster.holder(&jan).is_some(), "a fault changes nothing");
    }
}
