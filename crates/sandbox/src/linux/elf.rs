//! Which loader a program asks for.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The headers of usual programs, and the loader's name, lie at the very beginning.
const BEGINNING: u64 = 16 << 10;

/// The loader named in an executable of 64 bits; none for one that is linked statically or is no executable.
pub(crate) fn interpreter(program: &Path) -> Option<PathBuf> {
    let mut bytes = Vec::new();
    File::open(program).ok()?.take(BEGINNING).read_to_end(&mut bytes).ok()?;
    let name = interpreter_name(&bytes)?;
    Some(PathBuf::from(OsStr::from_bytes(name)))
}

/// As the System V ABI lays the headers out.
fn interpreter_name(bytes: &[u8]) -> Option<&[u8]> {
    const PT_INTERP: u64 = 3;
    bytes.starts_with(b"\x7fELF\x02\x01").then_some(())?;
    let table = number(bytes, 0x20, 8)?;
    let (size, count) = (number(bytes, 0x36, 2)?, number(bytes, 0x38, 2)?);
    let headers = (0..count).map_while(|i| table.checked_add(i * size).filter(|at| *at < BEGINNING));
    let header = headers.into_iter().find(|&at| number(bytes, at, 4) == Some(PT_INTERP))?;
    let (offset, length) = (number(bytes, header + 8, 8)?, number(bytes, header + 32, 8)?);
    let range = usize::try_from(offset).ok()?..usize::try_from(offset.checked_add(length)?).ok()?;
    bytes.get(range)?.split(|&byte| byte == 0).next()
}

/// The little-endian number of this many bytes at this offset.
fn number(bytes: &[u8], at: u64, length: usize) -> Option<u64> {
    let at = usize::try_from(at).ok()?;
    let field = bytes.get(at..at.checked_add(length)?)?;
    Some(field.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loader_of_this_test_is_found_and_exists() {
        let program = std::env::current_exe().expect("a test is a program");
        if let Some(loader) = interpreter(&program) {
            assert!(loader.is_file(), "{}", loader.display());
        }
        assert_eq!(interpreter(Path::new("/etc/hostname")), None);
    }

    #[test]
    fn garbage_names_no_loader() {
        let mut bytes = b"\x7fELF\x02\x01".to_vec();
        for length in [0, 10, 100, 1000] {
            bytes.resize(6 + length, 0xff);
            assert_eq!(interpreter_name(&bytes), None, "{length}");
        }
    }
}
