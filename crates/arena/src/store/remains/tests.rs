//! What SQLite wrote is read as SQLite reads it.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use sqlx::any::AnyRow;
use sqlx::{Row as _, raw_sql};

use super::super::{Access, Address, Announced, Demands, Store, init};
use super::{Remains, Row, log_of};

/// A store with rows of many lengths: those that just fit into a page and those that need others are among them.
fn filled(path: &Path, prelude: &'static str) -> Store {
    let address = Address::file(path);
    init(&address, None).expect("a new store");
    let mut store = Store::open(&address, Access::Write).expect("it opens");
    execute(&mut store, prelude);
    let announced = Announced {
        digest: "d".repeat(64),
        title: "Żółw".to_string(),
        announcement: format!("{{{}}}", "a".repeat(5000)),
        demands: Demands { level: 1, slowest: Some(2.5), fastest: None },
        entrants: Vec::new(),
    };
    store.register_tournament(&announced).expect("it is announced");
    for length in [0, 1, 100, 4_000, 70_000] {
        store.put_file(&vec![length as u8; length]).expect("there is room");
    }
    execute(
        &mut store,
        "PRAGMA foreign_keys = OFF;
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)
         INSERT INTO game SELECT i % 3 - 1, i, -i * 1000003, i * i * i * 70000, 'ó' || hex(zeroblob(i * i / 20)) FROM n;
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
         INSERT INTO set_aside SELECT NULL, 1, i, i, i, hex(zeroblob(i * 60)), 'late ' || i FROM n;",
    );
    store
}

fn execute(store: &mut Store, sql: &'static str) {
    store.link.work(async |connection| raw_sql(sql).execute(connection).await.map(drop)).expect("SQLite obeys");
}

/// The rows as SQLite reads them.
fn expected(store: &mut Store) -> HashSet<String> {
    let mut rows = HashSet::new();
    let mut ask = |sql: &'static str, row: &mut dyn FnMut(&AnyRow) -> Result<Row, sqlx::Error>| {
        let asked = store.link.work(async |connection| sqlx::query(sql).fetch_all(connection).await);
        rows.extend(asked.expect("SQLite obeys").iter().map(|its| format!("{:?}", row(its).expect("a row"))));
    };
    ask("SELECT * FROM tournament", &mut |row| {
        let (number, digest, announcement) = (row.try_get("id")?, row.try_get("digest")?, row.try_get("announcement")?);
        let is_over = row.try_get::<i64, _>("is_over")? == 1;
        Ok(Row::Tournament { number, digest, announcement, is_over })
    });
    ask("SELECT * FROM file", &mut |row| Ok(Row::File { hash: row.try_get("hash")?, bytes: row.try_get("bytes")? }));
    for sql in [
        "SELECT tournament, attempt, record, NULL AS why FROM game",
        "SELECT tournament, attempt, record, why FROM set_aside",
    ] {
        ask(sql, &mut |row| {
            let (tournament, attempt) = (row.try_get("tournament")?, row.try_get("attempt")?);
            Ok(Row::Game { tournament, attempt, record: row.try_get("record")?, why: row.try_get("why")? })
        });
    }
    rows
}

fn found(path: &Path) -> HashSet<String> {
    let remains = Remains::open(path).expect("there is a file");
    let rows = remains.rows().map(|(place, row)| {
        assert_eq!(remains.row(place).as_ref(), Some(&row), "it is found again at {place:?}");
        format!("{row:?}")
    });
    rows.collect()
}

#[test]
fn every_row_is_found_in_the_file_and_in_its_log() {
    for prelude in [
        "PRAGMA wal_autocheckpoint = 0",
        "PRAGMA wal_autocheckpoint = 7",
        "PRAGMA journal_mode = DELETE",
        "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM",
        "PRAGMA journal_mode = DELETE; PRAGMA page_size = 65536; VACUUM; PRAGMA journal_mode = WAL",
    ] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("store");
        let mut store = filled(&path, prelude);
        let expected = expected(&mut store);
        assert_eq!(expected.len(), 1 + 5 + 700 + 60);
        let missing: Vec<_> = expected.difference(&found(&path)).cloned().collect();
        assert!(missing.is_empty(), "{prelude}: {} are missing, {:.300}", missing.len(), missing[0]);
        drop(store);
        assert!(expected.is_subset(&found(&path)), "{prelude}: once it is closed");
    }
}

/// The store of a test, closed, without its log.
fn closed(folder: &Path) -> (PathBuf, HashSet<String>) {
    let path = folder.join("store");
    let mut store = filled(&path, "SELECT 1");
    let expected = expected(&mut store);
    drop(store);
    (path, expected)
}

#[test]
fn a_page_that_is_gone_takes_only_what_stands_in_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (path, expected) = closed(folder.path());
    let whole = fs::read(&path).expect("a store");
    let pages = whole.len() / 4096;
    assert!(pages > 100);
    // The header with the schema, and every thirty-first page.
    let mut damaged = whole.clone();
    for page in (0..pages).step_by(31) {
        damaged[page * 4096..][..4096].fill(0xAA);
    }
    fs::write(&path, &damaged).expect("it can be written");
    let found = found(&path);
    let lost = expected.difference(&found).count();
    // The longest rows need a dozen pages.
    assert!(lost > 0 && lost < expected.len() / 3, "{lost} of {}", expected.len());
    // What a damaged header says of their size is not believed alone.
    let mut damaged = whole.clone();
    damaged[16..18].copy_from_slice(&512_u16.to_be_bytes());
    fs::write(&path, &damaged).expect("it can be written");
    assert!(expected.is_subset(&self::found(&path)), "as if nothing had happened");
    // What was cut off takes only itself.
    fs::write(&path, &whole[..whole.len() / 2]).expect("it can be written");
    let lost = expected.difference(&self::found(&path)).count();
    assert!(lost < expected.len() * 2 / 3, "{lost} of {}", expected.len());
}

#[test]
fn no_bytes_make_it_fail_or_go_round_in_circles() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (path, _) = closed(folder.path());
    let whole = fs::read(&path).expect("a store");
    let mut random = rules::random::Random::new(1);
    for _ in 0..60 {
        let mut damaged = whole.clone();
        for _ in 0..400 {
            let (at, byte) = (random.below(damaged.len()), random.below(256) as u8);
            damaged[at] = byte;
        }
        // Where the numbers of further pages stand, all lead to the same one.
        let number = random.below(200) as u32;
        damaged
            .chunks_exact_mut(4096)
            .filter(|page| page[0] == 0)
            .for_each(|page| page[..4].copy_from_slice(&number.to_be_bytes()));
        fs::write(&path, &damaged).expect("it can be written");
        fs::write(log_of(&path), &damaged[..damaged.len() / 2]).expect("it can be written");
        let rows = Remains::open(&path).expect("there is a file").rows().count();
        assert!(rows < 10_000, "{rows}");
    }
}
