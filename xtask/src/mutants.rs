//! `cargo xtask mutants` asks the tests about a change: `cargo-mutants` breaks each function that
//! differs from another commit, and lists what no test of its crate sees. More arguments go to
//! `cargo mutants`: `--file` chooses files, `--test-package` the crate with the tests.

use std::io;
use std::process::{Command, ExitCode};

use crate::shell::{root, run_well, target, write};

pub(crate) fn run(base: &str, more: &[&str]) -> ExitCode {
    match asked(base, more) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn asked(base: &str, more: &[&str]) -> io::Result<()> {
    let changed = Command::new("git").args(["diff", base, "--"]).current_dir(root()).output()?;
    if !changed.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&changed.stderr)));
    }
    let diff = target().join("mutants.diff");
    write(&diff, &changed.stdout)?;
    let mut cargo = Command::new("cargo");
    cargo
        .args(["mutants", "--workspace", "--in-diff"])
        .arg(diff)
        .arg("--output")
        .arg(target())
        .args(more);
    run_well(cargo.current_dir(root()))
}
