//! A damaged or missing store is refused, and the published results stay.

use std::fs;

use crate::contest::{Contest, ended};
use crate::interrupt::{INTERRUPTED, interrupt};

/// Starts the tournament, and interrupts it before its end.
fn interrupted(contest: &Contest) {
    let runner = contest.begin_to_play("results");
    interrupt(&runner);
    assert_eq!(ended(runner).code, Some(INTERRUPTED));
}

#[test]
fn a_damaged_store_is_refused_and_what_was_published_stays() {
    let contest = Contest::new(400);
    interrupted(&contest);
    let store = contest.path("results/store.sqlite");
    let whole = fs::read(&store).expect("a store");
    let mut broken = whole.clone();
    let end = whole.len() - 4096;
    broken[4096..end].fill(0xAA);
    for damaged in [&broken[..], b"No store at all", &whole[..5000]] {
        fs::write(&store, damaged).expect("it can be written");
        contest.hold("results").names(&[
            "the store results/store.sqlite is damaged: ",
            "the results published so far stay in results",
            "another folder starts anew",
        ]);
        assert!(fs::read(&store).expect("a store") == damaged, "it is left as it is");
        contest.run(&["verify", "results"]).goes_well();
    }
    contest.run(&["store", "init", "elsewhere.sqlite"]).goes_well();
    let elsewhere = ["tournament", "small.toml", "-o", "results", "--store", "elsewhere.sqlite"];
    contest.run(&elsewhere).names(&["elsewhere.sqlite has none", "--store"]);
    fs::remove_file(&store).expect("it is ours");
    contest.hold("results").names(&["results has games of this tournament", "starts anew"]);
    contest.run(&["verify", "results"]).goes_well();
    fs::write(&store, whole).expect("it can be written");
    contest.hold("results").goes_well();
    contest.run(&["verify", "results"]).goes_well();
}

/// A kill between the last file of the results and the removal of the store leaves both.
#[test]
fn a_store_goes_when_the_results_are_complete_and_completes_them_otherwise() {
    let contest = Contest::new(400);
    interrupted(&contest);
    let store = contest.path("results/store.sqlite");
    let before = fs::read(&store).expect("a store");
    contest.hold("results").goes_well();
    let games = || fs::read(contest.path("results/games.jsonl")).expect("games");
    let published = games();
    fs::write(&store, &before).expect("it can be written");
    contest.hold("results").goes_well();
    assert!(!store.exists() && games() == published, "nothing is played again");
    fs::write(&store, before).expect("it can be written");
    fs::remove_file(contest.path("results/MANIFEST.sha256")).expect("it was there");
    contest.hold("results").goes_well();
    assert!(!store.exists());
    contest.run(&["verify", "results"]).goes_well();
}
