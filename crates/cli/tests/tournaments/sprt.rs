//! A sequential test ends with the same pair however many play at once, and whoever is quicker.

use std::fs;

use serde_json::Value;

use crate::chance::{chance, moment};
use crate::contest::{Contest, ended};
use crate::damage::{execute, holds};
use crate::interrupt::interrupt;
use crate::results::results;
use crate::{skipped, wait_for};

const TEST: &str = "title = \"Test\"\ngame = \"mnk\"\nseed = 5\n[parameters]\nn = 5\nm = 5\nk = 4\n[format]\nkind = \"sprt\"\n\
                    elo0 = 0\nelo1 = 20\nscale = \"normalized\"\nmost-games = 3000\n[time]\nnodes = 20\n\
                    [[player]]\nengine = 2\n[[player]]\nengine = 1\n";

#[test]
fn a_test_ends_with_the_same_pair_however_it_is_played() {
    let contest = Contest::new(2);
    fs::write(contest.path("test.toml"), TEST).expect("it can be written");
    let hold = |folder: &str, jobs: &str| contest.run(&["tournament", "test.toml", "-o", folder, "--jobs", jobs]);
    hold("one", "1").goes_well();
    let expected = results(&contest.path("one"));
    let games = fs::read_to_string(contest.path("one/games.jsonl")).expect("it is there").lines().count();
    assert!((20..3000).contains(&games) && games.is_multiple_of(2), "{games} games decide it");
    let json: Value =
        serde_json::from_slice(&fs::read(contest.path("one/results.json")).expect("it is there")).expect("JSON");
    let announced = ["elo0", "elo1", "alpha", "beta"].map(|key| json["test"][key].as_f64());
    assert_eq!(announced, [0.0, 20.0, 0.05, 0.05].map(Some));
    assert_eq!(json["test"]["scale"], "normalized");
    hold("two", "2").goes_well();
    results(&contest.path("two")).same_as(&expected);
    let mut chance = chance();
    for _ in 0..3 {
        let mut runner = contest.begin(&["tournament", "test.toml", "-o", "killed", "--jobs", "2"]);
        std::thread::sleep(moment(&mut chance));
        let _ = runner.kill();
        ended(runner);
    }
    hold("killed", "1").goes_well();
    results(&contest.path("killed")).same_as(&expected);
    for folder in ["one", "two", "killed"] {
        let verified = contest.run(&["verify", folder]).goes_well();
        assert!(verified.contains("everything fits"), "{verified}");
    }
}

/// Who starts the first game is drawn from the seed, and has no say in who is tested.
#[test]
fn a_test_decides_the_same_whoever_starts() {
    let contest = Contest::new(2);
    for seed in 1..=6 {
        let [better, worse] = [3, 1].map(|level| format!("[[player]]\nengine = {level}\n"));
        for (name, players, accepted) in [("H1", [&better, &worse], "H1"), ("H0", [&worse, &better], "H0")] {
            let test = format!(
                "title = \"T\"\ngame = \"mnk\"\nseed = {seed}\n[parameters]\nn = 5\nm = 5\nk = 4\n[format]\nkind = \"sprt\"\n\
                 elo0 = 0\nelo1 = 50\n[time]\nnodes = 100\n{}{}",
                players[0], players[1]
            );
            fs::write(contest.path("test.toml"), test).expect("it can be written");
            let folder = format!("{name}-{seed}");
            let said = contest.run(&["tournament", "test.toml", "-o", &folder, "--jobs", "1"]).goes_well();
            assert!(said.contains(&format!("The sequential test accepts {accepted}")), "seed {seed}: {said}");
            assert!(!said.contains("is not over"), "seed {seed}: {said}");
            assert_eq!(stage(&contest, &folder), "over", "{folder}");
            let verified = contest.run(&["verify", &folder]).goes_well();
            assert!(!verified.contains("so far"), "{verified}");
        }
    }
}

/// What a folder says of how far its tournament has come.
fn stage(contest: &Contest, folder: &str) -> String {
    let results = fs::read(contest.path(folder).join("results.json")).expect("it is there");
    let results: Value = serde_json::from_slice(&results).expect("JSON");
    let is_over = results["stage"] == "over";
    assert_eq!(results["progress"]["matches_over"], i32::from(is_over), "{folder}");
    assert_eq!(results["matches"][0]["stage"], results["stage"], "{folder}");
    let page = fs::read_to_string(contest.path(folder).join("index.html")).expect("it is there");
    assert_eq!(page.contains("In progress."), !is_over, "{folder}");
    results["stage"].as_str().expect("a text").to_string()
}

#[test]
fn a_test_that_goes_on_is_not_over_whoever_starts() {
    let contest = Contest::new(2);
    for seed in 1..=4 {
        let test =
            TEST.replace("seed = 5", &format!("seed = {seed}")).replace("most-games = 3000", "most-games = 1000000");
        fs::write(contest.path("test.toml"), test.replace("elo1 = 20", "elo1 = 0.1")).expect("it can be written");
        let folder = format!("open-{seed}");
        let runner = contest.begin(&["tournament", "test.toml", "-o", &folder, "--jobs", "2"]);
        contest.wait_for_games(&folder);
        interrupt(&runner);
        let said = ended(runner);
        assert_eq!(said.code, Some(130), "{said:?}");
        assert!(said.printed.contains("the tournament is not over"), "{said:?}");
        assert_eq!(stage(&contest, &folder), "running", "{folder}");
        let verified = contest.run(&["verify", &folder]).goes_well();
        assert!(verified.contains("so far"), "{verified}");
    }
}

/// While a worker keeps an early pair, others play beyond the one that will decide.
#[test]
fn what_was_published_beyond_the_decision_keeps_no_lost_pair_from_being_played_again() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    let contest = Contest::new(2);
    fs::write(contest.path("test.toml"), TEST).expect("it can be written");
    fs::create_dir(contest.path("results")).expect("a folder");
    contest.run(&["store", "init", "results/store.sqlite"]).goes_well();
    let hold = |folder: &'static str, jobs: &'static str| {
        ["tournament", "test.toml", "-o", folder, "--store", "results/store.sqlite", "--jobs", jobs]
    };
    let until = |what: &str, condition: &str, jobs: &'static str| {
        let runner = contest.begin(&hold("early", jobs));
        wait_for(what, || holds(&contest, condition));
        interrupt(&runner);
        ended(runner);
    };
    until("units", "SELECT count(*) > 300 FROM unit", "0");
    execute(
        &contest,
        "UPDATE unit SET state = 1, attempt = 1, lease_until = 1000 * unixepoch() + 3600000 WHERE id = 1",
    );
    until("games", "SELECT count(*) > 500 FROM game", "2");
    execute(&contest, "UPDATE unit SET state = 0, lease_until = NULL WHERE id = 1");
    contest.run(&hold("late", "1")).goes_well();
    let [early, late] = ["early", "late"].map(|folder| {
        fs::read_to_string(contest.path(folder).join("games.jsonl")).expect("it is there").lines().count()
    });
    assert!(early > late, "{early} games of which {late} count");
    execute(&contest, "UPDATE game SET record = replace(record, 'level', 'lever') WHERE unit = 1 AND number = 1");
    contest.run(&hold("early", "1")).names(&["unit 1, game 1: ", "the same command plays what is damaged again"]);
    contest.run(&hold("early", "1")).goes_well();
    results(&contest.path("early")).same_as(&results(&contest.path("late")));
    contest.run(&["verify", "early"]).goes_well();
}
