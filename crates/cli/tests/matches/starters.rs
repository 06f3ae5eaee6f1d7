//! The starters in every language play whole matches without a foul.

use std::path::Path;

use crate::{folder, has, printed, records};

/// The extension of each language's sources, and the tool that the language needs.
const LANGUAGES: [(&str, &str); 5] =
    [("c", "gcc"), ("cpp", "g++"), ("pas", "fpc"), ("rs", "rustc"), ("py", "python3")];

/// Lets the starters in this folder play our weakest engine with these arguments: one match for
/// each language. The starters in C and Python also play each other.
fn check(starter: &str, game: &[&str]) {
    check_in(&LANGUAGES, starter, game);
}

fn check_in(languages: &[(&str, &str)], starter: &str, game: &[&str]) {
    let folder = folder();
    let starters = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../starters");
    let (protocol, name) = starter.split_once(':').unwrap_or(("", starter));
    let player = |ending: &str| {
        let path = starters.join(name).join(format!("player.{ending}"));
        assert!(path.is_file(), "{} is there", path.display());
        let prefix = if protocol.is_empty() { String::new() } else { format!("{protocol}:") };
        format!("{prefix}{}", path.display())
    };
    let play = |first: &str, second: &str, file: &str| {
        let rest = [
            first,
            second,
            "--games",
            "2",
            "--nodes",
            "300",
            "--game-time",
            "10m",
            "--record",
            file,
            "--jobs",
            "2",
        ];
        printed(folder.path(), &[&["match"], &game[..1], &rest, &game[1..]].concat());
        for game in records(&folder.path().join(file)) {
            assert_eq!(game["end"]["by"], "rules", "{starter}: {}", game["end"]);
        }
        printed(folder.path(), &["verify", file]);
    };
    for (ending, tool) in languages {
        if has(tool) {
            play(&player(ending), "engine:1", ending);
        }
    }
    if has("gcc") && has("python3") {
        play(&player("py"), &player("c"), "both");
    }
}

#[test]
fn poziomka_on_both_sides_of_a_board_that_is_no_square() {
    check(
        "poziomka",
        &["poziomka", "--set", "pola=3", "--set", "wiersze=7", "--set", "kolumny=10"],
    );
}

#[test]
fn gangsters() {
    check("gangsters", &["gangsters", "--set", "n=6", "--set", "m=5", "--set", "limit=30"]);
}

#[test]
fn flood_wars() {
    check("flood-wars", &["flood-wars", "--set", "rows=10", "--set", "columns=11"]);
}

#[test]
fn reversi() {
    check("reversi", &["reversi"]);
}

#[test]
fn mnk() {
    check("mnk", &["mnk", "--set", "n=6", "--set", "m=7", "--set", "k=4"]);
}

#[test]
fn mnk_through_gtp() {
    let languages = [("c", "gcc"), ("py", "python3")];
    check_in(&languages, "gtp:gtp", &["mnk", "--set", "n=6", "--set", "m=5", "--set", "k=4"]);
}
