//! The people of a class: who they are, and whose link a token is.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};
use std::thread;
use std::time::{Duration, SystemTime};

use errors::Error;
use errors::excerpt::short;
use judge::{Person, people_in, people_without};

use crate::links::{self, Line, Sum, Token, digest};
use crate::register::{Member, Register};
use crate::storage::{remove_unfinished, write_whole};
use crate::workshop::Workshop;

/// The list of people is read again this often if it has changed.
const AGAIN: Duration = Duration::from_secs(2);

/// Tokens by the ids of their owners.
type Tokens = BTreeMap<String, Token>;

/// The people of a class and their links, as `people.csv` and `links.csv` have them.
pub struct Roster {
    folder: PathBuf,
    /// The address of the server, with which links begin.
    base: String,
    /// Held while the list is read or written.
    reading: Mutex<()>,
    state: RwLock<State>,
}

#[derive(Default)]
struct State {
    members: Vec<Member>,
    /// Everybody who has ever been in the list.
    register: Register,
    /// The id of each link's owner; the organiser's is empty.
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
    /// `people.csv` changes. `authors` are the people of stored versions.
    ///
    /// # Errors
    /// Fails if a file cannot be read or written, or the list has a fault.
    pub fn open(folder: &Path, base: &str, authors: &[String]) -> Result<Arc<Roster>, Error> {
        let roster = Arc::new(Roster::read(folder, base, authors)?);
        let watched = Arc::downgrade(&roster);
        thread::Builder::new()
            .name("people".to_string())
            .spawn(move || watch(&watched))
            .map_err(|error| Error::machine(format!("no thread for people: {error}")))?;
        Ok(roster)
    }

    /// The same people, and nobody watches whether the list changes. The links begin as they do now.
    ///
    /// # Errors
    /// As [`Roster::open`].
    pub fn open_once(folder: &Path, authors: &[String]) -> Result<Roster, Error> {
        let lines = lines(folder)?;
        let organiser = lines.iter().find(|line| line.is_organiser());
        Roster::read(folder, organiser.map_or("", |line| &line.base), authors)
    }

    fn read(folder: &Path, base: &str, authors: &[String]) -> Result<Roster, Error> {
        remove_unfinished(folder);
        let (folder, base) = (folder.to_path_buf(), base.trim_end_matches('/').to_string());
        let register = register(&folder, authors)?;
        let state = RwLock::new(State { register, ..State::default() });
        let roster = Roster { folder, base, reading: Mutex::default(), state };
        roster.read_again()?;
        Ok(roster)
    }

    /// The id of the person whose link has this token; empty for the organiser.
    #[must_use]
    pub fn owner(&self, token: &str) -> Option<String> {
        self.with(|state| state.owners.get(&digest(token)).cloned())
    }

    /// The people in the order of the list.
    #[must_use]
    pub fn members(&self) -> Vec<Member> {
        self.with(|state| state.members.clone())
    }

    /// The name to show for an id, also of somebody who has left.
    #[must_use]
    pub fn title(&self, id: &str) -> Option<String> {
        self.with(|state| state.register.member(id).map(|known| short(known.person.title())))
    }

    /// The ids of those whose id, number or e-mail address this is, else of those with this name;
    /// also of people who have left.
    #[must_use]
    pub fn find(&self, who: &str) -> Vec<String> {
        self.with(|state| state.register.find(who).iter().map(|known| known.id.clone()).collect())
    }

    /// The id of the author of a stored version. Older servers stored a number, an address or a
    /// name.
    #[must_use]
    pub fn id_of(&self, author: &str) -> Option<String> {
        self.with(|state| state.register.author(author).map(|known| known.id.clone()))
    }

    /// Forgets the person with this id: what they handed in, wrote and are called goes; results and
    /// games stay. The register forgets last: so whatever was done before a power failure, the
    /// person can still be named, and to forget them again does the rest.
    ///
    /// # Errors
    /// Fails if the list of people has a fault, a program of the person is still running, or a file
    /// cannot be read or written.
    pub fn forget(&self, workshop: &Workshop, id: &str) -> Result<(), Error> {
        self.take_out(id)?;
        workshop.forget(id)?;
        self.unregister(id)
    }

    /// Takes a person out of `people.csv`, and shuts the link.
    ///
    /// # Errors
    /// Fails if the list has a fault, or a file cannot be read or written.
    fn take_out(&self, id: &str) -> Result<(), Error> {
        {
            let _reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
            let (path, list) = self.list()?;
            let members = self.with(|state| members(&state.register, &path, &list))?;
            let is_own = |member: &&Member| member.id == id;
            let own: Vec<u64> =
                members.iter().filter(is_own).map(|member| member.person.line).collect();
            if !own.is_empty() {
                let left = people_without(&list, |person| own.contains(&person.line))?;
                write_whole(&self.folder, &path, &left)?;
            }
            self.state.write().unwrap_or_else(PoisonError::into_inner).seen = None;
        }
        self.read_again()?;
        self.state.write().unwrap_or_else(PoisonError::into_inner).shut.remove(id);
        Ok(())
    }

    /// Takes a person out of the register: nothing knows the name any more.
    ///
    /// # Errors
    /// Fails if the register cannot be written.
    fn unregister(&self, id: &str) -> Result<(), Error> {
        let _reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let mut register = self.with(|state| state.register.clone());
        register.remove(id);
        register.write(&self.folder)?;
        self.state.write().unwrap_or_else(PoisonError::into_inner).register = register;
        Ok(())
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
        let _reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.folder.join(PEOPLE);
        let about = fs::metadata(&path).map_err(|error| Error::file("read", &path, &error))?;
        let seen = (about.modified().unwrap_or(SystemTime::UNIX_EPOCH), about.len());
        if self.with(|state| state.seen == Some(seen)) {
            return Ok(());
        }
        // Whatever comes of it, the same list is not read twice.
        self.state.write().unwrap_or_else(PoisonError::into_inner).seen = Some(seen);
        let (path, list) = self.list()?;
        let mut register = self.with(|state| state.register.clone());
        let members = members(&register, &path, &list)?;
        members.iter().cloned().for_each(|member| register.set(member));
        register.write(&self.folder)?;
        let (tokens, shut) = self.tokens(&register, &members)?;
        links::write(&self.folder.join(LINKS), &self.base, &members, &tokens)?;
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        state.organiser = tokens.get("").map(Token::path).unwrap_or_default();
        state.owners = tokens.iter().map(|(id, token)| (token.digest(), id.clone())).collect();
        (state.members, state.register) = (members, register);
        (state.shut, state.complaint) = (shut, None);
        Ok(())
    }

    /// The list of people as it stands in its file.
    fn list(&self) -> Result<(PathBuf, Vec<u8>), Error> {
        let path = self.folder.join(PEOPLE);
        let list = fs::read(&path).map_err(|error| Error::file("read", &path, &error))?;
        Ok((path, list))
    }

    /// The tokens of these people and of the organiser: those of the file of links, those of people
    /// who come back, and new ones. Then the tokens of all who are not in the list.
    fn tokens(&self, register: &Register, members: &[Member]) -> Result<(Tokens, Tokens), Error> {
        let owner = |line: &Line| {
            let id = &line.member.id;
            let known = || register.known(&line.member.person).map(|known| known.id.clone());
            if line.is_organiser() || !id.is_empty() { Some(id.clone()) } else { known() }
        };
        let lines = lines(&self.folder)?.into_iter();
        let mut known: Tokens =
            lines.filter_map(|line| Some((owner(&line)?, line.token))).collect();
        let mut shut = self.with(|state| state.shut.clone());
        let mut tokens = BTreeMap::new();
        for id in [""].into_iter().chain(members.iter().map(|member| &*member.id)) {
            let token = known.remove(id).or(shut.remove(id)).map_or_else(Token::random, Ok)?;
            tokens.insert(id.to_string(), token);
        }
        shut.append(&mut known);
        Ok((tokens, shut))
    }
}

/// The lines of a class's file of links, if it has one.
fn lines(folder: &Path) -> Result<Vec<Line>, Error> {
    let path = folder.join(LINKS);
    match fs::read_to_string(&path) {
        Ok(text) => links::read(&text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(Error::file("read", &path, &error)),
    }
}

/// The register of a class. An older server has none, and stored versions under the number, the
/// address or the name that its file of links has: each of them gets an id.
fn register(folder: &Path, authors: &[String]) -> Result<Register, Error> {
    let mut register = match Register::read(folder)? {
        Some(register) => register,
        None => {
            let mut register = Register::default();
            for Line { mut member, .. } in lines(folder)?.into_iter().filter(|l| !l.is_organiser())
            {
                if member.id.is_empty() {
                    member.id = Member::new_id()?;
                }
                register.set(member);
            }
            register
        }
    };
    for author in authors.iter().filter(|author| !author.is_empty()) {
        if register.author(author).is_none() {
            register.set(Member { id: Member::new_id()?, person: Person::of_key(author) });
        }
    }
    Ok(register)
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
/// Fails if it is not certain who somebody is; the sentence names the file and the line.
fn members(register: &Register, path: &Path, list: &[u8]) -> Result<Vec<Member>, Error> {
    let members = people_in(list).and_then(|people| register.members(people));
    members.map_err(|error| Error::input(format!("{}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::register::ORGANISER;

    /// A class whose files can be written.
    struct Place(tempfile::TempDir);

    impl Place {
        fn new(list: &str) -> (Place, Roster) {
            let place = Place(tempfile::tempdir().expect("a folder"));
            place.write(PEOPLE, list);
            let roster = place.open("http://a:1/", &[]);
            (place, roster)
        }

        fn open(&self, base: &str, authors: &[&str]) -> Roster {
            let authors: Vec<String> = authors.iter().map(ToString::to_string).collect();
            Roster::read(self.0.path(), base, &authors).expect("a class")
        }

        fn write(&self, file: &str, text: &str) {
            fs::write(self.0.path().join(file), text).expect("a file");
        }

        fn links(&self) -> String {
            fs::read_to_string(self.0.path().join(LINKS)).expect("links")
        }

        /// The token of the person of this name, and the id that it stands for.
        fn token(&self, roster: &Roster, name: &str) -> Option<(String, String)> {
            let links = links::read(&self.links()).expect("links");
            let line = links.iter().find(|line| line.member.person.name == name)?;
            let token = line.token.path().rsplit('/').next()?.to_string();
            let id = roster.owner(&token).expect("an open link");
            assert_eq!(id, line.member.id);
            Some((token, id))
        }
    }

    #[test]
    fn a_line_taken_out_shuts_its_link_and_no_other() {
        let (place, roster) = Place::new("name,number\nAnna Żak,7\nJan Lis,\n");
        let token = |roster: &Roster, name: &str| place.token(roster, name).expect("a link");
        let [anna, jan, organiser] = ["Anna Żak", "Jan Lis", ORGANISER].map(|n| token(&roster, n));
        assert_eq!(organiser.1, "");
        assert_eq!(roster.organiser(), format!("http://a:1/link/{}", organiser.0));
        place.write(PEOPLE, "name,number\nAnna Nowak,7\nOla,\n");
        roster.read_again().expect("a list");
        assert_eq!(token(&roster, "Anna Nowak"), anna, "the number stays");
        let ola = token(&roster, "Ola").1;
        assert_eq!((roster.owner(&jan.0), roster.title(&ola).as_deref()), (None, Some("Ola")));
        assert_eq!(roster.title(&jan.1).as_deref(), Some("Jan Lis"), "who has left has a name");
        place.write(PEOPLE, "name,number\nAnna Nowak,7\nOla,\nJan Lis,\n");
        roster.read_again().expect("a list");
        assert_eq!(token(&roster, "Jan Lis"), jan, "who comes back has the same link");
        // Another server has the same links, below its own address.
        let again = place.open("https://b", &[]);
        assert_eq!(token(&again, "Anna Nowak"), anna);
        assert_eq!(again.organiser(), format!("https://b/link/{}", organiser.0));
        // Whoever loses the link is the same person with another one.
        place.write(LINKS, &place.links().replace(&anna.0, ""));
        let (other, id) = token(&place.open("https://b", &[]), "Anna Nowak");
        assert!(other != anna.0 && id == anna.1);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode =
                fs::metadata(place.0.path().join(LINKS)).expect("links").permissions().mode();
            assert_eq!(mode & 0o077, 0, "others cannot read it");
        }
    }

    #[test]
    fn a_person_stays_while_the_number_or_the_address_stays() {
        let (place, roster) = Place::new("name,e-mail\nAla,ala@x\nJan,\n");
        let [ala, jan] = ["Ala", "Jan"].map(|name| place.token(&roster, name).expect("a link"));
        for list in [
            "name,e-mail\nAla,Ala@X\nJan,\n",
            "name,e-mail,number\nAla,ALA@x,7\nJan,,8\n",
            "name,e-mail,number\nAla Kot,other@x,7\nJan,jan@x,8\n",
            "e-mail;name\nOTHER@x;Ala\njan@x;Jan Lis\n",
        ] {
            place.write(PEOPLE, list);
            roster.read_again().expect(list);
            let tokens = links::read(&place.links()).expect("links").split_off(1);
            let found: Vec<_> = tokens.iter().map(|line| &*line.member.id).collect();
            assert_eq!(found, [&*ala.1, &*jan.1], "{list}");
            assert_eq!(roster.owner(&ala.0).as_deref(), Some(&*ala.1), "{list}");
        }
    }

    #[test]
    fn links_and_versions_of_an_older_server_keep_their_owners() {
        let place = Place(tempfile::tempdir().expect("a folder"));
        let token = |digit: &str| digit.repeat(32);
        let old = format!(
            "name,e-mail,number,link\norganiser,,,http://a/link/{}\n\
             Ala,ala@x,,http://a/link/{}\nJan,,,http://a/link/{}\n",
            token("0"),
            token("1"),
            token("2")
        );
        place.write(LINKS, &old);
        place.write(PEOPLE, "name,e-mail,number\nAla,Ala@x,7\nJan,,\n");
        let roster = place.open("http://a", &["", "ala@x", "Jan", "9"]);
        let ids = [&token("1"), &token("2")].map(|token| roster.owner(token));
        assert_eq!(["ala@x", "Jan"].map(|author| roster.id_of(author)), ids);
        assert_eq!(roster.organiser(), format!("http://a/link/{}", token("0")));
        let left = roster.id_of("9").expect("somebody who has left");
        assert_eq!((roster.title(&left).as_deref(), roster.id_of("")), (Some("9"), None));
        place.write(PEOPLE, "name,number\nOla,9\n");
        roster.read_again().expect("a list");
        assert_eq!(place.token(&roster, "Ola").expect("a link").1, left);
    }

    #[test]
    fn a_list_with_a_fault_changes_nothing() {
        let people = "name,e-mail,number\nAnna,a@x,1\nJan,j@x,2\nOla,,\n";
        let (place, roster) = Place::new(people);
        let (links, members) = (place.links(), roster.members());
        for (list, named) in [
            ("name\nAnna\nJan\nAnna\n", "line 4"),
            ("name,e-mail\nAnna,a@x\nJan,A@X\n", "line 3"),
            ("name,e-mail,number\nAnna,a@x,1\nJan,b@x,1\n", "line 3"),
            ("name,e-mail,number\nAnna,j@x,1\n", "line 2"),
            ("name,e-mail,number\nAnna,a@x,\nJan,,1\n", "lines 2 and 3"),
            ("name,e-mail,number\nOla,,3\nOla,,4\n", "lines 2 and 3"),
            ("name\norganiser\n", "line 2"),
            ("nobody\n", "name"),
        ] {
            place.write(PEOPLE, list);
            let error = roster.read_again().expect_err(list).to_string();
            assert!(error.contains(named), "{list}: {error}");
            assert_eq!((place.links(), roster.members()), (links.clone(), members.clone()));
        }
    }

    #[test]
    fn a_name_is_no_formula_and_what_a_course_site_knows_stays() {
        let (place, roster) = Place::new("name,e-mail,number\n=1+1,+a@x,-7\n");
        let line = place.links().lines().nth(2).expect("a line").to_string();
        assert!(line.starts_with("'=1+1,+a@x,-7,"), "{line}");
        let again = place.open("http://a", &[]);
        assert_eq!(again.members(), roster.members());
    }
}
