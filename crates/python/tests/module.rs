//! Runs the package's tests in Python: a file of `tests/` each, and the examples in the docstrings.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The package as pip would install it, in a temporary folder.
fn installed() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let package = folder.path().join("ludoteka");
    std::fs::create_dir(&package).expect("a folder can be made");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/ludoteka");
    for entry in std::fs::read_dir(sources).expect("the package's files") {
        let path = entry.expect("an entry").path();
        if path.is_file() {
            std::fs::copy(&path, package.join(path.file_name().expect("a name"))).expect("a copy");
        }
    }
    std::fs::copy(module(), package.join("_ludoteka.abi3.so")).expect("cargo has built the module");
    folder
}

/// Cargo puts the module beside the test.
fn module() -> PathBuf {
    let test = std::env::current_exe().expect("a test is a program");
    let suffix = std::env::consts::DLL_SUFFIX;
    test.with_file_name(format!("{}_ludoteka{suffix}", std::env::consts::DLL_PREFIX))
}

fn python(folder: &Path, arguments: &[&str]) {
    let found = Command::new("python3").arg("--version").output().is_ok();
    if !testing::is_there("python3", found) {
        return;
    }
    let mut command = Command::new("python3");
    command.args(["-B", "-W", "error"]).args(arguments).env("PYTHONPATH", folder);
    let output = command.current_dir(folder).output().expect("python3 runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stdout));
}

fn run(file: &str) {
    let folder = installed();
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    python(folder.path(), &[tests.to_str().expect("a path in UTF-8")]);
}

#[test]
fn the_examples_in_the_docstrings_are_true() {
    let folder = installed();
    python(
        folder.path(),
        &[
            "-c",
            "import doctest, sys, ludoteka\n\
             found = doctest.testmod(ludoteka)\n\
             sys.exit(found.failed or not found.attempted)",
        ],
    );
}

#[test]
fn rules() {
    run("rules.py");
}

#[test]
fn engines() {
    run("engines.py");
}
