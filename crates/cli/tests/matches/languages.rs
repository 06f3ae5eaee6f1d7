//! Programs in every language play every game by every protocol that the game has, under the game's
//! own limits on memory and stack.

use std::fs;
use std::path::Path;
use std::process::Command;

use games::GAMES;

use crate::{folder, has, printed, records};

/// For each language: the tool that it needs, the name of its program, and the file in `speakers`.
const C: [&str; 3] = ["gcc", "speaker.c", "speaker.c"];
const CPP: [&str; 3] = ["g++", "speaker.cpp", "speaker.c"];
const EXECUTABLE: [&str; 3] = ["gcc", "speaker", "speaker.c"];
const PASCAL: [&str; 3] = ["fpc", "speaker.pas", "speaker.pas"];
const RUST: [&str; 3] = ["rustc", "speaker.rs", "speaker.rs"];
const PYTHON: [&str; 3] = ["python3", "speaker.py", "speaker.py"];
const JAVASCRIPT: [&str; 3] = ["node", "speaker.js", "speaker.js"];
const JAVA: [&str; 3] = ["javac", "Speaker.java", "Speaker.java"];

/// Small boards of each game. The programs know moves for these cars and this box only.
fn board(game: &str) -> &'static [&'static str] {
    match game {
        "gangsters" => &["--set", "n=4", "--set", "m=5", "--set", "limit=1", "--set", "box=2,3"],
        "flood-wars" => &["--set", "rows=3", "--set", "columns=3"],
        "poziomka" => &["--set", "wiersze=4", "--set", "kolumny=4"],
        _ => &[],
    }
}

/// Lets programs in two languages play a pair of every game by every protocol. The clock is
/// generous, since other tests run beside this one.
fn check(languages: [[&str; 3]; 2]) {
    if languages.iter().any(|[tool, ..]| !has(tool)) {
        return;
    }
    let folder = folder();
    languages.iter().for_each(|language| make(folder.path(), language));
    for spec in GAMES {
        let own = spec.contest.protocol.is_some().then_some("./");
        for protocol in own.into_iter().chain(["line:./", "gtp:./"]) {
            let [first, second] = languages.map(|[_, name, _]| format!("{protocol}{name}"));
            let rest =
                ["--games", "2", "--move-time", "20s", "--opening", "0", "--record", "games"];
            let words = [&["match", spec.name, &first, &second], &rest[..], board(spec.name)];
            printed(folder.path(), &words.concat());
            for game in records(&folder.path().join("games")) {
                assert_ne!(game["end"]["by"], "foul", "{first} {second}: {}", game["end"]);
            }
            fs::remove_file(folder.path().join("games")).expect("it was written");
        }
    }
}

/// Puts a language's program into a folder.
fn make(folder: &Path, &[tool, name, file]: &[&str; 3]) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matches/speakers").join(file);
    if name.contains('.') {
        fs::copy(source, folder.join(name)).expect("it can be copied");
    } else {
        let made = Command::new(tool).arg(source).arg("-o").arg(folder.join(name)).status();
        assert!(made.expect("the compiler starts").success());
    }
}

#[test]
fn javascript_and_java() {
    check([JAVASCRIPT, JAVA]);
}

#[test]
fn python_and_c() {
    check([PYTHON, C]);
}

#[test]
fn pascal_and_cpp() {
    check([PASCAL, CPP]);
}

#[test]
fn rust_and_an_executable() {
    check([RUST, EXECUTABLE]);
}
