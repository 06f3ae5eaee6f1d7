//! A disk or a malicious worker has damaged a store. Depending on the damage, the store is set
//! aside, or a pair of games is played again. Published games are restored.

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader};
use std::ops::Range;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use serde_json::Value;
use testing::{NOBODY, is_root};

use crate::contest::{Contest, Said, ended, said};
use crate::faults::give_away;
use crate::interrupt::{INTERRUPTED, interrupt};
use crate::results::results;
use crate::tamper::sealed;
use crate::{has, postgres, wait_for};

/// Changes the store in the folder `results` with a Python script, so that none of our code is
/// involved.
pub(crate) fn change(contest: &Contest, script: &str) {
    let connect = "import hashlib, sqlite3\nstore = sqlite3.connect('results/store.sqlite')\n\
                   store.execute('PRAGMA ignore_check_constraints = ON')\n";
    let mut python = Command::new("python3");
    python
        .arg("-c")
        .arg(format!("{connect}{script}\nstore.commit()"))
        .current_dir(contest.path("."));
    let output = python.output().expect("python3 runs");
    assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
}

pub(crate) fn execute(contest: &Contest, sql: &str) {
    change(contest, &format!("store.execute(\"{sql}\")"));
}

/// Removes everything of an earlier run except the store.
pub(crate) fn forget_results(contest: &Contest) {
    for entry in fs::read_dir(contest.path("results")).expect("a folder").flatten() {
        let path = entry.path();
        if entry.file_name() == "store.sqlite" {
            continue;
        }
        if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) }
            .expect("it is ours");
    }
}

/// The published games. Their clocks show whether a game was played again.
pub(crate) fn games(contest: &Contest) -> String {
    fs::read_to_string(contest.path("results/games.jsonl")).expect("games")
}

/// Damage to a store whose results have been published, and the expected message. After some kinds
/// of damage, the command continues the tournament at once. After other kinds, somebody has to
/// repair the damage and run the command again.
struct Damage {
    does: fn(&Played),
    says: [&'static str; 3],
    /// The exit code of the command that finds the damage.
    code: i32,
    /// Repairs the damage, if the command cannot. Then the command is run again.
    repair: fn(&Played),
}

/// A finished tournament. `whole` is its store, and `older` is a copy of the store from before the
/// end.
struct Played {
    contest: Contest,
    whole: Vec<u8>,
    older: Vec<u8>,
    published: String,
}

const PAGE: usize = 4096;
const COMES_BACK: &str = " games in results/games.jsonl are restored";
const PLAYED_AGAIN: &str = "; the same command plays the damaged pairs again";
/// Each message begins with this text, no matter whether SQLite or our code finds the damage.
const IS_DAMAGED: &str = "ludoteka: the store results/store.sqlite is damaged: ";

/// Kinds of damage. Two more kinds have their own tests: a full disk in [`faults`](crate::faults),
/// and a damaged log in this file.
const DAMAGES: &[Damage] = &[
    file_damage(|played| played.overwrite(0..100), "not an SQLite file"),
    file_damage(|played| played.overwrite(5 * PAGE..played.whole.len() - 5 * PAGE), ""),
    file_damage(|played| played.put(&played.whole[..5000]), "malformed"),
    file_damage(|played| played.put(&[]), "empty"),
    file_damage(|played| played.put(&played.older), "games.jsonl has"),
    file_damage(
        |played| execute(&played.contest, "UPDATE job SET pair = 50 WHERE id = 2"),
        "do not fit",
    ),
    file_damage(
        |played| {
            execute(
                &played.contest,
                "UPDATE game SET record = replace(record, 'level', 'lever') WHERE job = 3",
            );
        },
        "games.jsonl has",
    ),
    file_damage(
        |played| execute(&played.contest, "UPDATE tournament SET announcement = '{'"),
        "tournament 1",
    ),
    // This damage removes the store.
    Damage {
        does: |played| {
            fs::remove_file(played.contest.path("results/store.sqlite")).expect("it was there");
        },
        says: ["there was no ", "results/store.sqlite", COMES_BACK],
        code: 0,
        repair: |_| (),
    },
    Damage {
        does: |played| played.allow(0o000),
        says: ["results/store.sqlite", "cannot be opened", "Permission denied"],
        code: 1,
        repair: |played| played.allow(0o644),
    },
];

/// Damage after which the store is set aside.
const fn file_damage(does: fn(&Played), why: &'static str) -> Damage {
    Damage { does, says: [IS_DAMAGED, why, COMES_BACK], code: 0, repair: |_| () }
}

impl Played {
    fn new(each: u64) -> Played {
        let contest = Contest::new(each);
        while !is_interrupted_early(&contest) {
            fs::remove_dir_all(contest.path("results")).expect("it was there");
        }
        let read = || fs::read(contest.path("results/store.sqlite")).expect("a store");
        let older = read();
        contest.hold("results").goes_well();
        let (whole, published) = (read(), games(&contest));
        assert!(whole.len() > 20 * PAGE, "it has many pages");
        Played { contest, whole, older, published }
    }

    fn put(&self, bytes: &[u8]) {
        fs::write(self.contest.path("results/store.sqlite"), bytes).expect("it can be written");
    }

    fn overwrite(&self, gone: Range<usize>) {
        let mut bytes = self.whole.clone();
        bytes[gone].fill(0xAA);
        self.put(&bytes);
    }

    fn allow(&self, mode: u32) {
        let store = self.contest.path("results/store.sqlite");
        fs::set_permissions(store, Permissions::from_mode(mode)).expect("it is ours");
    }

    /// Restores the store and the games, and removes the store that was set aside.
    fn mend(&self) {
        for entry in fs::read_dir(self.contest.path("results")).expect("a folder").flatten() {
            if entry.file_name().to_string_lossy().starts_with("store.sqlite") {
                fs::remove_file(entry.path()).expect("it is ours");
            }
        }
        self.put(&self.whole);
        fs::write(self.contest.path("results/games.jsonl"), &self.published)
            .expect("it can be written");
    }

    /// Runs the command as an ordinary user, since root may open every file.
    fn hold(&self) -> Said {
        let mut command = self.contest.command(&["tournament", "small.toml", "-o", "results"]);
        if is_root() {
            chown(self.contest.path("."), Some(NOBODY), None).expect("root gives folders away");
            ["results", "tmp"].iter().for_each(|folder| give_away(&self.contest.path(folder)));
            command.uid(NOBODY);
        }
        said(&command.output().expect("ludoteka runs"))
    }
}

/// Starts the tournament and interrupts it. Returns whether the interrupt came before the end.
fn is_interrupted_early(contest: &Contest) -> bool {
    let runner = contest.begin_to_play("results");
    interrupt(&runner);
    let said = ended(runner);
    assert!(matches!(said.code, Some(0 | INTERRUPTED)), "{said:?}");
    said.code == Some(INTERRUPTED)
}

#[test]
fn each_kind_of_damage_has_a_sentence_and_a_way_on() {
    if !has("python3") {
        return;
    }
    let played = Played::new(30);
    let contest = &played.contest;
    let expected = results(&contest.path("results"));
    for damage in DAMAGES {
        played.mend();
        (damage.does)(&played);
        let found = played.hold();
        assert_eq!(
            (found.code, found.complaint.lines().count()),
            (Some(damage.code), 1),
            "{found:?}"
        );
        for part in damage.says {
            assert!(found.complaint.contains(part), "{found:?}: expected {part}");
        }
        (damage.repair)(&played);
        let again = played.hold();
        assert_eq!(
            (again.code, contest.path("results/store.sqlite").exists()),
            (Some(0), true),
            "{again:?}"
        );
        contest.is_as(&expected, "results");
        contest.run(&["verify", "--store", "results/store.sqlite"]).goes_well();
        assert!(games(contest) == played.published, "nothing is played again: {found:?}");
    }
    // The sums that the store keeps for each pair are used only for the standings during play.
    played.mend();
    execute(contest, "UPDATE job SET half_points = 4 - half_points, draws = 2 WHERE id < 9");
    let found = played.hold();
    assert_eq!((found.code, found.complaint.as_str()), (Some(0), ""), "{found:?}");
    contest.is_as(&expected, "results");
    assert!(games(contest) == played.published, "{found:?}");
}

#[test]
fn damage_before_anything_was_published_costs_what_was_played() {
    let contest = Contest::new(30);
    let expected = contest.undisturbed();
    for is_of_log in [false, true] {
        let mut runner = contest.begin_to_play("results");
        runner.kill().expect("it is ours");
        ended(runner);
        contest.nothing_runs();
        let [store, log] =
            ["", "-wal"].map(|ending| contest.path(&format!("results/store.sqlite{ending}")));
        let mut bytes = fs::read(&log).expect("it is there");
        if is_of_log {
            // The damage is in the middle of committed data.
            let middle = bytes.len() / 2;
            bytes[middle..middle + 50].fill(0xAA);
            fs::write(&log, bytes).expect("it can be written");
        } else {
            fs::write(&store, "noise").expect("it can be written");
            fs::remove_file(&log).expect("it is there");
        }
        let said = contest.hold("results");
        // SQLite ignores the part of its log after the damage, and reports no error.
        let lost = "; it is now results/store.sqlite.damaged; no game had been published, so all \
        games are played again";
        assert_eq!((said.code, said.complaint.contains(lost)), (Some(0), !is_of_log), "{said:?}");
        contest.is_as(&expected, "results");
        contest.run(&["verify", "--store", "results/store.sqlite"]).goes_well();
        fs::remove_dir_all(contest.path("results")).expect("it was there");
    }
}

#[test]
fn what_results_do_not_have_whole_is_played_again() {
    let contest = Contest::new(4);
    let expected = contest.undisturbed();
    contest.hold("results").goes_well();
    let published = games(&contest);
    let lines: Vec<&str> = published.lines().collect();
    let (first, fifth) = (lines[0].to_string(), lines[4].to_string());
    let cheat = |line: &str| {
        let mut record: Value = serde_json::from_str(line).expect("a record is JSON");
        record.as_object_mut().expect("an object").remove("sha256");
        record["moves"].as_array_mut().expect("a list").insert(0, "z9".into());
        sealed(&record)
    };
    // One game's text is changed, and one game has an illegal move but a right checksum.
    let text =
        published.replace(&first, &first.replace("level", "lever")).replace(&fifth, &cheat(&fifth));
    fs::write(contest.path("results/games.jsonl"), text).expect("it can be written");
    fs::write(contest.path("results/store.sqlite"), "").expect("it can be written");
    let said = contest.hold("results");
    let comes_back = format!(
        "; {} of {} games in results/games.jsonl are restored (line 1: ",
        lines.len() - 4,
        lines.len()
    );
    assert!(said.complaint.contains(&comes_back) && said.code == Some(0), "{said:?}");
    contest.is_as(&expected, "results");
    let kept = games(&contest);
    assert!(
        kept.lines().zip(&lines).filter(|(now, before)| now == *before).count() >= lines.len() - 4
    );
}

/// In a Swiss tournament and a knockout, the rounds after a damaged pair are played again;
/// published games are kept.
#[test]
fn rounds_follow_from_what_is_whole() {
    if !has("python3") {
        return;
    }
    let contest = Contest::new(4);
    let all_play_all = fs::read_to_string(contest.path("small.toml")).expect("text");
    for format in ["\"swiss\"\nrounds = 3", "\"knockout\""] {
        let file = all_play_all.replace("\"round-robin\"", format);
        fs::write(contest.path("small.toml"), file).expect("it can be written");
        let expected = contest.hold("results").goes_well();
        let published = games(&contest);
        let fits = || {
            contest.run(&["verify", "results"]).goes_well();
            contest.run(&["verify", "--store", "results/store.sqlite"]).goes_well();
        };
        let broken = "UPDATE game SET record = 'x' WHERE job = 1 AND number = 2";
        let wrong = "UPDATE job SET half_points = 4 - half_points, first_wins = second_wins, \
        second_wins = first_wins, margin = -margin WHERE id < 9";
        for sql in [broken, wrong] {
            execute(&contest, sql);
            assert_eq!(contest.hold("results").goes_well(), expected);
            assert!(games(&contest) == published, "{format}: {sql}");
            fits();
        }
        // Games are kept up to the first incomplete round.
        let path = contest.path("results/games.jsonl");
        fs::write(&path, published.split_once('\n').expect("lines").1).expect("it can be written");
        fs::write(contest.path("results/store.sqlite"), "").expect("it can be written");
        assert_eq!(contest.hold("results").goes_well(), expected);
        fits();
        forget_results(&contest);
        execute(&contest, broken);
        contest.hold("results").names(&[
            "job 1, game 2: it is not a record",
            PLAYED_AGAIN,
            ", and the rounds after them",
        ]);
        assert_eq!(contest.hold("results").goes_well(), expected);
        fits();
        fs::remove_dir_all(contest.path("results")).expect("it was there");
    }
}

/// A shared store may contain other people's tournaments.
#[test]
fn a_shared_store_that_is_damaged_is_refused_and_left_as_it_is() {
    let contest = Contest::new(4);
    contest.run(&["store", "init", "shared"]).goes_well();
    let hold = || contest.run(&["tournament", "small.toml", "-o", "results", "--store", "shared"]);
    hold().goes_well();
    let mut bytes = fs::read(contest.path("shared")).expect("a store");
    bytes[PAGE..].fill(0xAA);
    for bytes in [bytes, b"No store at all. ".repeat(1000)] {
        fs::write(contest.path("shared"), &bytes).expect("it can be written");
        for said in [hold(), contest.run(&["verify", "--store", "shared"])] {
            said.names(&["ludoteka: the store shared is damaged: ", "; in a folder of results, "]);
        }
        assert!(fs::read(contest.path("shared")).expect("a store") == bytes);
    }
}

#[test]
fn a_store_that_others_have_open_is_not_set_aside() {
    if !has("python3") {
        return;
    }
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let mut other = Command::new("python3");
    let open = r"import sqlite3
store = sqlite3.connect('results/store.sqlite')
print(store.execute('SELECT count(*) FROM game').fetchone(), flush=True)
import sys; sys.stdin.read()";
    other
        .args(["-c", open])
        .current_dir(contest.path("."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut other = other.spawn().expect("python3 runs");
    let mut line = String::new();
    BufReader::new(other.stdout.take().expect("a pipe"))
        .read_line(&mut line)
        .expect("it reads the store");
    execute(&contest, "UPDATE job SET pair = 50 WHERE id = 2");
    contest.hold("results").names(&[
        "; it cannot be set aside: another process has results/store.sqlite open: end it",
    ]);
    drop(other.stdin.take());
    other.wait().expect("it ends");
    contest.hold("results").goes_well();
    assert!(contest.path("results/store.sqlite.damaged").exists());
}

#[test]
fn nonsense_that_a_worker_reports_is_played_again() {
    let Some(cluster) = postgres::shared() else { return };
    let contest = Contest::new(4);
    let expected = contest.undisturbed();
    let store = cluster.database();
    let name = postgres::name(&store);
    contest.run(&["store", "init", &store]).goes_well();
    let hold = |jobs: &str| {
        contest.begin(&[
            "tournament",
            "small.toml",
            "-o",
            "results",
            "--store",
            &store,
            "--jobs",
            jobs,
        ])
    };
    let runner = hold("0");
    let jobs =
        || cluster.sql(name, "SELECT count(*) FROM ludoteka.job").parse::<u64>().expect("a number");
    wait_for("the first pairs", || jobs() > 10);
    cluster.sql(name, "UPDATE ludoteka.job SET attempt = 1 WHERE id = 1");
    let lie = "SELECT ludoteka.report((SELECT min(tournament) FROM ludoteka.job), 1, 1, (SELECT \
    min(id) FROM ludoteka.worker),
        'junk1', 'junk2', 2, 0, 0, 0, 0, 4, 99999, '[]')";
    assert_eq!(cluster.sql(name, lie), "0");
    contest.run(&["worker", "--store", &store, "--until-over"]).goes_well();
    ended(runner).names(&[
        "job 1, game 1: it is not a record: ",
        " (reported by tournament at results on ",
        PLAYED_AGAIN,
    ]);
    assert!(!contest.path("results/games.jsonl").exists(), "nothing has been written");
    ended(hold("1")).goes_well();
    contest.is_as(&expected, "results");
}
