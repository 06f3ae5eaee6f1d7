//! That a program's file may be executed.

use std::io;
use std::path::Path;

#[cfg(unix)]
pub(crate) fn allow_execution(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

/// Elsewhere every file can be executed that is one to execute.
#[cfg(not(unix))]
pub(crate) fn allow_execution(_: &Path) -> io::Result<()> {
    Ok(())
}
