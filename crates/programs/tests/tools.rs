//! Tests of the executables that need something that a machine may lack: valgrind, a C compiler, or
//! limits on memory.
//!
//! If the tool that a test needs is missing, the test says so on standard error and passes. With
//! `LUDOTEKA_TESTS=all` the test fails instead.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use programs::option_variable;
use rules::random::Random;
use rules::{CaseBoard, CaseScope, Parameters, Program};
use tempfile::tempdir;

/// The path of the file that holds the courses' options for the C compiler. The judge uses this
/// file, too.
const OPCJE: &str = "../search/src/opcje";

/// The path of a program's executable. All executables lie in the same folder.
fn executable(program: &Program) -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_nmk")).with_file_name(program.name)
}

/// Whether `tool` can be used; if not, a message says so.
fn has(tool: &str) -> bool {
    let quiet =
        Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    testing::is_there(tool, quiet.is_ok_and(|status| status.success()))
}

/// The standard output and standard error of a command for an input, and whether it succeeded.
fn answer(command: &mut Command, input: &str) -> (String, String, bool) {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let _ = child.stdin.take().expect("standard input is a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("programs write UTF-8");
    (text(output.stdout), text(output.stderr), output.status.success())
}

/// The options as a C compiler takes them.
fn flags(options: &Parameters) -> Vec<String> {
    let set = options.all().filter(|(_, value)| !value.is_empty());
    set.map(|(name, value)| format!("-D{}={value}", option_variable(name))).collect()
}

/// Runs valgrind as the courses do: a program fails if valgrind reports anything.
#[test]
fn valgrind_finds_nothing_in_any_program() {
    if !has("valgrind") {
        return;
    }
    for (spec, program) in games::programs() {
        let mut random = Random::new(4);
        let options = (program.vary)(&mut random);
        let input = (program.case)(&mut random, &options, CaseScope::BeyondText, CaseBoard::Any);
        let mut command = Command::new("valgrind");
        command
            .args(["--leak-check=full", "-q", "--error-exitcode=1"])
            .arg(executable(program))
            .args(flags(&options));
        let (output, report, well) = answer(&mut command, &input);
        assert!(well && report.is_empty(), "{}: {report}", spec.name);
        assert_eq!(
            output,
            answer(Command::new(executable(program)).args(flags(&options)), &input).0,
            "{}",
            spec.name
        );
    }
}

/// Checks that two programs with the same flags give the same answers: `tests/c/poziomka.c`,
/// compiled as the assignment says, and the Rust program.
#[test]
fn poziomka_stands_in_for_a_c_program() {
    if !has("gcc") {
        return;
    }
    let program = program("poziomka");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempdir().expect("a temporary folder");
    let compiled = folder.path().join("poziomka");
    for seed in 0..12 {
        let mut random = Random::new(seed);
        let options = (program.vary)(&mut random);
        let mut gcc = Command::new("gcc");
        gcc.arg(format!("@{}", here.join(OPCJE).display())).args(flags(&options));
        gcc.arg(here.join("tests/c/poziomka.c")).arg("-o").arg(&compiled);
        let (_, errors, well) = answer(&mut gcc, "");
        assert!(well, "the task's options accept the program: {errors}");
        for _ in 0..20 {
            let input =
                (program.case)(&mut random, &options, CaseScope::BeyondText, CaseBoard::Any);
            let (expected, errors, well) = answer(&mut Command::new(&compiled), &input);
            assert!(well, "{errors}");
            let (output, ..) =
                answer(Command::new(executable(program)).args(flags(&options)), &input);
            assert_eq!(output, expected, "{:?} on\n{input}", flags(&options));
        }
    }
}

/// Returns three values for each of two games: its name, an address space in KiB that is enough for
/// its program, and an input with its largest board. A limit of the address space is stricter than
/// a limit of the memory in use.
#[cfg(target_os = "linux")]
fn largest_boards() -> [(&'static str, u32, String); 2] {
    let flood_wars = games::find("flood-wars").expect("the game exists");
    let sizes = Parameters::new(flood_wars.parameters)
        .with("rows", "50")
        .and_then(|sizes| sizes.with("columns", "50"));
    let board = (flood_wars.open)(&sizes.expect("boards may be so large"), None)
        .expect("a random board")
        .table
        .diagram();
    let opening = "60000\n26 26\n1\n13 13\n0\n0\n".to_string();
    [("flood-wars", 128 << 10, board), ("gangsters", 40 << 10, opening)]
}

fn program(game: &str) -> &'static Program {
    games::find(game).and_then(|spec| spec.program.as_ref()).expect("the game has a program")
}

#[cfg(target_os = "linux")]
#[test]
fn programs_keep_within_the_memory_that_their_texts_allow() {
    const STACK_KIB: u32 = 8 << 10;
    for (name, space, input) in largest_boards() {
        let program = program(name);
        let limited = format!("ulimit -v {space} && ulimit -s {STACK_KIB} && exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &limited]).arg(executable(program)).args(["--nodes", "100000"]);
        let (output, errors, well) = answer(&mut command, &input);
        assert!(well && !output.is_empty(), "{name}: {errors}");
    }
}
