//! If the tests run as root, this test runs all of them again as a user without privileges.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use crate::{PROGRAMS, badbot, spawner_program};

/// The user `nobody`.
const NOBODY: u32 = 65534;

fn is_root() -> bool {
    let status = fs::read_to_string("/proc/self/status").expect("the kernel tells who this is");
    status.lines().any(|line| line.split_whitespace().take(2).eq(["Uid:", "0"]))
}

/// Copies a program to a folder in which every user may execute it.
fn shared(program: &Path, folder: &Path, name: &str) {
    let copy = folder.join(name);
    fs::copy(program, &copy).expect("it can be copied");
    fs::set_permissions(copy, fs::Permissions::from_mode(0o755)).expect("it is ours");
}

#[test]
fn the_same_as_an_ordinary_user() {
    if !is_root() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("it is ours");
    let this = std::env::current_exe().expect("a test is a program");
    for (program, name) in
        [(this.as_path(), "tests"), (&badbot(), "badbot"), (&spawner_program(), "sandbox-spawner")]
    {
        shared(program, folder.path(), name);
    }
    let mut tests = Command::new(folder.path().join("tests"));
    tests
        .args(["--skip", "ordinary_user", "--test-threads", "2"])
        .env(PROGRAMS, folder.path())
        .current_dir("/");
    let output = tests.uid(NOBODY).gid(NOBODY).output().expect("the tests run");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{printed}{}", String::from_utf8_lossy(&output.stderr));
    assert!(printed.contains("forbidden_calls_end_the_program_and_are_named ... ok"), "{printed}");
}
