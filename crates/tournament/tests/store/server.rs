//! Tests of what only a server has: roles, passwords, and lost connections.

use std::slice;
use std::thread;
use std::time::{Duration, Instant};

use tournament::store::{Access, Address, Reported, Store, WorkerRole, init};

use super::{
    announced, lease, machine, meddle, pairing, postgres, report, running_game, says, with_jobs,
};

fn parsed(url: &str) -> Address {
    url.parse().expect("an address")
}

/// A worker that is stopped between two statements does not keep rows locked for ever. A reader
/// locks no rows.
#[test]
fn what_does_not_go_on_is_ended_by_the_server() {
    let Some(cluster) = postgres::shared() else { return };
    let url = cluster.database();
    let address = parsed(&url);
    init(&address, None).expect("a store");
    let mut stores = [Access::Write, Access::Read].map(|access| {
        let mut store =
            Store::open(&address, access).expect("it opens").another().expect("there is room");
        // An answer may take half of this time.
        store.set_patience(Duration::from_secs(10));
        store.begin_snapshot().expect("a transaction begins");
        store
    });
    let idle = format!(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = '{}' AND state = 'idle in \
        transaction'",
        postgres::name(&url)
    );
    let start = Instant::now();
    while cluster.sql("postgres", &idle) != "1" {
        assert!(start.elapsed() < Duration::from_secs(60), "it is not ended");
        thread::sleep(Duration::from_millis(100));
    }
    assert!(stores[0].tournaments().is_err(), "it would be another moment");
    assert_eq!(stores[1].tournaments().expect("it goes on").len(), 0);
}

#[test]
fn a_workers_role_may_work_and_nothing_else() {
    let Some(cluster) = postgres::shared() else { return };
    let url = cluster.database();
    let name = postgres::name(&url).to_string();
    // The owner may make roles and this store, and nothing else.
    cluster.sql("postgres", "CREATE ROLE \"the owner\" LOGIN CREATEROLE PASSWORD 'o'");
    cluster.sql("postgres", &format!("ALTER DATABASE {name} OWNER TO \"the owner\""));
    let owner_url = cluster.url("the%20owner:o", &name);
    let owner = parsed(&owner_url);
    let role = |password: &str| WorkerRole {
        name: "it's \"w\"".to_string(),
        password: Some(password.to_string()),
    };
    init(&owner, Some(&role("first'"))).expect("a store with a role");
    init(&owner, Some(&role("se'cond%I"))).expect("another password");
    let worker_url = cluster.url("it's%20%22w%22:se'cond%25I", &name);

    let mut store = Store::open(&owner, Access::Write).expect("it opens");
    let hash = store.put_file(b"a player").expect("it is kept");
    let tournament = store.register_tournament(&announced("1")).expect("announced");
    store.add_jobs(tournament, &[(pairing(0), 3)]).expect("jobs");

    let mut worker = Store::open(&parsed(&worker_url), Access::Write).expect("the role is let in");
    let id = worker.register_worker(&machine("far away")).expect("it may enter");
    assert_eq!(worker.tournaments().expect("it may read").len(), 1);
    assert_eq!(worker.file(&hash).expect("it may read"), b"a player");
    let done = lease(&mut worker, id).expect("it may lease");
    assert_eq!(
        worker.heartbeat(slice::from_ref(&done), Duration::from_secs(60)).expect("it may go on"),
        [true]
    );
    worker.show_running(&[(done.clone(), running_game(1))]).expect("it may show");
    assert_eq!(report(&mut worker, &done, 1), Reported::Stored);
    let given_back =
        worker.lease(id, Duration::from_secs(1 << 40)).expect("it may lease").expect("a job");
    let longest = cluster.sql(
        &name,
        "SELECT max(lease_until) - ludoteka.now_ms() FROM ludoteka.job WHERE state = 1",
    );
    assert!((1..=86_400_000).contains(&longest.parse::<u64>().expect("a number")), "{longest}");
    worker.release(&given_back).expect("it may give back");
    assert_eq!(report(&mut worker, &done, 9), Reported::Already, "what is done stays");
    let open = lease(&mut worker, id).expect("it may lease");
    let job =
        format!("(SELECT min(id) FROM ludoteka.tournament), {}, {}, {id}", open.job, open.attempt);
    let whole = format!("{job}, 'x', 'y', 2, 0, 0, 0, 0, 4, 9, '[]'");
    let values: Vec<&str> = whole.split(", ").collect();
    for missing in 0..values.len() {
        let with_null: Vec<&str> = (0..)
            .zip(&values)
            .map(|(at, value)| if at == missing { "NULL" } else { value })
            .collect();
        let call = format!("SELECT ludoteka.report({})", with_null.join(", "));
        let refused = meddle(&worker_url, &call).expect_err(&call).to_string();
        assert!(refused.contains("a report lacks a value"), "{call}: {refused}");
    }
    assert_eq!(store.tallies(tournament).expect("tallies").done(), 1, "nothing of it is stored");

    says(worker.add_jobs(tournament, &[(pairing(1), 1)]), &["refuses: permission denied"]);
    says(worker.put_file(b"another"), &["permission denied"]);
    says(worker.tallies(tournament), &["permission denied"]);
    says(worker.processors(tournament), &["permission denied"]);
    for statement in FORBIDDEN {
        let refused = meddle(&worker_url, statement).expect_err(statement);
        let code = refused
            .as_database_error()
            .and_then(|error| error.code())
            .unwrap_or_default()
            .into_owned();
        assert_eq!(code, "42501", "{statement}: {refused}");
    }
    let games: Vec<_> = store.games(tournament).map(|game| game.expect("a game").record).collect();
    assert_eq!(games, ["first by 1", "second"]);
}

const FORBIDDEN: [&str; 23] = [
    "DELETE FROM ludoteka.game",
    "UPDATE ludoteka.game SET record = ''",
    "INSERT INTO ludoteka.game VALUES (1, 2, 1, 1, '')",
    "SELECT * FROM ludoteka.game",
    "UPDATE ludoteka.job SET state = 0",
    "DELETE FROM ludoteka.job",
    "SELECT * FROM ludoteka.job",
    "SELECT * FROM ludoteka.worker",
    "UPDATE ludoteka.worker SET processor = 'x'",
    "SELECT * FROM ludoteka.void_game",
    "INSERT INTO ludoteka.running VALUES (1, 2, 1, 0, '')",
    "DELETE FROM ludoteka.file",
    "INSERT INTO ludoteka.file VALUES ('a', '')",
    "UPDATE ludoteka.tournament SET is_over = 1",
    "DELETE FROM ludoteka.participant",
    "DELETE FROM ludoteka._sqlx_migrations",
    "TRUNCATE ludoteka.game",
    "DROP TABLE ludoteka.game",
    "CREATE TABLE ludoteka.mine (a int)",
    "CREATE TABLE public.mine (a int)",
    "CREATE TEMPORARY TABLE game (a int)",
    "CREATE SCHEMA mine",
    "CREATE ROLE mine",
];

#[test]
fn whoever_is_not_let_in_is_told_why() {
    let Some(cluster) = postgres::shared() else { return };
    let url = cluster.database();
    let name = postgres::name(&url);
    cluster.sql("postgres", "CREATE ROLE stranger LOGIN PASSWORD 'geheim'");
    let opened = |url: &str| Store::open(&parsed(url), Access::Write);
    let no_password = |refused: &Result<Store, errors::Error>| {
        let words = refused.as_ref().map(|_| String::new()).unwrap_or_else(ToString::to_string);
        assert!(!words.contains("geheim") && !words.contains("falsch"), "{words}");
    };
    let wrong = opened(&cluster.url("stranger:falsch", name));
    no_password(&wrong);
    says(
        wrong,
        &["cannot be reached: password authentication failed", "stranger", "docs/tournaments.md"],
    );
    let nowhere = opened(&cluster.url("postgres", "nowhere"));
    says(nowhere, &["refuses: ", "nowhere"]);
    let empty = opened(&cluster.url("stranger:geheim", name));
    no_password(&empty);
    says(empty, &["there is no store", name]);
    let start = Instant::now();
    says(
        opened("postgres://anna:geheim@127.0.0.1:1/cup"),
        &["127.0.0.1:1/cup", "cannot be reached", "refused"],
    );
    assert!(start.elapsed() < Duration::from_secs(30), "nobody asked for patience");
    says(init(&parsed(&cluster.url("stranger:geheim", name)), None), &["permission denied"]);
    let mighty = WorkerRole { name: "postgres".to_string(), password: None };
    says(init(&parsed(&url), Some(&mighty)), &["cannot be the role of workers"]);
}

/// The command line's tests show that work continues when the server is back.
#[test]
fn a_server_that_is_gone_is_waited_for_as_long_as_was_asked() {
    let Some(cluster) = postgres::Cluster::start(&["-c", "fsync=off"]) else { return };
    let (mut store, ..) = with_jobs(&parsed(&cluster.database()), 1);
    cluster.kill();
    store.set_patience(Duration::from_millis(1500));
    says(store.tournaments(), &["cannot be reached", "(tried for "]);
    cluster.run(&["-c", "fsync=off"]);
    store.set_patience(Duration::from_secs(60));
    assert_eq!(store.tournaments().expect("it is back").len(), 1);
}

/// A role needs only these rights to verify a tournament.
#[test]
fn a_role_that_may_only_read_can_check_what_is_there() {
    let Some(cluster) = postgres::shared() else { return };
    let url = cluster.database();
    let name = postgres::name(&url).to_string();
    let (mut store, tournament, worker) = with_jobs(&parsed(&url), 2);
    let done = lease(&mut store, worker).expect("a job");
    report(&mut store, &done, 3);
    let may = "CREATE ROLE reader LOGIN PASSWORD 'r'; GRANT USAGE ON SCHEMA ludoteka TO reader; \
               GRANT SELECT ON ALL TABLES IN SCHEMA ludoteka TO reader";
    cluster.sql(&name, may);
    let mut reader =
        Store::open(&parsed(&cluster.url("reader:r", &name)), Access::Read).expect("it is let in");
    reader.begin_snapshot().expect("it may read");
    assert_eq!(reader.pairs(tournament).count(), 1);
    assert_eq!(reader.tallies(tournament).expect("it may read").done(), 1);
    reader.check().expect("it fits");
}

/// The connection is silent, like one that a firewall has forgotten.
#[test]
fn a_silent_connection_is_made_anew() {
    let Some(cluster) = postgres::shared() else { return };
    let url = cluster.database();
    let name = postgres::name(&url);
    init(&parsed(&url), None).expect("a store");
    let mut store = Store::open(&parsed(&url), Access::Write).expect("it opens");
    store.set_patience(Duration::from_secs(1));
    let processes = format!("SELECT pid FROM pg_stat_activity WHERE datname = '{name}'");
    let its_process = cluster.sql("postgres", &processes);
    assert_eq!(its_process.lines().count(), 1, "{its_process}");
    let signal = |what: &str| {
        let sent = std::process::Command::new("kill").args([what, &its_process]).status();
        assert!(sent.expect("kill starts").success(), "{what} {its_process}");
    };
    signal("-STOP");
    let start = Instant::now();
    let tournaments = store.tournaments();
    signal("-CONT");
    assert_eq!(tournaments.expect("another connection").len(), 0);
    assert!(start.elapsed() > Duration::from_secs(4), "the first was not silent");
    assert!(!cluster.sql("postgres", &processes).lines().all(|process| process == its_process));
}
