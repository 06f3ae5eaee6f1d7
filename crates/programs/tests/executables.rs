//! The five executables as a user sees them: options, answers, error messages, exit codes.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use rules::Program;

/// The path of a program's executable. All executables lie in the same folder.
fn executable(program: &Program) -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_nmk")).with_file_name(program.name)
}

fn run(program: &Program, arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(executable(program));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the executable starts");
    // A program may end before it has read all of its input, so a failed write does not matter.
    let _ = child.stdin.take().expect("standard input is a pipe").write_all(input);
    child.wait_with_output().expect("the executable ends")
}

fn nmk() -> &'static Program {
    games::find("nmk").and_then(|spec| spec.program.as_ref()).expect("m,n,k has a program")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("programs write UTF-8")
}

#[test]
fn every_game_has_an_executable_that_explains_itself() {
    for (spec, program) in games::programs() {
        let output = run(program, &["--help"], b"");
        assert_eq!(output.status.code(), Some(0), "{}", spec.name);
        let help = text(&output.stdout);
        assert!(help.contains(spec.title) && help.contains("For example"), "{help}");
        for option in program.options {
            assert!(help.contains(&format!("--{}", option.name)), "{help}");
        }
    }
}

#[test]
fn a_command_line_without_sense_is_a_usage_error() {
    for (spec, program) in games::programs() {
        for arguments in [&["--no-such-option"][..], &["-DNOSUCH=1"], &["file"], &["-D"]] {
            let output = run(program, arguments, b"");
            assert_eq!(output.status.code(), Some(2), "{} {arguments:?}", spec.name);
            assert_eq!(text(&output.stderr).lines().count(), 1, "one sentence");
            assert!(output.stdout.is_empty());
        }
    }
}

#[test]
fn what_was_answered_before_an_error_is_out() {
    let program = nmk();
    let output = run(program, &[], b"SOLVE_GAME_STATE 1 1 1 1 0\nSOLVE_GAME_STATE 1 1 1 3 0\n");
    assert_eq!(text(&output.stdout), "FIRST_PLAYER_WINS\n");
    assert_eq!(text(&output.stderr), "nmk: line 2: player 3; expected player 1 or 2\n");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn flags_arrive() {
    let program = nmk();
    let input = b"GEN_ALL_POS_MOV 1 2 2 1 0 0\n";
    assert_eq!(text(&run(program, &[], input).stdout), "2\n1 0\n\n0 1\n");
    for flag in ["--compact", "-DCOMPACT", "--compact=yes", "-DCOMPACT=yes"] {
        assert_eq!(text(&run(program, &[flag], input).stdout), "2\n1 0\n0 1\n", "{flag}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_reader_that_goes_away_is_no_error_and_a_full_disk_is() {
    let program = nmk();
    let shell = |line: &str| {
        let line = format!(
            "printf 'GEN_ALL_POS_MOV 1 1 1 1 0' | {{ {} ; echo $? >&2; }} {line}",
            executable(program).display()
        );
        Command::new("sh").args(["-c", &line]).output().expect("a shell runs")
    };
    assert_eq!(text(&shell("| true").stderr).lines().last(), Some("0"));
    let full = shell("> /dev/full");
    let complaint = text(&full.stderr);
    assert!(complaint.starts_with("nmk: ") && complaint.ends_with("\n1\n"), "{complaint}");
}
