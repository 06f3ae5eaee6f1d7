//! `docs/tournaments.md` tells of every key, and its examples are true.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::{folder, read, refused};

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tournaments.md");
    fs::read_to_string(path).expect("the document")
}

/// All keys that are known where a line with an unknown one is put.
fn keys(text: &str) -> BTreeSet<String> {
    let sentences = refused(text.as_bytes());
    let listed = sentences.iter().find_map(|line| line.split_once("`qqqqqqqqq` ")?.1.split_once("; there are: "));
    let (_, listed) = listed.unwrap_or_else(|| panic!("{text}: {sentences:?}"));
    listed.split(", ").map(str::to_string).collect()
}

#[test]
fn every_key_is_told_of() {
    let document = document();
    let kinds = ["round-robin", "gauntlet", "swiss", "knockout", "sprt"];
    let formats = kinds.map(|kind| format!("[format]\nkind = \"{kind}\"\nqqqqqqqqq = 1\n"));
    let players = ["engine = 1", "program = \"noe.c\"", "folder = \".\""];
    let players = players.map(|player| format!("[[player]]\n{player}\nqqqqqqqqq = 1\n"));
    let tables = ["[time]", "[fairness]", "[workers]"].map(|table| format!("{table}\nqqqqqqqqq = 1\n"));
    let board = "game = \"mnk\"\n[[player]]\nengine = 1\n[[board]]\nqqqqqqqqq = 1\n".to_string();
    let texts = formats.into_iter().chain(players).chain(tables).chain([board, "qqqqqqqqq = 1\n".to_string()]);
    let keys: BTreeSet<_> = texts.flat_map(|text| keys(&text)).collect();
    assert!(keys.len() > 35, "{keys:?}");
    for key in keys {
        let names = [format!("`{key}`"), format!("`[{key}]`"), format!("`[[{key}]]`")];
        assert!(names.iter().any(|name| document.contains(name)), "docs/tournaments.md says nothing of {key}");
    }
}

#[test]
fn the_shortest_file_is_one_and_its_mistakes_are_told_so() {
    let document = document();
    let (_, after) = document.split_once("```toml\n").expect("an example");
    let (example, after) = after.split_once("```").expect("its end");
    let (_, after) = after.split_once("```text\n").expect("what is said");
    let (said, _) = after.split_once("```").expect("its end");
    let folder = folder("");
    let path = folder.path().join("friday.toml");
    fs::create_dir(folder.path().join("entries")).expect("a folder can be made");
    fs::copy(folder.path().join("noe.c"), folder.path().join("entries/noe.c")).expect("a file can be copied");
    fs::write(&path, example).expect("a file can be written");
    read(&path).unwrap_or_else(|refused| panic!("{refused}"));
    fs::write(&path, example.replace("\"reversi\"", "\"revresi\"").replace("folder", "fodler"))
        .expect("it can be written");
    let refused = read(&path).expect_err("it is wrong").to_string();
    assert_eq!(refused.replace(&format!("{}/", folder.path().display()), ""), said.trim_end());
}
