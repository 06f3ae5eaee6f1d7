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
mod tests;
