//! Games that are copies of others: the results mention them, and they prove nothing.

use std::fs;

use serde_json::Value;

use crate::contest::Contest;

const COPIES: &str = r#"title = "Copies"
game = "mnk"
games = 40
opening = 0
[parameters]
n = 3
m = 3
k = 3
[format]
kind = "round-robin"
[time]
nodes = 100
[[player]]
engine = 5
[[player]]
engine = 5
name = "twin"
"#;

#[test]
fn copies_of_a_game_are_counted_and_prove_nothing() {
    let contest = Contest::new(2);
    fs::write(contest.path("copies.toml"), COPIES).expect("it can be written");
    let printed = contest.run(&["tournament", "copies.toml", "-o", "copies"]).goes_well();
    assert!(printed.contains("Only 2 of 40 games are evidence"), "{printed}");
    let file =
        |name: &str| fs::read_to_string(contest.path("copies").join(name)).expect("it is there");
    assert!(file("index.html").contains("Only 2 of 40 games are evidence"));
    let results: Value = serde_json::from_str(&file("results.json")).expect("JSON");
    assert!(results.to_string().contains("\"repeated\":38"), "{results}");
    contest.run(&["verify", "copies"]).goes_well();
    // With openings the games differ, and the results mention no copies.
    let open = COPIES.replace("opening = 0", "opening = 1").replace("games = 40", "games = 2");
    fs::write(contest.path("open.toml"), open).expect("it can be written");
    let printed = contest.run(&["tournament", "open.toml", "-o", "open"]).goes_well();
    assert!(!printed.contains("evidence"), "{printed}");
}
