//! Where a program lies.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The first executable of this name along PATH, scripts passed over.
///
/// A sandboxed program is executed itself, while version managers put scripts before the interpreters that they choose,
/// and Debian puts one before `valgrind.bin`, which is then what is found.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let named = |folder: PathBuf| [folder.join(name), folder.join(format!("{name}.bin"))];
    std::env::split_paths(&path).flat_map(named).find(|candidate| is_program(candidate))
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
