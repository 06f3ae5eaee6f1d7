//! The options of a match, and the messages for options that are refused.

use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use games::GAMES;
use serde_json::Value;

use crate::{OWN, QUICK, complaint, folder, printed, records};

#[test]
fn engines_play_every_game_in_pairs_on_one_board() {
    let folder = folder();
    for spec in GAMES {
        let record = format!("{}.jsonl", spec.name);
        let mut words = vec![
            "match", spec.name, "engine:2", "engine:1", "--games", "6", "--nodes", "200", "--jobs",
            "2",
        ];
        words.extend(["--record", &record]);
        for name in spec.size.iter().flatten() {
            words.extend(["--set", size(name)]);
        }
        let said = printed(folder.path(), &words);
        assert!(said.contains("\nNot decided yet: "), "three pairs prove nothing: {said}");
        let has_points = ["flood-wars", "poziomka", "reversi"].contains(&spec.name);
        assert_eq!(said.contains("\nby the margins of both games, "), has_points, "{said}");
        let games = records(&folder.path().join(&record));
        let counts_moves = |game: &Value| game["moves_left"].as_u64().is_some();
        assert_eq!(games.iter().all(counts_moves), spec.name == "poziomka", "{}", spec.name);
        let numbers: Vec<_> =
            games.iter().map(|game| game["number"].as_u64().expect("a number")).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6], "{}", spec.name);
        for pair in games.chunks(2) {
            assert_eq!((&pair[0]["first"], &pair[1]["first"]), (&0.into(), &1.into()));
            for field in ["parameters", "opening"] {
                assert_eq!(pair[0][field], pair[1][field], "{}", spec.name);
            }
        }
        let boards: Vec<_> =
            games.iter().map(|game| (&game["parameters"], &game["opening"])).collect();
        assert!(
            boards[0] != boards[2] || boards[2] != boards[4],
            "{}: different pairs have different boards",
            spec.name
        );
        assert!(
            printed(folder.path(), &["verify", &record]).starts_with("6 games of "),
            "{}",
            spec.name
        );
    }
}

#[test]
fn each_two_of_several_players_meet_on_the_same_boards() {
    let folder = folder();
    let players = ["match", "mnk", "engine:1", "engine:5", "engine:3"];
    let words = [&players[..], &["--games", "4", "--nodes", "200", "--record", "r.jsonl"]].concat();
    let said = printed(folder.path(), &words);
    let games = records(&folder.path().join("r.jsonl"));
    let met: Vec<_> = games.iter().step_by(4).map(|game| game["players"].to_string()).collect();
    assert_eq!(games.len(), 12);
    for (met, [one, other]) in met.iter().zip([
        ["engine:1", "engine:5"],
        ["engine:1", "engine:3"],
        ["engine:5", "engine:3"],
    ]) {
        assert!(met.contains(one) && met.contains(other), "{met}");
    }
    assert_eq!(games[0]["opening"], games[4]["opening"]);
    assert_ne!(games[0]["opening"], games[2]["opening"]);
    let places: Vec<_> = said.lines().filter(|line| line.starts_with("  1 engine:")).collect();
    assert_eq!(places.len(), 2, "the standings and the points against each: {said}");
    assert!(printed(folder.path(), &["verify", "r.jsonl"]).starts_with("12 games of "));
    let sprt = [&players[..], &["--sprt", "0,30"]].concat();
    assert!(complaint(folder.path(), &sprt, 2).contains("--sprt"));
    let twice = complaint(folder.path(), &["match", "mnk", "engine:1", "engine:2", "engine:1"], 1);
    assert!(twice.contains("engine:1"), "{twice}");
}

/// The guide names our option beside each option of two programs for chess.
#[test]
fn the_options_in_the_guide_for_users_of_other_programs_exist() {
    let guide = include_str!("../../../../docs/match.md");
    let (_, section) = guide.split_once("## Coming from").expect("the section");
    let rows = section.split("\n## ").next().expect("text").lines();
    let ours = rows.filter_map(|row| row.split('|').nth(2)?.split('`').nth(1));
    // Players have other names in the guide, and the rows of other commands are tried elsewhere.
    let ours =
        ours.map(|row| row.replace("ludoteka match GAME A B C", "engine:1 engine:2 engine:3"));
    let ours = ours.map(|row| row.replace("./a", "engine:1").replace("./b", "engine:2"));
    let ours: Vec<_> = ours.filter(|row| row.starts_with("--") || row.starts_with("eng")).collect();
    assert!(ours.len() > 14, "{ours:?}");
    let folder = folder();
    fs::write(folder.path().join("book.txt"), "a1 b2\nc3 b2\n").expect("a file");
    for options in ours {
        let named = options.split(' ').filter(|word| word.starts_with("engine:")).count();
        let mut words = vec!["match", "mnk"];
        words.extend(&["engine:1", "engine:2"][..2_usize.saturating_sub(named)]);
        words.extend(options.split(' '));
        if !options.contains("--games") {
            words.extend(["--games", "2"]);
        }
        if !options.contains("--nodes") {
            words.extend(["--nodes", "20"]);
        }
        let said = printed(folder.path(), &words);
        assert!(said.contains("points"), "{options}: {said}");
    }
}

/// The record has them, so that another match cannot go on with it.
#[test]
fn options_of_one_side_hold_for_it_alone() {
    let folder = folder();
    let quick = ["--set", "n=7", "--set", "m=7", "--set", "k=5", "--record", "r.jsonl"];
    let a = ["match", "mnk", "engine:5", "engine:5", "--nodes-a", "20"];
    let words = [&a[..], &["--nodes-b", "3000", "--games", "4"], &quick].concat();
    let said = printed(folder.path(), &words);
    assert!(said.contains("engine:5@20 ") && said.contains("engine:5@3000 "), "{said}");
    let games = records(&folder.path().join("r.jsonl"));
    assert_eq!(games[0]["players"][1]["own"], serde_json::json!({"nodes": 3000}));
    assert!(games[0]["nodes"].is_null());
    let moves = |file: &str| {
        let games = records(&folder.path().join(file));
        games
            .iter()
            .map(|game| (game["players"].clone(), game["moves"].clone()))
            .collect::<Vec<_>>()
    };
    let mut short = ["match", "mnk", "engine:5@20", "engine:5@3000", "--games", "4"].to_vec();
    short.extend(&quick[..6]);
    printed(folder.path(), &[&short[..], &["--record", "short.jsonl"]].concat());
    assert_eq!(moves("r.jsonl"), moves("short.jsonl"), "both spellings are one match");
    let other: Vec<_> =
        words.iter().map(|&word| if word == "3000" { "4000" } else { word }).collect();
    assert!(complaint(folder.path(), &other, 1).contains("another match"));
    let said = printed(folder.path(), &["verify", "r.jsonl"]);
    assert!(said.starts_with("4 games of "), "{said}");
    let file = "title = \"t\"\ngame = \"mnk\"\nformat.kind = \"round-robin\"\n\
        player = [{ engine = 5, time = { nodes = 20 } }, { engine = 5, time.move = \"1s\" }]\n";
    fs::write(folder.path().join("t.toml"), file).expect("a file");
    let said = printed(folder.path(), &["tournament", "t.toml", "-o", "out"]);
    assert!(said.contains("engine:5@20"), "{said}");
    let games = records(&folder.path().join("out/games.jsonl"));
    let own = |number: usize| games[0]["players"][number]["own"].clone();
    let mut both = [own(0), own(1)];
    both.sort_by_key(|own| own["nodes"].is_null());
    let announced =
        [serde_json::json!({"nodes": 20}), serde_json::json!({"time": {"move_ms": 1000}})];
    assert_eq!(both, announced);
    printed(folder.path(), &["verify", "out"]);
}

/// The program sleeps for longer than one of the clocks, and has the other clock in the other game.
#[test]
fn each_side_has_its_own_clock_memory_and_folder() {
    if !crate::has("python3") {
        return;
    }
    let folder = folder();
    let read = "import os,sys,time\nfor line in sys.stdin:\n    time.sleep(1.5)\n    \
        sys.stderr.write(open('book/a').read())\n    print('a1', flush=True)\n";
    fs::write(
        folder.path().join("slow.py"),
        read.replace("book", &folder.path().join("book").display().to_string()),
    )
    .expect("a file");
    fs::create_dir(folder.path().join("book")).expect("a folder");
    fs::write(folder.path().join("book/a"), "it is open").expect("a file");
    let clocks = ["--move-time-a", "50ms", "--move-time-b", "20s", "--data-b", "book"];
    let start = ["match", "mnk", "line:slow.py", "line:slow.py", "--opening", "0"];
    let rest = ["--name-a", "quick", "--memory-a", "99", "--record", "r.jsonl"];
    printed(folder.path(), &[&start[..], &clocks, &rest].concat());
    let games = records(&folder.path().join("r.jsonl"));
    let [quick, slow] = &games[..] else { panic!("{games:?}") };
    assert_eq!((&quick["end"]["side"], &quick["end"]["foul"]["kind"]), (&0.into(), &"late".into()));
    assert_eq!(slow["moves"], serde_json::json!(["a1"]), "the other has time for its move");
    assert_eq!(slow["stderr"][0][1], "it is open");
    assert_eq!((&slow["end"]["side"], &slow["end"]["foul"]["kind"]), (&1.into(), &"late".into()));
    let players = &quick["players"];
    assert_eq!(players[0]["own"]["plays"], "line:slow.py");
    assert_eq!(
        (&players[0]["own"]["memory"], &players[0]["memory"]),
        (&(99 << 20).into(), &(99 << 20).into())
    );
    let again = quick["end"]["report"]["reproduce"].as_str().expect("a command");
    for option in ["--move-time-a 50ms", "--move-time-b 20s", "--memory-a 99", "--data-b book"] {
        assert!(again.contains(option), "{option}: {again}");
    }
    printed(folder.path(), &["verify", "r.jsonl"]);
}

#[test]
fn pairs_are_opened_by_the_lines_of_a_file() {
    let folder = folder();
    fs::write(folder.path().join("book.txt"), "f5 d6  # diagonal\nf5 f6\n").expect("a file");
    let quick = ["--openings", "book.txt", "--games", "6", "--nodes", "50", "--record", "r.jsonl"];
    let words = [&["match", "reversi", "engine:1", "engine:2"], &quick[..]].concat();
    assert!(printed(folder.path(), &words).contains("after one of 2 openings"));
    let games = records(&folder.path().join("r.jsonl"));
    let opened: Vec<_> = games.iter().map(|game| game["opening"][1].clone()).collect();
    assert_eq!(opened, ["d6", "d6", "f6", "f6", "d6", "d6"]);
    assert!(printed(folder.path(), &["verify", "r.jsonl"]).starts_with("6 games of "));
    let file = "title = \"t\"\ngame = \"reversi\"\nopenings = \"book.txt\"\ngames = 4\n\
        time.nodes = 50\nplayer = [{ engine = 1 }, { engine = 2 }]\nformat.kind = \"round-robin\"\n";
    fs::write(folder.path().join("t.toml"), file).expect("a file");
    printed(folder.path(), &["tournament", "t.toml", "-o", "out"]);
    let games = records(&folder.path().join("out/games.jsonl"));
    let opened: Vec<_> = games.iter().map(|game| game["opening"][1].clone()).collect();
    assert_eq!(opened, ["d6", "d6", "f6", "f6"]);
    printed(folder.path(), &["verify", "out"]);
    fs::write(folder.path().join("book.txt"), "f5 d6\na1\n").expect("a file");
    assert!(complaint(folder.path(), &words, 1).contains("book.txt, line 2: move 1"));
}

/// The test ends the match, and the record shows that it was decided at its last pair.
#[test]
fn a_sequential_test_ends_a_match() {
    let folder = folder();
    let board = ["--set", "n=5", "--set", "m=5", "--set", "k=4", "--nodes", "200"];
    let ends = |sprt, record| {
        let words = ["match", "mnk", "engine:3", "engine:1", "--sprt", sprt, "--record", record];
        printed(folder.path(), &[&words[..], &board].concat());
        records(&folder.path().join(record))
    };
    let games = ends("0,200", "stronger.jsonl");
    assert!(games.len() < 200 && games.len().is_multiple_of(2), "{}", games.len());
    assert_eq!(games[0]["sprt"], serde_json::json!([0, 200]));
    assert!(printed(folder.path(), &["verify", "stronger.jsonl"]).contains("accepts H1"));
    let fewer = ends("499.5,600", "not-so-much.jsonl");
    assert_eq!(fewer[0]["sprt"], serde_json::json!([499.5, 600]));
    let verdict = printed(folder.path(), &["verify", "not-so-much.jsonl"]);
    for tested in ["accepts H0", "499.5", "600", "alpha 0.05", "beta 0.05"] {
        assert!(verdict.contains(tested), "{verdict}");
    }
    let file = fs::read_to_string(folder.path().join("stronger.jsonl")).expect("a record");
    let cut: String = file.split_inclusive('\n').take(games.len() - 2).collect();
    fs::write(folder.path().join("cut.jsonl"), cut).expect("a file");
    assert!(complaint(folder.path(), &["verify", "cut.jsonl"], 1).contains("before its test"));
}

/// A setting that makes the board seven squares long in one direction. A game on such a board is
/// quick.
pub(crate) fn size(name: &str) -> &'static str {
    ["n=7", "m=7", "rows=7", "columns=7", "wiersze=7", "kolumny=7"]
        .into_iter()
        .find(|setting| setting.split('=').next() == Some(name))
        .expect("a known name of a size")
}

#[test]
fn the_same_seed_is_the_same_match() {
    let folder = folder();
    let moves = |file: &str, seed: &str, jobs: &str| {
        let rest = ["--games", "10", "--seed", seed, "--jobs", jobs, "--record", file];
        printed(folder.path(), &[&QUICK[..], &rest].concat());
        let records = records(&folder.path().join(file));
        records
            .iter()
            .map(|game| (game["opening"].clone(), game["moves"].clone()))
            .collect::<Vec<_>>()
    };
    let first = moves("a", "1", "1");
    assert_eq!(first, moves("b", "1", "2"), "the number of jobs does not matter");
    assert_ne!(first, moves("c", "2", "1"));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = folder();
    let missing = "int main(void) { return missing; }\n";
    for (name, text) in [("taken", ""), ("bad.c", missing), ("notes.txt", "")] {
        fs::write(folder.path().join(name), text).expect("a file can be written");
    }
    let refusals: &[(&str, i32, &str)] = &[
        ("mnk engine:1 engine:2 --games 3", 2, "--games 3"),
        ("mnk engine:1 engine:2 --games 9223372036854775808", 2, "10000000"),
        ("mnk nosuch engine:2", 1, "nosuch"),
        ("mnk notes.txt engine", 1, "notes.txt"),
        ("mnk engine:0 engine", 2, "engine:0"),
        ("mnk engine engine:6", 2, "engine:6"),
        ("mnk engine:1 engine:1 --record taken", 1, "taken"),
        ("mnk bad.c engine:1 --strict", 1, "bad.c does not compile:\n"),
        ("mnk engine engine --opening 9", 1, "9"),
        ("mnk engine engine --move-time 0s", 2, "from 1ms to 24h"),
        ("mnk engine engine --move-time 500", 2, "write 500ms or 500s"),
        ("mnk engine engine --set n=0", 2, "n=0"),
        ("mnk engine", 2, "two players"),
        ("mnk engine:1 engine --memory-a 10", 2, "engine:1 is no program"),
        ("mnk human engine --nodes-a 10", 2, "human is no engine"),
        ("mnk engine@5 engine --nodes-a 10", 2, "expected no --nodes-a"),
        ("mnk engine engine --increment-b 1s", 2, "--game-time-b"),
        ("mnk OWN engine --data-a nowhere", 1, "nowhere"),
        // These programs use protocols that cannot transmit these options.
        ("poziomka OWN engine:1 --opening 2", 1, "opening of 2"),
        ("gangsters OWN engine:1 --set step=one", 1, "step=one"),
    ];
    for (words, code, named) in refusals {
        let words: Vec<_> =
            words.split(' ').map(|word| if word == "OWN" { OWN } else { word }).collect();
        let said = complaint(folder.path(), &[&["match"], &words[..]].concat(), *code);
        assert!(said.starts_with("ludoteka: ") || *code == 2, "{said}");
        assert!(said.contains(named), "{words:?}: {said}");
    }
}

/// Two players of the same name need numbers. Their games are drawn.
#[test]
fn players_of_one_name_are_numbered_and_nothing_has_no_minus() {
    let folder = folder();
    let words = [
        "match",
        "mnk",
        "engine:5",
        "engine:5",
        "--nodes",
        "5000",
        "--opening",
        "0",
        "--record",
        "games",
    ];
    let said = printed(folder.path(), &words);
    for name in ["engine:5 (1) ", "engine:5 (2) "] {
        let line = said
            .lines()
            .find(|line| line.starts_with(name))
            .unwrap_or_else(|| panic!("{name}: {said}"));
        assert!(line.ends_with(" +0.00"), "{line}");
    }
    let list = printed(folder.path(), &["replay", "games", "--list"]);
    assert!(
        list.contains("game 2: engine:5 (2) (first player) against engine:5 (1) (second player): "),
        "{list}"
    );
}

/// A person plays through standard input: moves, commands, and the end of input. The winning move
/// is shown too.
#[test]
fn a_person_sits_at_the_table() {
    let folder = folder();
    let words = ["match", "mnk", "human", "human", "--opening", "0", "--record", "games"];
    let mut command = crate::ludoteka(folder.path(), &words);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let typed = b"a1\nz9\nmoves\nb1\na2\nb2\na3\nb3\nresign\n";
    child.stdin.take().expect("a pipe").write_all(typed).expect("it reads");
    let (printed, complaint, code) = crate::said(&child.wait_with_output().expect("it ends"));
    assert_eq!((code, complaint.as_str()), (Some(0), ""), "{printed}");
    assert!(printed.contains("`z9` is not a legal move here"), "{printed}");
    let (first, _) = printed.split_once("\ngame ").expect("each game's end is told");
    let (_, board) = first.rsplit_once("the last move was ").expect("it is told");
    assert!(
        board.starts_with("a3\n") && board.contains(" 1 !x o .\n 2 !x o .\n 3 !x . .\n"),
        "{board}"
    );
    let games = records(&folder.path().join("games"));
    assert_eq!((&games[0]["end"]["by"], &games[0]["margin"]), (&"rules".into(), &1.into()));
    assert_eq!((&games[1]["end"]["by"], &games[1]["margin"]), (&"resignation".into(), &1.into()));
}

/// Two matches bound to the same processor would each get half of it.
#[cfg(target_os = "linux")]
#[test]
fn a_match_keeps_to_no_processor_that_is_somebody_elses() {
    if !crate::has("python3") {
        return;
    }
    let all = sandbox::slots();
    if all.len() == 1 {
        return eprintln!("skipped: there is no other processor");
    }
    // Another test may use the processor for a while.
    let claim = std::iter::repeat_with(|| sandbox::claim(all[0]))
        .inspect(|_| sleep(Duration::from_millis(5)));
    let _held = claim.flatten().next().expect("a claim");
    let folder = folder();
    let source = "import os\ninput()\nprint('on', sorted(os.sched_getaffinity(0)))\n";
    fs::write(folder.path().join("where.py"), source).expect("a file can be written");
    let words = [
        "match",
        "mnk",
        "line:where.py",
        "engine:1",
        "--games",
        "2",
        "--nodes",
        "10",
        "--opening",
        "0",
    ];
    let said = printed(folder.path(), &words);
    assert!(said.contains("on ["), "{said}");
    assert!(!said.contains(&format!("on [{}]", all[0])), "{said}");
}

/// With one processor there is one slot, whatever `--jobs` says.
#[cfg(target_os = "linux")]
#[test]
fn who_has_one_processor_is_told_of_one() {
    let folder = folder();
    let cpu = sandbox::slots()[0].to_string();
    let mut command = std::process::Command::new("taskset");
    command.args(["-c", &cpu, env!("CARGO_BIN_EXE_ludoteka")]).args(QUICK).args(["--jobs", "2"]);
    let (_, complaint, code) =
        crate::said(&command.current_dir(folder.path()).output().expect("there is taskset"));
    assert_eq!(code, Some(0), "{complaint}");
    assert_eq!(complaint, "ludoteka: --jobs 2: there is 1 processor, so ludoteka uses --jobs 1\n");
}
