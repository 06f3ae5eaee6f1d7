//! `ludoteka grade`: points for play.

use std::fs;
use std::path::Path;

use crate::{complaint, folder, has, printed};

/// A class as Moodle packs it: one plays, one fouls, one does not compile, one handed in a text.
/// The points and the worksheet follow, the games verify, and the same seed gives the same points.
#[test]
fn a_class_gets_points_for_play() {
    if !has("python3") || !has("gcc") {
        return;
    }
    let folder = folder();
    let starter = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../starters/mnk/player.py");
    let starter = fs::read_to_string(starter).expect("a starter");
    for (student, file, text) in [
        ("Ala_1", "a.py", &*starter),
        ("Bob_2", "b.py", "print('nonsense', flush=True)\ninput()\n"),
        ("Cyd_3", "c.c", "int main(void) { return x; }\n"),
        ("Dan_4", "d.pdf", ""),
    ] {
        let own = folder.path().join("class").join(format!("{student}_assignsubmission_file_"));
        fs::create_dir_all(&own).expect("a folder");
        fs::write(own.join(file), text).expect("a file");
    }
    let sheet = folder.path().join("sheet.csv");
    let rows: String = (1..=5).map(|number| format!("P {number},,6.00,-\n")).collect();
    fs::write(&sheet, format!("ID,Grade,Maximum Grade,Feedback comments\n{rows}"))
        .expect("a sheet");
    let board = ["--set", "n=4", "--set", "m=4", "--set", "k=3"];
    let terms = ["--games", "4", "--nodes", "50", "--game-time", "1m", "--seed", "5"];
    let bands = ["--levels", "1,2", "--bands", "0.1:1,99:3", "--csv", "p.csv"];
    let grade = ["grade", "mnk", "class"];
    let whole = [&grade[..], &board, &terms, &bands].concat();
    printed(
        folder.path(),
        &[&whole[..], &["--grades", "sheet.csv", "--records", "games"]].concat(),
    );
    let rows = || {
        let points = fs::read_to_string(folder.path().join("p.csv")).expect("points");
        let cells = |line: &str| line.split(',').map(str::to_string).collect::<Vec<_>>();
        points.lines().skip(1).map(cells).collect::<Vec<_>>()
    };
    let first = rows();
    let column = |at: usize| first.iter().map(|row| &*row[at]).collect::<Vec<_>>();
    assert_eq!(column(1), ["1", "2", "3", "4"]);
    assert_eq!((&column(2)[1..], column(3)[0]), (&["0", "0", "0"][..], "6"));
    assert!(["1", "2", "3", "4", "6"].contains(&column(2)[0]), "{first:?}");
    assert_eq!(column(7)[..2], ["0", "4"], "fouls");
    let graded = fs::read_to_string(sheet).expect("a sheet");
    let grades: Vec<_> = graded.lines().map(|line| line.split(',').nth(1)).collect();
    assert_eq!(grades[1..], [Some(column(2)[0]), Some("0"), Some("0"), Some("0"), Some("")]);
    let games = fs::read_dir(folder.path().join("games")).expect("games");
    let games: Vec<_> = games.map(|file| file.expect("a file").path()).collect();
    assert_eq!(games.len(), 4);
    for file in &games {
        printed(folder.path(), &["verify", &file.display().to_string()]);
    }
    printed(folder.path(), &whole);
    // Which foul is seen first depends on how quickly a program answers.
    let played =
        |rows: &[Vec<String>]| rows.iter().map(|row| row[..11].to_vec()).collect::<Vec<_>>();
    assert_eq!(played(&rows()), played(&first), "the same seed");
    complaint(folder.path(), &[&grade[..], &["--games", "5"]].concat(), 2);
    complaint(folder.path(), &[&whole[..], &["--records", "games"]].concat(), 1);
}
