//! Finds the loader that a program names. The kernel executes the loader first, and the loader may
//! do everything that the program may.
//!
//! So the named file has to be a real loader. Otherwise a program could name another executable,
//! such as another player's program, and answer with that program's moves.

use std::io;
use std::path::{Component, Path, PathBuf};

use super::elf;
use super::steps::Failure;

/// The folders where systems keep loaders; the last two belong to Nix and Guix.
const FOLDERS: [&str; 8] =
    ["/lib", "/lib32", "/lib64", "/libx32", "/usr/lib", "/usr/lib64", "/nix/store", "/gnu/store"];
/// A loader's name begins with one of these texts. `ld-musl-` is the beginning for musl, and the
/// others are for glibc on different processors.
const NAMES: [&str; 4] = ["ld-linux", "ld-musl-", "ld64.so.", "ld.so."];

/// The loader of an executable; `None` if the executable is linked statically.
///
/// # Errors
/// Fails if the named file does not exist, or is not one of the system's loaders.
pub(crate) fn of(program: &Path) -> Result<Option<PathBuf>, Failure> {
    let Some(loader) = elf::interpreter(program) else { return Ok(None) };
    let failed = |why: &str, errno| {
        let step =
            format!("execute {}, whose loader {} {why}", program.display(), loader.display());
        Err(Failure { step, error: io::Error::from_raw_os_error(errno) })
    };
    if !is_loader(&loader) {
        return failed("is not a loader of the system", libc::ENOEXEC);
    }
    if !loader.exists() { failed("does not exist", libc::ENOENT) } else { Ok(Some(loader)) }
}

fn is_loader(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_plain =
        path.components().all(|part| matches!(part, Component::RootDir | Component::Normal(_)));
    is_plain
        && FOLDERS.iter().any(|folder| path.starts_with(folder))
        && NAMES.iter().any(|known| name.starts_with(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loader_has_its_name_and_lies_where_systems_keep_it() {
        for path in [
            "/lib64/ld-linux-x86-64.so.2",
            "/lib/ld-musl-aarch64.so.1",
            "/nix/store/x-glibc/lib/ld-linux.so.2",
        ] {
            assert!(is_loader(Path::new(path)), "{path}");
        }
        let others = [
            "/",
            "/lib64",
            "/tmp/ld-linux.so.2",
            "/lib/../tmp/ld-linux.so.2",
            "lib/ld-linux.so.2",
            "/usr/lib/anna",
        ];
        for path in others {
            assert!(!is_loader(Path::new(path)), "{path}");
        }
    }
}
