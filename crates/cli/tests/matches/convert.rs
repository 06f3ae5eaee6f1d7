//! `ludoteka convert`, and openings from files of other programs.

use std::fs;
use std::path::Path;

use crate::{QUICK, complaint, folder, printed, records, run};

const GAMES: &str = "games.jsonl";

/// Four games of five in a row.
fn recorded() -> tempfile::TempDir {
    let folder = folder();
    let five = ["--set", "n=7", "--set", "m=9", "--set", "k=5", "--games", "4", "--record", GAMES];
    printed(folder.path(), &[&QUICK[..], &five].concat());
    folder
}

/// Converts a file into another.
fn convert(folder: &Path, from: &str, format: &str, to: &str) {
    let converted = printed(folder, &["convert", from, "--to", format]);
    fs::write(folder.join(to), converted).expect("a file can be written");
}

#[test]
fn games_go_out_and_come_back() {
    let folder = recorded();
    let played = records(&folder.path().join(GAMES));
    for format in ["sgf", "psq"] {
        let file = format!("games.{format}");
        convert(folder.path(), GAMES, format, &file);
        convert(folder.path(), &file, "jsonl", "again.jsonl");
        let again = records(&folder.path().join("again.jsonl"));
        let moves = |game: &serde_json::Value| {
            ["opening", "moves"].map(|list| game[list].as_array().expect("a list").clone()).concat()
        };
        assert!(played.iter().map(moves).eq(again.iter().map(moves)), "{format}");
        let result = |game: &serde_json::Value| (game["margin"].clone(), game["end"].clone());
        assert!(played.iter().map(result).eq(again.iter().map(result)), "{format}");
        let first = |game: &serde_json::Value| {
            let first = game["first"].as_u64().expect("a number") as usize;
            game["players"][first]["name"].clone()
        };
        assert!(played.iter().map(first).eq(again.iter().map(first)), "{format}");
        printed(folder.path(), &["verify", "again.jsonl"]);
    }
}

#[test]
fn tables_have_every_game_and_move() {
    let folder = recorded();
    let moves: usize = records(&folder.path().join(GAMES))
        .iter()
        .flat_map(|game| ["opening", "moves"].map(|list| game[list].as_array().map_or(0, Vec::len)))
        .sum();
    for (format, rows) in [("csv", 4), ("moves-csv", moves)] {
        let table = printed(folder.path(), &["convert", GAMES, "--to", format]);
        assert_eq!(table.lines().count(), rows + 1, "{table}");
    }
    let pgn = printed(folder.path(), &["replay", GAMES, "--export", "pgn"]);
    let one = printed(folder.path(), &["replay", GAMES, "--game", "2", "--export", "pgn"]);
    assert_eq!([&pgn, &one].map(|text| text.matches("[Result \"").count()), [4, 1]);
    assert!(one.contains("[White \"engine:2\"]") && pgn.lines().all(|line| line.len() < 100));
}

#[test]
fn a_mistake_is_told_with_its_place_or_skipped() {
    let folder = folder();
    let game = "(;SZ[3]RU[3 in a row];B[aa];W[ba];B[bb];W[ca];B[cc])\n";
    let bad = game.replace("W[ca]", "W[aa]");
    fs::write(folder.path().join("two.sgf"), format!("{game}{bad}")).expect("a file");
    let told = complaint(folder.path(), &["convert", "two.sgf"], 1);
    assert!(told.contains("two.sgf, line 2, column 41: move 4 (`a1`)"), "{told}");
    let (out, told, code) = run(folder.path(), &["convert", "two.sgf", "--skip"]);
    assert_eq!((out.lines().count(), code), (1, Some(0)));
    assert!(told.contains("1 game left out"), "{told}");
    fs::copy(folder.path().join("two.sgf"), folder.path().join("two.txt")).expect("a copy");
    complaint(folder.path(), &["convert", "two.txt"], 2);
    complaint(folder.path(), &["convert", "two.txt", "--from", "wtb"], 1);
    complaint(folder.path(), &["convert", "nosuch.sgf"], 1);
    printed(folder.path(), &["convert", "two.txt", "--from", "sgf", "--skip"]);
    let told = complaint(folder.path(), &["convert", "two.sgf", "--to", "ggf"], 1);
    assert!(told.contains("Reversi"), "{told}");
    let told = complaint(folder.path(), &["convert", "two.sgf", "--skip", "--to", "psq"], 1);
    assert!(told.contains("3 in a row"), "{told}");
}

#[test]
fn openings_come_from_games_of_other_programs() {
    let folder = recorded();
    convert(folder.path(), GAMES, "psq", "book.psq");
    let five = ["--set", "n=7", "--set", "m=9", "--set", "k=5", "--games", "4"];
    let book = ["--openings", "book.psq", "--opening", "3", "--record", "new.jsonl"];
    printed(folder.path(), &[&QUICK[..], &five, &book].concat());
    let opened: Vec<_> = records(&folder.path().join("new.jsonl"))
        .iter()
        .map(|game| game["opening"].as_array().expect("a list").len())
        .collect();
    assert_eq!(opened, [3; 4]);
    let whole = [&QUICK[..], &five, &book[..2]].concat();
    assert!(complaint(folder.path(), &whole, 1).contains("book.psq, line "));
    let other = [&QUICK[..], &book[..4]].concat();
    assert!(complaint(folder.path(), &other, 1).contains("n is 7"));
}
