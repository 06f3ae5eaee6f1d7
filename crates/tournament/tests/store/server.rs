//! Tests of what only a server has: passwords, and lost connections.

use std::time::{Duration, Instant};

use tournament::store::{Address, Store, init};

use super::{postgres, says, with_jobs};

fn parsed(url: &str) -> Address {
    url.parse().expect("an address")
}

#[test]
fn whoever_is_not_let_in_is_told_why() {
    let Some(cluster) = postgres::shared() else { return };
    let url = cluster.database();
    let name = postgres::name(&url);
    cluster.sql("postgres", "CREATE ROLE stranger LOGIN PASSWORD 'geheim'");
    let opened = |url: &str| Store::open(&parsed(url));
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
    says(init(&parsed(&cluster.url("stranger:geheim", name))), &["permission denied"]);
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

/// The connection is silent, like one that a firewall has forgotten.
#[test]
fn a_silent_connection_is_made_anew() {
    let Some(cluster) = postgres::shared() else { return };
    let url = cluster.database();
    let name = postgres::name(&url);
    init(&parsed(&url)).expect("a store");
    let mut store = Store::open(&parsed(&url)).expect("it opens");
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
