//! The open door of a class: whoever types a name waits there until an organiser lets them in.
//!
//! Whether the door is open stands in the store. Those who wait are in memory alone: after the end
//! of the server they ask again.

use std::fs;
use std::io::ErrorKind;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use errors::Error;
use rules::message;

use crate::caps::Refused;
use crate::links::{Sum, digest, new_token};
use crate::register::Member;
use crate::storage::write_whole;
use crate::trial_words::WORDS;

/// The longest name, in characters.
const LONGEST: usize = 60;

/// The most people who wait at a time, and the most that one address asks for, without those who
/// were admitted: a whole class may be behind one address.
const MOST: usize = 200;
const MOST_OF_ADDRESS: usize = 60;

/// So long somebody is remembered at the door.
const KEPT: Duration = Duration::from_secs(2 * 60 * 60);

/// What became of somebody at the door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Nobody has decided yet.
    Waiting,
    /// An organiser has refused.
    Refused,
    /// An organiser has admitted the person with this id.
    Admitted(String),
}

/// Makes a person of an id and a name.
pub type Admit<'a> = dyn Fn(&str, &str) -> Result<(), Error> + 'a;

/// Somebody at the door. The id becomes that of the person.
struct Guest {
    id: String,
    name: String,
    secret: Sum,
    from: IpAddr,
    since: Instant,
    reply: Reply,
}

/// The door of a class.
pub struct Door {
    /// The file that is there while the door is open.
    path: PathBuf,
    guests: Mutex<Vec<Guest>>,
}

impl Door {
    /// The door of the class with this store.
    #[must_use]
    pub fn in_store(store: &Path) -> Door {
        Door { path: store.join("door"), guests: Mutex::default() }
    }

    /// Whether people may ask to be let in.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.path.exists()
    }

    /// Opens or shuts the door. Who waits at a shut door can still be admitted.
    ///
    /// # Errors
    /// Fails if the file cannot be written or removed.
    pub fn set_open(&self, is_open: bool) -> Result<(), Error> {
        if is_open {
            return write_whole(
                self.path.parent().unwrap_or(Path::new(".")),
                &self.path,
                b"open\n",
            );
        }
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(Error::file("remove", &self.path, &error))
            }
            _ => Ok(()),
        }
    }

    /// Somebody asks to be let in. Returns the secret by which the browser asks again.
    ///
    /// # Errors
    /// Fails if the door is shut, this is no name, or too many wait.
    pub fn knock(&self, name: &str, from: IpAddr, now: Instant) -> Result<String, Refused> {
        if !self.is_open() {
            return Err(Refused::Error(Error::conflict(message!(WORDS, "door-is-shut"))));
        }
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        if !is_name(&name) {
            let what = message!(WORDS, "name-at-door", n = LONGEST);
            return Err(Refused::Error(Error::input(what)));
        }
        let (id, token) = (Member::new_id()?, new_token()?);
        let mut guests = self.held();
        guests.retain(|guest| now.saturating_duration_since(guest.since) < KEPT);
        let is_in = |guest: &&Guest| matches!(guest.reply, Reply::Admitted(_));
        let of_address = guests.iter().filter(|one| one.from == from && !is_in(one)).count();
        let waiting = guests.iter().filter(|one| one.reply == Reply::Waiting).count();
        if of_address >= MOST_OF_ADDRESS || waiting >= MOST {
            let what = message!(WORDS, "many-at-door");
            return Err(Refused::Cap { what, wait: Some(Duration::from_secs(60)) });
        }
        let (secret, reply) = (digest(&token), Reply::Waiting);
        guests.push(Guest { id, name, secret, from, since: now, reply });
        Ok(token)
    }

    /// What became of whoever has this secret.
    #[must_use]
    pub fn reply(&self, secret: &str) -> Option<Reply> {
        let secret = digest(secret);
        let guests = self.held();
        guests.iter().find(|guest| guest.secret == secret).map(|guest| guest.reply.clone())
    }

    /// The ids and names of those who wait.
    #[must_use]
    pub fn waiting(&self) -> Vec<(String, String)> {
        let guests = self.held();
        let all = guests.iter().filter(|guest| guest.reply == Reply::Waiting);
        all.map(|guest| (guest.id.clone(), guest.name.clone())).collect()
    }

    /// Decides about somebody who waits. `admit` makes a person of the id and the name; without it,
    /// the person is refused.
    ///
    /// # Errors
    /// Fails if nobody with this id waits, or `admit` fails.
    pub fn decide(&self, id: &str, admit: Option<&Admit<'_>>) -> Result<(), Error> {
        // Held while the person is made, so that two organisers do not admit one person twice.
        let mut guests = self.held();
        let guest = guests.iter_mut().find(|one| one.id == id && one.reply == Reply::Waiting);
        let guest = guest.ok_or_else(|| Error::not_found("nobody waits by this id"))?;
        guest.reply = match admit {
            Some(admit) => {
                admit(&guest.id, &guest.name)?;
                Reply::Admitted(guest.id.clone())
            }
            None => Reply::Refused,
        };
        Ok(())
    }

    fn held(&self) -> MutexGuard<'_, Vec<Guest>> {
        self.guests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a stranger may be called so. Organisers open lists of names in spreadsheets, where a
/// name that begins with `=` would be computed.
fn is_name(name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || " -'’.".contains(c);
    name.chars().count() <= LONGEST
        && name.starts_with(char::is_alphabetic)
        && name.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FROM: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn open() -> (tempfile::TempDir, Door) {
        let store = tempfile::tempdir().expect("a folder");
        let door = Door::in_store(store.path());
        assert!(door.knock("Ola", FROM, Instant::now()).is_err(), "it is shut at first");
        door.set_open(true).expect("it opens");
        (store, door)
    }

    #[test]
    fn who_waits_is_admitted_once_or_refused() {
        let ((store, door), now) = (open(), Instant::now());
        let [ola, jan] =
            ["  Ola  Lis ", "Jan"].map(|name| door.knock(name, FROM, now).expect("a name"));
        let waiting = door.waiting();
        assert_eq!(waiting.iter().map(|one| &*one.1).collect::<Vec<_>>(), ["Ola Lis", "Jan"]);
        assert_eq!(door.reply(&ola), Some(Reply::Waiting));
        door.set_open(false).expect("it shuts");
        assert!(!Door::in_store(store.path()).is_open());
        let [of_ola, of_jan] = [0, 1].map(|index| waiting[index].0.clone());
        door.decide(&of_ola, Some(&|_, _| Err(Error::input("a fault")))).expect_err("a fault");
        assert_eq!(door.reply(&ola), Some(Reply::Waiting));
        door.decide(&of_ola, Some(&|_, _| Ok(()))).expect("she waits");
        assert_eq!(door.reply(&ola), Some(Reply::Admitted(of_ola.clone())));
        door.decide(&of_ola, Some(&|_, _| Ok(()))).expect_err("she is in");
        door.decide(&of_jan, None).expect("he waits");
        assert_eq!((door.reply(&jan), door.reply(&of_jan)), (Some(Reply::Refused), None));
        assert!(door.waiting().is_empty());
    }

    #[test]
    fn a_name_is_no_formula_and_no_essay() {
        let ((_store, door), now) = (open(), Instant::now());
        let long = "a".repeat(LONGEST + 1);
        for name in ["", " ", "=1+1", "@x", "-1", "a\u{202e}b", "a\0", "a,b", "<b>", "\"", &long] {
            assert!(door.knock(name, FROM, now).is_err(), "{name}");
        }
        for name in ["Żaneta Ćwik-Łoś", "Ana Țuțu", "O'Neil 2", "Ann"] {
            assert!(door.knock(name, FROM, now).is_ok(), "{name}");
        }
    }

    #[test]
    fn nobody_fills_the_door() {
        let ((_store, door), now) = (open(), Instant::now());
        let knocks = |from: IpAddr, now| door.knock("Ola", from, now).is_ok();
        assert_eq!((0..MOST).filter(|_| knocks(FROM, now)).count(), MOST_OF_ADDRESS);
        for (id, _) in door.waiting() {
            door.decide(&id, None).expect("she waits");
        }
        assert!(!knocks(FROM, now), "who was refused has still asked");
        let other = |n: usize| IpAddr::from([10, 0, 0, n as u8]);
        assert_eq!((0..2 * MOST).filter(|n| knocks(other(n % 250), now)).count(), MOST);
        assert!(knocks(FROM, now + KEPT), "old ones are forgotten");
    }
}
