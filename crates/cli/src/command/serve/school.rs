//! Where programs are tested: by whoever starts the server, or by the people of a class.

use std::fs::{File, TryLockError};
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use classroom::{
    Assignments, Caps, Class, Contests, Finals, Leaving, Reckoned, Roster, Settings, Workshop,
    new_token,
};
use errors::Error;
use games::GAMES;
use sandbox::Level;
use server::{Final, Server};
use submission::Valgrind;
use tournament::{Announcement, LOCK, Reckoning, Smaller};

use super::opened::{self, Opened};
use super::starters::STARTERS;
use crate::command::cases;
use crate::failure::Failure;
use crate::palette::{FAINT, STRONG};
use crate::slots;

/// Lets whoever opens the server's link, which leads to this page, test programs. On systems without
/// confinement, nobody does, since the page promises that programs read no files.
pub(super) fn own_machine(
    keep: Option<PathBuf>,
    page: &'static str,
    server: Server,
) -> Result<Server, Failure> {
    let level = Level::ALL[usize::from(slots::LEVEL)];
    if level == Level::Limits {
        return Ok(server);
    }
    let (cases, caps) = (cases::make, Caps::OWN_MACHINE);
    let settings = Settings { games: GAMES, level, cases, finals: FINALS, keep, caps, workers: 1 };
    let workshop = Workshop::open(settings)?;
    Ok(server.with_workshop(workshop, STARTERS).with_owner(new_token()?, page))
}

/// Finals are played by this program's own command.
pub(crate) const FINALS: Finals = Finals {
    check: |file| {
        let announcement = Announcement::read(file, GAMES)?;
        // How long it takes depends on who takes part; whether that can be said does not.
        let reckoning = reckoning(&announcement)?;
        if reckoning.longest.is_none() { reckoning.check(&announcement) } else { Ok(()) }
    },
    reckon: |file| {
        let announcement = Announcement::read(file, GAMES)?;
        let own = reckoning(&announcement)?;
        let smaller = smaller(&own, &announcement);
        let played = smaller.map(|smaller| reckoning(&smaller.applied(&announcement)));
        let played = played.transpose()?.unwrap_or(own);
        if smaller.is_none() {
            played.check(&announcement)?;
        }
        let Reckoning { games, processors: at_a_time, longest, .. } = played;
        let smaller = smaller.map(|smaller| smaller.to_string());
        Ok(Reckoned { games, at_a_time, longest, smaller })
    },
    play: |file, results| {
        let mut command = own_command();
        command.arg(file).arg("-o").arg(results);
        command
    },
    is_played: |results| {
        let lock = File::open(results.join(LOCK));
        lock.is_ok_and(|lock| matches!(lock.try_lock(), Err(TryLockError::WouldBlock)))
    },
    leave: |results, how, name, reason| {
        let option = match how {
            Leaving::Disqualify => "disqualify",
            Leaving::Withdraw => "withdraw",
            Leaving::Restore => "restore",
        };
        let mut command = own_command();
        // One word each, so that no name is taken for an option.
        command.arg(results).arg(format!("--{option}={name}")).arg(format!("--reason={reason}"));
        command
    },
};

/// What the command for a final finds on this machine.
fn reckoning(announcement: &Announcement) -> Result<Reckoning, Error> {
    let spec = games::find(&announcement.game).ok_or_else(|| Error::bug("a game that was read"))?;
    Ok(Reckoning::of(announcement, spec, sandbox::slots().len() as u64))
}

/// What makes a final end in time: as many games in each match as fit, else a Swiss tournament of as
/// many rounds as fit. A stage keeps its format.
fn smaller(reckoning: &Reckoning, announcement: &Announcement) -> Option<Smaller> {
    let has_stages = !announcement.then.is_empty();
    let mut all = reckoning.smaller(announcement).into_iter();
    all.find(|smaller| !has_stages || matches!(smaller, Smaller::Games(_)))
}

/// The games of a final that is being played, or its pages once it is over.
fn final_at(folder: &Path) -> Option<Final> {
    match opened::open(folder, None).ok()? {
        Opened::Games(games) => Some(Final::Games(games)),
        Opened::Results(results) => Some(Final::Folder(Box::new(results))),
    }
}

fn own_command() -> Command {
    // If the system does not say where this program is, the shell's path may.
    let program = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("ludoteka"));
    let mut command = Command::new(program);
    command.arg("tournament");
    command
}

/// Lets the people of a class test programs, and prints the organiser's link.
pub(super) fn open(
    folder: &Path,
    hosts: &[String],
    server: Server,
    out: &mut dyn Write,
) -> Result<Server, Failure> {
    let level = strictest()?;
    let (class, is_new) = Class::open(folder, GAMES)?;
    let (cases, caps, keep) = (cases::make, class.caps, Some(class.store()));
    let (finals, workers) = (FINALS, workers());
    let settings = Settings { games: GAMES, level, cases, finals, keep, caps, workers };
    let workshop = Workshop::open(settings)?;
    let base = class.address.clone().unwrap_or_else(|| base(server.address(), hosts));
    let roster = Roster::open(folder, &base, &workshop.authors())?;
    workshop.give_ids(|author| roster.id_of(author))?;
    let contests = Contests::open(&class, &workshop, &roster)?;
    let assignments = Assignments::open(&class, &workshop, &roster, &contests)?;
    if let Some(old) = roster.moved_from() {
        let new = roster.base();
        anstream::eprintln!(
            "ludoteka: links that were given out name {old}, but links begin with {new} now: give \
            out new ones, or set `address` in class.toml"
        );
    }
    let demanding = class.trainings.iter().find(|training| training.has_valgrind());
    if let Some(training) = demanding.filter(|_| Valgrind::find().is_err()) {
        let title = training.title();
        anstream::eprintln!(
            "ludoteka: {title} runs cases under valgrind, which is not installed here: install it, or \
             set `valgrind = false`"
        );
    }
    if is_new {
        let people = folder.join("people.csv");
        let people = people.display();
        writeln!(
            out,
            "a new class: write its people into {people}; links.csv beside it gets their links"
        )?;
    }
    let link = roster.organiser();
    writeln!(out, "{STRONG}{link}{STRONG:#}  {FAINT}the organiser's link{FAINT:#}")?;
    let server = server.with_workshop(workshop, STARTERS);
    Ok(server.with_class(class, roster, (contests, final_at), assignments))
}

/// Engines that play visitors keep a processor, and so does a pair of games at full length.
fn workers() -> usize {
    thread::available_parallelism().map_or(1, |all| all.get().saturating_sub(1).max(1))
}

/// The strictest level that this machine has. Below level 1 no program of others is run.
fn strictest() -> Result<Level, Failure> {
    let probes = sandbox::probe()
        .map_err(|error| Error::machine(format!("the sandbox cannot be tried: {error}")))?;
    let has =
        |level: Level| probes.iter().any(|probe| probe.level == level && probe.why_not.is_none());
    [Level::Namespaces, Level::Confined].into_iter().find(|&level| has(level)).ok_or_else(|| {
        let error = Error::machine("this machine cannot confine the programs of a class");
        Failure::from(error.with_hint("`ludoteka doctor` says what is missing"))
    })
}

/// The address with which links begin, unless the class names one.
fn base(at: SocketAddr, hosts: &[String]) -> String {
    match hosts.first() {
        Some(host) => format!("http://{host}:{}", at.port()),
        None if at.ip().is_unspecified() => {
            let ip = own_address().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
            format!("http://{}", SocketAddr::new(ip, at.port()))
        }
        None => format!("http://{at}"),
    }
}

/// The address by which this machine reaches others. Nothing is sent to find it.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address for documentation (RFC 5737): the system only chooses a route to it.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pair takes up to 90 seconds. However many processors there are, four rounds of a Swiss
    /// tournament take four times as long, and a round robin of 17 takes longer on up to 34.
    const FILE: &str = "title = 't'\ngame = 'mnk'\ntime.move = '5s'\n";

    fn reckon(players: usize, minutes: usize, more: &str) -> Result<Reckoned, Error> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("final.toml");
        let player = |number| format!("[[player]]\nengine = 1\nname = 'p{number}'\n");
        let players: String = (0..players).map(player).collect();
        let text = format!("within = '{minutes}m'\n{FILE}{more}\n{players}");
        std::fs::write(&path, text).expect("a file");
        (FINALS.reckon)(&path)
    }

    #[test]
    fn a_final_is_made_smaller_until_it_ends_in_time() {
        let processors = sandbox::slots().len();
        // Three rounds of two matches, where six matches do not fit.
        let minutes = 9usize.div_ceil(processors).max(5);
        let robin = "format.kind = 'round-robin'\ngames = 40";
        let reckoned = reckon(4, 1000, robin).expect("it fits");
        assert_eq!((reckoned.games, reckoned.smaller), (240, None));
        let reckoned = reckon(4, minutes, robin).expect("it is made smaller");
        let longest = reckoned.longest.expect("a bound");
        assert!(longest.as_secs() <= 60 * minutes as u64, "{longest:?}");
        assert!(reckoned.games < 240 && reckoned.smaller.is_some(), "{reckoned:?}");
        assert!(reckon(4, 1, robin).is_err(), "not even a pair fits");
        let stages = "stage = [{ kind = 'round-robin' }, { kind = 'knockout', advance = 2 }]";
        assert!(reckon(4, 2, stages).is_err(), "two stages of one pair at least");
    }
}
