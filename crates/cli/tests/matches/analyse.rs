//! `ludoteka analyse`: what the moves of a recorded game gave away.

use serde_json::{Value, json};

use crate::records::{FILE, change_lines};
use crate::{QUICK, complaint, folder, printed};

/// A game of tic-tac-toe. The second player answers a corner with an edge, which loses, but the
/// first player misses the win.
const MOVES: [&str; 4] = ["a1", "a2", "c2", "c3"];

/// Makes a folder with a file `changed`, which contains unfinished games with these moves.
fn recorded(moves: &[&str]) -> tempfile::TempDir {
    let folder = folder();
    printed(folder.path(), &[&QUICK[..], &["--games", "2", "--record", FILE]].concat());
    change_lines(folder.path(), |_, record| {
        record["opening"] = json!([moves[0]]);
        record["moves"] = json!(moves[1..]);
    });
    folder
}

#[test]
fn each_move_is_compared_with_the_best() {
    let folder = recorded(&MOVES);
    let said = printed(folder.path(), &["analyse", "changed", "--json"]);
    let lines: Vec<Value> =
        said.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let told: Vec<_> =
        lines.iter().map(|line| (&line["number"], &line["move"], &line["loss"])).collect();
    let numbers = [json!(2), json!(3), json!(4)];
    let names = MOVES[1..].iter().map(|name| json!(name)).collect::<Vec<_>>();
    assert_eq!(
        told.iter().map(|told| told.0).collect::<Vec<_>>(),
        numbers.iter().collect::<Vec<_>>()
    );
    assert_eq!(
        told.iter().map(|told| told.1).collect::<Vec<_>>(),
        names.iter().collect::<Vec<_>>()
    );
    // a2 turns a draw into a loss; c2 turns the win into a draw; c3 keeps the draw.
    assert_eq!(
        told.iter().map(|told| told.2).collect::<Vec<_>>(),
        ["result", "result", "none"],
        "{said}"
    );
    assert!(
        lines.iter().all(|line| line["exact"] == true),
        "so small a board is searched to the end: {said}"
    );
    assert_eq!(
        (&lines[0]["worth"]["margin"], &lines[0]["best_worth"]["margin"]),
        (&json!(-1), &json!(0))
    );
    assert_eq!(lines[0]["best"], "b2", "only the middle draws");
    let words = printed(folder.path(), &["analyse", "changed"]);
    assert!(
        words.contains("  2. second player a2  mistake  first player wins; better: b2, a draw\n"),
        "{words}"
    );
    assert!(
        words.ends_with(
            "second player: 0.0 points given away in 2 moves; a result given away with move 2\n"
        ),
        "{words}"
    );
    assert_eq!(printed(folder.path(), &["analyse", "changed", "--nodes", "50000", "--json"]), said);
    assert_eq!(
        printed(folder.path(), &["analyse", "changed", "--time", "1m", "--json"]),
        said,
        "it ends when all is known"
    );
}

#[test]
fn what_cannot_be_analysed_is_told() {
    let folder = recorded(&MOVES);
    assert!(complaint(folder.path(), &["analyse", "nosuch"], 1).contains("cannot read nosuch"));
    assert!(
        complaint(folder.path(), &["analyse", "changed", "--game", "9"], 1)
            .contains("there is no game 9")
    );
    complaint(folder.path(), &["analyse", "changed", "--time", "1s", "--nodes", "5"], 2);
    complaint(folder.path(), &["analyse", "changed", "--time", "0s"], 2);
    let illegal = recorded(&["a1", "a1"]);
    assert!(complaint(illegal.path(), &["analyse", "changed"], 1).contains("move 2 (`a1`)"));
}
