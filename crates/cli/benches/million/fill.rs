//! A store with games that nobody played.

use std::error::Error;
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use arena::record::{Ending, Record};
use arena::store::{Lease, Machine, Report, Store, TournamentId};
use arena::tournament::{Announcement, Tally};

const PORTION: usize = 256;
const LENGTH: Duration = Duration::from_secs(600);

/// A record as the runner writes them.
pub(crate) fn recorded() -> Result<Record, Box<dyn Error>> {
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
pub(crate) fn fill(
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
    let machine = Machine { name: "bench".to_string(), cores: 1, levels: vec![1], speed: 0.0, version: String::new() };
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
            println!("  {done:8} games stored at {:7.0} games/s", (done - told) as f64 / start.elapsed().as_secs_f64());
            (told, start) = (done, Instant::now());
        }
    }
}
