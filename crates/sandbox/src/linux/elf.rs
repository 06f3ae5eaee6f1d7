//! The loader and the memory that an executable needs before it runs.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// This many bytes are read at the beginning of a file. In usual programs, they contain the headers
/// and the loader's name.
const BEGINNING: u64 = 16 << 10;

/// The memory, in bytes, that an executable occupies before it allocates more.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Footprint {
    pub(crate) all: u64,
    /// The writable bytes of the executable: mostly its global variables.
    pub(crate) data: u64,
}

/// The loader that a 64-bit executable names; `None` if the file is linked statically, or is no
/// executable.
pub(crate) fn interpreter(program: &Path) -> Option<PathBuf> {
    let bytes = beginning(program)?;
    let name = interpreter_name(&bytes)?;
    Some(PathBuf::from(OsStr::from_bytes(name)))
}

/// The footprint of a 64-bit executable. For any other file, all numbers of the footprint are 0.
pub(crate) fn footprint(program: &Path) -> Footprint {
    beginning(program).map(|bytes| footprint_of(&bytes)).unwrap_or_default()
}

fn beginning(program: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(program).ok()?.take(BEGINNING).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// The positions and types of the program headers, as the System V ABI defines them.
fn headers(bytes: &[u8]) -> impl Iterator<Item = (u64, u64)> + '_ {
    let is_one = bytes.starts_with(b"\x7fELF\x02\x01");
    let field = |at, length| number(bytes, at, length).filter(|_| is_one).unwrap_or(0);
    let (table, size, count) = (field(0x20, 8), field(0x36, 2), field(0x38, 2));
    let places =
        (0..count).map_while(move |i| table.checked_add(i * size).filter(|at| *at < BEGINNING));
    places.filter_map(|at| Some((at, number(bytes, at, 4)?)))
}

fn interpreter_name(bytes: &[u8]) -> Option<&[u8]> {
    const PT_INTERP: u64 = 3;
    let (at, _) = headers(bytes).find(|&(_, kind)| kind == PT_INTERP)?;
    let (offset, length) = (number(bytes, at + 8, 8)?, number(bytes, at + 32, 8)?);
    let range = usize::try_from(offset).ok()?..usize::try_from(offset.checked_add(length)?).ok()?;
    bytes.get(range)?.split(|&byte| byte == 0).next()
}

fn footprint_of(bytes: &[u8]) -> Footprint {
    const PT_LOAD: u64 = 1;
    const WRITABLE: u64 = 2;
    let segments = headers(bytes).filter(|&(_, kind)| kind == PT_LOAD);
    segments.fold(Footprint::default(), |sum, (at, _)| {
        let [flags, size] = [(4, 4), (40, 8)]
            .map(|(offset, length)| number(bytes, at + offset, length).unwrap_or(0));
        let data = if flags & WRITABLE == 0 { 0 } else { size };
        Footprint { all: sum.all.saturating_add(size), data: sum.data.saturating_add(data) }
    })
}

/// The little-endian number of `length` bytes at offset `at`.
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
    fn the_footprint_of_this_test_is_at_least_its_variables() {
        static VARIABLES: [std::sync::atomic::AtomicU8; 100_000] =
            [const { std::sync::atomic::AtomicU8::new(0) }; 100_000];
        VARIABLES[7].fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let program = std::env::current_exe().expect("a test is a program");
        let Footprint { all, data } = footprint(&program);
        let file = program.metadata().expect("it is there").len();
        assert!(
            data >= 100_000 && all > data && all < file + data,
            "{data} of {all}, in a file of {file}"
        );
        assert_eq!(footprint(Path::new("/etc/hostname")), Footprint::default());
    }

    #[test]
    fn garbage_names_no_loader_and_takes_no_memory() {
        let mut bytes = b"\x7fELF\x02\x01".to_vec();
        for length in [0, 10, 100, 1000] {
            bytes.resize(6 + length, 0xff);
            assert_eq!(
                (interpreter_name(&bytes), footprint_of(&bytes)),
                (None, Footprint::default()),
                "{length}"
            );
        }
    }
}
