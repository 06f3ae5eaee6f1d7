//! A tournament of two stages: it is continued, verified, and somebody leaves it.

use std::fs;

use serde_json::Value;

use crate::contest::Contest;

const STAGES: &str = r#"title = "Stages"
game = "mnk"
seed = 5
opening = 2
[parameters]
n = 5
m = 5
k = 4
[[stage]]
kind = "swiss"
rounds = 2
[[stage]]
kind = "knockout"
advance = 3
extras = 1
[time]
nodes = 20
"#;

fn file(players: usize) -> String {
    let player =
        |number| format!("[[player]]\nengine = {}\nname = \"P{number}\"\n", 1 + number % 3);
    STAGES.to_string() + &(0..players).map(player).collect::<String>()
}

fn tables(contest: &Contest) -> Value {
    let text = fs::read(contest.path("results/results.json")).expect("results are there");
    serde_json::from_slice(&text).expect("JSON")
}

/// The names in these standings.
fn names(tables: &Value) -> Vec<String> {
    let lines = tables["standings"].as_array().expect("a list");
    lines.iter().map(|line| line["name"].as_str().expect("a name").to_string()).collect()
}

#[test]
fn the_first_of_a_swiss_tournament_play_a_knockout() {
    let contest = Contest::new(2);
    fs::write(contest.path("small.toml"), file(6)).expect("it can be written");
    let printed = contest.hold("results").goes_well();
    assert!(printed.contains("stage 2") && printed.contains("all stages"), "{printed}");
    contest.run(&["verify", "results"]).goes_well();
    let whole = tables(&contest);
    let [swiss, knockout] = [0, 1].map(|number| names(&whole["stages"][number]));
    assert_eq!((swiss.len(), knockout.len()), (6, 3));
    assert_eq!(names(&whole)[..3], knockout[..]);
    assert_eq!(names(&whole)[3..], swiss[3..]);
    assert!(swiss[..3].iter().all(|name| knockout.contains(name)));

    // After the end, nobody enters the knockout for who is disqualified.
    let champion = &names(&whole)[0];
    let out = ["tournament", "results", "--disqualify", champion, "--reason", "a copied program"];
    contest.run(&out).goes_well();
    contest.run(&["verify", "results"]).goes_well();
    let after = tables(&contest);
    assert_eq!(names(&after)[..], names(&whole)[1..]);
    assert_eq!(names(&after["stages"][0]), swiss);
    contest.run(&["tournament", "results", "--restore", champion]).goes_well();
    assert_eq!(tables(&contest), whole);
}

#[test]
fn the_winners_of_groups_play_a_final() {
    let contest = Contest::new(2);
    let swiss = "kind = \"swiss\"\nrounds = 2";
    let file = file(7).replace(swiss, "kind = \"groups\"\ngroups = 3");
    fs::write(contest.path("small.toml"), file).expect("it can be written");
    contest.hold("results").goes_well();
    contest.run(&["verify", "results"]).goes_well();
    let whole = tables(&contest);
    // Groups of three, two and two have five matches.
    assert_eq!(whole["stages"][0]["schedule"]["groups"], 3);
    let first = whole["matches"].as_array().expect("a list").iter();
    let of_groups = first.filter(|played| played["round"].as_u64() <= Some(3));
    assert_eq!(of_groups.count(), 5);
    assert_eq!(names(&whole["stages"][1]).len(), 3);
}

#[test]
fn a_tournament_that_may_be_too_long_is_not_begun() {
    let contest = Contest::new(2);
    let file = file(6)
        .replace("nodes = 20", "game = \"1m\"")
        .replace("opening", "within = \"3m\"\nopening");
    fs::write(contest.path("small.toml"), &file).expect("it can be written");
    contest.hold("results").names(&["within"]);
    assert!(!contest.path("results").exists(), "what is refused leaves nothing");
    let dry_run = ["tournament", "small.toml", "--dry-run"];
    contest.run(&dry_run).names(&["within"]);
    fs::write(contest.path("small.toml"), file.replace("3m", "24h")).expect("it can be written");
    // Six matches, and the two of the knockout.
    assert!(contest.run(&dry_run).goes_well().contains("16 games"));
    assert!(!contest.path("results").exists());
}
