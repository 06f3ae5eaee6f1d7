//! The executables under tools that a machine may lack: valgrind, a C compiler, limits on memory.
//!
//! A test whose tool is missing says so on standard error and passes, unless `LUDOTEKA_TESTS=all` forbids it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use games::Program;
use rules::Parameters;
use rules::random::Random;
use tempfile::tempdir;

/// Every executable lies beside this one.
fn executable(program: &Program) -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_nmk")).with_file_name(program.name)
}

/// Whether `tool` can be used; if not, that is said aloud.
fn has(tool: &str) -> bool {
    let quiet = Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let found = quiet.is_ok_and(|status| status.success());
    if !found {
        assert!(
            std::env::var("LUDOTEKA_TESTS").as_deref() != Ok("all"),
            "{tool} is missing, and nothing may be skipped"
        );
        // Not eprintln!, which the test runner keeps to itself when the test passes.
        writeln!(std::io::stderr(), "skipped: {tool} is not installed").expect("standard error takes a line");
    }
    found
}

/// What a command answers to an input, and whether it ended well.
fn answer(command: &mut Command, input: &str) -> (String, String, bool) {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let _ = child.stdin.take().expect("standard input is a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("programs write UTF-8");
    (text(output.stdout), text(output.stderr), output.status.success())
}

/// The options as a C compiler takes them.
fn flags(options: &Parameters) -> Vec<String> {
    options.all().filter(|(_, value)| !value.is_empty()).map(|(name, value)| define(name, value)).collect()
}

fn define(name: &str, value: &str) -> String {
    format!("-D{}={value}", name.to_uppercase().replace('-', "_"))
}

/// The tasks' own command: whatever valgrind reports fails the program.
#[test]
fn valgrind_finds_nothing_in_any_program() {
    if !has("valgrind") {
        return;
    }
    for (card, program) in games::programs() {
        let mut random = Random::new(4);
        let options = (program.vary)(&mut random);
        let input = (program.case)(&mut random, &options);
        let mut command = Command::new("valgrind");
        command.args(["--leak-check=full", "-q", "--error-exitcode=1"]).arg(executable(program)).args(flags(&options));
        let (output, report, well) = answer(&mut command, &input);
        assert!(well && report.is_empty(), "{}: {report}", card.name);
        assert_eq!(output, answer(Command::new(executable(program)).args(flags(&options)), &input).0, "{}", card.name);
    }
}

/// `tests/c/poziomka.c`, compiled as the task says, and the Rust program with the same flags answer alike.
#[test]
fn poziomka_stands_in_for_a_c_program() {
    if !has("gcc") {
        return;
    }
    let program = games::find("poziomka").and_then(|card| card.program.as_ref()).expect("Poziomka has a program");
    let c = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c");
    let folder = tempdir().expect("a temporary folder");
    let compiled = folder.path().join("poziomka");
    for seed in 0..12 {
        let mut random = Random::new(seed);
        let options = (program.vary)(&mut random);
        let mut gcc = Command::new("gcc");
        gcc.arg(format!("@{}", c.join("opcje").display())).args(flags(&options));
        gcc.arg(c.join("poziomka.c")).arg("-o").arg(&compiled);
        let (_, errors, well) = answer(&mut gcc, "");
        assert!(well, "the task's options accept the program: {errors}");
        for _ in 0..20 {
            let input = (program.case)(&mut random, &options);
            let (expected, errors, well) = answer(&mut Command::new(&compiled), &input);
            assert!(well, "{errors}");
            let (output, ..) = answer(Command::new(executable(program)).args(flags(&options)), &input);
            assert_eq!(output, expected, "{:?} on\n{input}", flags(&options));
        }
    }
}

/// The memory that the games' texts allow: the whole address space in KiB, which is stricter than what is used of it,
/// and the stack.
#[cfg(target_os = "linux")]
const MEMORY: [(&str, u32, u32); 2] = [("flood-wars", 128 * 1024, 8 * 1024), ("gangsters", 40 * 1024, 8 * 1024)];

#[cfg(target_os = "linux")]
#[test]
fn programs_keep_within_their_memory() {
    for (name, space, stack) in MEMORY {
        let program = games::find(name).and_then(|card| card.program.as_ref()).expect("the game has a program");
        let mut random = Random::new(9);
        let options = (program.vary)(&mut random);
        let options = options.with("nodes", "200000").expect("the program can count nodes");
        let input = (program.case)(&mut random, &options);
        let limited = format!("ulimit -v {space} && ulimit -s {stack} && exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &limited]).arg(executable(program)).args(flags(&options));
        let (output, errors, well) = answer(&mut command, &input);
        assert!(well && !output.is_empty(), "{name}: {errors}");
    }
}
