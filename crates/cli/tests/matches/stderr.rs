//! The record keeps what programs write to standard error while they think, move by move.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::records::change_lines;
use crate::{folder, printed, records};

/// Writes a starter in Python that prints `note` to standard error before each answer. `answer` is
/// the code with which the starter answers.
fn write_noisy(folder: &Path, starter: &str, answer: &str, note: &str) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../starters").join(starter);
    let source = fs::read_to_string(source.join("player.py")).expect("there is a starter");
    let (before, after) = source.rsplit_once(answer).expect("the starter answers");
    let note = format!("{before}print({note}, file=sys.stderr, flush=True); {answer}{after}");
    fs::write(folder.join("noisy.py"), note).expect("a file can be written");
}

/// Lets this player play two games against an engine, and returns the games' records.
fn play(folder: &Path, game: &[&str], player: &str) -> Vec<Value> {
    let words = [player, "engine:1", "--nodes", "50", "--games", "2", "--record", "games.jsonl"];
    printed(folder, &[&["match"], &game[..1], &words, &game[1..]].concat());
    printed(folder, &["verify", "games.jsonl"]);
    records(&folder.join("games.jsonl"))
}

/// The numbers of the moves that the engine's opponent made; the opening's first move is move 1.
fn own_moves(game: &Value) -> Vec<u64> {
    let [opening, moves] =
        ["opening", "moves"].map(|list| game[list].as_array().map_or(0, Vec::len) as u64);
    let side = u64::from(game["first"] != 0);
    (opening + 1..=opening + moves).filter(|number| (number - 1) % 2 == side).collect()
}

fn numbers(game: &Value) -> Vec<u64> {
    let texts = game["stderr"].as_array().expect("it wrote something");
    texts.iter().map(|text| text[0].as_u64().expect("a number")).collect()
}

/// Depending on the protocol, a process lives for a game, for a match, or for a move.
#[test]
fn each_move_has_its_own() {
    let mnk = &["mnk", "--set", "n=4", "--set", "m=4"][..];
    let flood_wars = &["flood-wars", "--set", "rows=10", "--set", "columns=10"][..];
    for (starter, answer, game, player) in [
        ("mnk", "print(name(move)", mnk, "line:noisy.py"),
        ("gtp", "self.stones[self.squares[name]] = side\n", mnk, "gtp:noisy.py"),
        ("flood-wars", "print(\"S\" if", flood_wars, "noisy.py"),
    ] {
        let folder = folder();
        write_noisy(folder.path(), starter, answer, "'note of', len(sys.argv)");
        for game in play(folder.path(), game, player) {
            assert_eq!(numbers(&game), own_moves(&game), "{starter}");
            let texts = game["stderr"].as_array().expect("a list");
            assert!(texts.iter().all(|text| text[1] == "note of 1\n"), "{starter}: {texts:?}");
        }
    }
}

#[test]
fn what_is_kept_is_bounded() {
    let folder = folder();
    let long = "'ż' * 3000";
    write_noisy(folder.path(), "mnk", "print(name(move)", long);
    for game in play(folder.path(), &["mnk", "--set", "n=9", "--set", "m=9"], "line:noisy.py") {
        let texts = game["stderr"].as_array().expect("a list");
        let lengths = texts.iter().map(|text| text[1].as_str().map_or(0, str::len));
        assert!(lengths.clone().all(|length| length <= 1 << 10), "{texts:?}");
        assert!(lengths.sum::<usize>() <= 4 << 10, "{texts:?}");
        let says_so = |text: &Value| text[1].as_str().is_some_and(|text| text.contains("[cut"));
        assert!(texts.iter().all(says_so), "{texts:?}");
    }
}

#[test]
fn a_foul_has_what_was_written_before_it() {
    let crash = "import sys\nfor line in sys.stdin:\n    raise ValueError('no idea')\n";
    for player in ["line:crash.py", "gtp:crash.py"] {
        let folder = folder();
        fs::write(folder.path().join("crash.py"), crash).expect("a file can be written");
        for game in play(folder.path(), &["mnk"], player) {
            let guilty = game["opening"].as_array().map_or(0, Vec::len)
                + game["moves"].as_array().map_or(0, Vec::len)
                + 1;
            assert_eq!(game["end"]["foul"]["kind"], "exited", "{player}");
            assert_eq!(numbers(&game), [guilty as u64], "{player}");
            let text = game["stderr"][0][1].as_str().expect("a text");
            assert!(text.contains("no idea"), "{player}: {text}");
        }
    }
}

#[test]
fn a_replay_shows_it_and_no_terminal_obeys_it() {
    let folder = folder();
    let note = r"'depth 3\n\x1b[2J\x9b', len(sys.argv)";
    write_noisy(folder.path(), "mnk", "print(name(move)", note);
    let games = play(folder.path(), &["mnk"], "line:noisy.py");
    let shown = printed(folder.path(), &["replay", "games.jsonl", "--game", "1"]);
    let lines = |text: &str| shown.lines().filter(|line| line.contains(text)).count();
    let moves = own_moves(&games[0]).len();
    assert_eq!([lines("depth 3"), lines("␛[2J\u{fffd} 1")], [moves; 2], "{shown}");
    assert!(!shown.contains(['\x1b', '\u{9b}']), "{shown:?}");
}

/// The records of engines, and those of older versions, have no field `stderr`.
#[test]
fn a_record_without_it_is_read() {
    let folder = folder();
    printed(folder.path(), &[&crate::QUICK[..], &["--record", "games.jsonl"]].concat());
    assert!(records(&folder.path().join("games.jsonl"))[0].get("stderr").is_none());
    change_lines(folder.path(), |_, game| game["stderr"] = json!([[1, "old"]]));
    printed(folder.path(), &["verify", "changed"]);
    assert!(printed(folder.path(), &["replay", "changed"]).contains("old"));
}
