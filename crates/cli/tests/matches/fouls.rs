//! Every foul that a program can commit in a game is recorded with its kind, and the match
//! continues.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;
use testing::{NOBODY, is_root};

use crate::{badbot, folder, printed, records, run, said};

/// Each entry has the arguments for badbot, which is a program that commits fouls, and the kind of
/// foul that the record must show. The moves are for an empty board of three by three.
const FOULS: &[(&str, &str)] = &[
    ("play 'a1|a1' silent", "illegal"),
    ("play 'no move' silent", "garbled"),
    ("play 'a1\\x07' silent", "garbled"),
    ("play '' answer ''", "empty"),
    ("play '' silent", "late"),
    ("early a1", "early"),
    ("play '' twice a1", "twice"),
    ("play '' close-stdout", "closed"),
    ("play '' exit 0", "exited"),
    ("play '' exit 3", "exited"),
    ("play '' crash", "crashed"),
    ("play '' endless", "flood"),
    ("play '' huge-line", "long-line"),
    ("play '' memory-private", "memory"),
    ("play '' memory-shared", "memory"),
    ("play '' memory-at-once", "memory"),
    ("play '' stack", "crashed"),
    ("play '' busy", "late"),
    ("play '' stubborn", "late"),
    ("play '' tcp", "denied"),
    ("play '' write-file /tmp/badbot-was-here", "denied"),
    ("play '' read-file ANOTHER", "denied"),
];

/// Copies of `ludoteka` and of badbot that every user may execute, and a folder for temporary
/// files.
struct Place {
    folder: TempDir,
    user: Option<u32>,
}

impl Place {
    fn new(user: Option<u32>) -> Place {
        let folder = folder();
        let open = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
        };
        open(folder.path(), 0o777);
        for program in [PathBuf::from(env!("CARGO_BIN_EXE_ludoteka")), badbot()] {
            let copy = folder.path().join(program.file_name().expect("a program has a name"));
            // `cp` makes the copy. If this process had the copy open for writing, a process that
            // another test starts meanwhile would inherit the open file. Then the copy could not be
            // executed.
            let copied = Command::new("cp").args([&program, &copy]).status().expect("there is cp");
            assert!(copied.success(), "it can be copied");
            open(&copy, 0o755);
        }
        fs::create_dir(folder.path().join("tmp")).expect("a folder");
        open(&folder.path().join("tmp"), 0o777);
        Place { folder, user }
    }

    /// Lets badbot play a match against an engine while only a few files can be open, and returns
    /// the records. In the text `deed`, the word `ANOTHER` is replaced by the path of another
    /// program.
    fn play(&self, game: &[&str], deed: &str, clock: &str, games: u64) -> Vec<Value> {
        let path = self.folder.path();
        let record = format!("{}.jsonl", deed.replace(|c: char| !c.is_ascii_alphanumeric(), "_"));
        let another = path.join("ludoteka").display().to_string();
        let contestant = format!("./badbot {}", deed.replace("ANOTHER", &another));
        let games = games.to_string();
        let rest = [
            &contestant,
            "engine:1",
            "--games",
            &games,
            "--nodes",
            "50",
            "--move-time",
            clock,
            "--record",
            &record,
        ];
        // If each game leaked a descriptor, the limit would soon be reached.
        let mut command = Command::new("sh");
        command
            .args(["-c", "ulimit -Sn 24; exec ./ludoteka match \"$@\"", "sh"])
            .args(game)
            .args(rest);
        command.current_dir(path).env("TMPDIR", path.join("tmp"));
        if let Some(user) = self.user {
            command.uid(user).gid(user);
        }
        let (_, complaint, code) = said(&command.output().expect("there is a shell"));
        assert_eq!(code, Some(0), "{deed}: {complaint}");
        records(&path.join(&record))
    }

    fn assert_nothing_stays_behind(&self) {
        let left: Vec<_> =
            fs::read_dir(self.folder.path().join("tmp")).expect("a folder").collect();
        assert!(left.is_empty(), "{left:?}");
        let own = self.folder.path().display().to_string();
        for process in fs::read_dir("/proc").expect("processes are listed").flatten() {
            let program = fs::read_link(process.path().join("exe")).unwrap_or_default();
            assert!(!program.starts_with(&own), "{} still runs", program.display());
        }
    }
}

/// The time for a move: short if the program never answers, and otherwise far more than it needs.
fn clock(foul: &str) -> &'static str {
    if foul == "late" { "60ms" } else { "1m" }
}

/// Returns the kind of the foul in a record, and checks that the first contestant committed it.
fn foul(record: &Value) -> &str {
    let end = &record["end"];
    assert_eq!(end["by"], "foul", "{end}");
    assert_eq!(end["side"], record["first"], "it is badbot's: {end}");
    match end["foul"]["kind"].as_str().expect("fouls have names") {
        // A late answer is called `starved` if the machine was so busy that the program got no
        // processor.
        "starved" => "late",
        kind => kind,
    }
}

/// If root runs the tests, this test plays as an ordinary user. The sandbox's tests cover the fouls
/// of programs that root runs.
#[test]
fn each_ends_as_itself() {
    let place = Place::new(is_root().then_some(NOBODY));
    for (deed, expected) in FOULS {
        let games = place.play(&["mnk", "--opening", "0"], deed, clock(expected), 2);
        assert_eq!(games.len(), 2, "the match goes on");
        for game in &games {
            assert_eq!(foul(game), *expected, "{deed}: {}", game["end"]);
            assert_eq!(game["level"], 1);
            let loser = if game["first"] == 0 { -1 } else { 1 };
            assert_eq!(game["margin"], loser, "{deed}");
        }
    }
    place.assert_nothing_stays_behind();
}

/// In Flood Wars, a process makes only one move. A program that commits a foul loses by all squares
/// of the board.
#[test]
fn each_ends_as_itself_where_a_process_makes_one_move() {
    let place = Place::new(None);
    let board = ["flood-wars", "--set", "rows=10", "--set", "columns=12"];
    for (deed, expected) in [
        ("answer 'S'", "garbled"),
        ("answer ''", "empty"),
        ("early J", "late"),
        ("play '' endless", "flood"),
        ("play '' exit 3", "exited"),
        ("play '' crash", "crashed"),
        ("play '' memory-private", "memory"),
        ("play '' busy", "late"),
        ("play '' fork-bomb", "denied"),
    ] {
        for game in place.play(&board, deed, clock(expected), 2) {
            assert_eq!(foul(&game), expected, "{deed}: {}", game["end"]);
            assert_eq!(game["margin"].as_i64().map(i64::abs), Some(120), "{deed}");
        }
    }
    place.assert_nothing_stays_behind();
}

/// A program answers one question twice. Its second answer arrives together with the first, or
/// while the opponent thinks, or after the program's next question.
#[test]
fn a_second_answer_is_the_same_foul_however_late_it_comes() {
    let place = Place::new(None);
    // Nobody has five in a row before the bot answers a second time.
    let board = ["mnk", "--set", "m=9", "--set", "n=9", "--set", "k=5", "--opening", "0"];
    for (deed, expected) in [
        ("play '' again a9", "twice"),
        ("play 'b9' again a9", "twice"),
        ("early 'a9\\na9'", "early"),
    ] {
        let games = place.play(&board, deed, "1m", 2);
        assert_eq!(games.iter().map(foul).collect::<Vec<_>>(), [expected; 2], "{deed}");
    }
    let words = [
        "match",
        "mnk",
        r"gtp:./badbot early '= a9\n'",
        "engine:1",
        "--nodes",
        "50",
        "--record",
        "gtp",
    ];
    printed(place.folder.path(), &words);
    let games = records(&place.folder.path().join("gtp"));
    assert_eq!(games.iter().map(foul).collect::<Vec<_>>(), ["early"; 2]);
}

#[test]
fn the_page_on_matches_tells_of_every_foul() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/match.md");
    let page = fs::read_to_string(page).expect("docs/match.md is there");
    for (_, foul) in FOULS {
        assert!(page.contains(&format!("| `{foul}` | ")), "{foul}");
    }
}

#[test]
fn many_fouls_leave_nothing_open() {
    let place = Place::new(None);
    assert_eq!(place.play(&["mnk"], "play '' twice a1", "1m", 40).len(), 40);
    place.assert_nothing_stays_behind();
}

#[test]
fn a_report_tells_what_happened_and_how_to_see_it_again() {
    let place = Place::new(None);
    let game = &place.play(&["mnk", "--opening", "0"], "play '' noise", "1m", 2)[0];
    let report = &game["end"]["report"];
    assert_eq!(report["input"], "mnk 3 3 3 1 0 60000 0\n");
    assert_eq!(report["stderr"].as_str().map(|text| text.trim_matches('x').len()), Some(0));
    assert_eq!(report["exit_code"], json!(0));
    assert!(report["reproduce"].as_str().is_some_and(|line| line.starts_with("ludoteka match ")));
    assert_eq!(report["unconfined"], r"printf 'mnk 3 3 3 1 0 60000 0\n' | ./badbot play '' noise");
    let crash = &place.play(&["mnk", "--opening", "0"], "play '' crash", "1m", 2)[0]["end"];
    assert_eq!(
        (&crash["foul"]["signal"], &crash["report"]["signal"]),
        (&json!("SIGSEGV"), &json!("SIGSEGV"))
    );
    let denied = &place.play(&["mnk", "--opening", "0"], "play 'a1' udp", "1m", 2)[0]["end"];
    assert_eq!(
        (&denied["foul"]["call"], &denied["report"]["denied"]),
        (&json!("socket"), &json!("socket"))
    );
}

/// Beginners often forget to send an answer, or the newlines at its end. The program is then late,
/// and the report says what is missing.
#[test]
fn of_an_answer_whose_end_is_missing_that_is_said() {
    let folder = folder();
    let line = r"import sys, time
sys.stdin.readline()
print('b1', end='', flush=True)
sys.stdin.read()
";
    let gtp = r"import sys
for line in sys.stdin:
    end = '' if line.startswith('genmove') else '\n'
    print('= list_commands' if line.startswith('list') else '= b1', end='\n' + end, flush=True)
";
    // It does not wait for input, since the end of its input would make it write.
    let kept = r"import sys, time
out = open(1, 'w')
sys.stdin.readline()
out.write('b1\n')
time.sleep(60)
";
    for (protocol, text, output, said) in [
        ("line:a.py", line, "b1", "`b1`"),
        ("gtp:b.py", gtp, "= b1\n", "an empty line"),
        ("line:c.py", kept, "", "flush"),
    ] {
        let (_, name) = protocol.split_once(':').expect("a protocol");
        fs::write(folder.path().join(name), text).expect("a file can be written");
        let record = format!("{name}.jsonl");
        // The program's start is part of its time.
        let terms = ["--opening", "0", "--move-time", "2s", "--nodes", "50", "--record", &record];
        printed(folder.path(), &[&["match", "mnk", protocol, "engine:1"][..], &terms].concat());
        let game = &records(&folder.path().join(&record))[0];
        assert_eq!(foul(game), "late");
        let report = &game["end"]["report"];
        let hint = report["hint"]["text"].as_str().unwrap_or_default();
        assert!(report["output"] == output && hint.contains(said), "{report}");
        let shown = printed(folder.path(), &["replay", &record, "--game", "1", "--foul"]);
        assert!(shown.contains(hint), "{shown}");
    }
}

/// After a forbidden system call, the report gives a command that plays the game again in the
/// sandbox. The program then commits the same foul.
#[test]
fn the_game_of_a_forbidden_call_is_played_again() {
    let place = Place::new(None);
    let path = place.folder.path();
    let games = place.play(
        &["mnk", "--set", "m=4", "--set", "n=4", "--set", "k=4"],
        "play d4 fork-bomb",
        "1m",
        6,
    );
    let denied: Vec<_> = games.iter().filter(|game| foul(game) == "denied").collect();
    assert!(
        denied.iter().any(|game| game["number"].as_u64() > Some(2)),
        "after most openings, the program commits the foul only at a later move"
    );
    for game in denied {
        assert_eq!(game["end"]["report"]["unconfined"], Value::Null);
        let line = game["end"]["report"]["reproduce"].as_str().expect("a shell command");
        assert!(line.starts_with("ludoteka match mnk './badbot play d4 fork-bomb' "), "{line}");
        let _ = fs::remove_file(path.join("again"));
        let mut command = Command::new("sh");
        command.args(["-c", &format!("./{line} --record again")]).current_dir(path);
        let (_, complaint, code) = said(&command.output().expect("there is a shell"));
        assert_eq!(code, Some(0), "{line}: {complaint}");
        let again = records(&path.join("again"))
            .into_iter()
            .find(|again| again["number"] == game["number"]);
        let again = again.expect("the match goes as far");
        for field in ["parameters", "opening", "moves", "first"] {
            assert_eq!(again[field], game[field], "{line}");
        }
        assert_eq!(again["end"]["foul"], game["end"]["foul"]);
    }
}

#[test]
fn a_program_that_does_not_compile_loses_its_games_and_stops_no_match() {
    let folder = folder();
    fs::write(folder.path().join("bad.c"), "int main(void) { return missing; }\n")
        .expect("a file can be written");
    let words = [
        "match",
        "mnk",
        "bad.c",
        "engine:1",
        "--nodes",
        "100",
        "--games",
        "4",
        "--record",
        "games.jsonl",
    ];
    let (_, complaint, code) = run(folder.path(), &words);
    assert_eq!(code, Some(0), "{complaint}");
    assert!(complaint.contains("bad.c loses its games: it does not compile:\n"), "{complaint}");
    let games = records(&folder.path().join("games.jsonl"));
    for game in &games {
        assert_eq!(game["end"]["foul"]["kind"], "unfit", "{game}");
        assert!(
            game["end"]["report"]["stderr"].as_str().is_some_and(|log| log.contains("missing")),
            "{game}"
        );
    }
    assert_eq!(games.len(), 4);
    printed(folder.path(), &["verify", "games.jsonl"]);
    // The program loses at its first turn. If the engine starts, there is one move before this
    // turn.
    assert_eq!(
        games.iter().map(|game| game["moves"].as_array().map_or(9, Vec::len)).collect::<Vec<_>>(),
        [0, 1, 0, 1]
    );
}

/// A course's strict compiler options judge the style of the programs that students hand in. A
/// program in a match is not refused for its style, unless the user sets such options.
#[test]
fn a_program_with_warnings_plays_unless_options_are_set() {
    let folder = folder();
    fs::write(folder.path().join("plain.c"), "int main(void) { int unused; return 3; }\n")
        .expect("a file can be written");
    let played = |more: &[&str]| {
        let words = ["match", "reversi", "plain.c", "engine:1", "--nodes", "100"];
        let (printed, complaint, _) = run(folder.path(), &[&words, more].concat());
        (printed, complaint)
    };
    let (printed, complaint) = played(&["--record", "games.jsonl"]);
    assert_eq!(complaint, "");
    assert!(!printed.contains("--record"), "{printed}");
    for game in records(&folder.path().join("games.jsonl")) {
        assert_eq!(game["end"]["foul"]["kind"], "exited", "{game}");
    }
    let (printed, _) = played(&[]);
    assert!(printed.contains("`ludoteka replay FILE --foul`"), "{printed}");
    let (_, complaint) = played(&["--compiler-options", "-Wall -Werror"]);
    assert!(complaint.contains("leave out `-Werror`"), "{complaint}");
}
