//! Participants leave a tournament, after its end and in its middle.

use std::fs;

use serde_json::Value;

use crate::contest::{Contest, ended};
use crate::interrupt::interrupt;
use crate::tamper::renew_manifest;

fn tables(contest: &Contest, folder: &str) -> Value {
    let text = fs::read(contest.path(folder).join("results.json")).expect("results are there");
    serde_json::from_slice(&text).expect("JSON")
}

/// The names in the standings.
fn names(tables: &Value) -> Vec<String> {
    let lines = tables["standings"].as_array().expect("a list");
    lines.iter().map(|line| line["name"].as_str().expect("a name").to_string()).collect()
}

#[test]
fn a_participant_is_disqualified_after_the_end() {
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let folder = contest.path("results");
    let before = fs::read(folder.join("results.json")).expect("results are there");
    let games = fs::read(folder.join("games.jsonl")).expect("games");
    let champion = names(&tables(&contest, "results")).remove(0);
    let out = ["tournament", "results", "--disqualify", &champion, "--reason", "a copied program"];
    contest.run(&out).goes_well();
    contest.run(&["verify", "results"]).goes_well();
    // The tournament stays over, and its games stay.
    contest.hold("results").goes_well();
    assert_eq!(fs::read(folder.join("games.jsonl")).expect("games"), games);
    let after = tables(&contest, "results");
    assert!(!names(&after).contains(&champion));
    assert_eq!((&after["stage"], &after["left"][0]["name"]), (&"over".into(), &champion.into()));
    let page = fs::read_to_string(folder.join("index.html")).expect("a page");
    assert!(page.contains("<s>") && page.contains("a copied program"));

    // A forger changes the reason and renews the manifest; or he removes the change.
    let path = folder.join("changes.jsonl");
    let whole = fs::read_to_string(&path).expect("text");
    fs::write(&path, whole.replace("a copied", "an empty")).expect("it can be written");
    contest.run(&["verify", "results"]).names(&["changes.jsonl"]);
    renew_manifest(&folder);
    contest.run(&["verify", "results"]).names(&["does not follow from the games"]);
    fs::write(&path, whole.replace("\"before\":\"\"", "\"before\":\"1\"")).expect("it can be");
    renew_manifest(&folder);
    contest.run(&["verify", "results"]).names(&["changes.jsonl: line 1: "]);
    fs::write(&path, whole).expect("it can be written");
    renew_manifest(&folder);
    contest.run(&["verify", "results"]).goes_well();

    let left = names(&after).remove(0);
    contest.run(&["tournament", "results", "--withdraw", &left]).goes_well();
    contest.run(&["tournament", "results", "--withdraw", &left]).names(&[&left]);
    let restored = tables(&contest, "results")["left"].as_array().expect("a list").clone();
    for leaver in restored {
        let name = leaver["name"].as_str().expect("a name");
        contest.run(&["tournament", "results", "--restore", name]).goes_well();
    }
    contest.run(&["verify", "results"]).goes_well();
    assert_eq!(fs::read(folder.join("results.json")).expect("results are there"), before);
}

#[test]
fn a_tournament_goes_on_without_those_who_left() {
    let contest = Contest::new(100);
    let runner = contest.begin_to_play("results");
    let leave = ["tournament", "results", "--withdraw", "A", "--reason", "ill"];
    interrupt(&runner);
    ended(runner);
    contest.run(&leave).goes_well();
    contest.run(&["verify", "results"]).goes_well();
    contest.run(&["tournament", "results", "--disqualify", "B", "--reason", "a copy"]).goes_well();
    contest.hold("results").goes_well();
    contest.run(&["verify", "results"]).goes_well();
    let after = tables(&contest, "results");
    assert_eq!(
        (&after["stage"], names(&after).contains(&"B".to_string())),
        (&"over".into(), false)
    );
    assert_eq!(after["left"].as_array().map(Vec::len), Some(2));
    assert!(!contest.path("results/store.sqlite").exists());
}

#[test]
fn a_wrong_order_is_refused() {
    let contest = Contest::new(2);
    contest.run(&["tournament", "nowhere", "--withdraw", "A"]).names(&["nowhere"]);
    fs::create_dir(contest.path("empty")).expect("a folder");
    contest.run(&["tournament", "empty", "--withdraw", "A"]).names(&["empty has no tournament"]);
    contest.hold("results").goes_well();
    contest.run(&["tournament", "results", "--withdraw", "Z"]).names(&["called Z"]);
    for usage in [
        &["tournament", "results", "--disqualify", "A"][..],
        &["tournament", "results", "--reason", "none"],
        &["tournament", "results", "--withdraw", "A", "--restore", "B"],
        &["tournament", "small.toml", "-o", "results", "--withdraw", "A"],
    ] {
        assert_eq!(contest.run(usage).code, Some(2), "{usage:?}");
    }
    let lock = fs::File::create(contest.path("results/.lock")).expect("a lock");
    lock.lock().expect("nobody else has it");
    contest.run(&["tournament", "results", "--withdraw", "A"]).names(&["is at work in results"]);
}
