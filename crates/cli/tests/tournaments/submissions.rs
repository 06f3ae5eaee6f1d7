//! Programs of several files take part like others, and are published completely.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::contest::{Contest, text};
use crate::has;

#[test]
fn a_program_of_several_files_takes_part_from_a_folder_and_from_an_archive() {
    if !has("gcc") {
        return;
    }
    let contest = Contest::new(2);
    let starter = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../starters/gtp/player.c");
    let source = fs::read_to_string(starter).expect("there is a starter");
    let program = contest.path("ola");
    fs::create_dir_all(program.join("lib")).expect("a folder can be made");
    fs::write(program.join("start.c"), format!("#include \"lib/none.h\"\n{source}"))
        .expect("it can be written");
    fs::write(program.join("lib/none.h"), "int none(void);\n").expect("it can be written");
    fs::write(program.join("lib/none.c"), "int none(void) { return 0; }\n")
        .expect("it can be written");
    let pack = Command::new("tar")
        .args(["-czf", "jan.tar.gz", "ola"])
        .current_dir(contest.path(""))
        .status();
    assert!(pack.expect("there is tar").success());
    let head = text("Several", 4).replace("games = 4", "games = 4\nopening = 0");
    let head = head.split("[[player]]").next().unwrap_or_default();
    let player = |path: &str| format!("[[player]]\nprogram = \"{path}\"\nprotocol = \"gtp\"\n");
    let players = ["ola", "jan.tar.gz"].map(player).concat();
    fs::write(contest.path("several.toml"), format!("{head}{players}")).expect("it can be written");
    let printed = contest.run(&["tournament", "several.toml", "-o", "results"]).goes_well();
    // The programs choose no move at random, so the last two games repeat the first two.
    assert!(printed.contains("Only 2 of 4 games are evidence"), "{printed}");
    contest.run(&["verify", "results"]).goes_well();
    let [first, second] = ["results/programs/01-ola.tar", "results/programs/02-jan.tar"]
        .map(|name| contest.path(name));
    assert!(fs::metadata(first).is_ok_and(|its| its.len() > 0) && second.exists());
    // A published program can be used again as a participant.
    let of_results = [
        "match",
        "mnk",
        "gtp:results/programs/01-ola.tar",
        "gtp:ola",
        "--set",
        "n=3",
        "--set",
        "m=3",
        "--set",
        "k=3",
    ];
    contest.run(&of_results).goes_well();
    let again = contest.run(&["tournament", "several.toml", "-o", "results"]).goes_well();
    assert!(again.ends_with(&printed), "nothing is left to play: {again}");
}

/// Two programs that do not compile get no points from each other. In a knockout, the better seed
/// of them goes on.
#[test]
fn programs_that_do_not_compile_do_not_play_each_other() {
    if !has("gcc") {
        return;
    }
    let contest = Contest::new(2);
    for name in ["a.c", "b.c"] {
        fs::write(contest.path(name), "int main(void) { return x; }\n").expect("it can be written");
    }
    let head = "title = \"Two absent\"\ngame = \"mnk\"\n";
    let players = "[[player]]\nengine = 1\n[[player]]\nprogram = \"a.c\"\n\
                   [[player]]\nprogram = \"b.c\"\n";
    let results = |kind: &str| {
        let file = format!("{head}[format]\nkind = \"{kind}\"\n{players}");
        fs::write(contest.path("absent.toml"), file).expect("it can be written");
        contest.run(&["tournament", "absent.toml", "-o", kind]).goes_well();
        contest.run(&["verify", kind]).goes_well();
        let text = fs::read_to_string(contest.path(kind).join("results.json")).expect("results");
        serde_json::from_str::<Value>(&text).expect("JSON")
    };
    let all = results("round-robin");
    let lines = all["standings"].as_array().expect("a list");
    let figures = |line: &Value| {
        let numbers = [&line["points"], &line["games"]["won"], &line["games"]["lost"]];
        numbers.map(|number| number.as_f64().expect("a number"))
    };
    assert_eq!(figures(&lines[0]), [6.0, 4.0, 0.0], "{lines:?}");
    for line in &lines[1..] {
        assert_eq!(figures(line), [0.0, 0.0, 4.0], "{lines:?}");
    }
    let bracket = &results("knockout")["bracket"];
    let meeting = bracket.as_array().expect("a list").iter().find(|its| its["by_seed"] == true);
    assert_eq!(meeting.expect("a meeting by seed")["winner"], 2, "{bracket}");
    let both = "title = \"Nobody\"\ngame = \"mnk\"\n[format]\nkind = \"sprt\"\nelo0 = 0\n\
                elo1 = 10\n[[player]]\nprogram = \"a.c\"\n[[player]]\nprogram = \"b.c\"\n";
    fs::write(contest.path("both.toml"), both).expect("it can be written");
    contest.run(&["tournament", "both.toml", "-o", "both"]).names(&["a does", "b does"]);
    contest.run(&["match", "mnk", "a.c", "b.c"]).names(&["a.c does not", "b.c does not"]);
}

/// Programs and standard error are not published unless the file says so. They lie in a folder of
/// their own, which only its owner may open.
#[test]
fn what_is_not_published_lies_beside_the_results_and_may_be_deleted() {
    if !has("python3") {
        return;
    }
    let contest = Contest::new(2);
    let bot = "import sys\nprint('SECRET', file=sys.stderr, flush=True)\nprint('no move')\n";
    fs::write(contest.path("bot.py"), bot).expect("it can be written");
    let head = "title = \"Private\"\ngame = \"mnk\"\n[format]\nkind = \"round-robin\"\n\
                [[player]]\nengine = 1\n[[player]]\nprogram = \"bot.py\"\n";
    let play = |folder: &str, publish: &str| {
        let file = format!("{head}{publish}");
        fs::write(contest.path("private.toml"), file).expect("it can be written");
        contest.run(&["tournament", "private.toml", "-o", folder]).goes_well();
        contest.run(&["verify", folder]).goes_well();
        [folder.to_string(), format!("{folder}.private")].map(|folder| {
            let games = fs::read_to_string(contest.path(&folder).join("games.jsonl"));
            let program = contest.path(&folder).join("programs/02-bot.py").exists();
            (program, games.map(|games| games.contains("SECRET")).ok())
        })
    };
    assert_eq!(play("off", ""), [(false, Some(false)), (true, Some(true))]);
    let none = (false, None);
    assert_eq!(
        play("on", "[publish]\nsources = true\nstderr = true\n"),
        [(true, Some(true)), none]
    );
    let sources = "[publish]\nsources = true\nlanguage = \"pl\"\n";
    assert_eq!(play("half", sources), [(true, Some(false)), (false, Some(true))]);
    let polish = fs::read_to_string(contest.path("half/index.html")).expect("a page");
    assert!(polish.contains("<html lang=\"pl\">") && polish.contains("Klasyfikacja"), "{polish}");
    let private = contest.path("off.private");
    let mode = fs::metadata(&private).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    let page = fs::read_to_string(contest.path("off/players/2.html")).expect("a page");
    assert!(!page.contains("href=\"../programs/"), "{page}");
    let foul = || contest.run(&["replay", "off", "--foul"]).goes_well();
    assert!(foul().contains("SECRET"), "the organiser is shown it");
    fs::remove_dir_all(&private).expect("it may be deleted");
    assert!(!foul().contains("SECRET"));
    contest.run(&["verify", "off"]).goes_well();
}
