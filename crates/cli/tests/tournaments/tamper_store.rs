//! `verify` finds changes in a store, and names the first one.

use std::fs;

use crate::chance::chance;
use crate::contest::{Contest, Said};
use crate::damage::{change, execute};
use crate::has;
use crate::tamper::{renew_manifest, void};

/// Lets `meddle` change the store, and returns the message of `verify`. The store is restored
/// afterwards.
fn verify_after(contest: &Contest, meddle: impl FnOnce(&Contest)) -> Said {
    let store = contest.path("results/store.sqlite");
    let whole = fs::read(&store).expect("a store");
    meddle(contest);
    let said = contest.run(&["verify", "--store", "results/store.sqlite"]);
    fs::write(&store, whole).expect("it can be written");
    said
}

#[test]
fn a_change_in_the_store_is_found() {
    if !has("python3") {
        return;
    }
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let mut chance = chance();
    for _ in 0..4 {
        let (row, place) = (chance.below(50), chance.next());
        let script = format!(
            "row = store.execute('SELECT job, number, record FROM game LIMIT 1 OFFSET {row}')\n\
             job, number, record = row.fetchone()\n\
             at = {place} % len(record)\n\
             record = record[:at] + chr(33 + (ord(record[at]) - 32) % 90) + record[at + 1:]\n\
             new = 'UPDATE game SET record = ? WHERE job = ? AND number = ?'\n\
             store.execute(new, (record, job, number))"
        );
        verify_after(&contest, |contest| change(contest, &script))
            .names(&["Small boards: job ", ", game "]);
    }
    let mut changes = vec![
        ("DELETE FROM game WHERE job = 9", "Small boards: "),
        ("DELETE FROM game WHERE job = 9 AND number = 2", "is missing"),
        (
            "UPDATE game SET record = (SELECT record FROM game WHERE job = 2) WHERE job = 1",
            "Small boards: job ",
        ),
        (
            "UPDATE tournament SET announcement = replace(announcement, 'Small', 'Great')",
            "the announcement",
        ),
        (
            "INSERT INTO void_game (tournament, job, attempt, number, record, why) \
             SELECT tournament, job, 1, number, replace(record, 'level', 'lever'), 'late' \
             FROM game WHERE job = 3",
            "job 3, game 1, void: ",
        ),
    ];
    if contest.path("starter").exists() {
        changes.push(("UPDATE file SET bytes = x'00'", "another checksum"));
    }
    for (sql, named) in changes {
        verify_after(&contest, |contest| execute(contest, sql)).names(&[named]);
    }
    verify_after(&contest, |_| ()).goes_well();
}

#[test]
fn a_game_set_aside_belongs_where_the_store_has_it() {
    if !has("python3") {
        return;
    }
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let games = fs::read_to_string(contest.path("results/games.jsonl")).expect("games");
    let (record, why) = void(games.lines().next().expect("a game"), 1000);
    fs::write(contest.path("record"), record).expect("it can be written");
    fs::write(contest.path("why"), why).expect("it can be written");
    let insert = "store.execute('INSERT INTO void_game \
         (tournament, job, attempt, number, record, why) \
         VALUES (1, 1, 1, 2, ?, ?)', (open('record').read(), open('why').read()))";
    let said = verify_after(&contest, |contest| change(contest, insert));
    said.names(&["job 1, game 2, void: its record belongs to game 1"]);
}

/// The store says that another machine played a pair.
#[test]
fn machines_that_are_not_alike_are_told_of() {
    if !has("python3") {
        return;
    }
    let contest = Contest::new(2);
    let page = || fs::read_to_string(contest.path("results/index.html")).expect("a page");
    contest.hold("results").goes_well();
    assert!(!page().contains("not alike"));
    execute(
        &contest,
        "INSERT INTO worker (id, name, levels, processor) VALUES (9, 'other', '1', 'The <fast> \
        one')",
    );
    execute(&contest, "UPDATE job SET worker = 9 WHERE id = 1");
    contest.hold("results").goes_well();
    assert!(page().contains("not alike") && page().contains("The &lt;fast&gt; one"));
    contest.run(&["verify", "results"]).goes_well();
    fs::write(contest.path("results/machines.json"), r#"["A","B"]"#).expect("it can be written");
    renew_manifest(&contest.path("results"));
    contest.run(&["verify", "results"]).names(&["its content does not follow from the games"]);
}
