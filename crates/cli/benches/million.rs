//! Whether a tournament goes on as fast, and in as little memory, when a million games are stored as when none is.
//!
//! Twice the same: a round robin of 30 engines that look at one position a move, in 3 by 3, so that hardly anything is measured but
//! the runner. Once the store is empty; once it has a million games, filled through the store's own interface with one record. The
//! runner, `ludoteka tournament`, plays the rest while its progress is read from the store and its memory from the system; then
//! it exports everything.
//!
//!     cargo bench -p cli --bench million             a million games
//!     cargo bench -p cli --bench million -- 100000   or so many

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use arena::record::{Ending, Record};
use arena::store::{Access, Address, Lease, Machine, Report, Store, TournamentId, init};
use arena::tournament::results::standings;
use arena::tournament::{Account, Announcement, STORE, Tally, enter};
use games::GAMES;

#[path = "../src/catalogue.rs"]
mod catalogue;
#[path = "../src/offer.rs"]
mod offer;

const ENTRANTS: u64 = 30;
const MATCHES: u64 = ENTRANTS * (ENTRANTS - 1) / 2;
/// Games of each match that are really played.
const PLAYED: u64 = 300;
const PORTION: usize = 256;
const LENGTH: Duration = Duration::from_secs(600);

fn main() -> Result<(), Box<dyn Error>> {
    let games: u64 = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(1_000_000);
    let record = recorded()?;
    let [empty, full] = [0, games.div_ceil(2 * MATCHES) * 2].map(|filled| measure(filled, &record));
    let (empty, full) = (empty?, full?);
    println!("rate after {} games against none: {:.3}", full.before, full.rate / empty.rate);
    println!("memory while playing: {:.2} of it", full.playing as f64 / empty.playing as f64);
    Ok(())
}

struct Figures {
    before: u64,
    /// Games a second, while it played.
    rate: f64,
    /// The most memory, in KiB, by the end of the last game.
    playing: u64,
}

/// A tournament whose matches have so many games before it begins.
fn measure(filled: u64, record: &Record) -> Result<Figures, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path();
    let file = path.join("t.toml");
    fs::write(&file, announced(filled + PLAYED))?;
    let names: Vec<_> = GAMES.iter().map(|card| card.name).collect();
    let announcement = Announcement::read(&file, &names, &catalogue::named)?;
    fs::create_dir(path.join("out"))?;
    let address = Address::file(path.join("out").join(STORE));
    init(&address, None)?;
    let mut store = Store::open(&address, Access::Write)?;
    let tournament = enter(&mut store, &announcement)?;
    let before = fill(&mut store, tournament, &announcement, filled, record)?;
    in_standings(&mut store, tournament, &announcement)?;
    let start = Instant::now();
    let mut runner = Command::new(env!("CARGO_BIN_EXE_ludoteka"))
        .args(["tournament", "t.toml", "-o", "out", "--jobs", "1"])
        .current_dir(path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()?;
    let (rate, playing) = watch(&mut store, tournament, &runner)?;
    let played = start.elapsed();
    let mut most = playing;
    while runner.try_wait()?.is_none() {
        most = most.max(memory(&runner));
        thread::sleep(Duration::from_millis(5));
    }
    assert!(runner.wait()?.success(), "the tournament ends");
    let exported = start.elapsed().saturating_sub(played);
    println!(
        "{before:8} games before: {rate:6.0} games/s, {playing} KiB at most; then exported in {exported:.1?}, {most} KiB"
    );
    Ok(Figures { before, rate, playing })
}

/// The tournament's file.
fn announced(games: u64) -> String {
    let mut text = format!(
        "title = \"million\"\ngame = \"mnk\"\ngames = {games}\n[format]\nkind = \"round-robin\"\n\
         [time]\ngame-ms = 60000\nnodes = 1\n"
    );
    for number in 0..ENTRANTS {
        write!(text, "[[player]]\nengine = {}\nname = \"entrant {number}\"\n", 1 + number % 5)
            .expect("a string takes all");
    }
    text
}

/// A record as the runner writes them.
fn recorded() -> Result<Record, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let words = ["match", "mnk", "engine:1", "engine:2", "--nodes", "1", "--record", "games"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludoteka"));
    let status = command.args(words).current_dir(folder.path()).stdout(Stdio::null()).status()?;
    assert!(status.success(), "a match is played");
    let text = fs::read_to_string(folder.path().join("games"))?;
    let record = Record::read(text.lines().next().expect("a game"))?;
    assert_eq!(record.end, Ending::Rules);
    Ok(record)
}

/// Gives every match so many games, all of one record; tells how long each tenth of them took.
fn fill(
    store: &mut Store,
    tournament: TournamentId,
    announcement: &Announcement,
    games: u64,
    record: &Record,
) -> Result<u64, Box<dyn Error>> {
    if games == 0 {
        return Ok(0);
    }
    let arena::schedule::Next::Play(pairings) = announcement.schedule()?.next(&[])? else { unreachable!("it begins") };
    let units: Vec<_> = pairings.into_iter().map(|pairing| (pairing, games / 2)).collect();
    store.add_units(tournament, &units)?;
    let machine = Machine { name: "bench".to_string(), cores: 1, level: 1, speed: 0.0, version: String::new() };
    let worker = store.register_worker(&machine)?;
    let line = record.line();
    let tally = Tally { wins: [1, 1], pairs: [0, 0, 1, 0, 0], ..Tally::default() };
    let report = Report { records: [line.clone(), line], tally, set_aside: Vec::new() };
    let all = units.len() as u64 * games;
    let (mut done, mut told, mut start) = (0, 0, Instant::now());
    loop {
        let leases = store.lease_some(worker, LENGTH, PORTION)?;
        if leases.is_empty() {
            return Ok(done);
        }
        let reports: Vec<(&Lease, &Report)> = leases.iter().map(|lease| (lease, &report)).collect();
        store.report_all(&reports)?;
        done += 2 * leases.len() as u64;
        if done - told >= all / 10 {
            println!("{done:8} games stored at {:7.0} games/s", (done - told) as f64 / start.elapsed().as_secs_f64());
            (told, start) = (done, Instant::now());
        }
    }
}

/// Prints how long the standings take from nothing.
fn in_standings(
    store: &mut Store,
    tournament: TournamentId,
    announcement: &Announcement,
) -> Result<(), Box<dyn Error>> {
    let mut account = Account::new(announcement, &catalogue::title(&announcement.game))?;
    let start = Instant::now();
    let tallies = store.tallies(tournament)?;
    let read = start.elapsed();
    account.set_matches(&tallies.matches().collect::<Vec<_>>());
    let lines = standings(&account.facts())?;
    println!(
        "standings of {} games, {} lines: {:.1?}, of which the store {read:.1?}",
        2 * tallies.done(),
        lines.len(),
        start.elapsed()
    );
    Ok(())
}

/// Watches it until the last game: games a second between the first fifth of what it plays and the end, and its memory.
fn watch(store: &mut Store, tournament: TournamentId, runner: &Child) -> Result<(f64, u64), Box<dyn Error>> {
    let mut tallies = store.tallies(tournament)?;
    let all = 2 * tallies.done() + MATCHES * PLAYED;
    let skipped = all - MATCHES * PLAYED * 4 / 5;
    let mut first = None;
    loop {
        thread::sleep(Duration::from_millis(50));
        store.refresh(&mut tallies)?;
        let done = 2 * tallies.done();
        if first.is_none() && done >= skipped {
            first = Some((done, Instant::now()));
        }
        if let Some((from, start)) = first.filter(|_| done >= all) {
            return Ok(((done - from) as f64 / start.elapsed().as_secs_f64(), memory(runner)));
        }
    }
}

/// The most memory that it has held, in KiB.
fn memory(runner: &Child) -> u64 {
    let status =
        fs::read_to_string(Path::new("/proc").join(runner.id().to_string()).join("status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}
