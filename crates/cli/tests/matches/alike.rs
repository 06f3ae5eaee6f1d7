//! `ludoteka alike`: which programs choose the same moves.

use std::fs;
use std::path::Path;

use crate::{complaint, folder, has, printed};

/// A program for m,n,k-games that takes the first free square, or the last one.
fn simple(which: &str) -> String {
    format!(
        "import sys\n\
        rows, columns, k, us, game, move, made = map(int, sys.stdin.readline().split()[1:])\n\
        free = [chr(97 + c) + str(r + 1) for r in range(rows) for c in range(columns)]\n\
        for _ in range(made):\n    free.remove(sys.stdin.readline().strip())\n\
        print({which}(free, key=free.index), flush=True)\n\
        sys.stdin.readline()\n"
    )
}

/// A class of two that are alike in two languages, two simple ones, one that does not compile and
/// one that fouls.
fn class() -> tempfile::TempDir {
    let folder = folder();
    let starter = |language: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../starters/mnk/player");
        fs::read_to_string(path.with_extension(language)).expect("a starter")
    };
    for (file, text) in [
        ("ala.py", starter("py")),
        ("bob.c", starter("c")),
        ("cyd.py", simple("min")),
        ("dan.py", simple("max")),
        ("eva.c", "int main(void) { return x; }\n".to_string()),
        ("fay.py", "print('nonsense', flush=True)\ninput()\n".to_string()),
    ] {
        let own = folder.path().join("class").join(&file[..3]);
        fs::create_dir_all(&own).expect("a folder");
        fs::write(own.join(file), text).expect("a file");
    }
    folder
}

/// The rows of the file of pairs: the names, and the numbers.
fn rows(folder: &tempfile::TempDir) -> Vec<([String; 2], Vec<f64>)> {
    let pairs = fs::read_to_string(folder.path().join("pairs.csv")).expect("pairs");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let numbers = cells[2..].iter().map(|cell| cell.parse().expect("a number"));
        ([0, 1].map(|at| cells[at][..3].to_string()), numbers.collect())
    };
    pairs.lines().skip(1).map(row).collect()
}

#[test]
fn two_that_are_alike_in_two_languages_come_first() {
    if !has("python3") || !has("gcc") {
        return;
    }
    let folder = class();
    let call = ["alike", "mnk", "class", "--positions", "30", "--jobs", "2", "--csv", "pairs.csv"];
    let told = printed(folder.path(), &call);
    let found = rows(&folder);
    let names = |row: &([String; 2], Vec<f64>)| row.0.clone();
    assert_eq!(found.len(), 6, "who does not play is not compared: {found:?}");
    assert_eq!(names(&found[0]), ["ala", "bob"]);
    let [same, positions, by_chance, _, such] = found[0].1[..] else { panic!("{found:?}") };
    assert!(same >= 30.0 && positions >= 30.0 && by_chance < 15.0 && such < 1e-3, "{found:?}");
    assert!(found[1..].iter().all(|row| row.1[4] > 0.05), "the others are different: {found:?}");
    assert!(told.contains("eva") && told.contains("fay"), "{told}");
    let show = told.lines().find(|line| line.starts_with("  ludoteka show ")).expect("a position");
    let words: Vec<&str> = show.trim().split(' ').skip(1).collect();
    printed(folder.path(), &words);
    // Who plays as the program that all were given does nothing unlikely.
    let starter =
        ["--starter", concat!(env!("CARGO_MANIFEST_DIR"), "/../../starters/mnk/player.py")];
    printed(folder.path(), &[&call[..], &starter].concat());
    let given = rows(&folder);
    let of_both = given.iter().find(|row| names(row) == ["ala", "bob"]).expect("the pair");
    assert!(of_both.1[2] > 25.0 && of_both.1[4] > 0.05, "{given:?}");
}

#[test]
fn what_cannot_be_compared_is_told() {
    let folder = class();
    let refused = |arguments: &[&str], code| complaint(folder.path(), arguments, code);
    for game in ["poziomka", "gangsters"] {
        assert!(refused(&["alike", game, "class"], 1).contains("cannot be asked in a position"));
    }
    assert!(refused(&["alike", "mnk", "class/ala"], 1).contains("has one program"));
    assert!(refused(&["alike", "mnk", "nosuch"], 1).contains("nosuch"));
    refused(&["alike", "mnk", "class", "--positions", "29"], 2);
    let small = ["--set", "n=2", "--set", "m=1", "--set", "k=2"];
    let few = refused(&[&["alike", "mnk", "class"][..], &small].concat(), 1);
    assert!(few.contains("only 0 positions"), "{few}");
}
