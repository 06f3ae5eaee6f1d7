//! The people of a class: who they are, and whose link a token is.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};
use std::thread;
use std::time::Duration;

use errors::Error;
use errors::excerpt::short;
use judge::Person;
use rules::message;

use crate::links::{self, Code, Line, Pass, Passes, Sum, digest};
use crate::lists::{LINKS, Lists, Stamps};
use crate::organisers::{Holder, Organiser};
use crate::register::{Member, Register};
use crate::storage::remove_unfinished;
use crate::trial_words::WORDS;
use crate::workshop::Workshop;

/// The lists are read again this often if they have changed.
const AGAIN: Duration = Duration::from_secs(2);

/// The people of a class, its organisers, and their links, as the class's files have them.
pub struct Roster {
    lists: Lists,
    /// The address of the server, with which links begin.
    base: String,
    /// The address with which links began before, if it was another.
    moved_from: Option<String>,
    /// Held by whoever changes a file or the state.
    change: Mutex<()>,
    state: RwLock<State>,
}

#[derive(Default)]
struct State {
    members: Vec<Member>,
    /// Everybody who has ever been in the list.
    register: Register,
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
        let lines = Lists::of(folder).links()?;
        let organiser = lines.iter().find(|line| line.organiser().is_some());
        Roster::read(folder, organiser.map_or("", |line| &line.base), authors)
    }

    fn read(folder: &Path, base: &str, authors: &[String]) -> Result<Roster, Error> {
        remove_unfinished(folder);
        let (lists, base) = (Lists::of(folder), base.trim_end_matches('/').to_string());
        let register = register(&lists, authors)?;
        let state = RwLock::new(State { register, ..State::default() });
        let bases = lists.links()?.into_iter().map(|line| line.base);
        let moved_from = bases.into_iter().find(|other| *other != base);
        let roster = Roster { lists, base, moved_from, change: Mutex::default(), state };
        roster.read_again()?;
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
    pub fn pass(&self, id: &str) -> Option<(String, String)> {
        let holder = Holder::Person(id.to_string());
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
    pub fn group(&self, id: &str) -> String {
        self.with(|state| {
            let member = state.members.iter().find(|member| member.id == id);
            member.map(|member| member.person.group.clone()).unwrap_or_default()
        })
    }

    /// Gives a holder another link and code, and shuts the old ones.
    ///
    /// # Errors
    /// Fails if there is no such holder, or the file of links cannot be read or written.
    pub fn renew(&self, holder: &Holder) -> Result<(), Error> {
        let _one = self.changing();
        let (register, members, organisers) = self.with(|state| {
            (state.register.clone(), state.members.clone(), state.organisers.clone())
        });
        let (mut passes, shut) = self.passes(&register, &members, &organisers)?;
        let pass = passes.get_mut(holder);
        *pass.ok_or_else(|| Error::not_found(message!(WORDS, "no-such-person")))? =
            Pass::random(holder)?;
        self.keep(members, organisers, passes, shut)
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

    /// Adds the person with this id, who came through the door, to the list of such people. A number
    /// of the server's own tells them from everybody else, whatever name they type.
    ///
    /// # Errors
    /// Fails if a list has a fault, or a file cannot be read or written.
    pub fn admit(&self, id: &str, name: &str, group: &str) -> Result<(), Error> {
        {
            let _one = self.changing();
            let person = Person {
                name: name.to_string(),
                number: format!("door-{id}"),
                group: group.to_string(),
                ..Person::default()
            };
            let member = Member { id: id.to_string(), person: person.clone() };
            let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
            state.register.set(member);
            state.seen = Stamps::default();
            drop(state);
            self.lists.admit(&person)?;
        }
        self.read_again()
    }

    /// Takes a person out of the lists, and shuts the link.
    ///
    /// # Errors
    /// Fails if the list has a fault, or a file cannot be read or written.
    fn take_out(&self, id: &str) -> Result<(), Error> {
        {
            let _one = self.changing();
            let members = self.with(|state| self.lists.members(&state.register))?;
            if let Some(own) = members.into_iter().find(|member| member.id == id) {
                self.lists.take_out(&own.person)?;
            }
            self.state.write().unwrap_or_else(PoisonError::into_inner).seen = Stamps::default();
        }
        self.read_again()?;
        let holder = Holder::Person(id.to_string());
        self.state.write().unwrap_or_else(PoisonError::into_inner).shut.remove(&holder);
        Ok(())
    }

    /// Takes a person out of the register: nothing knows the name any more.
    ///
    /// # Errors
    /// Fails if the register cannot be written.
    fn unregister(&self, id: &str) -> Result<(), Error> {
        let _one = self.changing();
        let mut register = self.with(|state| state.register.clone());
        register.remove(id);
        register.write(self.lists.folder())?;
        self.state.write().unwrap_or_else(PoisonError::into_inner).register = register;
        Ok(())
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
        let seen = self.lists.stamps();
        if seen[0].is_some() && self.with(|state| state.seen == seen) {
            return Ok(());
        }
        // Whatever comes of it, the same lists are not read twice.
        self.state.write().unwrap_or_else(PoisonError::into_inner).seen = seen;
        let mut register = self.with(|state| state.register.clone());
        let members = self.lists.members(&register)?;
        let organisers = self.lists.organisers()?;
        members.iter().cloned().for_each(|member| register.set(member));
        register.write(self.lists.folder())?;
        let (passes, shut) = self.passes(&register, &members, &organisers)?;
        self.state.write().unwrap_or_else(PoisonError::into_inner).register = register;
        self.keep(members, organisers, passes, shut)
    }

    /// Writes the file of links, and goes on with these people and passes.
    fn keep(
        &self,
        members: Vec<Member>,
        organisers: Vec<Organiser>,
        passes: Passes,
        shut: Passes,
    ) -> Result<(), Error> {
        let path = self.lists.folder().join(LINKS);
        links::write(&path, &self.base, &organisers, &members, &passes)?;
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
        register: &Register,
        members: &[Member],
        organisers: &[Organiser],
    ) -> Result<(Passes, Passes), Error> {
        let holder = |line: &Line| {
            let id = &line.member.id;
            let known = || register.known(&line.member.person).map(|known| known.id.clone());
            let person = if id.is_empty() { known() } else { Some(id.clone()) };
            line.organiser().or_else(|| person.map(Holder::Person))
        };
        let lines = self.lists.links()?.into_iter();
        let mut known: Passes =
            lines.filter_map(|line| Some((holder(&line)?, line.pass))).collect();
        let mut shut = self.with(|state| state.shut.clone());
        let mut passes = Passes::new();
        let people = members.iter().map(|member| Holder::Person(member.id.clone()));
        for holder in organisers.iter().map(Organiser::holder).chain(people) {
            let pass = match known.remove(&holder).or(shut.remove(&holder)) {
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

/// The register of a class. An older server has none, and stored versions under the number, the
/// address or the name that its file of links has: each of them gets an id.
fn register(lists: &Lists, authors: &[String]) -> Result<Register, Error> {
    let mut register = match Register::read(lists.folder())? {
        Some(register) => register,
        None => {
            let mut register = Register::default();
            for Line { mut member, .. } in
                lists.links()?.into_iter().filter(|l| l.organiser().is_none())
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::lists::{ORGANISERS, PEOPLE};
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
            let (token, id) = (line.pass.token.text().to_string(), line.member.id.clone());
            let person = Holder::Person(id.clone());
            let holder = line.organiser().unwrap_or(person);
            assert_eq!(roster.holder(&token), Some(holder), "an open link");
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
        assert_eq!((roster.holder(&jan.0), roster.title(&ola).as_deref()), (None, Some("Ola")));
        assert_eq!(roster.title(&jan.1).as_deref(), Some("Jan Lis"), "who has left has a name");
        place.write(PEOPLE, "name,number\nAnna Nowak,7\nOla,\nJan Lis,\n");
        roster.read_again().expect("a list");
        assert_eq!(token(&roster, "Jan Lis"), jan, "who comes back has the same link");
        // Another server has the same links, below its own address.
        let again = place.open("https://b", &[]);
        assert_eq!(token(&again, "Anna Nowak"), anna);
        assert_eq!(again.organiser(), format!("https://b/link/{}", organiser.0));
        assert_eq!((roster.moved_from(), again.moved_from()), (None, Some("http://a:1")));
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
            assert_eq!(roster.holder(&ala.0), Some(Holder::Person(ala.1.clone())), "{list}");
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
        let holders = [&token("1"), &token("2")].map(|token| roster.holder(token));
        let authors = ["ala@x", "Jan"].map(|author| roster.id_of(author).map(Holder::Person));
        assert_eq!(authors, holders);
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

    #[test]
    fn a_renewed_link_shuts_the_old_one_and_its_code() {
        let (place, roster) = Place::new("name\nAnna\nJan\n");
        let [anna, jan] = ["Anna", "Jan"].map(|name| place.token(&roster, name).expect("a link").1);
        let of = |id: &str| {
            let token = roster.token(&Holder::Person(id.to_string())).expect("a token");
            (token, roster.pass(id).expect("a pass").1)
        };
        let holder = Holder::Person(anna.clone());
        let (old, others) = (of(&anna), of(&jan));
        assert_eq!(roster.holder_of_code(&old.1.to_lowercase()), Some(holder.clone()));
        assert_eq!(roster.holder(&old.1), None, "a code is no token");
        roster.renew(&holder).expect("another link");
        let new = of(&anna);
        assert_eq!((roster.holder(&old.0), roster.holder_of_code(&old.1)), (None, None));
        assert_eq!(roster.holder_of_code(&new.1), Some(holder));
        assert_eq!(of(&jan), others);
        assert_eq!(
            place.open("http://a:1", &[]).pass(&anna),
            roster.pass(&anna),
            "the file has it"
        );
        let nobody = Holder::Person("Ola".to_string());
        let error = roster.renew(&nobody).expect_err("nobody");
        assert_eq!(error.kind(), errors::ErrorKind::NotFound);
    }

    #[test]
    fn who_came_through_the_door_is_nobody_else() {
        let (place, roster) = Place::new("name;e-mail\nOla;\n");
        let (_, pupil) = place.token(&roster, "Ola").expect("a link");
        for id in ["aa", "bb"] {
            roster.admit(id, "Ola", "3a").expect("she waits");
        }
        let ids = |roster: &Roster| {
            roster.members().into_iter().map(|member| member.id).collect::<Vec<_>>()
        };
        assert_eq!(ids(&roster), [&*pupil, "aa", "bb"]);
        let again = place.open("http://a:1", &[]);
        assert_eq!((ids(&again), again.pass("aa")), (ids(&roster), roster.pass("aa")));
        assert!(roster.pass("aa").is_some() && roster.group("bb") == "3a");
        place.write(PEOPLE, "name,number\nOla L.,door-aa\n");
        roster.read_again().expect("a list");
        assert_eq!(ids(&roster), ["aa", "bb"], "a copied number counts in the list");
        roster.take_out("aa").expect("lists");
        roster.take_out("bb").expect("lists");
        assert!(roster.members().is_empty());
        let left = ["people.csv", "admitted.csv"]
            .map(|name| fs::read_to_string(place.0.path().join(name)).expect("a list"));
        assert_eq!(left, ["name,number\n", "name,number,group\n"]);
    }

    #[test]
    fn an_organiser_taken_out_is_shut_and_no_other() {
        let (place, roster) = Place::new("name\nEwa\n");
        let (_, pupil) = place.token(&roster, "Ewa").expect("a link");
        place.write(ORGANISERS, "name,group,rights\nEwa,3a,read\nJan,,run\n");
        roster.read_again().expect("lists");
        let token = |holder: Holder| roster.token(&holder).expect("a token");
        let [ewa, jan] = ["Ewa", "Jan"].map(|name| token(Holder::Organiser(name.to_string())));
        let pupil = token(Holder::Person(pupil));
        assert_eq!(roster.organiser_named("Ewa").map(|ewa| ewa.group).as_deref(), Some("3a"));
        place.write(ORGANISERS, "name,group,rights\nJan,3b,read\n");
        roster.read_again().expect("lists");
        assert_eq!((roster.holder(&ewa), roster.organiser_named("Ewa")), (None, None));
        assert!(roster.holder(&jan).is_some() && roster.holder(&pupil).is_some());
        place.write(ORGANISERS, "name,group,rights\nJan,3b,rule\n");
        roster.read_again().expect_err("no right");
        assert!(roster.holder(&jan).is_some(), "a fault changes nothing");
    }
}
