//! Programs of several files take part like others, and are published completely.

use std::fs;
use std::path::Path;
use std::process::Command;

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
    assert_eq!(
        contest.run(&["tournament", "several.toml", "-o", "results"]).goes_well(),
        printed,
        "nothing is left to play"
    );
}
