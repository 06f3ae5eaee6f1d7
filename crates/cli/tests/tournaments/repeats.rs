//! Games that are copies of others: said aloud, and no evidence.

use std::fs;

use crate::contest::Contest;

const COPIES: &str = "title = \"Copies\"\ngame = \"mnk\"\ngames = 40\nopening = 0\n[parameters]\nn = 3\nm = 3\nk = 3\n\
                      [format]\nkind = \"round-robin\"\n[time]\nnodes = 100\n[[player]]\nengine = 5\n[[player]]\nengine = 5\n\
                      name = \"twin\"\n";

#[test]
fn copies_of_a_game_are_counted_and_prove_nothing() {
    let contest = Contest::new(2);
    fs::write(contest.path("copies.toml"), COPIES).expect("it can be written");
    let printed = contest.run(&["tournament", "copies.toml", "-o", "copies"]).goes_well();
    let said = "Only 2 of 40 games are evidence: ";
    assert!(printed.contains(said) && printed.contains("An `opening` would make them differ."), "{printed}");
    let file = |name: &str| fs::read_to_string(contest.path("copies").join(name)).expect("it is there");
    for name in ["index.html", "results.json"] {
        assert!(file(name).contains(said) && file(name).contains("the same in every game"), "{name}");
        assert!(!file(name).contains("drawn from the seed"), "{name}");
    }
    assert!(file("results.json").contains("\"repeated\": 38"));
    let verdict = "not decided: only 2 of 40 games are no copies, and fewer than 12 decide nothing";
    assert_eq!(file("duels.csv").matches(verdict).count(), 2);
    let verified = contest.run(&["verify", "copies"]).goes_well();
    assert!(verified.contains("everything fits"), "{verified}");
    // Openings make them differ, and nothing is said.
    fs::write(
        contest.path("open.toml"),
        COPIES.replace("opening = 0", "opening = 1").replace("games = 40", "games = 2")
            + "[fairness]\nwaited-percent = 25\nreplays = 7\n",
    )
    .expect("it can be written");
    let printed = contest.run(&["tournament", "open.toml", "-o", "open"]).goes_well();
    assert!(!printed.contains("evidence"), "{printed}");
    let page = fs::read_to_string(contest.path("open/index.html")).expect("it is there");
    assert!(page.contains("drawn from the seed 1, opened by 1 half-move at random"));
    assert!(page.contains("waiting for a processor for more than 25 % of it: played again, 7 times at most"), "{page}");
}

#[test]
fn a_test_of_copies_says_on_how_few_games_it_rests() {
    let contest = Contest::new(2);
    let test = "kind = \"sprt\"\nelo0 = 0\nelo1 = 100\nmost-games = 4000";
    let copies = COPIES.replace("games = 40\n", "").replace("kind = \"round-robin\"", test);
    fs::write(contest.path("copies.toml"), &copies).expect("it can be written");
    let printed = contest.run(&["tournament", "copies.toml", "-o", "copies", "--jobs", "1"]).goes_well();
    let said = "The test counts every pair, and rests on 2 games, of which the others are copies: its alpha and beta";
    assert!(printed.contains("The sequential test accepts H0") && printed.contains(said), "{printed}");
    let page = fs::read_to_string(contest.path("copies/index.html")).expect("it is there");
    assert!(page.contains(said) && page.contains("a little less often than in 95 of 100 cases"));
    contest.run(&["verify", "copies"]).goes_well();
    let open =
        copies.replace("opening = 0", "opening = 4").replace("m = 3\nk = 3", "m = 9\nk = 5").replace("n = 3", "n = 9");
    fs::write(contest.path("open.toml"), open).expect("it can be written");
    let printed = contest.run(&["tournament", "open.toml", "-o", "open", "--jobs", "1"]).goes_well();
    assert!(printed.contains("The sequential test") && !printed.contains("The test counts every pair"), "{printed}");
}

#[test]
fn what_chance_plays_again_is_evidence() {
    let contest = Contest::new(2);
    // On so small a board weak engines play hundreds of pairs again, most often the usual ones.
    let chance =
        COPIES.replace("games = 40", "games = 1000").replace("k = 3", "k = 2").replace("engine = 5", "engine = 1");
    fs::write(contest.path("chance.toml"), chance).expect("it can be written");
    let printed = contest.run(&["tournament", "chance.toml", "-o", "chance"]).goes_well();
    assert!(!printed.contains("evidence"), "{printed}");
    let results = fs::read_to_string(contest.path("chance/results.json")).expect("it is there");
    assert!(results.contains("\"games\": 1000") && results.contains("\"repeated\": 0"), "{results}");
    let small = ["--set", "m=3", "--set", "n=3", "--set", "k=2", "--opening", "0", "--games", "1000", "--nodes", "100"];
    let line = contest.run(&[&["match", "mnk", "engine:1", "engine:2"][..], &small].concat()).goes_well();
    assert!(line.contains("in 1000 games") || line.contains("not decided: "), "{line}");
    assert!(!line.contains("copies"), "{line}");
}
