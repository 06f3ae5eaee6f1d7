//! Records are shown and replayed, and changes in them are found.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::{QUICK, complaint, folder, printed, records};

pub(crate) const FILE: &str = "games.jsonl";

fn recorded() -> tempfile::TempDir {
    let folder = folder();
    printed(folder.path(), &[&QUICK[..], &["--games", "6", "--record", FILE]].concat());
    folder
}

#[test]
fn a_replay_shows_every_move() {
    let folder = recorded();
    let games = records(&folder.path().join(FILE));
    let list = printed(folder.path(), &["replay", FILE, "--list"]);
    assert_eq!(list.lines().count(), 6);
    assert!(
        list.starts_with("game 1: engine:1 (first player) against engine:2 (second player): "),
        "{list}"
    );
    let shown = printed(folder.path(), &["replay", FILE, "--game", "2"]);
    let moves = ["opening", "moves"].map(|field| games[1][field].as_array().expect("a list").len());
    assert_eq!(
        shown.matches("3 in a row").count(),
        moves[0] + moves[1] + 1,
        "a board for each position:\n{shown}"
    );
    let last =
        games[1]["moves"].as_array().and_then(|moves| moves.last()).and_then(|name| name.as_str());
    let last = last.expect("a move");
    assert!(
        shown.contains(&format!("{}. first player plays {last}", moves[0] + moves[1]))
            || shown.contains(&format!("{}. second player plays {last}", moves[0] + moves[1])),
        "{shown}"
    );
    let position = printed(folder.path(), &["replay", FILE, "--game", "2", "--move", "1"]);
    assert!(
        position.starts_with("\n1. opening: ") && position.matches("3 in a row").count() == 1,
        "{position}"
    );
    assert!(
        complaint(folder.path(), &["replay", FILE, "--game", "7"], 1)
            .contains("there is no game 7")
    );
    assert!(complaint(folder.path(), &["replay", FILE, "--move", "99"], 1).contains("game 1 has"));
    let foulless = complaint(folder.path(), &["replay", FILE, "--foul"], 1);
    assert!(foulless.contains("was lost by a foul"), "{foulless}");
    assert!(complaint(folder.path(), &["replay", "nosuch"], 1).contains("cannot read nosuch"));
}

#[test]
fn the_first_foul_is_found_in_any_game() {
    let folder = folder();
    let script = "side = input().split()[4]\nprint('resign' if side == '1' else 'Z9')\n";
    fs::write(folder.path().join("bot.py"), script).expect("a file can be written");
    let rest = ["--games", "2", "--nodes", "50", "--opening", "0", "--record", FILE];
    printed(folder.path(), &[&["match", "mnk", "bot.py", "engine:1"], &rest[..]].concat());
    let told = printed(folder.path(), &["replay", FILE, "--foul"]);
    assert!(told.contains("game 2: ") && told.contains("Z9"), "{told}");
    let found = complaint(folder.path(), &["replay", FILE, "--game", "1", "--foul"], 1);
    assert!(found.contains("game 1 was not lost by a foul"), "{found}");
}

#[test]
fn moves_may_be_written_in_capitals() {
    let folder = folder();
    let script = "input()\nprint('B2', flush=True)\n";
    fs::write(folder.path().join("bot.py"), script).expect("a file can be written");
    let rest = ["--set", "k=1", "--games", "2", "--opening", "0", "--record", FILE];
    printed(folder.path(), &[&["match", "mnk", "bot.py", "engine:1"], &rest[..]].concat());
    let game = &records(&folder.path().join(FILE))[0];
    assert_eq!((&game["end"]["by"], &game["moves"]), (&json!("rules"), &json!(["b2"])));
}

#[test]
fn what_was_recorded_fits() {
    let folder = recorded();
    let said = printed(folder.path(), &["verify", FILE]);
    assert_eq!(said, "6 games of m,n,k-game, engine:1 against engine:2: everything fits\n");
    let what = complaint(folder.path(), &["verify"], 2);
    assert!(what.contains("<FILE>"), "{what}");
}

/// Changes the line with this number, counted from 0, and gives the line a new checksum. Returns
/// the message of `verify`.
fn after(folder: &Path, line: usize, change: impl Fn(&mut Value)) -> String {
    change_lines(folder, |number, record| {
        if number == line {
            change(record);
        }
    });
    complaint(folder, &["verify", "changed"], 1)
}

/// Calls `change` for each record with the number of its line, counted from 0. Then writes the
/// records again with new checksums.
pub(crate) fn change_lines(folder: &Path, change: impl Fn(usize, &mut Value)) {
    let text = fs::read_to_string(folder.join(FILE)).expect("records are text");
    let changed = text.lines().enumerate().map(|(number, line)| {
        let mut record: Value = serde_json::from_str(line).expect("a record is JSON");
        record.as_object_mut().expect("an object").remove("sha256");
        change(number, &mut record);
        let object = record.to_string();
        let body = object.strip_suffix('}').expect("an object");
        format!("{body},\"sha256\":\"{}\"}}\n", sha256(body))
    });
    fs::write(folder.join("changed"), changed.collect::<String>()).expect("a file can be written");
}

/// Computes the checksum with another tool, so that this test does not rely on our own code.
fn sha256(text: &str) -> String {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut command = Command::new("sha256sum");
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("sha256sum is installed");
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    String::from_utf8_lossy(&output.stdout[..64]).into_owned()
}

#[test]
fn a_record_that_was_changed_with_care_does_not_fit() {
    let folder = recorded();
    type Change = fn(&mut Value);
    let changes: [(usize, &str, Change); 12] = [
        (2, "the margin", |game| {
            game["margin"] = (-game["margin"].as_i64().expect("a number") + 2).into();
        }),
        (0, "is not legal", |game| game["moves"][0] = game["opening"][0].clone()),
        (4, "game 5 is expected", |game| game["number"] = 6.into()),
        (1, "the first move", |game| game["first"] = 0.into()),
        (3, "another match", |game| game["seed"] = 7.into()),
        (3, "", |game| game["opening"] = json!(["a1"])),
        (5, "as many clocks", |game| game["clocks"]["wall_us"] = json!([])),
        (0, "move 5 took longer", |game| game["clocks"]["wall_us"][2] = 60_020_001.into()),
        (1, "was in time", |game| {
            let side = game["moves"].as_array().map_or(0, Vec::len) % 2;
            game["moves"].as_array_mut().and_then(Vec::pop).expect("a move");
            game["end"] = json!({"by": "foul", "side": 1 - side, "foul": {"kind": "late"}});
        }),
        (0, "was over", |game| game["end"] = json!({"by": "resignation", "side": 0})),
        (0, "`surprise`", |game| game["surprise"] = 1.into()),
        (0, "`ludo`", |game| game["game"] = "ludo".into()),
    ];
    for (line, why, change) in changes {
        let said = after(folder.path(), line, change);
        assert!(
            said.contains(&format!("changed, line {}: ", line + 1)) && said.contains(why),
            "{said}"
        );
    }
    // The program's output is a plain line, or an answer in GTP.
    for (before, end) in [("", ""), ("= ", "\n\n")] {
        let refused = after(folder.path(), 1, |game| {
            let moves = game["moves"].as_array_mut().expect("a list");
            let name = moves.pop().expect("a move");
            let side = moves.len() % 2;
            let output = format!("{before}{}{end}", name.as_str().expect("a name"));
            game["end"] = json!({
                "by": "foul", "side": side, "foul": {"kind": "illegal", "why": "it is"},
                "report": {
                    "input": "", "output": output, "stderr": "", "peak_memory": 1,
                    "reproduce": "true"
                },
            });
        });
        assert!(refused.contains("line 2: ") && refused.contains("called illegal"), "{refused}");
    }
}

#[test]
fn numbers_too_large_to_be_added_overflow_nothing() {
    let folder = recorded();
    let most = json!(u64::MAX);
    change_lines(folder.path(), |_, game| {
        game["time"]["game_ms"] = most.clone();
        game["time"]["increment_ms"] = most.clone();
        for clock in ["wall_us", "cpu_us", "waited_us"] {
            game["clocks"][clock][0] = most.clone();
        }
    });
    let said = printed(folder.path(), &["verify", "changed"]);
    assert!(said.ends_with(": everything fits\n"), "{said}");
    assert!(
        printed(folder.path(), &["replay", "changed", "--game", "1"])
            .contains("waiting for a processor")
    );
}

/// A record from outside may contain anything.
#[test]
fn a_terminal_obeys_nothing_that_a_record_says() {
    let folder = recorded();
    let path = folder.path();
    let evil = format!("\x1b[2Jevil\x1b]0;x\x07\n\u{9b}1m\u{202e}{}", "x".repeat(10_000));
    let is_tame = |said: &str| {
        let bad = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!said.contains(bad) && said.contains("␛[2Jevil␛]0;x␇␊"), "{said:?}");
        assert!(said.lines().all(|line| line.chars().count() < 700), "{said}");
    };
    change_lines(path, |_, game| game["players"][0]["name"] = evil.as_str().into());
    let said = printed(path, &["verify", "changed"]);
    is_tame(&said);
    assert_eq!(said.lines().count(), 1, "{said}");
    is_tame(&printed(path, &["replay", "changed"]));
    is_tame(&printed(path, &["replay", "changed", "--list"]));
    is_tame(&after(path, 0, |game| game["moves"][0] = evil.as_str().into()));
    is_tame(&after(path, 0, |game| game["game"] = evil.as_str().into()));
    is_tame(&after(path, 0, |game| game[&evil] = 1.into()));
}

#[test]
fn any_byte_changed_or_missing_is_found() {
    let folder = recorded();
    let whole = fs::read(folder.path().join(FILE)).expect("records can be read");
    let changed = folder.path().join("changed");
    for at in (0..whole.len()).step_by(whole.len() / 12) {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        fs::write(&changed, &bytes).expect("a file can be written");
        let line = whole[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let said = complaint(folder.path(), &["verify", "changed"], 1);
        assert!(said.contains(&format!("line {line}: ")), "byte {at}: {said}");
    }
    for end in [whole.len() - 1, whole.len() / 2, 10] {
        fs::write(&changed, &whole[..end]).expect("a file can be written");
        assert!(
            complaint(folder.path(), &["verify", "changed"], 1).contains("the line is cut off")
        );
    }
    let five = whole.split_inclusive(|&byte| byte == b'\n').take(5).collect::<Vec<_>>().concat();
    fs::write(&changed, five).expect("a file can be written");
    assert!(
        complaint(folder.path(), &["verify", "changed"], 1)
            .contains("was to have 6 games, and the last is game 5")
    );
    fs::write(&changed, "").expect("a file can be written");
    for words in
        [&["verify", "changed"][..], &["replay", "changed"], &["replay", "changed", "--list"]]
    {
        assert_eq!(complaint(folder.path(), words, 1), "ludoteka: changed has no games in it\n");
    }
}

/// A file that is left behind would stop the next match.
#[test]
fn of_a_match_that_does_not_begin_no_record_stays() {
    let folder = folder();
    fs::write(folder.path().join("a.rs"), "#![crate_type = \"lib\"]\n")
        .expect("a file can be written");
    let why = complaint(
        folder.path(),
        &["match", "mnk", "a.rs", "engine:1", "--strict", "--record", "games"],
        1,
    );
    assert!(why.contains("a.rs does not compile"), "{why}");
    assert!(!folder.path().join("games").exists(), "nothing was written to it");
}

/// A kill can leave half a pair and a line without an end.
#[test]
fn the_same_match_goes_on_after_the_games_in_its_record() {
    let folder = recorded();
    let path = folder.path().join(FILE);
    let whole = records(&path);
    let text = fs::read_to_string(&path).expect("records are text");
    let lines: Vec<_> = text.split_inclusive('\n').collect();
    let cut = [lines[0], lines[1], lines[2], &lines[3][..100]].concat();
    fs::write(&path, &cut).expect("a file");
    let words = [&QUICK[..], &["--games", "6", "--record", FILE]].concat();
    for other in [["--seed", "2"], ["--opening", "1"], ["--nodes", "90"]] {
        let mut other_words: Vec<_> =
            words.iter().filter(|word| **word != other[0]).copied().collect();
        other_words.retain(|word| other[0] != "--nodes" || *word != "100");
        other_words.extend(other);
        let why = complaint(folder.path(), &other_words, 1);
        assert!(why.contains("another match"), "{other:?}: {why}");
        assert_eq!(fs::read_to_string(&path).expect("text"), cut, "nothing is lost");
    }
    for strange in ["", "my essay", "my essay\n", lines[0], &[lines[0], "my essay"].concat()] {
        fs::write(&path, strange).expect("a file");
        complaint(folder.path(), &words, 1);
        assert_eq!(fs::read_to_string(&path).expect("text"), strange, "nothing is lost");
    }
    let reversi = ["match", "reversi", "engine:1", "engine:2", "--games", "2", "--record", FILE];
    for half in [&cut, lines[0]] {
        fs::write(&path, half).expect("a file");
        complaint(folder.path(), &reversi, 1);
        assert_eq!(&fs::read_to_string(&path).expect("text"), half, "nothing is lost");
    }
    fs::write(&path, &cut).expect("a file");
    let said = printed(folder.path(), &words);
    let again = records(&path);
    let moves =
        |games: &[Value]| games.iter().map(|game| game["moves"].clone()).collect::<Vec<_>>();
    assert_eq!(moves(&again), moves(&whole));
    assert_eq!(&again[..2], &whole[..2], "they were not played again");
    assert!(said.contains(": 6 games, seed 1"), "{said}");
    let before = fs::read(&path).expect("a file");
    assert_eq!(printed(folder.path(), &words), said, "nothing is left to play");
    assert_eq!(fs::read(&path).expect("a file"), before);
}

#[test]
fn a_match_of_three_goes_on_wherever_it_was_broken_off() {
    let folder = folder();
    let path = folder.path().join(FILE);
    let rest = ["--nodes", "100", "--games", "4", "--record", FILE];
    let three = |players: [&'static str; 3]| [&["match", "mnk"], &players[..], &rest].concat();
    let words = three(["engine:1", "engine:2", "engine:3"]);
    let said = printed(folder.path(), &words);
    let whole = fs::read_to_string(&path).expect("records are text");
    let lines: Vec<_> = whole.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 12);
    let moves = |text: &str| -> Vec<Value> {
        let games = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        games.map(|game| json!([game["players"], game["opening"], game["moves"]])).collect()
    };
    for games in [2, 3, 4, 5, 7, 8, 12] {
        let cut = lines[..games].concat();
        let torn = lines.get(games).map_or("", |line| &line[..50]);
        fs::write(&path, format!("{cut}{torn}")).expect("a file");
        assert_eq!(printed(folder.path(), &words), said, "{games}");
        let again = fs::read_to_string(&path).expect("records are text");
        assert_eq!(moves(&again), moves(&whole), "{games}");
        let kept: String = lines[..games / 2 * 2].concat();
        assert!(again.starts_with(&kept), "{games}: they were not played again");
    }
    let two = [&QUICK[..], &["--games", "4", "--record", FILE]].concat();
    let other = [&words[..], &["--seed", "2"]].concat();
    let order = three(["engine:2", "engine:1", "engine:3"]);
    for (words, text) in [
        (&two, &whole),
        (&other, &whole),
        (&order, &whole),
        (&words, &format!("{whole}{}", lines[..2].concat())),
        (&words, &lines[4..].concat()),
        (&words, &[&lines[..2], &lines[4..]].concat().concat()),
    ] {
        fs::write(&path, text).expect("a file");
        let why = complaint(folder.path(), words, 1);
        assert!(why.contains("another match"), "{why}");
        assert_eq!(&fs::read_to_string(&path).expect("text"), text, "nothing is lost");
    }
}
