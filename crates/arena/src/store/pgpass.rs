//! The file of passwords that PostgreSQL's programs read.

use std::path::{Path, PathBuf};

/// That file, if it is passed over because others than its owner may read it.
pub(super) fn passed_over() -> Option<PathBuf> {
    let named = std::env::var_os("PGPASSFILE").map(PathBuf::from);
    let usual = || std::env::home_dir().map(|home| home.join(".pgpass"));
    named.or_else(usual).filter(|path| is_open(path))
}

#[cfg(unix)]
fn is_open(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|found| found.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open(_: &Path) -> bool {
    false
}
