//! How many units a second a store gives out and takes back, by how many workers there are and by how many games it has.
//!
//! A worker here plays nothing: it leases a unit and reports two records at once, over a connection of its own, in a thread of its
//! own. So nearly all that is measured is the store, and the machine it shares with the workers. PostgreSQL runs as it is installed,
//! with a folder of its own and behind a socket.
//!
//!     cargo bench -p arena --bench store                1, 8 and 64 workers on empty stores
//!     cargo bench -p arena --bench store -- 1000000     then one store of each kind is filled with so many games

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use arena::record::{Clocks, Ending, PlayerRecord, Record, TimeRecord};
use arena::schedule::Pairing;
use arena::store::{Access, Address, Announced, Demands, Machine, Report, Store, TournamentId, init};
use arena::tournament::Tally;
use sqlx::ConnectOptions;
use sqlx::any::AnyConnectOptions;
use testing::postgres;
use tokio::runtime::Builder;

const WORKERS: [usize; 3] = [1, 8, 64];
const MEASURED: Duration = Duration::from_secs(5);
/// No store gives out so many in that time.
const PLENTY: u64 = 200_000;
/// Workers while a store is filled, and the parts of it whose rates are told.
const FILLING: usize = 8;
const PARTS: u64 = 10;
/// How often a full store and an empty one take turns.
const ROUNDS: u32 = 10;
/// As in a round robin of 30.
const MATCHES: u64 = 435;
const LEASE: Duration = Duration::from_secs(60);

fn main() -> Result<(), Box<dyn Error>> {
    let games: Option<u64> = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    let folder = tempfile::tempdir()?;
    let server = postgres::Cluster::start(&[]);
    let records = [record(1).line(), record(2).line()];
    println!("two records of {} bytes each are a unit", records[0].len());
    for workers in WORKERS {
        let file = folder.path().join(workers.to_string());
        let mut places = vec![("SQLite", format!("sqlite:{}", file.display()))];
        places.extend(server.as_ref().map(|server| ("PostgreSQL", server.database())));
        for (engine, place) in places {
            let (store, _) = with_units(&place.parse()?, PLENTY)?;
            let start = Instant::now();
            let done = work(&store, workers, &records, &|_| start.elapsed() >= MEASURED, &mut |_| Ok(()))?;
            let rate = done as f64 / start.elapsed().as_secs_f64();
            let bare = bare_inserts(&place, workers, &records)?;
            let share = rate / bare;
            println!("{engine:10} {workers:2} workers {rate:7.0} units/s, {share:.2} of {bare:6.0} bare inserts/s");
        }
    }
    if let Some(games) = games {
        let mut places = vec![("SQLite", ["full", "empty"].map(|name| Address::file(folder.path().join(name))))];
        if let Some(server) = &server {
            places.push(("PostgreSQL", [server.database().parse()?, server.database().parse()?]));
        }
        for (engine, [full, empty]) in places {
            fill(engine, &full, games, &records)?;
            compare(engine, [&full, &empty], &records)?;
        }
    }
    Ok(())
}

fn with_units(address: &Address, units: u64) -> Result<(Store, TournamentId), Box<dyn Error>> {
    init(address, None)?;
    let mut store = Store::open(address, Access::Write)?;
    let tournament = store.register_tournament(&Announced {
        digest: "1".to_string(),
        title: "bench".to_string(),
        announcement: "{}".to_string(),
        demands: Demands::default(),
        entrants: Vec::new(),
    })?;
    add(&mut store, tournament, 0, units)?;
    Ok((store, tournament))
}

/// Adds a round of so many units.
fn add(store: &mut Store, tournament: TournamentId, round: usize, units: u64) -> Result<(), arena::Error> {
    let of = |table: u64| Pairing { round, table: table as usize, extra: 0, first: 0, second: 1 };
    let pairs = units.div_ceil(MATCHES);
    store.add_units(tournament, &(0..MATCHES).map(|table| (of(table), pairs)).collect::<Vec<_>>())
}

/// Workers at work until `stop` says so of the number of units done; meanwhile, `watch` is told that number again and again.
fn work(
    store: &Store,
    workers: usize,
    records: &[String; 2],
    stop: &(dyn Fn(u64) -> bool + Sync),
    watch: &mut dyn FnMut(u64) -> Result<(), arena::Error>,
) -> Result<u64, arena::Error> {
    let done = AtomicU64::new(0);
    let worker = |number: usize, mut store: Store| -> Result<(), arena::Error> {
        let machine =
            Machine { name: number.to_string(), cores: 1, levels: vec![0, 1], speed: 1.0, version: String::new() };
        let worker = store.register_worker(&machine)?;
        let tally = Tally { wins: [1, 0], draws: 1, pairs: [0, 0, 0, 1, 0], margin: 3, ..Tally::default() };
        let report = Report { records: records.clone(), tally, set_aside: Vec::new() };
        while !stop(done.load(Ordering::Relaxed)) {
            let Some(lease) = store.lease(worker, LEASE)? else { break };
            store.report(&lease, &report)?;
            done.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    };
    let stores = (0..workers).map(|_| store.another()).collect::<Result<Vec<_>, _>>()?;
    thread::scope(|scope| {
        let worker = &worker;
        let threads = stores.into_iter().enumerate();
        let threads: Vec<_> = threads.map(|(number, store)| scope.spawn(move || worker(number, store))).collect();
        while !threads.iter().all(ScopedJoinHandle::is_finished) {
            watch(done.load(Ordering::Relaxed))?;
            thread::sleep(Duration::from_millis(10));
        }
        threads.into_iter().try_for_each(|thread| thread.join().expect("no worker panics"))
    })?;
    Ok(done.into_inner())
}

/// Commits a second of a bare statement that inserts the records of a unit, over as many connections: what the machine and the
/// engine could do at best.
fn bare_inserts(address: &str, workers: usize, records: &[String; 2]) -> Result<f64, sqlx::Error> {
    const TABLE: &str = "CREATE TABLE IF NOT EXISTS bare (first TEXT, second TEXT)";
    const INSERT: &str = "INSERT INTO bare (first, second) VALUES ($1, $2)";
    let runtime = || Builder::new_current_thread().enable_all().build().expect("a runtime");
    let open = async || {
        let mut connection = address.parse::<AnyConnectOptions>()?.connect().await?;
        if address.starts_with("sqlite") {
            let as_the_store = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 60000";
            sqlx::raw_sql(as_the_store).execute(&mut connection).await?;
        }
        Ok::<_, sqlx::Error>(connection)
    };
    runtime().block_on(async { sqlx::raw_sql(TABLE).execute(&mut open().await?).await })?;
    let worker = || {
        runtime().block_on(async {
            let mut connection = open().await?;
            let (start, mut done) = (Instant::now(), 0);
            while start.elapsed() < MEASURED {
                let insert = sqlx::query(INSERT).bind(records[0].as_str()).bind(records[1].as_str());
                insert.execute(&mut connection).await?;
                done += 1;
            }
            Ok::<u64, sqlx::Error>(done)
        })
    };
    let done = thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no worker panics")).sum::<Result<u64, _>>()
    })?;
    Ok(done as f64 / MEASURED.as_secs_f64())
}

/// Fills a store and tells whether its first games were quicker than its last.
fn fill(engine: &str, address: &Address, games: u64, records: &[String; 2]) -> Result<(), Box<dyn Error>> {
    let (mut store, tournament) = with_units(address, games / 2)?;
    let mut tallies = store.tallies(tournament)?;
    let mut watcher = store.another()?;
    let (mut start, mut before) = (Instant::now(), 0);
    let mut watch = |done: u64| -> Result<(), arena::Error> {
        if done - before < games / 2 / PARTS {
            return Ok(());
        }
        let rate = (done - before) as f64 / start.elapsed().as_secs_f64();
        start = Instant::now();
        watcher.refresh(&mut tallies)?;
        let (games, refreshed, memory) = (done * 2, start.elapsed(), resident() >> 20);
        println!(
            "{engine:10} {games:8} games stored: {rate:6.0} units/s, brought up to date in {refreshed:.1?}; {memory} MiB"
        );
        (start, before) = (Instant::now(), done);
        Ok(())
    };
    work(&store, FILLING, records, &|_| false, &mut watch)?;
    for _ in 0..3 {
        let start = Instant::now();
        let anew = store.tallies(tournament)?;
        println!("{engine:10} tallies of {} games from nothing: {:.1?}", anew.done() * 2, start.elapsed());
    }
    let start = Instant::now();
    let mut bytes = 0;
    for game in store.games(tournament) {
        bytes += game?.record.len();
    }
    println!("{engine:10} all games read, {} MiB: {:.1?}; {} MiB", bytes >> 20, start.elapsed(), resident() >> 20);
    Ok(())
}

/// A full store and an empty one in turns, since a machine's speed swings.
fn compare(engine: &str, places: [&Address; 2], records: &[String; 2]) -> Result<(), Box<dyn Error>> {
    let stores = places.map(|place| with_units(place, MATCHES));
    let [(mut full, tournament), (mut empty, another)] = {
        let [full, empty] = stores;
        [full?, empty?]
    };
    add(&mut full, tournament, 1, PLENTY)?;
    add(&mut empty, another, 1, PLENTY)?;
    let mut done = [0, 0];
    for _ in 0..ROUNDS {
        for (store, done) in [&full, &empty].into_iter().zip(&mut done) {
            let start = Instant::now();
            *done += work(store, FILLING, records, &|_| start.elapsed() >= MEASURED / 5, &mut |_| Ok(()))?;
        }
    }
    let [full, empty] = done.map(|done| done as f64);
    let second = f64::from(ROUNDS) * MEASURED.as_secs_f64() / 5.0;
    let (rates, ratio) = ([full / second, empty / second], full / empty);
    println!("{engine:10} full {:.0} units/s, empty {:.0}: {ratio:.2}", rates[0], rates[1]);
    Ok(())
}

/// Bytes of memory of this process.
fn resident() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    statm.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or_default() * 4096
}

/// A game of 60 moves between two programs.
fn record(number: u64) -> Record {
    let moves: Vec<String> = (0..60).map(|i| format!("{}{}", (b'a' + i % 8) as char, 1 + i / 8)).collect();
    let clocks: Vec<u64> = (0..60).map(|i| 1000 + i * i * 37 % 5000).collect();
    let player = |name: &str| PlayerRecord {
        name: name.to_string(),
        file: Some("0123456789abcdef".repeat(4)),
        memory: Some(256 << 20),
    };
    Record {
        format: arena::record::FORMAT,
        ludoteka: env!("CARGO_PKG_VERSION").to_string(),
        game: "bench".to_string(),
        parameters: BTreeMap::from([("size".to_string(), "8".to_string())]),
        seed: 1,
        number,
        games: 2,
        players: [player("anna"), player("bolek")],
        first: 0,
        time: TimeRecord { game_ms: Some(60_000), increment_ms: None, move_ms: None },
        nodes: None,
        level: 1,
        opening: Vec::new(),
        moves,
        clocks: Clocks { wall_us: clocks.clone(), cpu_us: clocks.clone(), waited_us: clocks },
        margin: 12,
        end: Ending::Rules,
    }
}
