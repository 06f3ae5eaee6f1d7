//! Makes a program's file executable.

use std::io;
use std::path::Path;

#[cfg(unix)]
pub(crate) fn allow_execution(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

/// On systems other than Unix, any file can be executed if its content allows it.
#[cfg(not(unix))]
pub(crate) fn allow_execution(_: &Path) -> io::Result<()> {
    Ok(())
}
