//! What a file's permissions and its first bytes say of it.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// The sandbox executes programs themselves, and no scripts that name an interpreter.
pub(crate) fn is_executable(path: &Path) -> bool {
    may_run(path) && !is_text(path)
}

/// Whether whoever owns a file has it stand for a program.
#[cfg(unix)]
pub(crate) fn may_run(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|about| about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
pub(crate) fn may_run(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "exe")
}

/// Whether a file begins as no program in machine code does: with nothing but text.
fn is_text(path: &Path) -> bool {
    // What may not be read may be a program all the same.
    start::<64>(path).is_ok_and(|start| !start.contains(&0))
}

/// Whether the first line of a file names what is to run it.
pub fn names_interpreter(path: &Path) -> bool {
    path.is_file() && start::<2>(path).is_ok_and(|start| start == b"#!")
}

/// Whether a file begins as programs of these systems do, be it one that may not be executed.
pub(crate) fn is_machine_code(path: &Path) -> bool {
    path.is_file() && start::<4>(path).is_ok_and(|start| start == b"\x7fELF")
}

fn start<const BYTES: usize>(path: &Path) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    fs::File::open(path)?.take(BYTES as u64).read_to_end(&mut start)?;
    Ok(start)
}

/// Whether a file is an executable but for its owner's leave.
pub(crate) fn lacks_permission(path: &Path) -> bool {
    is_machine_code(path) && !may_run(path)
}
