//! A store that a disk has changed, or a worker that means ill: the results of before stay whole, and what is damaged is restored from
//! them, or played again by the same command where they do not have it.

use std::fs;
use std::process::Command;

use crate::contest::{Contest, Said, ended};
use crate::interrupt::interrupt;
use crate::{postgres, skipped, wait_for};

/// Has Python change the store of results, so that nothing of ours stands between.
pub(crate) fn change(contest: &Contest, script: &str) {
    let connect = "import hashlib, sqlite3\nstore = sqlite3.connect('results/store.sqlite')\n\
                   store.execute('PRAGMA ignore_check_constraints = ON')\n";
    let mut python = Command::new("python3");
    python.arg("-c").arg(format!("{connect}{script}\nstore.commit()")).current_dir(contest.path("."));
    let output = python.output().expect("python3 runs");
    assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Whether a query on that store gives what counts as true.
pub(crate) fn holds(contest: &Contest, query: &str) -> bool {
    let script = format!(
        "import sqlite3, sys\nstore = sqlite3.connect('results/store.sqlite')\n\
         sys.exit(0 if store.execute(\"{query}\").fetchone()[0] else 3)"
    );
    let mut python = Command::new("python3");
    let code = python.args(["-c", &script]).current_dir(contest.path(".")).status().expect("python3 runs").code();
    assert!(matches!(code, Some(0 | 3)), "{query}: {code:?}");
    code == Some(0)
}

pub(crate) fn execute(contest: &Contest, sql: &str) {
    change(contest, &format!("store.execute(\"{sql}\")"));
}

fn is_given_back(said: &Said, what: &str) {
    said.names(&[what, "been taken out, and the same command plays what is missing again"]);
}

pub(crate) fn is_restored(said: &Said, what: &str) {
    said.names(&[
        what,
        "been restored from the results, and the same command goes on; the results in results are as they were",
    ]);
}

/// Nothing but the store is left of an earlier run.
pub(crate) fn forget_results(contest: &Contest) {
    for entry in fs::read_dir(contest.path("results")).expect("a folder").flatten() {
        let path = entry.path();
        if entry.file_name() == "store.sqlite" {
            continue;
        }
        if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) }.expect("it is ours");
    }
}

/// With the clocks of each game, by which one that was played again is known.
pub(crate) fn games(contest: &Contest) -> String {
    fs::read_to_string(contest.path("results/games.jsonl")).expect("games")
}

/// What a disk or a worker may make of pairs of games, and what is said of it.
const OF_A_PAIR: &[(&str, &str)] = &[
    (
        "UPDATE game SET record = replace(record, 'level', 'lever') WHERE unit = 3 AND number = 1",
        "unit 3, game 1: its checksum is of another record (reported by tournament at results on ",
    ),
    (
        "UPDATE game SET record = substr(record, 1, 200) WHERE unit = 2",
        "unit 2, game 3: there is no checksum at its end",
    ),
    (
        "UPDATE game SET record = CAST(x'7BFF' || CAST(record AS BLOB) AS TEXT) WHERE unit = 1 AND number = 2",
        "unit 1, game 2: its checksum is of another record",
    ),
    (
        "UPDATE game SET record = CAST(x'7B007D' || CAST(record AS BLOB) AS TEXT) WHERE unit = 6",
        "unit 6, game 3: its checksum is of another record",
    ),
    ("DELETE FROM game WHERE unit = 4 AND number = 4", "unit 4, game 4: its record is missing"),
    (
        "UPDATE game SET record = (SELECT record FROM game WHERE unit = 1 AND number = 1) WHERE unit = 3 AND number = 1",
        "unit 3, game 1: its record is of another match",
    ),
    (
        "UPDATE game SET record = (SELECT record FROM game WHERE unit = 1 AND number = 1) WHERE unit = 1 AND number = 2",
        "unit 1, game 2: its record is of game 1",
    ),
    ("UPDATE unit SET margin = 9 WHERE id = 5", "unit 5: its result is not what its games add up to"),
    ("UPDATE unit SET margin = NULL WHERE id = 1", "unit 1: a part of its result is missing (reported by "),
    ("UPDATE unit SET half_points = NULL WHERE id = 2", "unit 2: a part of its result is missing (reported by "),
    ("UPDATE unit SET replays = NULL", "the first: unit 1: a part of its result is missing (reported by "),
    ("UPDATE unit SET margin = 1 << 62, first_wins = 1 << 62", "the first: unit 1: its result is not what its games"),
    ("UPDATE unit SET draws = -1, half_points = 77", "the first: unit 1: its result is not what its games"),
    (
        "UPDATE game SET record = '{}' WHERE unit < 4",
        "3 pairs of games in the store results/store.sqlite are damaged, the first: unit 1, game 1: ",
    ),
    ("UPDATE unit SET replays = 3 WHERE id = 1", "unit 1 says that 3 of its games were set aside, and there are 0"),
    (
        "INSERT INTO set_aside SELECT 7, tournament, unit, attempt, number, record, 'late' FROM game WHERE unit = 3 LIMIT 1",
        "unit 3 says that 0 of its games were set aside, and there are 1",
    ),
    ("UPDATE unit SET state = 1 WHERE id = 4", "unit 4, game 3: its unit is not done"),
    ("UPDATE unit SET state = 5 WHERE id = 4", "unit 4, game 3: its unit is not done"),
    ("UPDATE unit SET state = 0", " are damaged, the first: unit 1, game 1: its unit is not done"),
    (
        "UPDATE unit SET attempt = -7 WHERE id = 2",
        "unit 2, game 3: its unit was done in attempt -7, where the first is 1",
    ),
    (
        "UPDATE game SET attempt = 7 WHERE unit = 2 AND number = 4",
        "unit 2, game 4: it is of attempt 7, and its unit was done in attempt ",
    ),
    ("UPDATE game SET number = 99 WHERE unit = 2 AND number = 4", "unit 2, game 99: its unit is of games 3 and 4"),
];

#[test]
fn a_damaged_pair_is_told_of_and_restored_or_played_again() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    let contest = Contest::new(4);
    let expected = contest.undisturbed();
    contest.hold("results").goes_well();
    for (sql, what) in OF_A_PAIR {
        forget_results(&contest);
        execute(&contest, sql);
        let said = contest.hold("results");
        is_given_back(&said, what);
        assert!(!said.complaint.contains("as they were"), "there are none: {said:?}");
        contest.ends_as(&expected, "results");
        contest.run(&["verify", "--store", "results/store.sqlite"]).goes_well();

        let published = games(&contest);
        execute(&contest, sql);
        is_restored(&contest.hold("results"), what);
        contest.is_as(&expected, "results");
        contest.hold("results").goes_well();
        assert!(games(&contest) == published, "nothing is played again: {what}");
        contest.run(&["verify", "--store", "results/store.sqlite"]).goes_well();
    }
}

#[test]
fn what_results_do_not_have_whole_is_played_again() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    let contest = Contest::new(4);
    let expected = contest.undisturbed();
    contest.hold("results").goes_well();
    let published = games(&contest);
    let (first, others) = published.split_once('\n').expect("lines");
    let damage = || execute(&contest, "UPDATE game SET record = 'x' WHERE unit IN (1, 2)");
    let put = |first: &str| fs::write(contest.path("results/games.jsonl"), format!("{first}\n{others}"));
    for first in ["", "{}", &first.replace("level", "lever"), others.lines().next().expect("a line")] {
        damage();
        put(first).expect("it can be written");
        contest.hold("results").names(&[
            "2 pairs of games in the store results/store.sqlite are damaged, the first: unit 1, game 1: it is no record",
            "; 1 of them restored from the results, 1 taken out, and the same command plays what is missing again; the results in",
        ]);
        contest.ends_as(&expected, "results");
        let kept = games(&contest);
        assert!(kept.lines().skip(2).eq(published.lines().skip(2)), "nothing else is played again");
        assert!(!kept.starts_with(published.lines().next().expect("a line")), "the first is");
        // A run that was killed between the two has left the results as they were.
        put(first).expect("it can be written");
        contest.ends_as(&expected, "results");
    }
    // A record that is whole, and not what can have been played.
    damage();
    let script = "store = sqlite3.connect(':memory:')\n\
                  path = 'results/games.jsonl'\nlines = open(path).read().splitlines()\n\
                  body = lines[0].split(',\"sha256\":')[0].replace('\"moves\":[', '\"moves\":[\"z9\",')\n\
                  lines[0] = body + ',\"sha256\":\"' + hashlib.sha256(body.encode()).hexdigest() + '\"}'\n\
                  open(path, 'w').write('\\n'.join(lines) + '\\n')";
    change(&contest, script);
    contest.hold("results").names(&["; 1 of them restored from the results, 1 taken out, and the same command"]);
    contest.ends_as(&expected, "results");
    // What was announced need not stand beside them: they tell whose they are.
    fs::remove_file(contest.path("results/announcement.json")).expect("it was there");
    damage();
    is_restored(&contest.hold("results"), "2 pairs");
}

#[test]
fn a_damaged_announcement_is_stored_again() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    let contest = Contest::new(2);
    let expected = contest.undisturbed();
    contest.hold("results").goes_well();
    for sql in [
        "UPDATE tournament SET title = 'x', level = 3, slowest = 5",
        "UPDATE tournament SET announcement = '{'",
        "DELETE FROM entrant WHERE number = 1",
        "UPDATE entrant SET name = 'x', author = 'x', description = 'x', file = NULL",
    ] {
        execute(&contest, sql);
        contest.run(&["verify", "--store", "results/store.sqlite"]).names(&["ludoteka: "]);
        contest.ends_as(&expected, "results");
        contest.run(&["verify", "--store", "results/store.sqlite"]).goes_well();
    }
}

/// Of results whose announcement is another one nobody knows whose they are, unless it has been changed since.
#[test]
fn a_changed_announcement_is_told_and_written_anew_once_it_is_deleted() {
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let published = games(&contest);
    let file = contest.path("results/announcement.json");
    let announced = fs::read_to_string(&file).expect("it is there");
    fs::write(&file, announced.replace("\"B\"", "\"b\"")).expect("it can be written");
    contest.hold("results").refuses(
        "results/announcement.json has been changed since it was written: its checksum is not the one in MANIFEST.sha256; \
         delete it if these are results of this tournament, and the same command writes it anew",
    );
    fs::remove_file(&file).expect("it was there");
    contest.hold("results").goes_well();
    assert!(fs::read_to_string(&file).expect("it is there") == announced && games(&contest) == published);
}

#[test]
fn games_that_a_later_version_has_written_are_left_alone() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    change(
        &contest,
        "record, = store.execute('SELECT record FROM game WHERE unit = 1 AND number = 1').fetchone()\n\
         body = record.split(',\"sha256\":')[0].replace('\"format\":1', '\"format\":2')\n\
         record = body + ',\"sha256\":\"' + hashlib.sha256(body.encode()).hexdigest() + '\"}'\n\
         store.execute('UPDATE game SET record = ? WHERE unit = 1 AND number = 1', (record,))",
    );
    for _ in 0..2 {
        contest.hold("results").refuses("unit 1, game 1: it has the form 2; this version knows form 1");
        contest.run(&["verify", "results"]).goes_well();
    }
}

#[test]
fn a_damaged_program_is_stored_again() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    let contest = Contest::new(2);
    if !contest.path("starter").exists() {
        return;
    }
    let expected = contest.undisturbed();
    contest.hold("results").goes_well();
    execute(&contest, "UPDATE file SET bytes = x'00'");
    contest.run(&["verify", "--store", "results/store.sqlite"]).names(&["its checksum is of another file"]);
    contest.ends_as(&expected, "results");
    contest.run(&["verify", "--store", "results/store.sqlite"]).goes_well();
}

/// It is no fault of the worker's machine, which leaves a tournament to others only if it has one.
#[test]
fn what_the_store_does_not_give_ends_the_worker() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    let contest = Contest::new(100);
    if !contest.path("starter").exists() {
        return;
    }
    let runner = contest.begin_to_play("results");
    interrupt(&runner);
    ended(runner);
    execute(&contest, "UPDATE file SET bytes = x'00'");
    let worker = contest.run(&["worker", "--store", "results/store.sqlite", "--speed", "400"]);
    worker.names(&["is damaged: its checksum is of another file"]);
    assert!(!worker.complaint.contains("plays none of its games"), "{worker:?}");
}

#[test]
fn nonsense_that_a_worker_reports_is_played_again() {
    let Some(cluster) = postgres::shared() else { return };
    let contest = Contest::new(4);
    let expected = contest.undisturbed();
    let store = cluster.database();
    let name = postgres::name(&store);
    contest.run(&["store", "init", &store]).goes_well();
    let hold =
        |jobs: &str| contest.begin(&["tournament", "small.toml", "-o", "results", "--store", &store, "--jobs", jobs]);
    let runner = hold("0");
    let units = || cluster.sql(name, "SELECT count(*) FROM ludoteka.unit").parse::<u64>().expect("a number");
    wait_for("the first pairs", || units() > 10);
    cluster.sql(name, "UPDATE ludoteka.unit SET attempt = 1 WHERE id = 1");
    let lie = "SELECT ludoteka.report((SELECT min(tournament) FROM ludoteka.unit), 1, 1, (SELECT min(id) FROM ludoteka.worker),
        'junk1', 'junk2', 2, 0, 0, 0, 0, 4, 99999, '[]')";
    assert_eq!(cluster.sql(name, lie), "0");
    contest.run(&["worker", "--store", &store, "--speed", "400", "--until-over"]).goes_well();
    ended(runner).names(&[
        "unit 1, game 1: it is no record: ",
        " (reported by tournament at results on ",
        "it has been taken out",
    ]);
    assert!(!contest.path("results/games.jsonl").exists(), "nothing has been written");
    ended(hold("1")).goes_well();
    contest.is_as(&expected, "results");
}
