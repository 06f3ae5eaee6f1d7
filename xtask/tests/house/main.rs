//! Tests of the workspace's structure: which crates may use each other, which dependencies are
//! allowed, and how files are named.

mod circles;
mod modules;
mod scripts;
mod spoken;
mod weight;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// For each crate, the crates of the workspace that it may use. Each crate in the list may use only
/// crates that come earlier in the list. A pair of a crate and a crate that it may use is an
/// *arrow*.
const ARROWS: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("search", &["rules"]),
    ("flood_wars", &["rules", "search"]),
    ("gangsters", &["rules", "search"]),
    ("mnk", &["rules", "search"]),
    ("poziomka", &["rules", "search"]),
    ("reversi", &["rules", "search"]),
    ("games", &["rules", "search", "flood_wars", "gangsters", "mnk", "poziomka", "reversi"]),
    ("programs", &["rules", "games"]),
    ("sandbox", &[]),
    ("pairing", &[]),
    ("stats", &[]),
    ("errors", &["rules"]),
    ("submission", &["rules", "sandbox", "errors"]),
    ("page", &["rules"]),
    ("judge", &["rules", "sandbox", "errors", "submission", "page"]),
    ("players", &["rules", "search", "sandbox", "errors", "submission"]),
    (
        "matches",
        &["rules", "search", "sandbox", "stats", "errors", "submission", "page", "players"],
    ),
    (
        "tournament",
        &[
            "rules",
            "search",
            "sandbox",
            "pairing",
            "stats",
            "errors",
            "submission",
            "page",
            "players",
            "matches",
        ],
    ),
    (
        "classroom",
        &[
            "rules",
            "search",
            "sandbox",
            "stats",
            "errors",
            "submission",
            "page",
            "judge",
            "players",
            "matches",
        ],
    ),
    ("play", &["rules", "search", "page"]),
    ("server", &["rules", "search", "errors", "page", "play", "classroom"]),
    (
        "cli",
        &[
            "rules",
            "search",
            "games",
            "programs",
            "sandbox",
            "pairing",
            "stats",
            "errors",
            "submission",
            "page",
            "judge",
            "players",
            "matches",
            "tournament",
            "classroom",
            "server",
        ],
    ),
    ("python", &["rules", "search", "games", "stats"]),
    ("web", &["rules", "search", "games", "errors", "page", "matches", "tournament", "play"]),
    ("testing", &[]),
    ("xtask", &["rules", "games"]),
];

/// The crates that may depend on `games`. The other crates may do so only for their tests.
const KNOWING: &[&str] = &["programs", "cli", "python", "web", "xtask"];

/// The crates of the games, which lie in the folder of `games`.
const GAMES: &[&str] = &["flood_wars", "gangsters", "mnk", "poziomka", "reversi"];

/// The crates that depend only on the workspace and on Rust's own libraries.
const PURE: &[&str] =
    &["rules", "search", "flood_wars", "gangsters", "mnk", "poziomka", "reversi", "games"];

/// File names that have a fixed meaning in every crate or folder.
const USUAL: &[&str] = &["mod.rs", "lib.rs", "main.rs", "tests.rs"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root").to_path_buf()
}

/// The folder with the sources of a crate.
fn sources_of(name: &str) -> PathBuf {
    let crates = root().join("crates");
    if GAMES.contains(&name) { crates.join("games") } else { crates }.join(name).join("src")
}

/// The name that code uses for a crate of the workspace. The crates that others may publish or
/// depend on have a prefix, since the short names are taken.
fn in_code(package: &str) -> String {
    package.strip_prefix("ludoteka-").unwrap_or(package).replace('-', "_")
}

fn metadata() -> Value {
    let mut command = Command::new(env!("CARGO"));
    command.args(["metadata", "--format-version=1", "--no-deps", "--locked"]).current_dir(root());
    let output = command.output().expect("cargo runs");
    serde_json::from_slice(&output.stdout).expect("cargo prints JSON")
}

/// The names of a package's dependencies. Development dependencies are included if `development` is
/// set.
fn dependencies(package: &Value, development: bool) -> BTreeSet<String> {
    let all = package["dependencies"].as_array().expect("a list").iter();
    let wanted = all.filter(|d| development || d["kind"] != "dev");
    wanted
        .map(|d| d["rename"].as_str().or(d["name"].as_str()).expect("a name").to_string())
        .collect()
}

#[test]
fn crates_know_only_what_they_may() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("a list");
    assert_eq!(packages.len(), ARROWS.len(), "every crate has a row in ARROWS");
    for (name, allowed) in ARROWS {
        let package = packages
            .iter()
            .find(|p| p["name"].as_str().map(in_code).as_deref() == Some(name))
            .expect("the crate exists");
        let used = dependencies(package, false);
        let members = used.iter().filter(|d| ARROWS.iter().any(|(member, _)| member == d));
        for member in members {
            assert!(allowed.contains(&member.as_str()), "{name} must not know {member}");
        }
        if PURE.contains(name) {
            // Messages travel in files, and serde only says what a value consists of.
            let is_known = |d: &&String| allowed.contains(&d.as_str()) || *d == "serde";
            let foreign: Vec<_> = used.iter().filter(|d| !is_known(d)).collect();
            assert!(
                foreign.is_empty(),
                "{name} may not depend on crates from outside: {foreign:?}"
            );
        }
    }
}

/// Finds the forbidden arrows. An arrow is forbidden if it leads to a crate that does not come
/// earlier in the list, or to `games` from a crate that may not use it.
fn violations<'a>(rows: &[(&'a str, &[&'a str])]) -> Vec<[&'a str; 2]> {
    let mut found = Vec::new();
    for (row, (name, allowed)) in rows.iter().enumerate() {
        let is_below = |other: &str| rows[..row].iter().any(|(before, _)| *before == other);
        let wrong = allowed
            .iter()
            .filter(|other| !is_below(other) || **other == "games" && !KNOWING.contains(name));
        found.extend(wrong.map(|other| [*name, *other]));
    }
    found
}

#[test]
fn arrows_point_down_only() {
    assert_eq!(violations(ARROWS), [[""; 2]; 0]);
    let wrong: &[(&str, &[&str])] = &[
        ("rules", &[]),
        ("games", &["rules", "page"]),
        ("page", &["rules", "games"]),
        ("cli", &["games", "page"]),
    ];
    assert_eq!(violations(wrong), [["games", "page"], ["page", "games"]]);
}

#[test]
fn every_dependency_is_justified_in_contributing() {
    let text = std::fs::read_to_string(root().join("CONTRIBUTING.md")).expect("CONTRIBUTING.md");
    let metadata = metadata();
    for package in metadata["packages"].as_array().expect("a list") {
        for name in dependencies(package, true) {
            let member = ARROWS.iter().any(|(member, _)| *member == name);
            let has_line = text.lines().any(|line| {
                let named = line.strip_prefix("- ").and_then(|line| line.split_once(": "));
                named.is_some_and(|(names, _)| {
                    names.split(", ").any(|one| one == format!("`{name}`"))
                })
            });
            assert!(member || has_line, "CONTRIBUTING.md has no line for `{name}`");
        }
    }
}

/// Finds the Rust files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    files(folder, "rs", found);
}

/// Finds the files with this extension below a folder.
fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
    {
        if entry.is_dir() {
            files(&entry, extension, found);
        } else if entry.extension().is_some_and(|its| its == extension) {
            found.push(entry);
        }
    }
}

#[test]
fn the_pure_crates_open_no_door_to_the_outside() {
    let doors = [
        "std::fs",
        "std::net",
        "std::process",
        "std::thread",
        "std::env",
        "Instant",
        "SystemTime",
        "stdin()",
    ];
    for name in PURE {
        let mut files = Vec::new();
        sources(&sources_of(name), &mut files);
        assert!(!files.is_empty());
        for file in files {
            let text = std::fs::read_to_string(&file).expect("source is text");
            for door in doors {
                assert!(!text.contains(door), "{} mentions {door}", file.display());
            }
        }
    }
}

#[test]
fn nothing_but_the_list_knows_which_games_exist() {
    let games = GAMES.iter().chain(&["flood-wars", "nmk"]);
    for name in [
        "rules",
        "search",
        "pairing",
        "stats",
        "errors",
        "submission",
        "page",
        "judge",
        "players",
        "matches",
        "tournament",
        "play",
        "server",
        "cli",
        "python",
    ] {
        let mut files = Vec::new();
        sources(&sources_of(name), &mut files);
        let is_test = |file: &PathBuf| file.components().any(|part| part.as_os_str() == "tests");
        for file in files.into_iter().filter(|file| !is_test(file)) {
            let text = std::fs::read_to_string(&file).expect("source is text");
            let (text, _) = text.split_once("#[cfg(test)]").unwrap_or((&text, ""));
            // Help and tests may name games in their examples. Other code may not name them, either
            // as a module or as a string.
            for game in games.clone() {
                let known = [format!("{game}::"), format!("\"{game}\"")]
                    .iter()
                    .any(|name| text.contains(name));
                assert!(!known, "{} names the game {game}", file.display());
            }
        }
    }
}

/// A file's name says what the file contains even without its folder. Only the files of the games
/// have the same names on purpose.
#[test]
fn no_more_than_two_files_share_a_name() {
    let mut files = Vec::new();
    for (name, _) in ARROWS.iter().filter(|(name, _)| !GAMES.contains(name) && *name != "xtask") {
        sources(&sources_of(name), &mut files);
    }
    let mut places = BTreeMap::<String, Vec<PathBuf>>::new();
    for path in files {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        places.entry(name).or_default().push(path);
    }
    let usual = |name: &String| USUAL.contains(&name.as_str());
    let many: Vec<_> =
        places.into_iter().filter(|(name, places)| places.len() > 2 && !usual(name)).collect();
    assert!(many.is_empty(), "names that more than two files have: {many:#?}");
}
