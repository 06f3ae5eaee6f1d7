//! A sequential test always ends after the same pair. Neither the number of slots nor the order in
//! which games end matters.

use std::fs;

use serde_json::Value;

use crate::chance::{chance, moment};
use crate::contest::{Contest, ended};
use crate::results::results;

const TEST: &str = r#"title = "Test"
game = "mnk"
seed = 5
[parameters]
n = 5
m = 5
k = 4
[format]
kind = "sprt"
elo0 = 0
elo1 = 20
most-games = 3000
[time]
nodes = 20
[[player]]
engine = 2
[[player]]
engine = 1
"#;

#[test]
fn a_test_ends_with_the_same_pair_however_it_is_played() {
    let contest = Contest::new(2);
    fs::write(contest.path("test.toml"), TEST).expect("it can be written");
    let hold = |folder: &str, jobs: &str| {
        contest.run(&["tournament", "test.toml", "-o", folder, "--jobs", jobs])
    };
    hold("one", "1").goes_well();
    let expected = results(&contest.path("one"));
    let games =
        fs::read_to_string(contest.path("one/games.jsonl")).expect("it is there").lines().count();
    assert!((20..3000).contains(&games) && games.is_multiple_of(2), "{games} games decide it");
    let json: Value =
        serde_json::from_slice(&fs::read(contest.path("one/results.json")).expect("it is there"))
            .expect("JSON");
    let announced = ["elo0", "elo1", "alpha", "beta"].map(|key| json["test"][key].as_f64());
    assert_eq!(announced, [0.0, 20.0, 0.05, 0.05].map(Some));
    hold("two", "2").goes_well();
    results(&contest.path("two")).same_as(&expected);
    let mut runner = contest.begin(&["tournament", "test.toml", "-o", "killed", "--jobs", "2"]);
    std::thread::sleep(moment(&mut chance()));
    let _ = runner.kill();
    ended(runner);
    hold("killed", "1").goes_well();
    results(&contest.path("killed")).same_as(&expected);
    for folder in ["one", "two", "killed"] {
        let verified = contest.run(&["verify", folder]).goes_well();
        assert!(verified.contains("everything fits"), "{verified}");
    }
}

/// The seed decides who starts the first game, but the tested player is always the same.
#[test]
fn a_test_decides_the_same_whoever_starts() {
    let contest = Contest::new(2);
    let clear =
        [("elo1 = 20", "elo1 = 50"), ("nodes = 20\n", "nodes = 100\n"), ("ine = 2", "ine = 3")];
    let clear = clear.iter().fold(TEST.to_string(), |text, (from, to)| text.replace(from, to));
    for seed in ["1", "2"] {
        let text = clear.replace("seed = 5", &format!("seed = {seed}"));
        fs::write(contest.path("test.toml"), text).expect("it can be written");
        let said = contest.run(&["tournament", "test.toml", "-o", seed]).goes_well();
        assert!(said.contains("The sequential test accepts H1"), "seed {seed}: {said}");
    }
}
