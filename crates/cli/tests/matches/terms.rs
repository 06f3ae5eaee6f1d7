//! What can be asked for, and what is refused in a sentence.

use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use games::GAMES;

use crate::{QUICK, complaint, folder, printed, records};

#[test]
fn engines_play_every_game_in_pairs_on_one_board() {
    let folder = folder();
    for spec in GAMES {
        let record = format!("{}.jsonl", spec.name);
        let mut words =
            vec!["match", spec.name, "engine:2", "engine:1", "--games", "6", "--nodes", "200", "--jobs", "2"];
        words.extend(["--record", &record]);
        for name in spec.size.iter().flatten() {
            words.extend(["--set", size(name)]);
        }
        let said = printed(folder.path(), &words);
        assert!(
            said.contains("points a game")
                && said.contains(
                    "
not decided: "
                ),
            "three pairs prove nothing: {said}"
        );
        let games = records(&folder.path().join(&record));
        let numbers: Vec<_> = games.iter().map(|game| game["number"].as_u64().expect("a number")).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6], "{}", spec.name);
        for pair in games.chunks(2) {
            assert_eq!((&pair[0]["first"], &pair[1]["first"]), (&0.into(), &1.into()));
            for field in ["parameters", "opening"] {
                assert_eq!(pair[0][field], pair[1][field], "{}", spec.name);
            }
        }
        let boards: Vec<_> = games.iter().map(|game| (&game["parameters"], &game["opening"])).collect();
        assert!(boards[0] != boards[2] || boards[2] != boards[4], "{}: other pairs have other boards", spec.name);
        assert!(printed(folder.path(), &["verify", &record]).starts_with("6 games of "), "{}", spec.name);
    }
}

/// Seven squares one way, small enough for a quick game.
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
        records.iter().map(|game| (game["opening"].clone(), game["moves"].clone())).collect::<Vec<_>>()
    };
    let first = moves("a", "1", "1");
    assert_eq!(first, moves("b", "1", "2"), "neither the machine nor the number of jobs decides");
    assert_ne!(first, moves("c", "2", "1"));
}

#[test]
fn what_makes_no_sense_is_refused_in_a_sentence() {
    let folder = folder();
    fs::write(folder.path().join("taken"), "").expect("a file can be written");
    fs::write(folder.path().join("bad.c"), "int main(void) { return missing; }\n").expect("a file can be written");
    fs::write(folder.path().join("notes.txt"), "").expect("a file can be written");
    let refused = |rest: &[&str], code| complaint(folder.path(), &[&["match"], rest].concat(), code);
    let odd = refused(&["mnk", "engine:1", "engine:2", "--games", "3"], 2);
    assert_eq!(odd, "ludoteka: --games 3: the number of games has to be even: each board is played twice\n");
    let nobody = refused(&["mnk", "nosuch", "engine:2"], 1);
    assert!(
        nobody.starts_with("ludoteka: nosuch does not exist: expected engine, engine:1 to engine:5, human"),
        "{nobody}"
    );
    assert!(refused(&["mnk", "notes.txt", "engine"], 1).starts_with("ludoteka: notes.txt is no program"));
    assert!(refused(&["mnk", "engine:0", "engine"], 2).starts_with("ludoteka: there is no engine:0"));
    let taken = refused(&["mnk", "engine:1", "engine:1", "--record", "taken"], 1);
    assert_eq!(taken, "ludoteka: taken exists: move it away, or record to another file\n");
    assert!(refused(&["mnk", "bad.c", "engine:1"], 1).contains("bad.c does not compile:\n"));
    assert!(refused(&["mnk", "engine", "engine", "--opening", "9"], 1).contains("try a shorter one"));
    assert!(refused(&["mnk", "engine", "engine", "--move-ms", "0"], 2).contains("expected milliseconds"));
    assert!(refused(&["mnk", "engine", "engine", "--set", "n=0"], 2).contains("n=0"));
    assert!(
        refused(&["mnk", "engine", "engine:6"], 2).starts_with("ludoteka: there is no engine:6: expected engine:1")
    );
    assert!(refused(&["mnk", "engine"], 2).contains("<B>"));
}

/// Nobody could tell them apart otherwise; and they have drawn.
#[test]
fn players_of_one_name_are_numbered_and_nothing_has_no_minus() {
    let folder = folder();
    let words = ["match", "mnk", "engine:5", "engine:5", "--nodes", "5000", "--opening", "0", "--record", "games"];
    let said = printed(folder.path(), &words);
    for name in ["engine:5 (1) ", "engine:5 (2) "] {
        let line = said.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {said}"));
        assert!(line.ends_with(" +0.00"), "{line}");
    }
    let list = printed(folder.path(), &["replay", "games", "--list"]);
    assert!(list.contains("game 2: engine:5 (2) (first player) against engine:5 (1) (second player): "), "{list}");
    let verified = printed(folder.path(), &["verify", "games"]);
    assert!(verified.contains("engine:5 (1) against engine:5 (2)"), "{verified}");
}

#[test]
fn a_program_that_cannot_be_told_of_a_board_is_refused() {
    let folder = folder();
    let refused = |rest: &[&str]| complaint(folder.path(), &[&["match"], rest].concat(), 1);
    let own = env!("CARGO_BIN_EXE_ludoteka");
    let opening = refused(&["poziomka", own, "engine:1", "--opening", "2"]);
    assert!(opening.contains("cannot be told of an opening of 2 by the protocol of poziomka"), "{opening}");
    let step = refused(&["gangsters", own, "engine:1", "--set", "step=one"]);
    assert!(step.contains("step=one: expected slide: the programs' protocol cannot tell another"), "{step}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_runtime_that_could_only_commit_a_foul_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file can be written");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    };
    file("player.py", "");
    file("java", "no program\0");
    let refused = |player: &str| complaint(folder.path(), &["match", "mnk", player, "engine:1"], 1);
    let script = refused("python3 player.py");
    assert!(script.contains("give player.py alone, and its interpreter is found for it"), "{script}");
    let java = refused("./java -cp folder Player");
    assert_eq!(
        java,
        "ludoteka: ./java cannot play: it needs threads, which only the first java on the PATH may have, and in `ludoteka match` alone\n"
    );
}

/// A person who reads standard input: moves, wishes, and the end.
#[test]
fn a_person_sits_at_the_table() {
    let folder = folder();
    let words = ["match", "mnk", "human", "human", "--opening", "0", "--record", "games"];
    let mut command = crate::ludoteka(folder.path(), &words);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"b2\nz9\nmoves\na1\nb1\na3\nb3\nresign\n").expect("it reads");
    drop(stdin);
    let (printed, complaint, code) = crate::said(&child.wait_with_output().expect("it ends"));
    assert_eq!((code, complaint.as_str()), (Some(0), ""), "{printed}");
    assert!(printed.contains("`z9` is not a legal move here"), "{printed}");
    let games = records(&folder.path().join("games"));
    assert_eq!((&games[0]["end"]["by"], &games[0]["margin"]), (&"rules".into(), &1.into()));
    assert_eq!((&games[1]["end"]["by"], &games[1]["margin"]), (&"resignation".into(), &(-1).into()));
}

/// What beats a person is a move as well.
#[test]
fn a_person_sees_how_each_game_ended() {
    let folder = folder();
    let words = ["match", "mnk", "human", "human", "--opening", "0"];
    let mut child = crate::ludoteka(folder.path(), &words);
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    let typed = b"a1\nb1\na2\nb2\na3\nb3\nresign\n";
    child.stdin.take().expect("a pipe").write_all(typed).expect("it reads");
    let (printed, ..) = crate::said(&child.wait_with_output().expect("it ends"));
    let ends: Vec<_> = printed.match_indices("\ngame ").map(|(at, _)| &printed[..at]).collect();
    let last = |text: &str| text.rsplit_once("the last move was ").map(|(_, position)| position.to_string());
    let [first, second] = ends[..] else { panic!("{printed}") };
    let board = last(first).expect("it is told");
    assert!(board.starts_with("a3\n") && board.contains(" 1  x o .\n 2  x o .\n 3 >x . .\n"), "{board}");
    assert!(last(second).is_some_and(|board| board.starts_with("b3\n")), "{printed}");
}

/// It starts within memory of its own, reads what it is to execute and nothing beside it, and says what it misses.
#[cfg(target_os = "linux")]
#[test]
fn the_java_machine_plays_confined_and_not() {
    let folder = folder();
    if sandbox::find("java").is_some() {
        fs::write(folder.path().join("no.jar"), "no archive").expect("a file can be written");
        let nowhere = complaint(folder.path(), &["match", "mnk", "java Player", "engine:1"], 1);
        assert!(nowhere.contains("expected java -cp FOLDER CLASS, or java -jar FILE, since it may"), "{nowhere}");
        for (player, level, said) in [
            ("java -cp nowhere Player", "0", "find or load main class Player"),
            ("java -cp nowhere Player", "1", "find or load main class Player"),
            ("java -jar no.jar", "1", "Invalid or corrupt jarfile no.jar"),
            // A file of options is none of these.
            ("java @no.jar -cp nowhere Player", "1", "could not open `no.jar'"),
        ] {
            let words =
                ["match", "mnk", player, "engine:1", "--nodes", "10", "--level", level, "--record", "java.jsonl"];
            let (_, complaint, code) = crate::run(folder.path(), &words);
            assert_eq!(code, Some(0), "{complaint}");
            let record = folder.path().join("java.jsonl");
            let stderr = &records(&record)[0]["end"]["dossier"]["stderr"];
            assert!(stderr.as_str().is_some_and(|text| text.contains(said)), "{player}: {stderr}");
            fs::remove_file(record).expect("it was written");
        }
    } else {
        assert_ne!(std::env::var("LUDOTEKA_TESTS").as_deref(), Ok("all"), "java is missing");
        eprintln!("skipped: java is not installed");
    }
}

/// Two matches that were kept to one processor would each have half of it.
#[cfg(target_os = "linux")]
#[test]
fn a_match_keeps_to_no_processor_that_is_somebody_elses() {
    if sandbox::find("python3").is_none() {
        assert_ne!(std::env::var("LUDOTEKA_TESTS").as_deref(), Ok("all"), "python3 is missing");
        return eprintln!("skipped: python3 is not installed");
    }
    let all = sandbox::slots();
    if all.len() == 1 {
        return eprintln!("skipped: there is no other processor");
    }
    // Other tests may have it for a while.
    let claim = std::iter::repeat_with(|| sandbox::claim(all[0])).inspect(|_| sleep(Duration::from_millis(5)));
    let _held = claim.flatten().next().expect("a claim");
    let folder = folder();
    let source = "import os\ninput()\nprint('on', sorted(os.sched_getaffinity(0)))\n";
    fs::write(folder.path().join("where.py"), source).expect("a file can be written");
    let words = ["match", "mnk", "line:where.py", "engine:1", "--games", "2", "--nodes", "10", "--opening", "0"];
    let said = printed(folder.path(), &words);
    assert!(said.contains("on ["), "{said}");
    assert!(!said.contains(&format!("on [{}]", all[0])), "{said}");
}

/// One processor is one, whatever is asked for.
#[cfg(target_os = "linux")]
#[test]
fn who_has_one_processor_is_told_of_one() {
    let folder = folder();
    let cpu = sandbox::slots()[0].to_string();
    let mut command = std::process::Command::new("taskset");
    command.args(["-c", &cpu, env!("CARGO_BIN_EXE_ludoteka")]).args(QUICK).args(["--jobs", "2"]);
    let (_, complaint, code) = crate::said(&command.current_dir(folder.path()).output().expect("there is taskset"));
    assert_eq!(code, Some(0), "{complaint}");
    assert_eq!(complaint, "ludoteka: --jobs 2: there is 1 processor, so 1 at a time\n");
}
