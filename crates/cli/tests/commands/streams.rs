//! Pipes, colours and full disks.

use std::process::Command;

use crate::{ludoteka, printed, text};

#[test]
fn colour_is_for_terminals_and_for_those_who_ask() {
    for arguments in [
        &["games"][..],
        &["games", "mnk"],
        &["show", "mnk", "b2"],
        &["bench", "mnk"],
        &["perft", "mnk", "2"],
    ] {
        assert!(!printed(arguments).contains('\u{1b}'), "{arguments:?}");
        let forced =
            ludoteka(arguments).env("CLICOLOR_FORCE", "1").output().expect("ludoteka runs");
        assert!(text(&forced.stdout).contains('\u{1b}'), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
fn shell(line: &str) -> String {
    let line = line.replace("ludoteka", env!("CARGO_BIN_EXE_ludoteka"));
    let output = Command::new("sh").args(["-c", &line]).output().expect("there is a shell");
    text(&output.stdout).to_string() + text(&output.stderr)
}

#[cfg(target_os = "linux")]
#[test]
fn a_reader_that_goes_away_is_no_error() {
    let commands =
        ["games", "games mnk", "show mnk --set n=19 --set m=19", "perft mnk 5", "bench mnk"];
    let more = [
        "--help",
        "program mnk --help",
        "play mnk --first engine --second engine --nodes 99",
        "help play",
    ];
    for command in commands.into_iter().chain(more) {
        let said = shell(&format!("{{ ludoteka {command}; echo $? >&2; }} | true"));
        assert_eq!(said, "0\n", "{command}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_verdict_is_one_whoever_reads_it() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("1.in", "1\n"), ("1.out", "2\n")] {
        std::fs::write(folder.path().join(name), text).expect("a file can be written");
    }
    let cases = folder.path().display();
    let said = shell(&format!(
        "{{ sleep 0.2; ludoteka judge mnk /bin/cat --cases {cases}; echo $? >&2; }} | true"
    ));
    assert_eq!(said, "1\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for command in [
        "games",
        "show mnk",
        "play mnk --first engine --second engine --nodes 99",
        "program mnk --help",
    ] {
        let said = shell(&format!("ludoteka {command} > /dev/full; echo $?"));
        assert!(said.starts_with("1\n") && said.contains("No space left"), "{command}: {said}");
    }
}
