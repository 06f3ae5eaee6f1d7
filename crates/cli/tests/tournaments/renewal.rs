//! A store whose file is damaged: the command tells of it, makes a new one of every record that is whole, and the next goes on from there.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{FileExt, PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::contest::{Contest, Said, ended};
use crate::damage::{change, execute, forget_results};
use crate::interrupt::interrupt;
use crate::results::Results;
use crate::skipped;

const PAGE: usize = 4096;

/// A tournament that is over, the path of its store and what is in that, and what it comes to.
fn played(games: u64) -> (Contest, PathBuf, Vec<u8>, Results) {
    let contest = Contest::new(games);
    let expected = contest.undisturbed();
    contest.hold("results").goes_well();
    let store = contest.path("results/store.sqlite");
    let whole = fs::read(&store).expect("a store");
    (contest, store, whole, expected)
}

/// How many games the new store has, of one that was damaged in this way.
fn renewed(said: &Said, what: &str) -> u64 {
    said.names(&[
        "ludoteka: the store results/store.sqlite is damaged: ",
        what,
        "; a new one has been made of what is whole in it, with ",
        " of this tournament, and the damaged one is now results/store.sqlite.damaged",
        "; the same command plays what is missing",
    ]);
    assert_eq!(said.complaint.lines().count(), 1, "{said:?}");
    let games = said.complaint.split("in it, with ").nth(1).and_then(|rest| rest.split(' ').next());
    games.and_then(|games| games.parse().ok()).expect("a number of games")
}

#[test]
fn what_playing_again_does_not_mend_is_made_anew_without_loss() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    let (contest, store, whole, expected) = played(4);
    for (sql, what) in [
        (
            "UPDATE unit SET pair = 50 WHERE id = 2",
            "match 1 has 2 units, of the pairs of games from 0 on, and one of pair 50",
        ),
        (
            "DELETE FROM game WHERE unit = 4; DELETE FROM unit WHERE id = 4",
            "match 2 says that it has 2 units, and there are 1",
        ),
        ("DELETE FROM unit", " refers to a unit that is not there"),
        (
            "UPDATE unit SET id = -5 WHERE id = 3; UPDATE game SET unit = -5 WHERE unit = 3",
            "there is a unit -5, and their numbers begin with 1",
        ),
        ("UPDATE pairing SET pairs = 1000 WHERE id = 3", "match 3 says that it has 1000 units, and there are 2"),
        ("DELETE FROM pairing WHERE id = 2", "unit 3 refers to a pairing that is not there"),
        ("UPDATE pairing SET first = second, second = first WHERE id = 1", " does not follow from what was announced"),
        ("UPDATE pairing SET first = -1 WHERE id = 1", "the match of entrant "),
        ("UPDATE pairing SET round = 70 WHERE id = 1", " in round 71 at table 1 does not follow from what was"),
        ("DELETE FROM tournament", " refers to a tournament that is not there"),
        ("UPDATE tournament SET digest = 'x'", "what was announced of tournament 1 has been changed"),
        ("DROP TABLE declined", "no such table: declined"),
        ("ALTER TABLE worker RENAME COLUMN name TO game", "no such column: "),
        ("ALTER TABLE tournament RENAME COLUMN is_over TO Is_over", "no column found for name: is_over"),
        ("DROP TABLE _sqlx_migrations", "it has tables, but none that tells of which version they are"),
        ("DELETE FROM game; DELETE FROM unit; DELETE FROM pairing", "it knows 0 of the 112 games that games.jsonl has"),
    ] {
        fs::write(&store, &whole).expect("it can be written");
        change(&contest, &format!("store.executescript(\"{sql}\")"));
        assert_eq!(renewed(&contest.hold("results"), what), 4 * 28, "{what}");
        contest.is_as(&expected, "results");
        contest.run(&["verify", "--store", "results/store.sqlite"]).goes_well();
        contest.ends_as(&expected, "results");
    }
}

#[test]
fn pages_that_are_gone_take_their_games_and_no_others() {
    let (contest, store, whole, expected) = played(20);
    let pages = whole.len() / PAGE;
    let of_a_record = whole.windows(9).rposition(|bytes| bytes == b"\"format\":").expect("there are records") / PAGE;
    let all = 20 * 28;
    for (name, gone, least) in [
        ("the header and the schema", 0..1, all),
        ("a page of records", of_a_record..of_a_record + 1, all - 20),
        ("the first quarter", 0..pages / 4, all / 2),
        ("all but the beginning, with the schema", 12..pages, 0),
    ] {
        for (byte, damage) in [(0xAA, "noise"), (0, "zeroes")] {
            forget_results(&contest);
            let mut damaged = whole.clone();
            damaged[gone.start * PAGE..gone.end * PAGE].fill(byte);
            fs::write(&store, damaged).expect("it can be written");
            let said = contest.hold("results");
            let games = renewed_or_no_store(&said);
            assert!((least..=all).contains(&games), "{name}, {damage}: {games} games");
            contest.ends_as(&expected, "results");
            contest.run(&["verify", "--store", "results/store.sqlite"]).goes_well();
            assert!(contest.path("results/store.sqlite.damaged").exists(), "the damaged one is kept");
        }
    }
}

/// As [`renewed`], also where SQLite takes the file for none of its own.
fn renewed_or_no_store(said: &Said) -> u64 {
    let words = said.complaint.replace("is no store: it is no file of SQLite's", "is damaged: by noise");
    let words = words.replace("ludoteka: results", "ludoteka: the store results");
    renewed(&Said { complaint: words, printed: String::new(), ..*said }, "")
}

#[test]
fn games_of_results_are_taken_from_there() {
    let (contest, store, whole, expected) = played(4);
    let mut of_later = whole.clone();
    of_later[18] = 7;
    for (bytes, what) in [
        (&whole[..0], "it is empty"),
        (&whole[..5000], "database disk image is malformed"),
        (&of_later, "its header is not that of a store"),
    ] {
        fs::write(&store, bytes).expect("it can be written");
        assert_eq!(renewed(&contest.hold("results"), what), 4 * 28);
        contest.ends_as(&expected, "results");
    }
    // Not all of them are whole either.
    let path = contest.path("results/games.jsonl");
    let mut games = fs::read(&path).expect("games");
    let middle = games.len() / 2;
    games[middle] = 0xFF;
    fs::write(path, games).expect("it can be written");
    fs::write(&store, b"").expect("it can be written");
    assert_eq!(renewed(&contest.hold("results"), "it is empty"), 4 * 28 - 2);
    contest.hold("results").goes_well();
    contest.is_as(&expected, "results");
}

#[test]
fn what_has_been_published_stands() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    let (contest, ..) = played(2);
    let games = || fs::read_to_string(contest.path("results/games.jsonl")).expect("games");
    let published = games();
    // The same games once more, which took another time, and by a later attempt.
    let again = "for unit, number, record in store.execute('SELECT unit, number, record FROM game').fetchall():\n    \
                     body = record.split(',\"sha256\":')[0].replace('\"wall_us\":[', '\"wall_us\":[7')\n    \
                     record = body + ',\"sha256\":\"' + hashlib.sha256(body.encode()).hexdigest() + '\"}'\n    \
                     store.execute('UPDATE game SET record = ? WHERE unit = ? AND number = ?', (record, unit, number))\n\
                 store.execute('UPDATE game SET attempt = 2')\nstore.execute('UPDATE unit SET attempt = 2')\n";
    change(&contest, &format!("{again}store.execute('UPDATE pairing SET extra = 70')"));
    let said = contest.hold("results");
    assert_eq!(renewed(&said, " does not follow from what was announced"), 2 * 28);
    said.names(&["; the results in results are as they were"]);
    contest.hold("results").goes_well();
    assert_eq!(games(), published);
    // Where nothing has been, the latest attempt counts.
    change(&contest, &format!("{again}store.execute('UPDATE pairing SET extra = 70')"));
    forget_results(&contest);
    renewed(&contest.hold("results"), " does not follow from what was announced");
    contest.hold("results").goes_well();
    assert!(games().lines().all(|line| line.contains("\"wall_us\":[7")), "the later ones count");
}

#[test]
fn a_damaged_log_is_seen_and_read() {
    let contest = Contest::new(100);
    let expected = contest.undisturbed();
    let mut runner = contest.begin_to_play("results");
    runner.kill().expect("it is ours");
    ended(runner);
    contest.nothing_runs();
    let log = contest.path("results/store.sqlite-wal");
    // In the middle of what was committed, whatever was on its way.
    let middle = fs::metadata(&log).expect("a log").len() / 2;
    let file = OpenOptions::new().write(true).open(&log).expect("a log");
    file.write_all_at(b"not what SQLite wrote", middle).expect("it can be written");
    let games = renewed(&contest.hold("results"), "of its log (-wal), of ");
    assert!(games > 0);
    contest.ends_as(&expected, "results");
}

#[test]
fn rounds_that_follow_from_results_are_kept_as_far_as_these_are() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    let contest = Contest::new(4);
    let all_play_all = fs::read_to_string(contest.path("small.toml")).expect("text");
    let swiss = all_play_all.replace("\"round-robin\"", "\"swiss\"\nrounds = 4");
    fs::write(contest.path("small.toml"), swiss).expect("it can be written");
    let expected = contest.undisturbed();
    contest.hold("results").goes_well();
    let all = fs::read_to_string(contest.path("results/games.jsonl")).expect("games").lines().count() as u64;
    forget_results(&contest);
    execute(&contest, "UPDATE pairing SET first = second WHERE id = 1");
    assert_eq!(renewed(&contest.hold("results"), " does not follow from what was announced"), all);
    // A pair of the last round takes itself, one of the first all later rounds.
    execute(&contest, "DELETE FROM game WHERE unit = (SELECT max(id) FROM unit)");
    execute(&contest, "UPDATE pairing SET first = second WHERE id = 1");
    // What is deleted may still be found.
    let games = renewed(&contest.hold("results"), " does not follow from what was announced");
    assert!((all - 2..=all).contains(&games), "{games} of {all}");
    contest.ends_as(&expected, "results");
}

/// Where results have lost it as well, its games are in the store before those that follow from them.
#[test]
fn a_match_that_has_lost_its_place_in_results_does_not_lose_its_round() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    for format in ["\"swiss\"\nrounds = 3", "\"knockout\""] {
        let contest = Contest::new(2);
        let all_play_all = fs::read_to_string(contest.path("small.toml")).expect("text");
        fs::write(contest.path("small.toml"), all_play_all.replace("\"round-robin\"", format))
            .expect("it can be written");
        let expected = contest.undisturbed();
        contest.hold("results").goes_well();
        // The first match of the second round.
        let path = contest.path("results/games.jsonl");
        let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
        let mut games = lines(&fs::read_to_string(&path).expect("games"));
        let lost = games.iter().position(|line| !games[..8].iter().any(|early| seed(early) == seed(line)));
        let lost = seed(&games[lost.expect("a second round")]).to_string();
        games.iter_mut().filter(|line| seed(line) == lost).for_each(|line| *line = line.replace("moves", "movez"));
        fs::write(&path, games.join("\n") + "\n").expect("it can be written");
        execute(&contest, "DELETE FROM unit WHERE id = 1");
        assert_eq!(renewed(&contest.hold("results"), "refers to a unit"), games.len() as u64, "{format}");
        contest.ends_as(&expected, "results");
        contest.run(&["verify", "--store", "results/store.sqlite"]).goes_well();
    }
}

/// By which the games of a match are known.
fn seed(record: &str) -> &str {
    record.split_once("\"seed\":").and_then(|(_, rest)| rest.split_once(',')).expect("a record has a seed").0
}

#[test]
fn a_store_that_others_have_open_is_not_made_anew() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    let (contest, store, mut damaged, expected) = played(2);
    damaged[PAGE..].fill(0xAA);
    let mut other = Command::new("python3");
    let open = "import sqlite3\nstore = sqlite3.connect('results/store.sqlite')\n\
                print(store.execute('SELECT count(*) FROM game').fetchone(), flush=True)\ninput()";
    other.args(["-c", open]).current_dir(contest.path(".")).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut other = other.spawn().expect("python3 runs");
    let mut line = String::new();
    BufReader::new(other.stdout.take().expect("a pipe")).read_line(&mut line).expect("it reads the store");
    fs::write(&store, &damaged).expect("it can be written");
    contest.hold("results").names(&[
        "; a new store of what is whole in it cannot be made: another process has results/store.sqlite open: end it, and give the \
         same command again",
    ]);
    assert!(fs::read(&store).expect("a store") == damaged);
    drop(other.stdin.take());
    other.wait().expect("it ends");
    assert_eq!(renewed(&contest.hold("results"), " is "), 2 * 28);
    contest.ends_as(&expected, "results");
}

#[test]
fn a_new_store_lies_where_the_old_one_did_and_is_as_open() {
    let (contest, store, mut whole, expected) = played(2);
    whole[..PAGE].fill(0xAA);
    fs::create_dir(contest.path("elsewhere")).expect("a folder");
    let real = contest.path("elsewhere/real");
    fs::write(&real, whole).expect("it can be written");
    fs::set_permissions(&real, Permissions::from_mode(0o600)).expect("it is ours");
    fs::remove_file(&store).expect("it was there");
    symlink("../elsewhere/real", &store).expect("a link can be made");
    contest
        .hold("results")
        .names(&["; a new one has been made", "the damaged one is now results/../elsewhere/real.damaged"]);
    assert!(fs::symlink_metadata(&store).expect("a link").is_symlink());
    assert_eq!(fs::metadata(&real).expect("a store").permissions().mode() & 0o777, 0o600);
    contest.ends_as(&expected, "results");
}

#[test]
fn a_file_that_is_no_store_is_left_alone() {
    let contest = Contest::new(2);
    fs::write(contest.path("thesis.txt"), "No store at all. ".repeat(1000)).expect("it can be written");
    let said = contest.run(&["tournament", "small.toml", "-o", "results", "--store", "thesis.txt"]);
    said.refuses(
        "thesis.txt is no store: it is no file of SQLite's; a new store of what is whole in it cannot be made: \
         nothing in thesis.txt is of a store: move it away if it was one, and the tournament starts anew",
    );
    assert!(fs::read_to_string(contest.path("thesis.txt")).expect("text").starts_with("No store at all. No"));
    // Nor one in the folder of results, as long as there are none.
    fs::create_dir_all(contest.path("results")).expect("a folder");
    let own = contest.path("results/store.sqlite");
    fs::rename(contest.path("thesis.txt"), &own).expect("it is there");
    contest.hold("results").names(&["nothing in results/store.sqlite is of a store: move it away if it was one"]);
    assert!(fs::read_to_string(&own).expect("text").starts_with("No store at all. No"));
}

#[test]
fn a_store_that_others_made_anew_meanwhile_is_used() {
    let (contest, store, whole, expected) = played(2);
    // Killed when everything was in the new one, and nothing in its place.
    fs::rename(&store, contest.path("results/store.sqlite.ludoteka-renewed")).expect("it is there");
    fs::write(&store, &whole[..3000]).expect("it can be written");
    contest.ends_as(&expected, "results");
    assert_eq!(fs::metadata(contest.path("results/store.sqlite.damaged")).expect("it is kept").len(), 3000);
    let runner = contest.begin(&["tournament", "small.toml", "-o", "results"]);
    interrupt(&runner);
    ended(runner);
    contest.ends_as(&expected, "results");
}
