//! Finds a program's file along PATH.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The first executable of this name along PATH, leaving out scripts.
///
/// The sandbox executes a program directly, and cannot execute a script. But version managers
/// install scripts that choose an interpreter, and Debian's `valgrind` is a script that executes
/// `valgrind.bin`. So this function also looks for `NAME.bin`.
pub fn find(name: &str) -> Option<PathBuf> {
    let named = |folder: PathBuf| [folder.join(name), folder.join(format!("{name}.bin"))];
    folders().flat_map(named).find(|candidate| is_executable(candidate) && !is_script(candidate))
}

/// The first executable file of this name along PATH, as a shell would choose it. The file may be a
/// script.
pub fn find_as_a_shell(name: &str) -> Option<PathBuf> {
    folders().map(|folder| folder.join(name)).find(|candidate| is_executable(candidate))
}

fn folders() -> impl Iterator<Item = PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).collect::<Vec<_>>().into_iter()
}

/// Whether the file is a script, which the system gives to an interpreter. A file that cannot be
/// read counts as a script.
fn is_script(path: &Path) -> bool {
    let mut magic = [0; 2];
    File::open(path).and_then(|mut file| file.read_exact(&mut magic)).is_err() || &magic == b"#!"
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}
