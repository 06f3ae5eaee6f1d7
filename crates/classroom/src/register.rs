//! The register of a class: everybody who has ever been in its list, each with an id that stays.
//!
//! The id is random. What somebody hands in is kept under it, so names, numbers and addresses may
//! change, and nothing that is kept or hashed contains them.

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use errors::Error;
use errors::excerpt::short;
use judge::{Person, address_key};
use serde::{Deserialize, Serialize};

use crate::random::random;
use crate::storage::write_whole;

/// The name on the organiser's line. Nobody else can have it.
pub(crate) const ORGANISER: &str = "organiser";

/// A person of a class, with the id under which everything of theirs is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The id; empty for the organiser.
    pub id: String,
    /// What the list says.
    pub person: Person,
}

/// The number of random bytes of an id.
const BYTES: usize = 8;

impl Member {
    /// A new id.
    ///
    /// # Errors
    /// Fails if the system has no random source.
    pub(crate) fn new_id() -> Result<String, Error> {
        random::<BYTES>()
    }
}

/// Everybody who has ever been in the list of a class.
#[derive(Clone, Debug, Default)]
pub(crate) struct Register(Vec<Member>);

/// A member in the file.
#[derive(Serialize, Deserialize)]
struct Saved {
    id: String,
    name: String,
    email: String,
    number: String,
}

impl Register {
    /// The register in a class's folder; `None` if there is none yet.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or is damaged.
    pub(crate) fn read(folder: &Path) -> Result<Option<Register>, Error> {
        let path = file(folder);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::file("read", &path, &error)),
        };
        let saved: Vec<Saved> = serde_json::from_slice(&bytes)
            .map_err(|bad| Error::corrupt(format!("{} is damaged: {bad}", path.display())))?;
        let member = |Saved { id, name, email, number }| Member {
            id,
            person: Person { name, email, number, ..Person::default() },
        };
        Ok(Some(Register(saved.into_iter().map(member).collect())))
    }

    /// # Errors
    /// Fails if the file cannot be written.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), Error> {
        let saved = |Member { id, person }: &Member| {
            let Person { name, email, number, .. } = person.clone();
            Saved { id: id.clone(), name, email, number }
        };
        let all: Vec<Saved> = self.0.iter().map(saved).collect();
        let bytes = serde_json::to_vec(&all)
            .map_err(|bad| Error::bug(format!("the people cannot be kept: {bad}")))?;
        let path = file(folder);
        let store = path.parent().unwrap_or(folder);
        fs::create_dir_all(store).map_err(|error| Error::file("make the folder", store, &error))?;
        write_whole(store, &path, &bytes)
    }

    /// The member with this id.
    pub(crate) fn member(&self, id: &str) -> Option<&Member> {
        self.0.iter().find(|member| member.id == id)
    }

    /// Adds a member, or changes what is known about one.
    pub(crate) fn set(&mut self, member: Member) {
        match self.0.iter_mut().find(|known| known.id == member.id) {
            Some(known) => *known = member,
            None => self.0.push(member),
        }
    }

    pub(crate) fn remove(&mut self, id: &str) {
        self.0.retain(|member| member.id != id);
    }

    /// The author of a stored version: the member with this id. Older servers stored a number, an
    /// address or, without both, a name.
    pub(crate) fn author(&self, author: &str) -> Option<&Member> {
        let keys = Keys::of(self.0.iter().map(|member| (&member.person, &*member.id)));
        let by_key = || {
            let number = keys.numbers.get(author).or(keys.names.get(author)).copied();
            number.or(keys.addresses.get(&address_key(author)).copied())
        };
        self.member(author).or_else(|| self.member(by_key()?))
    }

    /// A member who is in a file of links without ids.
    pub(crate) fn known(&self, person: &Person) -> Option<&Member> {
        let keys = Keys::of(self.0.iter().map(|member| (&member.person, &*member.id)));
        self.member(self.id(&keys, person).ok()??)
    }

    /// The members whose id, number or e-mail address this is; if there are none, those with this
    /// name.
    pub(crate) fn find(&self, who: &str) -> Vec<&Member> {
        let is_key = |Member { id, person }: &&Member| {
            let is_address = address_key(&person.email) == address_key(who);
            id == who || person.number == who || is_address
        };
        let by = |is_one: &dyn Fn(&&Member) -> bool| self.0.iter().filter(is_one).collect();
        let known: Vec<_> = if who.is_empty() { Vec::new() } else { by(&is_key) };
        if known.is_empty() { by(&|member| member.person.name == who) } else { known }
    }

    /// The people of a list as members, in its order. A person is the member who has the number or
    /// the e-mail address; without both, the member of that name who has neither. Others are new.
    ///
    /// # Errors
    /// Fails if it is not certain who somebody is; the sentence names the lines.
    pub(crate) fn members(&self, list: Vec<Person>) -> Result<Vec<Member>, Error> {
        check(&list)?;
        let known = Keys::of(self.0.iter().map(|member| (&member.person, &*member.id)));
        let mut ids = Vec::new();
        for person in &list {
            ids.push(self.id(&known, person)?);
        }
        // Somebody who had only a name may get a number or an address.
        let taken: Vec<_> = ids.iter().flatten().copied().collect();
        for (person, id) in list.iter().zip(&mut ids) {
            let named = known.names.get(&*person.name).copied();
            *id = id.or(named.filter(|named| !taken.contains(named)));
        }
        let mut lines = HashMap::new();
        let mut members = Vec::new();
        for (person, id) in list.into_iter().zip(ids) {
            let first = id.and_then(|id| lines.insert(id, person.line));
            if let Some(first) = first {
                let what = format!("lines {first} and {} are one person", person.line);
                return Err(Error::input(what).with_hint("take one of them out for now"));
            }
            let id = id.map_or_else(Member::new_id, |id| Ok(id.to_string()))?;
            members.push(Member { id, person });
        }
        Ok(members)
    }

    /// The id of the member with the person's number or address; without both, the person's name.
    fn id<'a>(&self, known: &Keys<'a>, person: &Person) -> Result<Option<&'a str>, Error> {
        let number = known.numbers.get(&*person.number).copied();
        let address = known.addresses.get(&address_key(&person.email)).copied();
        let (Some(number), Some(address)) = (number, address) else {
            let is_bare = person.number.is_empty() && person.email.is_empty();
            let name = known.names.get(&*person.name).copied().filter(|_| is_bare);
            return Ok(number.or(address).or(name));
        };
        if number == address {
            return Ok(Some(number));
        }
        let title = |id| self.member(id).map_or_else(String::new, |m| short(m.person.title()));
        let what = format!(
            "line {}: the number is that of {}, and the e-mail address that of {}",
            person.line,
            title(number),
            title(address)
        );
        Err(Error::input(what).with_hint("a person keeps the number or the address"))
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("store").join("people.json")
}

/// What people are known by.
#[derive(Default)]
struct Keys<'a> {
    numbers: HashMap<&'a str, &'a str>,
    addresses: HashMap<String, &'a str>,
    /// The names of those who have neither a number nor an address.
    names: HashMap<&'a str, &'a str>,
}

impl<'a> Keys<'a> {
    fn of(people: impl Iterator<Item = (&'a Person, &'a str)>) -> Keys<'a> {
        let mut keys = Keys::default();
        for (person, id) in people {
            if !person.number.is_empty() {
                keys.numbers.insert(&person.number, id);
            }
            if !person.email.is_empty() {
                keys.addresses.insert(address_key(&person.email), id);
            }
            if person.number.is_empty() && person.email.is_empty() {
                keys.names.insert(&person.name, id);
            }
        }
        keys
    }
}

/// # Errors
/// Fails if two people have the same number, address or bare name, or one has the organiser's name.
fn check(list: &[Person]) -> Result<(), Error> {
    let mut lines: HashMap<(usize, String), u64> = HashMap::new();
    for person in list {
        let line = person.line;
        if person.key() == ORGANISER {
            return Err(Error::input(format!("line {line}: nobody can be called {ORGANISER}")));
        }
        let is_bare = person.number.is_empty() && person.email.is_empty();
        let name = if is_bare { &*person.name } else { "" };
        let keys = [person.number.clone(), address_key(&person.email), name.to_string()];
        for (kind, key) in keys.into_iter().enumerate().filter(|(_, key)| !key.is_empty()) {
            let shown = short(&key);
            if let Some(first) = lines.insert((kind, key), line) {
                let what = format!("line {line}: {shown} is already on line {first}");
                let hint = "each person needs a number or an address of their own";
                return Err(Error::input(what).with_hint(hint));
            }
        }
    }
    Ok(())
}
