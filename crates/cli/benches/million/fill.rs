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

/// Gives every match so many games, all of one record but for where they stand; tells how long each tenth of them took.
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
    let all = units.len() as u64 * games;
    let (mut done, mut told, mut start) = (0, 0, Instant::now());
    loop {
        let leases = store.lease_some(worker, LENGTH, PORTION)?;
        if leases.is_empty() {
            return Ok(done);
        }
        let reports: Vec<Report> = leases.iter().map(|lease| report(lease, announcement, record)).collect();
        store.report_all(&leases.iter().zip(&reports).collect::<Vec<_>>())?;
        done += 2 * leases.len() as u64;
        if done - told >= all / 10 {
            println!("  {done:8} games stored at {:7.0} games/s", (done - told) as f64 / start.elapsed().as_secs_f64());
            (told, start) = (done, Instant::now());
        }
    }
}

/// A pair that is not like any other, so that none is found to repeat another.
fn report(lease: &Lease, announcement: &Announcement, record: &Record) -> Report {
    let records = [0, 1].map(|first| Record {
        seed: announcement.match_seed(&lease.pairing),
        number: 2 * lease.pair + first as u64 + 1,
        first,
        opening: vec![lease.pair.to_string()],
        ..record.clone()
    });
    Report { tally: Tally::of_pair(&records), records: records.map(|record| record.line()), set_aside: Vec::new() }
}
