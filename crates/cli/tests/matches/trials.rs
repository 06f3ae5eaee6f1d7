//! "Test a program" on the page that `ludoteka serve` shows.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::served::{Served, in_browser, starter};
use crate::{complaint, printed, records};

#[test]
fn a_right_program_plays_all_its_games_and_they_can_be_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = Served::new(folder.path(), &["--keep", "kept"]);
    for (number, (game, source)) in
        [("mnk", "mnk/player.c"), ("gangsters", "gangsters/player.py")].into_iter().enumerate()
    {
        let name = source.rsplit('/').next().expect("a name");
        let (trial, news) = served.tried(game, "player", &[(name, &starter(source))]);
        assert_eq!(
            (trial, &news["games"], &news["foul"]),
            (number as u64 + 1, &json!(12), &Value::Null)
        );
        let (status, lines) = served.get(&format!("/trials/{trial}/games.jsonl"));
        assert_eq!((status, lines.lines().count()), (200, 12));
        let kept = format!("kept/trials/{trial:05}.jsonl");
        assert_eq!(fs::read_to_string(folder.path().join(&kept)).expect("kept"), lines);
        printed(folder.path(), &["replay", &kept, "--game", "8"]);
        let verified = printed(folder.path(), &["verify", &kept]);
        assert!(
            verified.starts_with("12 games of ") && verified.contains(" matches: "),
            "{verified}"
        );
    }
    // The same boards again, then the two versions of one game against each other.
    let (_, again) = served.post("/api/trials/1/again", &json!({}));
    let again = again["trial"].as_u64().expect("a number");
    served.end_of(again);
    let boards = |trial: u64| {
        (1..=12)
            .map(|game| served.game(trial, &json!(game))["moves"][0][0].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(boards(again), boards(1));
    let (newer, _) = served.tried("mnk", "player", &[("player.py", &starter("mnk/player.py"))]);
    let (status, made) =
        served.post(&format!("/api/trials/{newer}/against"), &json!({ "version": 1 }));
    assert_eq!(status, 200, "{made}");
    let against = made["trial"].as_u64().expect("a number");
    served.end_of(against);
    let players = &served.game(against, &json!(1))["players"];
    assert!(players.as_array().expect("players").contains(&json!("player.py")), "{players}");
    let (status, _) =
        served.post(&format!("/api/trials/{newer}/against"), &json!({ "version": 2 }));
    assert_eq!(status, 422, "it plays another game");
}

/// Takes rows for columns, which does no harm on square boards.
const SWAPPED: &str = "import sys
_, rows, columns, k, us, _, _, made = sys.stdin.readline().split()
taken = {sys.stdin.readline().strip() for _ in range(int(made))}
while True:
    squares = [chr(97 + x) + str(y) for y in range(int(columns), 0, -1) for x in range(int(rows))]
    mine = next(square for square in squares if square not in taken)
    print(mine, flush=True)
    taken |= {mine, sys.stdin.readline().strip()}
";

#[test]
fn what_is_wrong_on_oblong_and_large_boards_alone_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = Served::new(folder.path(), &[]);
    let (_, news) = served.tried("mnk", "player", &[("swapped.py", SWAPPED)]);
    assert_eq!(news["foul"], 7, "the first game on the oblong board: {news}");
    assert!(cause(&news).contains("the column of a square for its row"), "{news}");
    let small = starter("gangsters/player.c").replace("board[28][28]", "board[12][12]");
    assert_ne!(small, starter("gangsters/player.c"));
    let (_, news) = served.tried("gangsters", "player", &[("small.c", &small)]);
    assert!(news["foul"].as_u64() >= Some(7), "a game on a large board: {news}");
    assert!(cause(&news).contains("small.c:") && cause(&news).contains("index 12"), "{news}");
    // The program is compiled with the numbers of its board.
    let right = starter("poziomka/player.c");
    let (_, news) = served.tried("poziomka", "player", &[("right.c", &right)]);
    assert_eq!((&news["games"], &news["foul"]), (&json!(10), &Value::Null), "{news}");
}

/// What a trial names as the cause of a foul; empty if nothing.
fn cause(news: &Value) -> &str {
    let lines = news["lines"].as_str().expect("lines");
    let cause = lines.split_once("Likely cause:").map_or("", |(_, rest)| rest);
    cause.split_once("</p>").map_or("", |(cause, _)| cause)
}

/// Null after the first move, and a crash there.
const CRASHING: &str = "#include <stdio.h>\n#include <stdlib.h>\n
struct Move { int row; struct Move *next; };
int main(void) {
    char line[100];
    struct Move *first = malloc(sizeof *first);
    first->next = getenv(\"NOTHING\") ? first : NULL;
    if (!fgets(line, sizeof line, stdin)) return 0;
    printf(\"a%d\\n\", first->next->row);
}
";

#[test]
fn what_explains_a_foul_is_looked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = Served::new(folder.path(), &[]);
    let reversi = starter("reversi/player.py");
    let straight = reversi.replace("if across or down]", "if (across == 0) != (down == 0)]");
    assert_ne!(straight, reversi);
    let mnk = starter("mnk/player.py");
    let from_zero = mnk.replace("return column, int(digits)", "return column, int(digits) + 1");
    assert_ne!(from_zero, mnk);
    let flood = starter("flood-wars/player.py");
    let greedy = flood.replace("not in (board[ours], board[theirs])", "!= board[ours]");
    assert_ne!(greedy, flood);
    // Two moves of an opening follow the first line.
    let waits = "#include <stdio.h>\nint main(void) {\n\
        for (int i = 0; i < 3; i++) scanf(\"%*[^\\n]\\n\");\n    puts(\"a1\");\n}\n";
    for (game, name, source, found) in [
        ("reversi", "straight.py", &*straight, "no discs on diagonals"),
        ("mnk", "from_zero.py", &from_zero, "reads from 0"),
        ("mnk", "crashing.c", CRASHING, "crashing.c:10"),
        ("flood-wars", "greedy.py", &greedy, "opponent"),
        ("mnk", "random.py", "print('a1', flush=True)\ninput()\nprint('z')", ""),
    ] {
        let (_, news) = served.tried(game, "player", &[(name, source)]);
        assert!(news["foul"].is_u64(), "{name}: {news}");
        let cause = cause(&news);
        assert!(cause.contains(found) && cause.is_empty() == found.is_empty(), "{name}: {news}");
    }
    let (_, news) = served.tried("mnk", "player", &[("waits.c", waits)]);
    let lines = news["lines"].as_str().expect("lines");
    assert!(lines.contains("scanf(") && cause(&news).is_empty(), "{lines}");
}

#[test]
fn the_first_foul_is_found_with_what_was_read_and_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = Served::new(folder.path(), &[]);
    let python = |rest: &str| format!("import sys\nline = sys.stdin.readline()\n{rest}\n");
    for (foul, source) in [
        ("a garbled answer", python("print('hello', flush=True); sys.stdin.readline()")),
        ("it ended early, with exit code 3", python("sys.stderr.write('gone'); sys.exit(3)")),
        ("a forbidden call", python("import os; os.fork()")),
        ("out of memory", python("x = bytearray(1 << 30)")),
        ("an illegal move", python("print('a1', flush=True)")),
        ("out of time", python("import time; time.sleep(99)")),
        ("out of time", python("import time; print('a', end='', flush=True); time.sleep(99)")),
        ("a garbled answer", python("print('= a1\\n', flush=True)")),
        ("it ended early", python("import json_of_mine")),
        ("it ended early", python("open('/etc/passwd')")),
    ] {
        let (trial, news) = served.tried("mnk", "player", &[("bot.py", &source)]);
        let found = served.game(trial, &news["foul"]);
        let told = found["foul"]["what"].as_str().expect("words");
        assert!(told.starts_with(foul), "{told} instead of {foul}");
        let report = &found["foul"]["report"];
        let read = report["input"].as_str().expect("an input");
        assert!(read.starts_with("mnk 3 3 3"), "{read}");
        let line = report["reproduce"].as_str().expect("a command");
        assert!(line.starts_with("ludoteka match mnk ./bot.py ./bot.py --games 2"), "{line}");
        // Pages tell the fouls of records in their own languages.
        let game = format!("GET /trials/{trial}/games/{}", news["foul"]);
        for language in ["pl", "ro"] {
            let (_, text) = served.ask(&game, &format!("accept-language: {language}\r\n"), "");
            let translated: Value = serde_json::from_str(&text).expect("a recording");
            let foul = &translated["foul"];
            assert_ne!(foul["what"], told, "{language}");
            assert_ne!(foul["report"]["ended"], report["ended"], "{language}");
            let hint = &report["hint"];
            assert!(hint.is_null() || foul["report"]["hint"] != *hint, "{language}: {hint}");
        }
    }
    // Only the step with the foul has a game.
    let silent = python("sys.exit(3)");
    let (trial, news) = served.tried("mnk", "player", &[("bot.py", &silent)]);
    let lines = news["lines"].as_str().expect("lines");
    assert_eq!(lines.matches("data-game").count(), 2, "the foul's button, and the game's: {lines}");
    // The pair ended after its first game, and the downloaded file fits all the same.
    let (_, games) = served.get(&format!("/trials/{trial}/games.jsonl"));
    fs::write(folder.path().join("games"), games).expect("a file can be written");
    assert!(printed(folder.path(), &["verify", "games"]).starts_with("1 game of "));
    let (_, news) = served.tried("mnk", "player", &[("bot.c", "int main(void) { return x; }")]);
    let lines = news["lines"].as_str().expect("lines");
    assert!(lines.contains("bot.c:1:") && !lines.contains("/tmp/"), "{lines}");
    assert_eq!(news["games"], 0);
}

#[test]
fn java_of_two_packages_is_compiled_together() {
    let found = Command::new("javac").arg("-version").output().is_ok();
    if !testing::is_there("javac", found) {
        return;
    }
    let main = "package a; import b.Answer; public class Main {\n\
        public static void main(String[] args) { new java.util.Scanner(System.in).nextLine();\n\
        System.out.println(Answer.FIRST); } }\n";
    let answer = "package b; public class Answer { public static final String FIRST = \"z9\"; }\n";
    let folder = tempfile::tempdir().expect("a folder");
    let served = Served::new(folder.path(), &[]);
    let files = [("bot/a/Main.java", main), ("bot/b/Answer.java", answer)];
    let (trial, news) = served.tried("mnk", "player", &files);
    let foul = served.game(trial, &news["foul"])["foul"]["what"].clone();
    assert!(foul.as_str().expect("a foul").contains("z9"), "{news}");
}

#[test]
fn a_package_of_python_plays_trials_and_matches() {
    let player = format!("from . import moves\n{}", starter("mnk/player.py"));
    let folder = tempfile::tempdir().expect("a folder");
    let served = Served::new(folder.path(), &[]);
    let files = [("bot/__init__.py", ""), ("bot/__main__.py", &*player), ("bot/moves.py", "")];
    for files in [&files[..], &files[1..]] {
        let (_, news) = served.tried("mnk", "player", files);
        assert_eq!((&news["games"], &news["foul"]), (&json!(12), &Value::Null), "{news}");
    }
    fs::create_dir(folder.path().join("bot")).expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a file can be written");
    }
    printed(folder.path(), &["match", "mnk", "bot", "engine:1", "--record", "games"]);
    let games = records(&folder.path().join("games"));
    assert!(games.iter().all(|game| game["end"]["by"] == "rules"), "{games:?}");
}

#[test]
fn a_task_is_judged_on_cases_with_the_judges_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = Served::new(folder.path(), &[]);
    let (trial, news) = served.tried("reversi", "task", &[("a.py", "print('a1')")]);
    assert!(news["lines"].as_str().expect("lines").contains("0 of 10"), "{news}");
    let (status, page) = served.get(&format!("/trials/{trial}/cases"));
    assert_eq!(status, 200);
    let here = std::env::temp_dir().display().to_string();
    assert!(page.contains("ludoteka judge reversi") && !page.contains(&here), "{page}");
}

#[test]
fn what_leaks_fails_under_valgrind_as_the_text_demands() {
    let found = ["gcc", "valgrind"].iter().all(|tool| sandbox::find(tool).is_some());
    if !testing::is_there("gcc or valgrind", found) {
        return;
    }
    let right = Path::new(env!("CARGO_MANIFEST_DIR")).join("../programs/tests/c/poziomka.c");
    let right = fs::read_to_string(right).expect("a program");
    let lost = "int main(void) {\n    volatile char *lost = malloc(16);\n    \
                lost[0] = 1;\n    lost = NULL;";
    let leaking = right.replace("int main(void) {", lost);
    let leaking = format!("#include <stdlib.h>\n{leaking}");
    let folder = tempfile::tempdir().expect("a folder");
    let served = Served::new(folder.path(), &[]);
    for (source, under_valgrind) in [(right, "10 of 10"), (leaking, "0 of 10")] {
        let (_, news) = served.tried("poziomka", "task", &[("a.c", &source)]);
        let lines = news["lines"].as_str().expect("lines");
        let found: Vec<_> = lines.split("</li>").filter(|line| line.contains(" of 10")).collect();
        assert_eq!(found.len(), 2, "{lines}");
        assert!(found[0].contains("10 of 10") && found[1].contains(under_valgrind), "{lines}");
    }
}

#[test]
fn bad_uploads_are_refused_and_nothing_hostile_takes_effect() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = Served::new(folder.path(), &["--keep", "kept"]);
    let right = starter("mnk/player.py");
    for (status, role, files) in [
        (422, "player", vec![]),
        (422, "player", vec![("notes.txt", "hello")]),
        (422, "player", vec![("a.py", ""), ("b.py", "")]),
        (422, "player", vec![("../../a.py", &*right)]),
        (422, "player", vec![("/etc/a.py", &*right)]),
        (422, "both", vec![("a.py", &*right)]),
    ] {
        let (found, why) = served.upload("mnk", role, &files);
        assert_eq!(found, status, "{role} {files:?}: {why}");
    }
    for (status, body) in [
        (400, "{".to_string()),
        (400, json!({ "role": "player", "files": [["a.py", "§"]] }).to_string()),
        (
            422,
            json!({ "role": "player", "files": [["a.py", ""]], "set": { "m": "x" } }).to_string(),
        ),
    ] {
        let json = "content-type: application/json\r\n";
        assert_eq!(served.ask("POST /api/mnk/test", json, &body).0, status, "{body}");
    }
    assert_eq!(served.ask("POST /api/mnk/test", "content-type: text/plain\r\n", "{}").0, 415);
    let foreign = "content-type: application/json\r\norigin: http://evil.example\r\n";
    assert_eq!(served.ask("POST /api/mnk/test", foreign, "{}").0, 403);
    for path in
        ["/trials/0", "/trials/9", "/trials/x", "/trials/9/now", "/trials/9/games/1", "/test/go"]
    {
        assert_eq!(served.get(path).0, 404, "{path}");
    }
    // A name is shown, and steers nothing.
    let name = "<script>alert(1)<\u{202e}script>.py";
    let (trial, _) = served.tried("mnk", "player", &[(name, &right)]);
    let (_, page) = served.get(&format!("/trials/{trial}"));
    assert!(page.contains("&lt;script&gt;") && !page.contains("<script>alert"), "{page}");
}

#[test]
fn a_person_plays_against_a_version() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = Served::new(folder.path(), &[]);
    served.tried("mnk", "player", &[("bot.c", &starter("mnk/player.c"))]);
    served.tried("mnk", "player", &[("bot.py", "input()\nprint('z9')\n")]);
    let reply =
        |version: u32, body: Value| served.post(&format!("/api/mnk/reply/{version}"), &body);
    assert_eq!(reply(1, json!({ "moves": ["a1"] })), (200, json!({ "move": "b2" })));
    let on_nine = json!({ "set": { "m": "9", "n": "9", "k": "5" }, "moves": [] });
    assert_eq!(reply(1, on_nine), (200, json!({ "move": "e5" })));
    let (status, told) = reply(2, json!({ "moves": [] }));
    assert_eq!(status, 200);
    assert!(told["foul"].as_str().expect("a foul").contains("z9"), "{told}");
    for (status, version, body) in [
        (404, 9, json!({ "moves": [] })),
        (422, 1, json!({ "moves": ["a9"] })),
        (422, 1, json!({ "moves": ["a1", "b1", "a2", "b2", "a3"] })),
        (422, 1, json!({ "at": "mnk 3 3 3 1\n...\n...\n...\n" })),
        (400, 1, json!([])),
    ] {
        assert_eq!(reply(version, body.clone()).0, status, "{body}");
    }
    assert_eq!(served.post("/api/reversi/reply/1", &json!({ "moves": [] })).0, 422);
}

#[test]
fn only_whoever_has_the_printed_address_tests_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [&[][..], &["--port", "0"], &["--listen", "127.0.0.1:0"]] {
        let mut served = Served::new(folder.path(), arguments);
        served.tried("mnk", "player", &[("bot.py", "print('a1')")]);
        let again = Served::new(folder.path(), arguments);
        let other = again.link.rsplit('/').next().expect("a token").to_string();
        assert_ne!(served.link.rsplit('/').next(), Some(&*other));
        assert_eq!(served.get(&format!("/link/{other}")).0, 410);
        for path in ["/test", "/test/mnk", "/trials/1", "/trials/1/now", "/versions/1"] {
            assert_eq!(served.get(path).0, 200, "{path}");
        }
        // Another account of this machine.
        let served = served.without_link();
        for path in ["/test", "/test/mnk", "/trials/1", "/trials/1/now", "/trials/1/games/1"] {
            assert_eq!(served.get(path).0, 401, "{path}");
        }
        assert_eq!(served.get("/versions/1").0, 401);
        let body = json!({ "moves": [] });
        for path in ["/api/mnk/reply/1", "/api/trials/1/again", "/api/versions/1/current"] {
            assert_eq!(served.post_status(path, &body), 401, "{path}");
        }
        assert_eq!(served.upload("mnk", "player", &[("a.py", "")]).0, 401);
        for path in ["/", "/play/mnk", "/rules/mnk"] {
            assert_eq!(served.get(path).0, 200, "{path}");
        }
        assert_eq!(served.post_status("/api/mnk/position", &body), 200);
    }
}

#[test]
fn no_programs_are_tested_for_a_network() {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [&["--listen", "0.0.0.0:0"][..], &["--listen", "127.0.0.1:0", "--host", "a"]] {
        let mut served = Served::new(folder.path(), arguments);
        served.at = served.at.replace("0.0.0.0", "127.0.0.1");
        assert_eq!(served.get("/test").0, 404);
        assert!(!served.get("/").1.contains("href=\"/test\""));
        assert_eq!(served.upload("mnk", "player", &[("a.py", "")]).0, 404);
        let kept = [&["serve", "--keep", "kept"], arguments].concat();
        complaint(folder.path(), &kept, 2);
    }
}

#[test]
fn a_student_tests_programs_in_a_browser() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = Served::new(folder.path(), &[]);
    in_browser("trials.mjs", std::slice::from_ref(&served.link));
}
