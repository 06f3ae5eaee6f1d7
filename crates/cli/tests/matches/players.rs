//! Programs play whole games on either side by each protocol. The programs here are our own.

use std::fs;
use std::path::Path;

use games::GAMES;
use search::GameSpec;
use serde_json::Value;

use crate::terms::size;
use crate::{OWN, folder, printed, records};

/// Lets a player play our weakest engine with these parameters. Returns the records, which `verify`
/// accepts.
fn play(folder: &Path, spec: &GameSpec, player: &str, set: &[&str]) -> Vec<Value> {
    let file = "games";
    let _ = fs::remove_file(folder.join(file));
    let mut words = vec![
        "match", spec.name, player, "engine:1", "--games", "4", "--nodes", "200", "--record", file,
    ];
    // Without optimisation, `ludoteka` alone is larger than what some games allow a program.
    words.extend(["--memory", "256"]);
    words.extend(set.iter().flat_map(|setting| ["--set", *setting]));
    words.extend(spec.size.iter().flatten().flat_map(|name| ["--set", size(name)]));
    printed(folder, &words);
    printed(folder, &["verify", file]);
    let games = records(&folder.join(file));
    for game in &games {
        assert_eq!(game["end"]["by"], "rules", "{player}: {}", game["end"]);
    }
    games
}

#[test]
fn engines_behind_gtp_play_every_game() {
    let folder = folder();
    for spec in GAMES {
        let player = format!("gtp:{OWN} gtp {} --engine 2 --nodes 200", spec.name);
        assert_eq!(play(folder.path(), spec, &player, &[]).len(), 4);
    }
}

/// The games' own programs play by their own protocols. The program of Poziomka plays Left on the
/// transposed board.
#[test]
fn the_games_own_programs_play_both_sides() {
    let folder = folder();
    for spec in GAMES.iter().filter(|spec| spec.contest.protocol.is_some()) {
        let program = spec.program_name().expect("a protocol has a program");
        let nodes = if spec.name == "poziomka" { "" } else { " --nodes 200" };
        let set: &[&str] = if spec.name == "poziomka" { &["pola=2"] } else { &[] };
        let games = play(folder.path(), spec, &format!("{OWN} program {program}{nodes}"), set);
        let stronger = games
            .iter()
            .filter(|game| (game["margin"].as_i64() > Some(0)) == (game["first"] == 0))
            .count();
        assert!(stronger >= 3, "{program} beats the weakest engine nearly always: {stronger} of 4");
    }
}

/// A player under another name plays as before, and a name that no table could show is refused.
#[test]
fn players_are_called_as_the_command_line_says() {
    let folder = folder();
    let play = |names: &[&str]| {
        let rest = ["match", "mnk", "engine:1", "engine:1", "--nodes", "50", "--record", "games"];
        let _ = fs::remove_file(folder.path().join("games"));
        crate::run(folder.path(), &[&rest[..], names].concat()).2
    };
    assert_eq!(play(&["--name-a", "new", "--name-b", "old  one"]), Some(0));
    for game in records(&folder.path().join("games")) {
        assert_eq!([0, 1].map(|player| &game["players"][player]["name"]), ["new", "old one"]);
    }
    printed(folder.path(), &["verify", "games"]);
    assert_eq!(play(&["--name-a", "a\nb"]), Some(1));
    assert_eq!(play(&["--name-b", &"x".repeat(41)]), Some(1));
}

/// If a board has five rows and eight columns, a program that plays Left is told eight rows and
/// five columns.
#[test]
fn a_program_that_plays_left_is_told_the_board_turned_over() {
    let folder = folder();
    let script =
        "import os, sys\nprint(os.environ['WIERSZE'], os.environ['KOLUMNY'], file=sys.stderr)\n";
    fs::write(folder.path().join("tell.py"), script).expect("a file can be written");
    let board =
        ["--set", "pola=2", "--set", "wiersze=5", "--set", "kolumny=8", "--record", "games"];
    let words = [&["match", "poziomka", "tell.py", "engine:1"], &board[..]].concat();
    printed(folder.path(), &words);
    let told: Vec<_> = records(&folder.path().join("games"))
        .iter()
        .map(|game| {
            game["end"]["report"]["stderr"].as_str().expect("it has said something").to_string()
        })
        .collect();
    assert_eq!(told, ["8 5\n", "5 8\n"], "Left first, then Right");
}

#[test]
fn the_end_of_output_ends_an_answer_and_is_no_answer_itself() {
    let folder = folder();
    let script = "import sys\nif len(sys.argv) > 1: input()\nsys.stdout.write('a1')\n";
    fs::write(folder.path().join("last.py"), script).expect("a file can be written");
    let ends = |words: &[&str]| {
        let _ = fs::remove_file(folder.path().join("games"));
        let rest = ["engine:1", "--nodes", "50", "--opening", "0", "--record", "games"];
        printed(folder.path(), &[&["match", "mnk"], words, &rest[..]].concat());
        records(&folder.path().join("games"))[0]["end"].clone()
    };
    assert_eq!(ends(&["line:last.py x", "--set", "k=1"])["by"], "rules");
    let goes_on = ends(&["line:last.py x", "--set", "k=2"]);
    assert_eq!(
        (&goes_on["foul"]["kind"], &goes_on["foul"]["code"]),
        (&"exited".into(), &0.into()),
        "{goes_on}"
    );
    assert_eq!(
        ends(&["line:last.py", "--set", "k=1"])["foul"]["kind"],
        "exited",
        "it had not read the question"
    );
}

/// Many programs end their answers with one empty line more than the protocol asks for.
#[test]
fn answers_in_gtp_may_end_with_more_empty_lines() {
    let folder = folder();
    let script = r"import sys
for line in sys.stdin:
    word, *rest = line.split()
    answer = ''
    if word == 'list_commands': answer = 'clear_board\nplay\ngenmove\nboardsize'
    if word == 'clear_board': empty = [c + r for r in '123' for c in 'abc']
    if word == 'play': empty.remove(rest[1])
    if word == 'genmove': answer = empty.pop()
    print('= ' + answer + '\n\n', flush=True)
";
    fs::write(folder.path().join("blank.py"), script).expect("a file can be written");
    let rest = ["--games", "4", "--nodes", "50", "--opening", "0", "--record", "games"];
    printed(folder.path(), &[&["match", "mnk", "gtp:blank.py", "engine:1"], &rest[..]].concat());
    for game in records(&folder.path().join("games")) {
        assert_eq!(game["end"]["by"], "rules", "{}", game["end"]);
    }
}

/// A program that does not know our commands for parameters can be told only the size of the board.
/// It may refuse this size.
#[test]
fn who_refuses_a_game_through_gtp_loses_it() {
    let folder = folder();
    let deaf = "import sys\nfor line in sys.stdin:\n    print('=', end='\\n\\n', flush=True)\n";
    fs::write(folder.path().join("deaf.py"), deaf).expect("a file can be written");
    let why = "it cannot be told k=2: it does not know ludoteka-set_parameter";
    assert_unfit(folder.path(), &["mnk", "gtp:deaf.py", "--set", "k=2"], why);
    let proud = r"import sys
for line in sys.stdin:
    print('= boardsize' if 'list' in line else '? too small', end='\n\n', flush=True)
";
    fs::write(folder.path().join("proud.py"), proud).expect("a file can be written");
    assert_unfit(
        folder.path(),
        &["mnk", "gtp:proud.py"],
        "it answers `? too small` to `boardsize 3`",
    );
}

/// Asserts that a player cannot take part, and that all its games are recorded as lost.
fn assert_unfit(folder: &Path, words: &[&str], why: &str) {
    let _ = fs::remove_file(folder.join("games"));
    let rest = ["engine:1", "--games", "4", "--nodes", "50", "--opening", "0", "--record", "games"];
    printed(folder, &[&["match"], &words[..2], &rest, &words[2..]].concat());
    printed(folder, &["verify", "games"]);
    for game in records(&folder.join("games")) {
        let end = &game["end"];
        assert_eq!(
            (&end["foul"]["kind"], &end["side"]),
            (&"unfit".into(), &game["first"]),
            "{words:?}: {end}"
        );
        assert!(
            end["foul"]["why"]["text"].as_str().is_some_and(|text| text.contains(why)),
            "{words:?}: {end}"
        );
    }
}

/// A brain of Gomocup that plays the first free square, and makes remarks wherever it may. Its
/// argument is a fault.
const BRAIN: &str = r#"
import sys
fault = sys.argv[1] if len(sys.argv) > 1 else ""
def say(text):
    print(text, flush=True)
def square(text):
    return tuple(map(int, text.split(",")[:2]))
def move():
    free = [(x, y) for y in range(rows) for x in range(columns) if (x, y) not in taken]
    chosen = next(iter(taken), free[0]) if fault == "taken" else free[0]
    taken.add(chosen)
    say("DEBUG considered %d" % len(free))
    say("hello" if fault == "words" else "%d,%d" % chosen)
    say("MESSAGE done")
say("MESSAGE ready")
for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if command.endswith("START"):
        columns, rows = square(rest) if "," in rest else (int(rest), int(rest))
        taken = set()
        say("OK - %d" % rows)
    elif command in ("BEGIN", "TURN", "DONE"):
        taken.update([square(rest)] if command == "TURN" else [])
        move()
    elif command != "BOARD" and command != "INFO":
        taken.add(square(command))
"#;

#[test]
fn brains_of_gomocup_play_five_in_a_row_unchanged() {
    if !crate::has("python3") {
        return;
    }
    let folder = folder();
    fs::write(folder.path().join("brain.py"), BRAIN).expect("a file");
    let play = |player: &str, rest: &[&str]| {
        let _ = fs::remove_file(folder.path().join("r.jsonl"));
        let words = ["match", "gomoku", player, "engine:1", "--nodes", "50", "--record", "r.jsonl"];
        printed(folder.path(), &[&words[..], rest].concat());
        printed(folder.path(), &["verify", "r.jsonl"]);
        records(&folder.path().join("r.jsonl"))
    };
    for opening in ["0", "1", "4"] {
        for size in [&["--set", "n=8"][..], &[]] {
            let games = play("gomocup:brain.py", &[&["--opening", opening][..], size].concat());
            assert!(games.iter().all(|game| game["end"]["by"] == "rules"), "{games:?}");
            let brain = games[0]["moves"].as_array().expect("moves").iter().step_by(2);
            let own = usize::from(opening == "1");
            let first = games[0]["moves"][own].as_str().expect("a move");
            assert!(first.ends_with('1') && brain.len() > 2, "{first}: the first row is free");
        }
    }
    for (fault, kind) in [("words", "garbled"), ("taken", "illegal")] {
        let games = play(&format!("gomocup:brain.py {fault}"), &[]);
        assert!(games.iter().all(|game| game["end"]["foul"]["kind"] == kind), "{games:?}");
    }
    let words = ["match", "mnk", "gomocup:brain.py", "engine:1"];
    assert!(crate::complaint(folder.path(), &words, 1).contains("five in a row"));
}
