//! Tests every verdict of `ludoteka judge`, and the command that reproduces the verdict.

#[cfg(unix)]
mod folders;
#[cfg(target_os = "linux")]
mod hooks;
mod languages;
mod moodle;
mod own_programs;
#[cfg(unix)]
mod results;
#[cfg(target_os = "linux")]
mod second_runs;
#[cfg(target_os = "linux")]
mod taken;
#[cfg(target_os = "linux")]
mod teaching;
mod verdicts;

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::{ludoteka, text};

/// Makes a folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempdir().expect("a temporary folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("files lie in folders"))
            .expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    }
    folder
}

/// The judge's JSON, standard output, standard error and exit code.
struct Judgement {
    json: Value,
    printed: String,
    complaint: String,
    code: Option<i32>,
}

/// Judges in a folder, with relative paths as a person would type them.
fn judge(folder: &Path, arguments: &[&str]) -> Judgement {
    judge_with_path(folder, arguments, std::env::var_os("PATH").unwrap_or_default())
}

/// Judges with this PATH. Tools are looked for in its folders.
fn judge_with_path(folder: &Path, arguments: &[&str], path: impl AsRef<OsStr>) -> Judgement {
    let mut command = ludoteka(&[&["judge"], arguments, &["--json", "results.json"]].concat());
    // The printed shell commands compile into TMPDIR, so each test has its own TMPDIR.
    let output = command
        .current_dir(folder)
        .env("TMPDIR", folder)
        .env("PATH", path)
        .output()
        .expect("ludoteka runs");
    let json = fs::read(folder.join("results.json")).unwrap_or_default();
    let json = serde_json::from_slice(&json).unwrap_or(Value::Null);
    let [printed, complaint] =
        [&output.stdout, &output.stderr].map(|bytes| text(bytes).to_string());
    Judgement { json, printed, complaint, code: output.status.code() }
}

impl Judgement {
    /// The cases of the only program.
    fn cases(&self) -> &[Value] {
        self.json["programs"][0]["cases"]
            .as_array()
            .unwrap_or_else(|| panic!("no cases: {}", self.complaint))
    }

    /// The name, the verdict and the details of each case.
    fn verdicts(&self) -> Vec<[&str; 3]> {
        let fields = |case| ["case", "verdict", "particulars"].map(|name| field(case, name));
        self.cases().iter().map(fields).collect()
    }
}

/// A field of text; empty if it is missing.
fn field<'a>(value: &'a Value, name: &str) -> &'a str {
    let value = &value[name];
    value.as_str().or_else(|| value["text"].as_str()).unwrap_or_default()
}

/// Runs a shell command in a folder; returns its output, and whether it succeeded. `ludoteka` is
/// the binary under test.
pub(crate) fn shell(line: &str, folder: &Path) -> (String, bool) {
    let own =
        Path::new(env!("CARGO_BIN_EXE_ludoteka")).parent().expect("executables lie in folders");
    let path = format!("{}:{}", own.display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    command
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", path)
        .env("TMPDIR", folder)
        .stdin(Stdio::null());
    let output = command.output().expect("there is a shell");
    let [printed, complaint] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    // On a busy machine a command may say how far it is.
    let lines = complaint.split_inclusive('\n');
    let lines = lines.filter(|line| !line.starts_with("ludoteka: so far "));
    let said = printed + &lines.collect::<String>();
    (said, output.status.success())
}

/// Whether `tool` can be used; if not, prints that the test is skipped.
pub(crate) fn has(tool: &str) -> bool {
    testing::is_there(tool, sandbox::find(tool).is_some())
}
