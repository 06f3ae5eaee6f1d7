//! Whether a tournament goes on as fast, and in as little memory, when a million games are stored as when none is.
//!
//! A round robin of 30 engines that look at one position a move, in 3 by 3, so that hardly anything is measured but those who run
//! it: on SQLite one process that plays as well, on PostgreSQL a runner that leaves all games to one worker. Each twice: once the
//! store is empty; once it has a million games, filled through the store's own interface with one record. While it is played, the
//! store tells how fast, and the system in how much memory; then the runner exports everything.
//!
//!     cargo bench -p cli --bench million             a million games
//!     cargo bench -p cli --bench million -- 100000   or so many

mod fill;
mod processes;

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

use arena::record::Record;
use arena::store::{Access, Store, TournamentId, init};
use arena::tournament::results::standings;
use arena::tournament::{Account, Announcement, enter};
use games::GAMES;
use testing::postgres;

use fill::{fill, recorded};
use processes::{Process, watch};

const ENTRANTS: u64 = 30;
const MATCHES: u64 = ENTRANTS * (ENTRANTS - 1) / 2;
/// Games of each match that are really played; of all of them, the last four fifths are timed.
const PLAYED: u64 = 200;
const FILE: &str = "t.toml";

/// Where games are stored, and whether somebody else plays them.
struct Way {
    name: &'static str,
    /// Where there is nothing yet; a file is in this folder.
    place: Box<dyn Fn(&Path) -> String>,
    /// Waits until the disk has what was filled in, which would slow what is measured behind it.
    catch_up: Box<dyn Fn()>,
    has_worker: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let games: u64 = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(1_000_000);
    let record = recorded()?;
    let file = Way {
        name: "SQLite",
        place: Box::new(|folder: &Path| folder.join("store").display().to_string()),
        catch_up: Box::new(|| ()),
        has_worker: false,
    };
    let server = postgres::Cluster::start(&[]).map(Rc::new).map(|server| Way {
        name: "PostgreSQL",
        place: Box::new({
            let server = Rc::clone(&server);
            move |_: &Path| server.database()
        }),
        catch_up: Box::new(move || drop(server.sql("postgres", "CHECKPOINT"))),
        has_worker: true,
    });
    for way in [Some(file), server].into_iter().flatten() {
        println!("{}", way.name);
        let [empty, full] = [0, games.div_ceil(2 * MATCHES) * 2].map(|filled| way.measure(filled, &record));
        let (empty, full) = (empty?, full?);
        println!("  rate after {} games against none: {:.3}", full.before, full.rate / empty.rate);
        let shares = full.playing.iter().zip(&empty.playing).map(|(full, empty)| *full as f64 / *empty as f64);
        println!("  memory while playing: {:.2?} of it", shares.collect::<Vec<_>>());
    }
    Ok(())
}

struct Figures {
    before: u64,
    /// Games a second, while it played.
    rate: f64,
    /// The most memory of each process by the end of the last game, in KiB: the runner, then the worker if there is one.
    playing: Vec<u64>,
}

impl Way {
    /// A tournament whose matches have so many games before it begins.
    fn measure(&self, filled: u64, record: &Record) -> Result<Figures, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let place = (self.place)(folder.path());
        let announcement = announced(folder.path(), filled + PLAYED)?;
        let address = place.parse()?;
        init(&address, None)?;
        let mut store = Store::open(&address, Access::Write)?;
        let tournament = enter(&mut store, &announcement)?;
        let before = fill(&mut store, tournament, &announcement, filled, record)?;
        in_standings(&mut store, tournament, &announcement)?;
        (self.catch_up)();
        let processes = self.processes(&place, folder.path())?;
        let mut tallies = store.tallies(tournament)?;
        let all = 2 * tallies.done() + MATCHES * PLAYED;
        let rate = watch(&mut store, &mut tallies, all - MATCHES * PLAYED * 4 / 5, all)?;
        let playing: Vec<_> = processes.iter().map(Process::memory).collect();
        let start = Instant::now();
        let ended: Result<Vec<_>, _> = processes.into_iter().map(Process::end).collect();
        let (exported, most) = (start.elapsed(), ended?);
        println!(
            "  {before:8} games before: {rate:6.0} games/s, {playing:?} KiB at most; exported in {exported:.1?}, {most:?} KiB"
        );
        Ok(Figures { before, rate, playing })
    }

    /// The runner, and the worker if there is one, each with one slot at most.
    fn processes(&self, place: &str, folder: &Path) -> Result<Vec<Process>, Box<dyn Error>> {
        let jobs = if self.has_worker { "0" } else { "1" };
        let runner = ["tournament", FILE, "-o", "out", "--store", place, "--jobs", jobs];
        let mut processes = vec![Process::start(&runner, folder)?];
        if self.has_worker {
            let worker = ["worker", "--store", place, "--jobs", "1", "--speed", "1", "--until-over"];
            processes.push(Process::start(&worker, folder)?);
        }
        Ok(processes)
    }
}

/// A tournament of so many games a match, in its file.
fn announced(folder: &Path, games: u64) -> Result<Announcement, Box<dyn Error>> {
    let mut text = format!(
        "title = \"million\"\ngame = \"mnk\"\ngames = {games}\n[format]\nkind = \"round-robin\"\n\
         [time]\ngame-ms = 60000\nnodes = 1\n"
    );
    for number in 0..ENTRANTS {
        write!(text, "[[player]]\nengine = {}\nname = \"entrant {number}\"\n", 1 + number % 5)?;
    }
    let file = folder.join(FILE);
    fs::write(&file, text)?;
    Ok(Announcement::read(&file, GAMES)?)
}

/// Prints how long the standings take from nothing.
fn in_standings(
    store: &mut Store,
    tournament: TournamentId,
    announcement: &Announcement,
) -> Result<(), Box<dyn Error>> {
    let mut account = Account::new(announcement, GAMES)?;
    let start = Instant::now();
    let tallies = store.tallies(tournament)?;
    let read = start.elapsed();
    account.set_matches(&tallies.matches().collect::<Vec<_>>(), false);
    let lines = standings(&account.facts())?;
    println!(
        "  standings of {} games, {} lines: {:.1?}, of which the store {read:.1?}",
        2 * tallies.done(),
        lines.len(),
        start.elapsed()
    );
    Ok(())
}
