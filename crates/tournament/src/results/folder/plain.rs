//! Reads files that others may have put into a folder. Only regular files are read, since other
//! files may never end.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

/// The greatest length of a line in bytes.
const LONGEST_LINE: u64 = 32 << 20;

/// Opens a file of at most this many bytes. A pipe or a device may never end, so it is not opened.
/// A link is not opened either, since it may lead to a pipe or a device.
///
/// # Errors
/// Fails if the file does not exist, is not a regular file, is too large, or cannot be read.
pub fn open(path: &Path, most: u64) -> io::Result<File> {
    let found = fs::symlink_metadata(path)?;
    let refused = |why: String| Err(io::Error::new(ErrorKind::InvalidInput, why));
    if !found.is_file() {
        return refused("it is not a plain file".to_string());
    }
    if found.len() > most {
        return refused(format!("it has {} bytes, but at most {most} are allowed", found.len()));
    }
    File::open(path)
}

/// The next line of an opened file, without its end; `None` at the end of the file.
///
/// # Errors
/// Fails if the file cannot be read, the line is too long, or its end is missing.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    input.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    match line.pop() {
        None => Ok(None),
        Some(b'\n') => Ok(Some(line)),
        Some(_) => Err(io::Error::other("the line is cut off: there is no newline at its end")),
    }
}

/// Opens a file with [`open`], and reads it.
///
/// # Errors
/// As [`open`].
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path, most)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a text file with [`open`], and reads it.
///
/// # Errors
/// Fails if [`read`] fails, or the file is not text.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    text(read(path, most)?)
}

/// These bytes as text.
pub(super) fn text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8"))
}

/// Whether a file has exactly this content. Only a part of the file is in memory at a time.
pub fn holds(path: &Path, bytes: &[u8]) -> bool {
    open(path, bytes.len() as u64).is_ok_and(|file| is_equal(BufReader::new(file), bytes))
}

/// Whether a file that is being read has exactly this content.
pub(super) fn is_equal(mut file: impl BufRead, mut bytes: &[u8]) -> bool {
    loop {
        let length = match file.fill_buf() {
            Ok([]) => return bytes.is_empty(),
            Ok(part) if bytes.starts_with(part) => part.len(),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            _ => return false,
        };
        bytes = &bytes[length..];
        file.consume(length);
    }
}
