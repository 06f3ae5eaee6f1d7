//! Files of others in the folder of a tournament are not overwritten. Links and folders that have
//! the name of a result file are tested in the crate `tournament`.

use std::fs;

use crate::contest::{Contest, ended, text};
use crate::interrupt::interrupt;
use crate::wait_for;

#[test]
fn another_tournament_in_the_folder_is_named() {
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let small = fs::read_to_string(contest.path("small.toml")).expect("a tournament");
    fs::write(contest.path("large.toml"), text("Large boards", 2)).expect("it can be written");
    // The message does not depend on whether a store is given.
    contest.run(&["store", "init", "elsewhere.sqlite"]).goes_well();
    let large = ["tournament", "large.toml", "-o", "results", "--store", "elsewhere.sqlite"];
    let another = ["results holds another tournament", "\"Small boards\""];
    contest.run(&large[..4]).names(&another);
    contest.run(&large).names(&another);
    for (from, to, [key, now, before]) in [
        ("seed = 7", "seed = 8", ["seed", "8", "7"]),
        ("n = 3", "n = 4", ["parameters: n", "4", "3"]),
        (
            "kind = \"round-robin\"",
            "kind = \"swiss\"\nrounds = 2",
            ["format: kind", "swiss", "round-robin"],
        ),
        ("engine = 1\nname = \"A\"", "engine = 1\nname = \"a2\"", ["player 1", "a2", "A"]),
        ("engine = 1\nname = \"A\"", "engine = 2\nname = \"A\"", ["player: engine", "2", "1"]),
    ] {
        fs::write(contest.path("small.toml"), small.replace(from, to)).expect("it can be written");
        contest.hold("results").names(&["results holds \"Small boards\"", key, now, before]);
    }
    fs::write(contest.path("small.toml"), &small).expect("it can be written");
    let program = contest.path("starter");
    if let Ok(whole) = fs::read(&program) {
        fs::write(&program, [&whole[..], b"\0"].concat()).expect("it can be written");
        contest.hold("results").names(&["the program of starter"]);
        fs::write(&program, &whole).expect("it can be written");
    }
    contest.run(&["verify", "results"]).goes_well();
}

#[test]
fn files_of_others_are_not_written_over() {
    let contest = Contest::new(2);
    fs::create_dir(contest.path("site")).expect("a folder");
    let write = |path: &str| fs::write(contest.path(path), "my course").expect("it can be written");
    for (file, in_the_way) in [
        ("index.html", "index.html"),
        ("MANIFEST.sha256", "MANIFEST.sha256"),
        ("players", "players/1.html"),
    ] {
        write(&format!("site/{file}"));
        contest.hold("site").names(&[in_the_way, "choose another folder"]);
        assert_eq!(
            fs::read_to_string(contest.path("site").join(file)).expect("it is there"),
            "my course"
        );
        assert!(!contest.path("site/store.sqlite").exists(), "nothing has been played");
        fs::remove_file(contest.path("site").join(file)).expect("it was there");
    }
    contest.hold("site").goes_well();
    // Files that no result would overwrite are kept, and the message names them.
    for file in ["friday.toml", "players/notes", "programs/.lock"] {
        write(&format!("site/{file}"));
        let said = contest.hold("site");
        assert!(said.code == Some(0) && said.complaint.contains(&format!("({file})")), "{said:?}");
        assert_eq!(
            fs::read_to_string(contest.path("site").join(file)).expect("it is there"),
            "my course"
        );
        fs::remove_file(contest.path("site").join(file)).expect("it was there");
    }
    let said = contest.hold("site").goes_well();
    assert!(said.starts_with("the tournament is over") && said.contains("points"), "{said}");
    // Without the manifest, the results are not complete, and nothing is left to complete them.
    fs::remove_file(contest.path("site/MANIFEST.sha256")).expect("it was there");
    contest.hold("site").names(&["MANIFEST.sha256 is missing", "another folder starts anew"]);
}

#[test]
fn before_the_first_game_anything_may_change() {
    let contest = Contest::new(2);
    let store = ["--store", "results/store.sqlite"];
    fs::create_dir(contest.path("results")).expect("a folder");
    contest.run(&["store", "init", store[1]]).goes_well();
    // Without a worker nobody plays, so the tournament waits.
    let announce = ["tournament", "small.toml", "-o", "results", "--jobs", "0", store[0], store[1]];
    let waiting = contest.begin(&announce);
    let is_announced = || {
        let list = contest.run(&["store", "list", store[1]]);
        list.printed.contains("Small boards")
    };
    wait_for("the announcement", is_announced);
    interrupt(&waiting);
    ended(waiting);
    contest.run(&["tournament", "results", "--withdraw", "A"]).goes_well();
    let small = fs::read_to_string(contest.path("small.toml")).expect("a tournament");
    fs::write(contest.path("small.toml"), small.replace("seed = 7", "seed = 8")).expect("a file");
    contest.hold("results").goes_well();
    contest.run(&["verify", "results"]).goes_well();
    let announced = fs::read_to_string(contest.path("results/announcement.json")).expect("text");
    assert!(announced.contains("\"seed\":8") && !contest.path("results/changes.jsonl").exists());
}
