//! Stores that are damaged or of another version.

use std::fs;
use std::thread;

use tournament::store::{Address, Store, init};

use super::{in_file, made, meddle, says, url_of_file};

#[test]
fn a_store_of_another_version_is_refused_with_what_to_do() {
    let place = in_file().expect("a folder");
    let path = place.address.path().expect("a file");
    drop(made(&place.address));
    meddle(&url_of_file(path), "UPDATE _sqlx_migrations SET version = 99 WHERE version = 1")
        .expect("it is a database");
    for refused in [Store::open(&place.address).map(drop), init(&place.address)] {
        says(refused, &["version 99", "a newer one made it"]);
    }
    meddle(&url_of_file(path), "UPDATE _sqlx_migrations SET version = 0 WHERE version = 99")
        .expect("it is a database");
    says(Store::open(&place.address), &["version 0", "ludoteka store init"]);
}

#[test]
fn a_store_is_made_once_by_whoever_comes_at_the_same_time() {
    for _ in 0..5 {
        let place = in_file().expect("a folder");
        thread::scope(|scope| {
            let makers: Vec<_> = (0..8).map(|_| scope.spawn(|| init(&place.address))).collect();
            makers
                .into_iter()
                .for_each(|maker| maker.join().expect("no panic").expect("it is ready"));
        });
        Store::open(&place.address).expect("a store");
    }
}

#[test]
fn what_is_no_store_is_said_to_be_none() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("notes.txt");
    let address = Address::file(&path);
    says(Store::open(&address), &["there is no store", "notes.txt", "ludoteka store init"]);
    assert!(!path.exists(), "looking for a store does not make one");
    fs::write(&path, "shopping list\n".repeat(100)).expect("it is written");
    for refused in [Store::open(&address).map(drop), init(&address)] {
        says(refused, &["notes.txt", "not an SQLite file"]);
    }
    says(
        init(&Address::file(folder.path().join("no/such/folder"))),
        &["cannot make the store", "folder"],
    );
}

/// On a schema that is not text, sqlx would panic in a thread, and callers that wait for that
/// thread would wait for ever.
#[test]
fn a_schema_that_is_no_text_is_damage() {
    let place = in_file().expect("a folder");
    let path = place.address.path().expect("a file");
    drop(made(&place.address));
    meddle(&url_of_file(path), "PRAGMA wal_checkpoint(TRUNCATE)").expect("it is a database");
    let mut bytes = fs::read(path).expect("a file");
    let declared = b"checksum BLOB";
    let at = bytes
        .windows(declared.len())
        .rposition(|bytes| bytes == declared)
        .expect("the versions' table");
    bytes[at + declared.len() - 3] = 0xCC;
    fs::write(path, bytes).expect("it is written");
    let opened = Store::open(&place.address).map(drop);
    says(opened, &["damaged", "the schema of a table is not text"]);
    says(init(&place.address), &["damaged", "the schema of a table is not text"]);
}
