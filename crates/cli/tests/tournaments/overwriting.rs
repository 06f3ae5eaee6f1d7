//! What people may put into the folder of a tournament: nothing of anybody's is written over.

use std::fs;

use crate::contest::{Contest, text};
use crate::damage::games;

#[test]
fn games_of_which_their_store_knows_nothing_are_not_written_over() {
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let published = games(&contest);
    fs::remove_file(contest.path("results/store.sqlite")).expect("it was there");
    contest.run(&["store", "init", "results/store.sqlite"]).goes_well();
    let said = contest.hold("results");
    assert!(said.complaint.contains("it knows 0 of the "), "{said:?}");
    said.goes_well();
    assert!(games(&contest) == published);
}

#[test]
fn another_tournament_in_the_folder_is_named() {
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let small = fs::read_to_string(contest.path("small.toml")).expect("a tournament");
    fs::write(contest.path("large.toml"), text("Large boards", 2)).expect("it can be written");
    contest.run(&["tournament", "large.toml", "-o", "results"]).refuses(
        "results holds another tournament, \"Small boards\": choose another folder, or the file and programs of then",
    );
    let otherwise = |difference: &str| {
        format!(
            "results holds \"Small boards\" as it was begun, and {difference}: undo that to go on with it, or choose another \
             folder"
        )
    };
    for (from, to, difference) in [
        ("seed = 7", "seed = 8", "seed is 8, and was 7"),
        ("n = 3", "n = 4", "parameters: n is \"4\", and was \"3\""),
        (
            "kind = \"round-robin\"",
            "kind = \"swiss\"\nrounds = 2",
            "format: kind is \"swiss\", and was \"round-robin\"",
        ),
        ("engine = 1\nname = \"A\"", "engine = 1\nname = \"a2\"", "player 1 is a2, and was A"),
        ("engine = 1\nname = \"A\"", "engine = 2\nname = \"A\"", "A: player: engine is 2, and was 1"),
    ] {
        fs::write(contest.path("small.toml"), small.replace(from, to)).expect("it can be written");
        contest.hold("results").refuses(&otherwise(difference));
    }
    fs::write(contest.path("small.toml"), &small).expect("it can be written");
    let program = contest.path("starter");
    if let Ok(mut bytes) = fs::read(&program) {
        let whole = bytes.clone();
        bytes.push(0);
        fs::write(&program, &bytes).expect("it can be written");
        contest.hold("results").refuses(&otherwise("the program of starter, starter, is another file"));
        fs::write(&program, &whole).expect("it can be written");
    }
    // A store elsewhere, or none, makes no difference.
    contest.run(&["store", "init", "elsewhere.sqlite"]).goes_well();
    let large = ["tournament", "large.toml", "-o", "results", "--store", "elsewhere.sqlite"];
    let another =
        "results holds another tournament, \"Small boards\": choose another folder, or the file and programs of then";
    contest.run(&large).refuses(another);
    let whole = contest.path("results/store.sqlite");
    fs::rename(&whole, contest.path("kept")).expect("it was there");
    contest.run(&large[..4]).refuses(another);
    contest.run(&["verify", "results"]).goes_well();
    fs::rename(contest.path("kept"), &whole).expect("it was there");
    contest.hold("results").goes_well();
}

#[test]
fn games_are_not_written_over_from_a_store_that_has_less() {
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let games = fs::read_to_string(contest.path("results/games.jsonl")).expect("games").lines().count();
    contest.run(&["store", "init", "elsewhere.sqlite"]).goes_well();
    let elsewhere = ["tournament", "small.toml", "-o", "results", "--store", "elsewhere.sqlite"];
    contest.run(&elsewhere).refuses(&format!(
        "results has {games} games of this tournament in it (games.jsonl), and the store elsewhere.sqlite knows 0 of them: the \
         others would be written over; give the --store that they came from, or else choose another folder, or delete these \
         results"
    ));
    contest.run(&["verify", "results"]).goes_well();
    fs::copy(contest.path("results/store.sqlite"), contest.path("elsewhere.sqlite")).expect("it can be copied");
    // One in which the same tournament was held once more: few games take the same times.
    contest.hold("again").goes_well();
    let again = ["tournament", "small.toml", "-o", "results", "--store", "again/store.sqlite"];
    contest
        .run(&again)
        .names(&[" of them: the others would be written over; give the --store that they came from, or"]);
    contest.run(&elsewhere).goes_well();
}

#[test]
fn files_of_others_are_not_written_over() {
    let contest = Contest::new(2);
    fs::create_dir(contest.path("site")).expect("a folder");
    let write = |path: &str| fs::write(contest.path(path), "my course").expect("it can be written");
    for file in ["index.html", "MANIFEST.sha256", "players"] {
        write(&format!("site/{file}"));
        let in_the_way = if file == "players" { "players/1.html" } else { file };
        contest.hold("site").refuses(&format!(
            "site has a file {in_the_way} in the way that is of no results written there before: choose another folder"
        ));
        assert_eq!(fs::read_to_string(contest.path("site").join(file)).expect("it is there"), "my course");
        assert!(!contest.path("site/store.sqlite").exists(), "nothing has been played");
        fs::remove_file(contest.path("site").join(file)).expect("it was there");
    }
    let beside = |what: &str| {
        format!(
            "ludoteka: site has files in it that are no results ({what}), and `ludoteka verify` will say so: a folder of its \
             own is better\n"
        )
    };
    write("site/friday.toml");
    assert_eq!(contest.hold("site").complaint, beside("friday.toml"));
    write("site/more");
    let again = contest.hold("site");
    assert_eq!((again.code, again.complaint), (Some(0), beside("friday.toml and 1 more")));
    for file in ["friday.toml", "more"] {
        fs::remove_file(contest.path("site").join(file)).expect("it was there");
    }
    for file in ["players/notes", "players/99.html", "programs/.lock"] {
        write(&format!("site/{file}"));
        assert_eq!(contest.hold("site").complaint, beside(file));
        fs::remove_file(contest.path("site").join(file)).expect("it was there");
    }
    fs::create_dir_all(contest.path("site/players/of mine/more")).expect("it can be made");
    assert_eq!(contest.hold("site").complaint, beside("players/of mine"));
    fs::remove_dir_all(contest.path("site/players/of mine")).expect("it was there");
    contest.run(&["verify", "site"]).goes_well();
    // They are the results of before, whatever has become of the manifest.
    fs::remove_file(contest.path("site/MANIFEST.sha256")).expect("it was there");
    assert_eq!(contest.hold("site").complaint, "");
    contest.run(&["verify", "site"]).goes_well();
}

#[test]
fn a_link_in_place_of_a_folder_is_replaced_and_not_followed() {
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    for folder in ["players", "programs", ".next"] {
        let (theirs, ours) = (contest.path(&format!("theirs of {folder}")), contest.path("results").join(folder));
        fs::create_dir(&theirs).expect("it can be made");
        for file in ["1.html", "MANIFEST.sha256"] {
            fs::write(theirs.join(file), "precious").expect("it can be written");
        }
        let _ = fs::remove_dir_all(&ours);
        std::os::unix::fs::symlink(&theirs, &ours).expect("it can be linked");
        assert_eq!(contest.hold("results").complaint, "");
        contest.run(&["verify", "results"]).goes_well();
        for file in ["1.html", "MANIFEST.sha256"] {
            assert_eq!(fs::read_to_string(theirs.join(file)).expect("it is theirs"), "precious");
        }
        assert_eq!(fs::read_dir(&theirs).expect("it is there").count(), 2);
    }
}

#[test]
fn a_folder_in_place_of_a_file_is_told_of_before_anything_is_replaced() {
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let manifest = fs::read(contest.path("results/MANIFEST.sha256")).expect("a manifest");
    for file in ["index.html", "players/3.html", "MANIFEST.sha256"] {
        let path = contest.path("results").join(file);
        fs::remove_file(&path).expect("it was there");
        fs::create_dir(&path).expect("it can be made");
        contest.hold("results").refuses(&format!(
            "cannot write results/{file}: there is a folder where a file has to be, which the command leaves alone"
        ));
        if file != "MANIFEST.sha256" {
            assert_eq!(fs::read(contest.path("results/MANIFEST.sha256")).expect("it is there"), manifest);
        }
        fs::remove_dir(&path).expect("it was there");
        contest.hold("results").goes_well();
        contest.run(&["verify", "results"]).goes_well();
    }
}
