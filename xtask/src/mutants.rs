//! `cargo xtask mutants` asks the tests about a change: `cargo-mutants` breaks each function that
//! differs from another commit, and lists what no test of its crate sees.

use std::io;
use std::process::{Command, ExitCode};

use crate::shell::{root, run_well, target, write};

pub(crate) fn run(base: &str) -> ExitCode {
    match asked(base) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn asked(base: &str) -> io::Result<()> {
    let changed = Command::new("git").args(["diff", base, "--"]).current_dir(root()).output()?;
    if !changed.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&changed.stderr)));
    }
    let diff = target().join("mutants.diff");
    write(&diff, &changed.stdout)?;
    let mut cargo = Command::new("cargo");
    cargo.args(["mutants", "--in-diff"]).arg(diff).arg("--output").arg(target());
    run_well(cargo.current_dir(root()))
}
