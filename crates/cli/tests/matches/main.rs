//! `ludoteka match`, `replay` and `verify` as a user sees them.

mod alike;
mod analyse;
#[cfg(target_os = "linux")]
mod assignment;
#[cfg(target_os = "linux")]
mod class;
#[cfg(target_os = "linux")]
mod contest;
mod convert;
#[cfg(target_os = "linux")]
mod fouls;
#[cfg(target_os = "linux")]
mod grade;
mod graded_play;
#[cfg(target_os = "linux")]
mod interrupt;
#[cfg(target_os = "linux")]
mod languages;
#[cfg(target_os = "linux")]
mod moodle;
#[cfg(target_os = "linux")]
mod players;
mod records;
#[cfg(target_os = "linux")]
mod regret;
#[cfg(target_os = "linux")]
mod served;
#[cfg(target_os = "linux")]
mod starters;
#[cfg(target_os = "linux")]
mod stderr;
mod terms;
#[cfg(target_os = "linux")]
mod trials;
#[cfg(target_os = "linux")]
mod unflushed;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const OWN: &str = env!("CARGO_BIN_EXE_ludoteka");

/// The binary under test, in this folder, with these arguments.
fn ludoteka(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(OWN);
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

/// Standard output, standard error and exit code of a call.
fn run(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    said(&ludoteka(folder, arguments).output().expect("ludoteka runs"))
}

fn said(output: &Output) -> (String, String, Option<i32>) {
    let [printed, complaint] =
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    (printed, complaint, output.status.code())
}

/// The output of a successful call.
fn printed(folder: &Path, arguments: &[&str]) -> String {
    let (printed, complaint, code) = run(folder, arguments);
    assert_eq!(code, Some(0), "{arguments:?}: {complaint}");
    printed
}

/// The message of a call that fails with this exit code.
fn complaint(folder: &Path, arguments: &[&str], expected: i32) -> String {
    let (_, complaint, code) = run(folder, arguments);
    assert_eq!(code, Some(expected), "{arguments:?}: {complaint}");
    complaint
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// A match between two engines that play quickly, and that play the same games in every run.
const QUICK: [&str; 6] = ["match", "mnk", "engine:1", "engine:2", "--nodes", "100"];

/// The records in a file.
fn records(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("records are text");
    text.lines().map(|line| serde_json::from_str(line).expect("a record is JSON")).collect()
}

/// The program that commits every foul. The program belongs to another package, so cargo builds it
/// and says where it is.
fn badbot() -> PathBuf {
    testing::build_beside(OWN, &["--package", "sandbox", "--bin", "badbot"]).join("badbot")
}

/// Whether `tool` can be used; if not, prints that the test is skipped.
fn has(tool: &str) -> bool {
    testing::is_there(tool, sandbox::find(tool).is_some())
}
