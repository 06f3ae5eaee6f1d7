//! Reads a file that another program has written.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use errors::Error;
use rules::{FileFormat, Seen};

/// A file has at most so many bytes. Public books have a few megabytes, and all games of WTHOR nine.
const MOST_BYTES: u64 = 64 << 20;

/// Reads the games of a file; see [`FileFormat::read`].
///
/// # Errors
/// Fails if the file cannot be read, has another form, or `seen` fails. The message names the place
/// in the file.
pub fn read_foreign(path: &Path, format: &FileFormat, seen: Seen<'_>) -> Result<(), Error> {
    let bytes = bytes_of(path)?;
    let read = (format.read)(&bytes, seen);
    read.map_err(|bad| Error::input(format!("{}, {bad}", path.display())))
}

/// The content of a file.
pub(crate) fn bytes_of(path: &Path) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| Error::file("read", path, &error))?;
    if bytes.len() as u64 > MOST_BYTES {
        let (path, mib) = (path.display(), MOST_BYTES >> 20);
        return Err(Error::input(format!("{path} is too large: expected at most {mib} MiB")));
    }
    Ok(bytes)
}
