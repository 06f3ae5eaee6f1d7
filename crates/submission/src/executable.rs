//! Classifies a file by its permissions and its first bytes.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// Whether the sandbox can execute a file. The sandbox executes machine code only, not scripts that
/// name an interpreter.
pub(crate) fn is_executable(path: &Path) -> bool {
    may_run(path) && !is_text(path)
}

/// Whether the permissions of a file allow its execution.
#[cfg(unix)]
pub(crate) fn may_run(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|about| about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
pub(crate) fn may_run(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "exe")
}

/// Whether a file begins with text. Machine code never begins with text.
fn is_text(path: &Path) -> bool {
    // An unreadable file may still be a program.
    start::<64>(path).is_ok_and(|start| !start.contains(&0))
}

/// Whether the first line of a file names its interpreter.
pub fn names_interpreter(path: &Path) -> bool {
    path.is_file() && start::<2>(path).is_ok_and(|start| start == b"#!")
}

/// The first bytes of a file.
pub(crate) fn start<const BYTES: usize>(path: &Path) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    fs::File::open(path)?.take(BYTES as u64).read_to_end(&mut start)?;
    Ok(start)
}

/// Whether a file would be an executable if its permissions allowed its execution.
pub(crate) fn lacks_permission(path: &Path) -> bool {
    path.is_file() && start::<4>(path).is_ok_and(|start| start == b"\x7fELF") && !may_run(path)
}
