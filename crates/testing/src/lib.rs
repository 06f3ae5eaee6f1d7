//! Code that the tests and benches of several crates share. Only tests and benches depend on this
//! crate.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

#[cfg(unix)]
pub mod postgres;

/// Whether a tool was found; if not, a message says that a test is [`skipped`].
pub fn is_there(tool: &str, found: bool) -> bool {
    if !found {
        skipped(tool);
    }
    found
}

/// Prints that a test is skipped because this tool is missing.
///
/// # Panics
/// Panics if `LUDOTEKA_TESTS=all` is set, because then no test may be skipped.
pub fn skipped(tool: &str) {
    assert_ne!(std::env::var("LUDOTEKA_TESTS").as_deref(), Ok("all"), "{tool} is missing");
    aloud(&format!("skipped: {tool} is not installed"));
}

/// Prints a line on standard error. If the test passes, the test runner hides the output of
/// `eprintln!`.
pub fn aloud(line: &str) {
    writeln!(io::stderr(), "{line}").expect("standard error takes a line");
}

/// Builds another package: calls `cargo build` with these arguments. The new executables go to the
/// folder of `executable`, a program that cargo has built before. Returns this folder.
///
/// With `LUDOTEKA_BUILT` set, as `cargo xtask test` does, the whole workspace was built before, and
/// nothing is built here: a build of one package has other features, so it would take minutes.
pub fn build_beside(executable: &str, arguments: &[&str]) -> PathBuf {
    let folder = Path::new(executable).parent().expect("executables lie in folders");
    if std::env::var_os("LUDOTEKA_BUILT").is_some() {
        return folder.to_path_buf();
    }
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--locked", "--quiet", "--target-dir"]);
    cargo.arg(folder.parent().expect("profiles lie in the target folder")).args(arguments);
    if folder.ends_with("release") {
        cargo.arg("--release");
    }
    assert!(cargo.status().expect("cargo runs").success(), "{arguments:?} are built");
    folder.to_path_buf()
}

/// The user `nobody`, who owns no files.
pub const NOBODY: u32 = 65534;

/// Whether the tests run as root, which may read and write every file.
#[cfg(unix)]
pub fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").is_ok_and(|of_this_process| of_this_process.uid() == 0)
}
