//! What the commands that make packages and the site share: cargo's folder, and commands and files
//! of a shell.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// All documents, and the files that they link to.
pub(crate) const DOCUMENTS: [&str; 7] = [
    "*.md",
    "docs",
    "LICENSE-*",
    "bench/signature.txt",
    // rustdoc shows these.
    ":!crates/pairing",
    ":!crates/sandbox",
    ":!crates/stats",
];

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().unwrap_or(root)
}

/// Where cargo builds.
pub(crate) fn target() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// Makes a folder, without what an earlier run left in it.
pub(crate) fn make_empty(folder: &Path) -> io::Result<()> {
    remove(folder)?;
    fs::create_dir_all(folder)
}

/// Removes a folder, if it exists.
pub(crate) fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Writes a file, and makes its folder.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(path, bytes)
}

/// Copies the tracked files that git's patterns name. They lie as in the repository.
pub(crate) fn copy_tracked(patterns: &[&str], to: &Path) -> io::Result<()> {
    let mut git = Command::new("git");
    let listed = git.args(["ls-files", "-z", "--"]).args(patterns).current_dir(root()).output()?;
    if !listed.status.success() {
        return Err(io::Error::other("the documents are found by git, in a clone"));
    }
    for path in String::from_utf8_lossy(&listed.stdout).split_terminator('\0') {
        write(&to.join(path), &fs::read(root().join(path))?)?;
    }
    Ok(())
}

/// Runs a command, which shows its output, and fails if the command fails.
pub(crate) fn run_well(command: &mut Command) -> io::Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| io::Error::other(format!("{name}: {error}")))?;
    if status.success() {
        Ok(())
    } else {
        Err(io::Error::other(format!("{command:?} failed: {status}")))
    }
}

/// Copies a file or a whole folder.
pub(crate) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    run_well(Command::new("cp").arg("--archive").args([from, to]))
}
