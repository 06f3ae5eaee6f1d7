//! Time that is scaled by the speed of a machine.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use arena::record::Record;
use arena::store::{self, Access, Address, Machine, Store};
use arena::tournament::{Announcement, Crew, Inspector, enter, hold};
use sandbox::Spawner;

use crate::{announced, offered};

const FILE: &str = r#"
title = "Scaled"
game = "mnk"
seed = 3
[format]
kind = "round-robin"
[time]
game-ms = 60000
increment-ms = 500
nodes = 50
[workers]
speed = [500, 2000]
scale-time = true
[[player]]
engine = 1
[[player]]
engine = 2
"#;

/// All games of the tournament, played on a machine of this speed.
fn played(announcement: &Announcement, speed: f64) -> Vec<Record> {
    let folder = tempfile::tempdir().expect("a folder");
    let address = Address::file(folder.path().join("store"));
    store::init(&address, None).expect("a store");
    let mut store = Store::open(&address, Access::Write).expect("it opens");
    let tournament = enter(&mut store, announcement).expect("it is entered");
    let machine = Machine { name: "here".to_string(), cores: 1, levels: vec![1], speed, version: "0".to_string() };
    let worker = store.register_worker(&machine).expect("a worker");
    let stop = AtomicBool::new(false);
    let crew = Crew::new(worker, speed, &offered, folder.path(), &stop);
    let spawner = Spawner::start_from(Path::new(env!("CARGO_BIN_EXE_ludoteka")), None).expect("a spawner starts");
    let held = hold(&mut store, (tournament, announcement), &crew, vec![spawner], &stop, &mut |_| ());
    assert!(held.expect("it is played"), "it is over");
    let games = store.games(tournament);
    games.map(|game| Record::read(&game.expect("a game").record).expect("a record")).collect()
}

fn inspected(announcement: &Announcement, record: &Record) -> Result<(), String> {
    let offer = offered(&announcement.game).expect("a game");
    let mut inspector = Inspector::new(announcement, &offer).expect("a tournament");
    inspector.check(record).map_err(|why| why.to_string())
}

#[test]
fn a_slower_machine_plays_with_more_time_and_that_is_found_to_fit() {
    let announcement = announced(FILE);
    for (speed, clocks) in [(2000.0, [60_000, 500]), (800.0, [150_000, 1250]), (500.0, [240_000, 2000])] {
        let records = played(&announcement, speed);
        assert_eq!(records.len(), 2);
        for record in &records {
            assert_eq!([record.time.game_ms, record.time.increment_ms], clocks.map(Some), "speed {speed}");
        }
        inspected(&announcement, &records[0]).expect("it fits");
    }
    let mut record = played(&announcement, 500.0).swap_remove(0);
    record.time.game_ms = Some(240_001);
    assert_eq!(inspected(&announcement, &record).expect_err("too long"), CLOCK);
    let strict = announced(&FILE.replace("scale-time = true", "scale-time = false"));
    record.time.game_ms = Some(60_000);
    assert_eq!(inspected(&strict, &record).expect_err("another increment"), CLOCK);
    record.time.increment_ms = Some(500);
    inspected(&strict, &record).expect("it fits");
}

const CLOCK: &str = "it was played with another clock than was announced";
