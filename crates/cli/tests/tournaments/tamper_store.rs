//! What somebody changes in a store is found, and the first place of it is named.

use std::fs;
use std::process::Command;

use crate::chance::chance;
use crate::contest::Contest;
use crate::skipped;
use crate::tamper::spoilt;

/// Has Python change a store, so that nothing of ours stands between.
fn change_store(contest: &Contest, script: &str) {
    fs::copy(contest.path("results/store.sqlite"), contest.path("changed.sqlite")).expect("it can be copied");
    let connect = "import sqlite3\nstore = sqlite3.connect('changed.sqlite')\nstore.execute('PRAGMA ignore_check_constraints = ON')\n";
    let mut python = Command::new("python3");
    python.arg("-c").arg(format!("{connect}{script}\nstore.commit()")).current_dir(contest.path("."));
    let output = python.output().expect("python3 runs");
    assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_change_in_the_store_is_found() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let verify = || contest.run(&["verify", "--store", "changed.sqlite"]);
    let execute = |sql: &str| change_store(&contest, &format!("store.execute(\"{sql}\")"));
    execute("SELECT 1");
    verify().goes_well();
    let mut chance = chance();
    for _ in 0..40 {
        let (row, place) = (chance.below(50), chance.next());
        change_store(
            &contest,
            &format!(
                "unit, number, record = store.execute('SELECT unit, number, record FROM game LIMIT 1 OFFSET {row}').fetchone()\n\
                 at = {place} % len(record)\n\
                 record = record[:at] + chr(33 + (ord(record[at]) - 32) % 90) + record[at + 1:]\n\
                 store.execute('UPDATE game SET record = ? WHERE unit = ? AND number = ?', (record, unit, number))"
            ),
        );
        verify().names(&["Small boards: unit ", ", game "]);
    }
    execute("UPDATE unit SET first_wins = 2 - first_wins, second_wins = 2 - second_wins WHERE id = 9");
    verify().names(&["Small boards: unit 9: its result is not what its games add up to (reported by "]);
    execute("UPDATE unit SET margin = NULL WHERE id = 9");
    verify().names(&["unit 9: its result is not what its games add up to (reported by "]);
    execute("DELETE FROM game WHERE unit = 9");
    verify().names(&["Small boards: "]);
    execute("DELETE FROM game WHERE unit = 9 AND number = 2");
    verify().names(&["Small boards: ", "its record is missing"]);
    execute("UPDATE game SET record = (SELECT record FROM game WHERE unit = 2) WHERE unit = 1");
    verify().names(&["Small boards: unit "]);
    execute("UPDATE tournament SET announcement = replace(announcement, 'Small', 'Great')");
    verify().names(&["what was announced has been changed"]);
    if contest.path("starter").exists() {
        execute("UPDATE file SET bytes = x'00'");
        verify().names(&["the file ", "is damaged: its checksum is of another file"]);
    }
    execute(
        "INSERT INTO set_aside (tournament, unit, attempt, number, record, why) \
         SELECT tournament, unit, 1, number, replace(record, 'level', 'lever'), 'late' FROM game WHERE unit = 3",
    );
    verify().names(&["Small boards: unit 3, game 1, set aside: "]);
}

#[test]
fn a_game_set_aside_belongs_where_the_store_has_it() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let games = fs::read_to_string(contest.path("results/games.jsonl")).expect("games");
    let (record, why) = spoilt(games.lines().next().expect("a game"), 1000);
    fs::write(contest.path("record"), record).expect("it can be written");
    fs::write(contest.path("why"), why).expect("it can be written");
    change_store(
        &contest,
        "store.execute('INSERT INTO set_aside (tournament, unit, attempt, number, record, why) VALUES (1, 1, 1, 2, ?, ?)', \
         (open('record').read(), open('why').read()))",
    );
    let sentence = "unit 1, game 2, set aside: its record is of game 1";
    contest.run(&["verify", "--store", "changed.sqlite"]).names(&[sentence]);
}
