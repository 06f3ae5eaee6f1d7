//! The command line as a user sees it: flags take effect, examples work, and streams and exit codes
//! are right.

mod cases;
mod guides;
mod help;
mod judge;
mod play;
mod protocols;
#[cfg(target_os = "linux")]
mod readme;
mod solve;
mod streams;
mod transcripts;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use games::GAMES;

/// The binary under test with these arguments.
fn ludoteka(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludoteka"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    ludoteka(arguments).output().expect("ludoteka runs")
}

fn run_with_input(arguments: &[&str], input: &str) -> Output {
    let mut command = ludoteka(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("ludoteka runs");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let input = input.to_string();
    // Another thread writes the input, because the command may answer or end before it has read the
    // whole input.
    std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    child.wait_with_output().expect("ludoteka ends")
}

/// The output of a successful call.
fn printed(arguments: &[&str]) -> String {
    printed_in(Path::new("."), arguments)
}

/// The output of a successful call in this folder.
fn printed_in(folder: &Path, arguments: &[&str]) -> String {
    let output = ludoteka(arguments).current_dir(folder).output().expect("ludoteka runs");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout).to_string()
}

/// The message of a call that fails with this exit code.
fn complaint(arguments: &[&str], code: i32) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    assert_eq!(text(&output.stdout), "", "{arguments:?}");
    text(&output.stderr).to_string()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("ludoteka writes UTF-8")
}

/// A first move that does not end the game.
fn a_move_that_ends_nothing(game: &str) -> String {
    let legal = printed(&["show", game, "--legal"]);
    let goes_on = |mv: &&str| printed(&["show", game, mv]).contains(" to move, ");
    legal.lines().find(goes_on).expect("no game is over after every first move").to_string()
}

#[test]
fn games_are_listed_and_explained() {
    let list = printed(&["games"]);
    for spec in GAMES {
        assert!(list.contains(spec.name) && list.contains(spec.title), "{list}");
        let rules = printed(&["games", spec.name]);
        let options = spec.program.as_ref().map_or(&[][..], |program| program.options);
        for parameter in spec.parameters.iter().chain(options) {
            assert!(rules.contains(parameter.what), "{rules}");
        }
        let name = spec.program_name().unwrap_or(spec.name);
        assert_eq!(printed(&["games", name]), rules, "a game is also found by its program's name");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_doctor_tells_of_every_level_and_tool() {
    let told = printed(&["doctor"]);
    for level in ["  0  rlimits and a clock      available", "  1  ", "  2  ", "  3  "] {
        assert!(told.contains(level), "{told}");
    }
    for word in [
        "processes 64",
        "on disk   256 MiB",
        "kernel  Linux",
        "slots ",
        "gcc",
        "fpc",
        "rustc",
        "python3",
        "node",
        "valgrind",
    ] {
        assert!(told.contains(word), "{told}");
    }
}

#[test]
#[cfg(unix)]
fn the_doctor_tells_which_of_several_tools_is_used() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let real = folder.path().join("real");
    std::fs::write(&real, "not a script").expect("a file can be written");
    let script = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a file can be written");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))
            .expect("it is ours");
        path.display().to_string()
    };
    let real = real.display();
    let [python, node] = ["python3", "node"].map(|name| script(name, &format!("echo {real}")));
    let [gcc, rustc] =
        [("gcc", "exec cc"), ("rustc", "exit 1")].map(|(name, text)| script(name, text));
    let told = |path: &str| {
        let output = ludoteka(&["doctor"]).env("PATH", path).output().expect("ludoteka runs");
        text(&output.stdout).to_string()
    };
    let alone = told(&folder.path().display().to_string());
    for (name, what, switch) in [("python3", "Python", python), ("node", "JavaScript", node)] {
        let lines = format!(
            "  {name:<9} {real} (programs in {what})\n            chosen by {switch}, the first \
            on PATH\n"
        );
        assert!(alone.contains(&lines), "{alone}");
    }
    for (name, what, path) in [("gcc", "C", &gcc), ("rustc", "Rust", &rustc)] {
        let lines = format!(
            "  {name:<9} not found (programs in {what})\n            {path}, the first on PATH, \
            cannot be used"
        );
        assert!(alone.contains(&lines), "{alone}");
    }
}

#[test]
fn diagrams_are_shown_and_read_back() {
    for spec in GAMES {
        let quiet = &a_move_that_ends_nothing(spec.name);
        let diagram = printed(&["show", spec.name, "--text", quiet]);
        let again = run_with_input(&["show", spec.name, "--text", "--diagram", "-"], &diagram);
        assert_eq!(text(&again.stdout), diagram, "{}", text(&again.stderr));
        assert!(printed(&["show", spec.name, quiet]).contains(" to move, "));
    }
}

#[test]
fn positions_are_counted() {
    for spec in GAMES {
        let legal = printed(&["show", spec.name, "--legal"]).lines().count();
        let counted = printed(&["perft", spec.name, "1"]);
        assert_eq!(
            counted.lines().nth(1).and_then(|line| line.split_whitespace().nth(1)),
            Some(&*legal.to_string())
        );
        let divided = printed(&["perft", spec.name, "1", "--divide"]);
        assert_eq!(divided.lines().count(), legal + 1);
    }
    let perft = printed(&["perft", "mnk", "2", "--set", "n=4", "--set", "M=5", "a1"]);
    assert!(
        perft.lines().last().is_some_and(|line| line.contains(" 342 ")),
        "flags and moves arrive: {perft}"
    );
}

/// A different count means that an engine plays differently than before. If the new count is
/// intended, renew the file: `ludoteka bench --signature > bench/signature.txt`
#[test]
fn engines_behave_as_the_signature_says() {
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/signature.txt");
    let kept = std::fs::read_to_string(kept).expect("bench/signature.txt is there");
    let meant = "if this change is intended: ludoteka bench --signature > bench/signature.txt";
    assert_eq!(printed(&["bench", "--signature"]), kept, "{meant}");
}

#[test]
fn what_cannot_be_is_refused_in_a_sentence() {
    for spec in GAMES {
        let refused = complaint(&["show", spec.name, "no such move"], 1);
        assert!(
            refused.starts_with("ludoteka: move 1 (no such move): ")
                && refused.lines().count() == 1,
            "{refused}"
        );
        let unset = complaint(&["show", spec.name, "--set", "nosuch=1"], 2);
        assert!(unset.starts_with("ludoteka: --set: there is no parameter `nosuch`"), "{unset}");
        let garbled = run_with_input(&["show", spec.name, "--diagram", "-"], "\0\u{1}?");
        assert_eq!(garbled.status.code(), Some(1));
        assert!(text(&garbled.stderr).starts_with("ludoteka: the diagram is invalid: line 1"));
    }
    assert!(
        complaint(&["show", "mnk", "--diagram", "/no/such/file"], 1)
            .contains("cannot read /no/such/file")
    );
    assert!(
        complaint(&["program", "nosuch"], 2).contains("there is no game `nosuch`; there are: ")
    );
    for usage in [
        &["nosuch"][..],
        &["show"],
        &["show", "nosuch"],
        &["perft", "mnk", "0"],
        &["show", "mnk", "--set", "n"],
    ] {
        complaint(usage, 2);
    }
}

#[test]
fn endless_and_binary_diagrams_are_refused() {
    let endless = complaint(&["show", "mnk", "--diagram", "/dev/zero"], 1);
    assert!(endless.contains("longer than a megabyte"), "{endless}");
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), b"\xff\xfe").expect("a temporary file takes bytes");
    let binary =
        complaint(&["show", "mnk", "--diagram", file.path().to_str().expect("a plain path")], 1);
    assert!(binary.contains("not UTF-8"), "{binary}");
}
