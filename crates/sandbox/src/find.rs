//! Where a program lies.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The first executable of this name along PATH, scripts passed over: a sandboxed program is executed itself, and
/// version managers put scripts before the interpreters they choose. The path has no symbolic links in it.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let candidates = std::env::split_paths(&path).map(|folder| folder.join(name));
    candidates.filter_map(|candidate| candidate.canonicalize().ok()).find(|candidate| is_program(candidate))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let mut magic = [0; 2];
    let is_executable = path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0);
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut magic));
    is_executable && read.is_ok() && &magic != b"#!"
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    let mut magic = [0; 2];
    File::open(path).and_then(|mut file| file.read_exact(&mut magic)).is_ok() && &magic != b"#!"
}
