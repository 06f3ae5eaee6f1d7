//! Results that were written while the games were played: they are what the store has.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Child;

use crate::contest::{Contest, ended, text};
use crate::damage::change;
use crate::interrupt::interrupt;
use crate::{skipped, wait_for};

/// Games for a second or two.
const MANY: u64 = 300;

/// Begins a tournament, and comes back when some of its games have been written into the folder.
fn begin_to_write(contest: &Contest, file: &str, folder: &str) -> Child {
    let child = contest.begin(&["tournament", file, "-o", folder]);
    let games = contest.path(folder).join(".next/games.jsonl");
    wait_for("the first game", || fs::metadata(&games).is_ok_and(|its| its.len() > 0));
    child
}

/// Every file that the manifest lists, and the manifest.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let manifest = fs::read_to_string(folder.join("MANIFEST.sha256")).expect("a manifest");
    let listed = manifest.lines().filter_map(|line| line.split_once("  ")).map(|(_, path)| path.to_string());
    let read = |path: String| {
        let bytes = fs::read(folder.join(&path)).expect("it is listed");
        (path, bytes)
    };
    listed.chain(["MANIFEST.sha256".to_string()]).map(read).collect()
}

/// Results like these are read from the store, where it is all that there is.
fn are_what_the_store_has(contest: &Contest, file: &str, folder: &str) {
    let written = files(&contest.path(folder));
    fs::create_dir(contest.path("again")).expect("a folder");
    fs::copy(contest.path(folder).join("store.sqlite"), contest.path("again/store.sqlite")).expect("it can be copied");
    contest.run(&["tournament", file, "-o", "again"]).goes_well();
    let read = files(&contest.path("again"));
    assert_eq!(written.keys().collect::<Vec<_>>(), read.keys().collect::<Vec<_>>());
    assert!(written.len() > 10);
    written.iter().for_each(|(path, bytes)| assert!(*bytes == read[path], "{path}"));
}

#[test]
fn all_of_them_are_what_the_store_has() {
    let contest = Contest::new(MANY);
    let child = begin_to_write(&contest, "small.toml", "results");
    ended(child).goes_well();
    are_what_the_store_has(&contest, "small.toml", "results");
}

/// Pairs beyond the decision were played, and do not count.
#[test]
fn so_are_those_of_a_test() {
    let contest = Contest::new(2);
    let test = "kind = \"sprt\"\nelo0 = 0\nelo1 = 5\nmost-games = 20000";
    let file = text("Test", 2).replace("games = 2\n", "").replace("kind = \"round-robin\"", test);
    let two = file.match_indices("[[player]]").nth(2).expect("seven").0;
    fs::write(contest.path("test.toml"), &file[..two]).expect("it can be written");
    let child = begin_to_write(&contest, "test.toml", "results");
    ended(child).goes_well();
    are_what_the_store_has(&contest, "test.toml", "results");
}

/// Otherwise it would have been missed at the end, and told of.
#[test]
fn what_has_been_written_is_not_read_from_the_store() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    let contest = Contest::new(100 * MANY);
    let child = begin_to_write(&contest, "small.toml", "results");
    change(&contest, "store.execute('PRAGMA busy_timeout = 60000')\nstore.execute('DELETE FROM game WHERE unit < 9')");
    interrupt(&child);
    assert_eq!(ended(child).code, Some(130));
    contest.run(&["verify", "results"]).goes_well();
    contest.run(&["verify", "--store", "results/store.sqlite"]).names(&["unit 1"]);
}

#[test]
fn whoever_tidies_up_meanwhile_loses_nothing() {
    let contest = Contest::new(100 * MANY);
    let child = begin_to_write(&contest, "small.toml", "results");
    fs::remove_dir_all(contest.path("results/.next")).expect("it can be removed");
    interrupt(&child);
    assert_eq!(ended(child).code, Some(130));
    contest.run(&["verify", "results"]).goes_well();
    assert!(fs::read_to_string(contest.path("results/games.jsonl")).is_ok_and(|games| games.lines().count() > 10));
}

#[test]
fn what_was_played_again_meanwhile_is_read_from_the_store() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    for again in ["attempt = 2", "worker = NULL"] {
        let contest = Contest::new(100 * MANY);
        let child = begin_to_write(&contest, "small.toml", "results");
        change(
            &contest,
            &format!(
                "store.execute('PRAGMA busy_timeout = 60000')\nstore.execute('BEGIN IMMEDIATE')\n\
                 record, = store.execute('SELECT record FROM game WHERE unit = 1 AND number = 1').fetchone()\n\
                 before, after = record.split(',\"sha256\":')[0].split('\"wall_us\":[')\n\
                 body = before + '\"wall_us\":[7777' + after.lstrip('0123456789')\n\
                 record = body + ',\"sha256\":\"' + hashlib.sha256(body.encode()).hexdigest() + '\"}}'\n\
                 store.execute('UPDATE game SET record = ? WHERE unit = 1 AND number = 1', (record,))\n\
                 store.execute('UPDATE unit SET {again} WHERE id = 1')\n\
                 store.execute('UPDATE game SET attempt = (SELECT attempt FROM unit WHERE id = 1) WHERE unit = 1')"
            ),
        );
        interrupt(&child);
        assert_eq!(ended(child).code, Some(130), "it was changed while games were written");
        let games = fs::read_to_string(contest.path("results/games.jsonl")).expect("games");
        assert!(games.lines().next().is_some_and(|first| first.contains("\"wall_us\":[7777")), "{again}");
        contest.run(&["verify", "results"]).goes_well();
        contest.run(&["verify", "--store", "results/store.sqlite"]).goes_well();
    }
}

/// In a shared store a crew plays for all.
#[test]
fn games_of_others_are_not_among_them() {
    let contest = Contest::new(MANY);
    fs::write(contest.path("other.toml"), text("Other boards", MANY)).expect("it can be written");
    let expected = contest.undisturbed();
    contest.run(&["store", "init", "shared"]).goes_well();
    let other = contest.begin(&["tournament", "other.toml", "-o", "other", "--store", "shared", "--jobs", "0"]);
    wait_for("the other", || contest.run(&["store", "list", "shared"]).printed.contains("Other boards"));
    contest.run(&["tournament", "small.toml", "-o", "results", "--store", "shared"]).goes_well();
    assert!(ended(other).complaint.contains("all are left to workers"));
    contest.is_as(&expected, "results");
    contest.run(&["verify", "other"]).goes_well();
    contest.run(&["verify", "--store", "shared"]).goes_well();
}
