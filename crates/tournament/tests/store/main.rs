//! Tests of the store. Most of them run on SQLite, and again on a PostgreSQL server that the tests
//! start.

#![cfg(target_os = "linux")]

mod faults;
mod kept;
mod many;
mod played;
mod running_games;
mod server;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use pairing::Pairing;
use tempfile::TempDir;
use testing::postgres;
use tournament::Tally;
use tournament::store::{
    Address, Announced, Lease, Machine, Report, RunningGame, Store, TournamentId, WorkerId, init,
};

/// A lease that is longer than any test.
const LONG: Duration = Duration::from_secs(600);

/// A store that is removed after the test.
struct Place {
    address: Address,
    /// The folder or the server, kept until the test is over.
    _held: (Option<TempDir>, Option<Arc<postgres::Cluster>>),
}

fn in_file() -> Option<Place> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let address = Address::file(folder.path().join("a store?.db"));
    Some(Place { address, _held: (Some(folder), None) })
}

fn at_server() -> Option<Place> {
    let cluster = postgres::shared()?;
    let address = cluster.database().parse().expect("an address");
    Some(Place { address, _held: (None, Some(cluster)) })
}

/// Runs each test once for each database engine.
macro_rules! on_both {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[test] fn $test() {
                super::$test(&crate::in_file().expect("SQLite is always there").address);
            })*
        }
        mod on_postgres {
            $(#[test] fn $test() {
                if let Some(place) = crate::at_server() { super::$test(&place.address); }
            })*
        }
    };
}
use on_both;

fn made(address: &Address) -> Store {
    init(address).expect("a new store");
    open(address)
}

fn open(address: &Address) -> Store {
    Store::open(address).expect("it opens")
}

fn announced(digest: &str) -> Announced {
    Announced {
        digest: digest.to_string(),
        title: "Cup".to_string(),
        announcement: "{\"seed\":1}".to_string(),
        level: 0,
    }
}

fn machine(name: &str) -> Machine {
    Machine { name: name.to_string(), levels: vec![0, 1], processor: "fast".to_string() }
}

fn pairing(table: usize) -> Pairing {
    Pairing { round: 0, table, extra: 0, first: table, second: table + 1 }
}

/// A store with a tournament of one match, and a worker.
fn with_jobs(address: &Address, pairs: u64) -> (Store, TournamentId, WorkerId) {
    let mut store = made(address);
    let tournament = store.register_tournament(&announced("1")).expect("it is announced");
    store.add_jobs(tournament, &[(pairing(0), pairs)]).expect("jobs");
    let worker = store.register_worker(&machine("anna-pc")).expect("a worker");
    (store, tournament, worker)
}

fn leases(store: &mut Store, worker: WorkerId, at_most: usize) -> Vec<Lease> {
    store.lease(worker, &[], LONG, at_most).expect("the store answers")
}

fn lease(store: &mut Store, worker: WorkerId) -> Option<Lease> {
    leases(store, worker, 1).pop()
}

/// A report in which the participant at index 0 wins one game by `margin`, and the other game is
/// drawn.
fn report_of(margin: i64) -> Report {
    let tally = Tally {
        wins: [1, 0],
        draws: 1,
        pairs: [0, 0, 0, 1, 0],
        margin,
        margin_squares: margin.unsigned_abs().pow(2),
        ..Tally::default()
    };
    Report {
        records: [format!("first by {margin}"), "second".to_string()],
        tally,
        void: Vec::new(),
    }
}

fn running_game(number: u64) -> RunningGame {
    RunningGame { number, is_over: false, record: format!("\"żółw\" {number}") }
}

fn report(store: &mut Store, lease: &Lease, margin: i64) -> bool {
    store.report(&[(lease.clone(), report_of(margin))]).expect("the store answers") == 1
}

/// Asserts that the error contains all these parts.
fn says<T>(refused: Result<T, errors::Error>, parts: &[&str]) {
    let Err(refused) = refused else { panic!("it is not refused: expected {parts:?}") };
    for part in parts {
        assert!(refused.to_string().contains(part), "{refused}: expected {part}");
    }
}

/// Changes the database directly, as a store never does.
fn meddle(url: &str, statements: &str) -> Result<(), sqlx::Error> {
    use sqlx::ConnectOptions;
    sqlx::any::install_default_drivers();
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let mut connection = url.parse::<sqlx::any::AnyConnectOptions>()?.connect().await?;
        sqlx::raw_sql(sqlx::AssertSqlSafe(statements.to_string()))
            .execute(&mut connection)
            .await
            .map(drop)
    })
}

fn url_of_file(path: &Path) -> String {
    format!("sqlite:{}", path.display().to_string().replace(' ', "%20").replace('?', "%3F"))
}
