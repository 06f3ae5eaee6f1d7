//! Whatever protocol a program speaks, it plays whole games on either side; our own engines and programs show it.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::Path;

use games::GAMES;
use search::GameSpec;
use serde_json::Value;

use crate::fouls::{NOBODY, is_root};
use crate::starters::has;
use crate::terms::size;
use crate::{folder, printed, records};

const OWN: &str = env!("CARGO_BIN_EXE_ludoteka");

/// Lets a player play our weakest engine, with what else is set, and gives the records, all of which fit.
fn play(folder: &Path, spec: &GameSpec, player: &str, set: &[&str]) -> Vec<Value> {
    let file = "games";
    let _ = fs::remove_file(folder.join(file));
    let mut words = vec!["match", spec.name, player, "engine:1", "--games", "4", "--nodes", "200", "--record", file];
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

#[test]
fn engines_behind_lines_play_every_game() {
    let folder = folder();
    for spec in GAMES {
        let player = format!("line:{OWN} player {} --engine 2 --nodes 200", spec.name);
        assert_eq!(play(folder.path(), spec, &player, &[]).len(), 4);
    }
}

/// The games' own programs by their own protocols. Poziomka's plays Left on the board turned over.
#[test]
fn the_games_own_programs_play_both_sides() {
    let folder = folder();
    for spec in GAMES.iter().filter(|spec| spec.contest.protocol.is_some()) {
        let program = spec.program_name().expect("a protocol has a program");
        let nodes = if spec.name == "poziomka" { "" } else { " --nodes 200" };
        let set: &[&str] = if spec.name == "poziomka" { &["pola=2"] } else { &[] };
        let games = play(folder.path(), spec, &format!("{OWN} program {program}{nodes}"), set);
        let stronger = games.iter().filter(|game| (game["margin"].as_i64() > Some(0)) == (game["first"] == 0)).count();
        assert!(stronger >= 3, "{program} beats the weakest engine nearly always: {stronger} of 4");
    }
}

/// A board of five rows and eight columns has eight rows and five columns for who plays Left.
#[test]
fn a_program_that_plays_left_is_told_the_board_turned_over() {
    let folder = folder();
    let script = "import os, sys\nprint(os.environ['WIERSZE'], os.environ['KOLUMNY'], file=sys.stderr)\n";
    fs::write(folder.path().join("tell.py"), script).expect("a file can be written");
    let board = ["--set", "pola=2", "--set", "wiersze=5", "--set", "kolumny=8", "--record", "games"];
    let words = [&["match", "poziomka", "tell.py", "engine:1"], &board[..]].concat();
    printed(folder.path(), &words);
    let told: Vec<_> = records(&folder.path().join("games"))
        .iter()
        .map(|game| game["end"]["dossier"]["stderr"].as_str().expect("it has said something").to_string())
        .collect();
    assert_eq!(told, ["8 5\n", "5 8\n"], "Left first, then Right");
}

/// Though it knows itself as Right, who may not: on the board it may, and the record fits.
#[test]
fn a_program_that_plays_left_may_pass() {
    let folder = folder();
    let script = "import sys\nfor line in sys.stdin: print('-', flush=True)\n";
    fs::write(folder.path().join("echo.py"), script).expect("a file can be written");
    let board = ["--set", "pola=2", "--set", "wiersze=3", "--set", "kolumny=3", "--nodes", "10", "--record", "games"];
    printed(folder.path(), &[&["match", "poziomka", "echo.py", "engine:1"], &board[..]].concat());
    let games = records(&folder.path().join("games"));
    assert_eq!((&games[0]["moves"][0], &games[1]["end"]["foul"]["kind"]), (&"-".into(), &"illegal".into()));
    assert!(printed(folder.path(), &["verify", "games"]).ends_with("everything fits\n"));
}

/// An answer through GTP has an end.
#[test]
fn an_answer_of_many_lines_is_a_flood() {
    let folder = folder();
    let script = "import sys\nfor line in sys.stdin:\n    print('=\\n', flush=True) if 'genmove' not in line else None\n    \
                  while 'genmove' in line: print('= a1', flush=True)\n";
    fs::write(folder.path().join("babble.py"), script).expect("a file can be written");
    printed(folder.path(), &["match", "mnk", "gtp:babble.py", "engine:1", "--nodes", "10", "--record", "games"]);
    assert_eq!(records(&folder.path().join("games"))[0]["end"]["foul"]["kind"], "flood");
}

/// Answers through GTP that are legal once at most, in whatever case; so whoever knows no other loses by an illegal move.
const STUBBORN: &[(&str, &[&str])] = &[
    ("flood-wars", &["@", "%"]),
    ("gangsters", &["0", "1"]),
    ("mnk", &["b2", "B2"]),
    ("poziomka", &["Aa", "aA", "AA", "aa", "PASS"]),
    ("reversi", &["d4", "D4", "pass", "Pass"]),
];

/// A program that answers by this word through GTP, whatever it is asked.
const STUBBORN_SCRIPT: &str = "import sys\nsaid = {'list_commands': 'ludoteka-set_parameter', 'genmove': sys.argv[1]}\n\
    for line in sys.stdin:\n    print('=', said.get(line.split()[0], ''), end='\\n\\n', flush=True)\n";

/// The foul tells the answer as it was written, and not a dash.
#[test]
fn to_pass_where_nobody_can_is_told_as_it_was_written() {
    let folder = folder();
    fs::write(folder.path().join("stubborn.py"), STUBBORN_SCRIPT).expect("a file can be written");
    let rest = ["engine:1", "--nodes", "50", "--opening", "0", "--record", "games"];
    printed(folder.path(), &[&["match", "mnk", "gtp:stubborn.py Pass"], &rest[..]].concat());
    let foul = &records(&folder.path().join("games"))[0]["end"]["foul"];
    assert_eq!(foul["why"], "`Pass`; expected a square from a1 to c3");
}

#[test]
fn an_illegal_move_through_gtp_is_one_in_either_case() {
    let folder = folder();
    fs::write(folder.path().join("stubborn.py"), STUBBORN_SCRIPT).expect("a file can be written");
    for (game, answers) in STUBBORN {
        for answer in *answers {
            let _ = fs::remove_file(folder.path().join("games"));
            let player = format!("gtp:stubborn.py {answer}");
            let rest = ["engine:1", "--nodes", "50", "--opening", "0", "--record", "games"];
            printed(folder.path(), &[&["match", *game, &player], &rest[..]].concat());
            for record in records(&folder.path().join("games")) {
                let end = &record["end"];
                let told = (&end["foul"]["kind"], &end["side"]);
                assert_eq!(told, (&"illegal".into(), &record["first"]), "{game}, {answer}: {end}");
            }
        }
    }
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
    assert_eq!((&goes_on["foul"]["kind"], &goes_on["foul"]["code"]), (&"exited".into(), &0.into()), "{goes_on}");
    assert_eq!(ends(&["line:last.py", "--set", "k=1"])["foul"]["kind"], "exited", "it had not read the question");
}

/// A program that knows no parameters can be told the size of a board, and nothing else; it may refuse that as well.
#[test]
fn who_refuses_a_game_through_gtp_loses_it() {
    let folder = folder();
    let deaf = "import sys\nfor line in sys.stdin:\n    print('=', end='\\n\\n', flush=True)\n";
    fs::write(folder.path().join("deaf.py"), deaf).expect("a file can be written");
    let why = "it cannot be told k=2: it does not know ludoteka-set_parameter";
    assert_unfit(folder.path(), &["mnk", "gtp:deaf.py", "--set", "k=2"], why);
    let proud = "import sys\nfor line in sys.stdin:\n    \
                 print('= boardsize' if 'list' in line else '? too small', end='\\n\\n', flush=True)\n";
    fs::write(folder.path().join("proud.py"), proud).expect("a file can be written");
    assert_unfit(folder.path(), &["mnk", "gtp:proud.py"], "it answers `? too small` to `boardsize 3`");
}

#[test]
fn who_hands_in_what_cannot_be_executed_loses() {
    let folder = folder();
    // What is nothing but text is not taken for an executable in the first place.
    for (text, why) in [("no program\0", "Exec format error"), ("#!/nowhere\n\0", "No such file or directory")] {
        let program = folder.path().join("player");
        fs::write(&program, text).expect("a file can be written");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it is ours");
        // A process for a game, for all games, for a move.
        for words in [["mnk", "./player"], ["mnk", "gtp:./player"], ["flood-wars", "./player"]] {
            assert_unfit(folder.path(), &words, why);
        }
    }
    let mut program = fs::read("/bin/cat").expect("every system has it");
    let loader = program.windows(4).position(|bytes| bytes == b"/ld-").expect("it names its loader");
    program[loader + 1..loader + 9].copy_from_slice(b"ld-musl-");
    fs::write(folder.path().join("player"), program).expect("a file can be written");
    assert_unfit(folder.path(), &["mnk", "./player"], "it cannot be executed: its loader /lib");
}

/// Programs play without root's privileges, and need none to read themselves.
#[test]
fn root_has_those_play_whom_root_alone_may_read() {
    if !is_root() {
        return writeln!(std::io::stderr(), "skipped: only root may read everybody's files").expect("it takes a line");
    }
    if !has("gcc") {
        return;
    }
    let folder = folder();
    let [player, bad] = ["player", "bad.c"].map(|name| folder.path().join(name));
    fs::copy(env!("CARGO_BIN_EXE_ludoteka"), &player).expect("it can be copied");
    let source = "#include <stdio.h>\nint main(void) { while (getchar() != '\\n') {} puts(\"nonsense\"); return 0; }\n";
    fs::write(&bad, source).expect("a file can be written");
    for (path, mode) in [(&player, 0o700), (&bad, 0o600)] {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
        chown(path, Some(NOBODY), Some(NOBODY)).expect("root gives files away");
    }
    let [rest, record] = [["--games", "2", "--opening", "0"], ["--move-ms", "60000", "--record", "games"]];
    printed(folder.path(), &[&["match", "mnk", "./player player mnk", "line:bad.c"], &rest[..], &record].concat());
    for game in records(&folder.path().join("games")) {
        let end = &game["end"];
        // It is the second contestant's own.
        assert_eq!((&end["foul"]["kind"], end["side"] == game["first"]), (&"garbled".into(), false), "{end}");
    }
}

/// That a player loses all games of a match, since it cannot take part in any; so it is recorded.
fn assert_unfit(folder: &Path, words: &[&str], why: &str) {
    let _ = fs::remove_file(folder.join("games"));
    let rest = ["engine:1", "--games", "4", "--nodes", "50", "--opening", "0", "--record", "games"];
    printed(folder, &[&["match"], &words[..2], &rest, &words[2..]].concat());
    printed(folder, &["verify", "games"]);
    for game in records(&folder.join("games")) {
        let end = &game["end"];
        assert_eq!((&end["foul"]["kind"], &end["side"]), (&"unfit".into(), &game["first"]), "{words:?}: {end}");
        assert!(end["foul"]["why"].as_str().is_some_and(|text| text.contains(why)), "{words:?}: {end}");
    }
}

/// Speaks GTP on a board of three by three. One that spins computes from each answer of its own to the next command, and gives up if it
/// could do so for long; one that is slow takes two seconds to be told of a board, one that is late a part of one.
const SPEAKER: &str = r"
import os, select, sys, time
kind, spent, taken, rest = sys.argv[1], 0.0, set(), b''
def answer(words):
    if words[0] == 'list_commands':
        return '\n'.join(['list_commands', 'boardsize', 'clear_board', 'play', 'genmove', 'quit'])
    if words[0] == 'boardsize' and kind == 'slow':
        time.sleep(2)
    if words[0] == 'boardsize' and kind == 'late':
        time.sleep(0.4)
    if words[0] == 'clear_board':
        taken.clear()
    if words[0] == 'play':
        taken.add(words[2])
    if words[0] == 'genmove':
        if spent > 0.3:
            return 'resign'
        free = [cell for cell in ('a1 b1 c1 a2 b2 c2 a3 b3 c3').split() if cell not in taken]
        taken.add(free[0])
        return free[0]
    return ''
while data := os.read(0, 65536):
    *lines, rest = (rest + data).split(b'\n')
    for line in lines:
        if line == b'quit':
            sys.exit()
        os.write(1, ('= ' + answer(line.decode().split()) + '\n\n').encode())
    start = time.process_time()
    while kind == 'spin' and not select.select([0], [], [], 0)[0]:
        pass
    spent += time.process_time() - start
";

/// Speaks GTP on the same board, says at once that it has heard what it is told, and computes half a second for each move.
const DEEP: &str = r#"
#include <stdio.h>
#include <string.h>
#include <time.h>
int main(void) {
    char line[100], taken[9] = {0};
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "list_commands", 13)) { puts("= boardsize\nclear_board\nplay\ngenmove\nquit\n"); continue; }
        if (!strncmp(line, "genmove", 7)) {
            int free = 0;
            clock_t start = clock();
            while (clock() - start < CLOCKS_PER_SEC / 2) {}
            while (taken[free]) free++;
            taken[free] = 1;
            printf("= %c%d\n\n", 'a' + free % 3, free / 3 + 1);
            continue;
        }
        if (!strncmp(line, "clear_board", 11)) memset(taken, 0, sizeof taken);
        if (!strncmp(line, "play", 4)) taken[line[7] - 'a' + 3 * (line[8] - '1')] = 1;
        puts("=\n");
        if (!strncmp(line, "quit", 4)) return 0;
    }
}
"#;

/// Speaks by lines, computes from each answer to the next line, and gives up if it could do so for long.
const RESTLESS: &str = r#"
#include <poll.h>
#include <stdio.h>
#include <time.h>
int main(void) {
    char line[100], taken[9] = {0};
    int count, free;
    setvbuf(stdin, NULL, _IONBF, 0);
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!fgets(line, sizeof line, stdin) || sscanf(line, "mnk %*d %*d %*d %*d %*d %*d %d", &count) != 1) return 1;
    for (;; count = 1) {
        struct pollfd input = {0, POLLIN, 0};
        clock_t start = clock();
        while (count && poll(&input, 1, 0) == 0) {}
        if (clock() - start > CLOCKS_PER_SEC / 20) { puts("resign"); continue; }
        while (count-- > 0) {
            if (!fgets(line, sizeof line, stdin)) return 0;
            taken[line[0] - 'a' + 3 * (line[1] - '1')] = 1;
        }
        for (free = 0; taken[free]; free++) {}
        taken[free] = 1;
        printf("%c%d\n", 'a' + free % 3, free / 3 + 1);
    }
}
"#;

/// The game of two of whom the folder has the programs goes to its end.
fn goes_well(folder: &Path, players: [&str; 2]) {
    printed(folder, &["match", "mnk", players[0], players[1], "--opening", "0", "--record", "games"]);
    for game in records(&folder.join("games")) {
        assert_eq!(game["end"]["by"], "rules", "{}", game["end"]);
    }
}

/// Whether a tool is missing, which is told, and where everything has to be tested is a failure.
fn lacks(tool: &str) -> bool {
    let is_missing = sandbox::find(tool).is_none();
    if is_missing {
        assert_ne!(std::env::var("LUDOTEKA_TESTS").as_deref(), Ok("all"), "{tool} is missing");
        eprintln!("skipped: {tool} is not installed");
    }
    is_missing
}

#[test]
fn nobody_computes_while_the_other_is_told_of_the_game() {
    if !lacks("python3") {
        let folder = folder();
        fs::write(folder.path().join("speaker.py"), SPEAKER).expect("a file can be written");
        goes_well(folder.path(), ["gtp:speaker.py spin", "gtp:speaker.py slow"]);
    }
}

/// From then on it knows the board.
#[test]
fn what_is_taken_for_the_parameters_is_of_the_first_move() {
    if lacks("python3") {
        return;
    }
    let folder = folder();
    fs::write(folder.path().join("speaker.py"), SPEAKER).expect("a file can be written");
    let play = |time: &str, file: &str| {
        let words =
            ["match", "mnk", "gtp:speaker.py late", "engine:1", "--nodes", "10", "--move-ms", time, "--record", file];
        printed(folder.path(), &words);
        records(&folder.path().join(file))
    };
    let games = play("60000", "patient");
    let first = |game: &Value| game["clocks"]["wall_us"][usize::from(game["first"] != 0)].as_u64().expect("a time");
    assert!(first(&games[0]) >= 400_000, "{games:?}");
    assert!(games.iter().all(|game| game["end"]["by"] == "rules"), "{games:?}");
    let strict = &play("350", "strict")[0];
    assert_eq!(strict["end"]["foul"]["kind"], "late", "{strict}");
    assert!(first(strict) >= 350_000, "{strict}");
    printed(folder.path(), &["verify", "strict"]);
}

/// Though that says at once that it has heard all but the last of its commands.
#[test]
fn nobody_computes_while_the_other_looks_for_a_move() {
    if !lacks("gcc") {
        let folder = folder();
        fs::write(folder.path().join("deep.c"), DEEP).expect("a file can be written");
        fs::write(folder.path().join("restless.c"), RESTLESS).expect("a file can be written");
        goes_well(folder.path(), ["restless.c", "gtp:deep.c"]);
    }
}
