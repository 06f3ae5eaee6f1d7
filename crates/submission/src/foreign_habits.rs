//! Explains errors of sources that were written on another system: encodings, and names of headers.

use std::fs;
use std::path::Path;

use crate::staged_copy::StagedCopy;

/// Headers that only Windows has.
const OF_WINDOWS: [&str; 4] = ["windows.h", "conio.h", "io.h", "direct.h"];

/// A sentence about a source that compiles on another system and not here; `None` if there is no
/// sign of that. `said` is what the compiler wrote.
pub(crate) fn hint(taken: &StagedCopy, said: &str) -> Option<String> {
    if let Some(file) = taken.files.iter().find(|file| is_utf16(&taken.root.join(file))) {
        let file = file.display();
        return Some(format!(
            "{file} is in UTF-16: expected UTF-8; save it again in that encoding"
        ));
    }
    let missing = said.lines().find_map(missing_header)?;
    let name = Path::new(missing).file_name()?.to_str()?;
    if OF_WINDOWS.contains(&name.to_ascii_lowercase().as_str()) {
        return Some(format!("{name} exists only on Windows, and programs run on Linux here"));
    }
    if missing.contains('\\') {
        return Some("folders are separated by / in the name of a header, not by \\".to_string());
    }
    let files = taken.entry.bundle.as_ref()?.paths();
    let names = files.filter_map(|path| path.file_name()?.to_str());
    let other = names.into_iter().find(|other| other.eq_ignore_ascii_case(name))?;
    (other != name).then(|| {
        format!("the file is named {other}, not {name}: capital and small letters differ on Linux")
    })
}

/// Whether a file begins with the byte order mark of UTF-16.
fn is_utf16(path: &Path) -> bool {
    fs::read(path)
        .is_ok_and(|bytes| [b"\xff\xfe", b"\xfe\xff"].iter().any(|mark| bytes.starts_with(*mark)))
}

/// The header that a line of gcc says is missing.
fn missing_header(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("fatal error: ")?;
    rest.strip_suffix(": No such file or directory")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Languages, find_program};

    /// The kind of the hint about a program of these files, by a word in it.
    fn said(files: &[(&str, &[u8])], missing: &str) -> Option<String> {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, bytes) in files {
            fs::write(folder.path().join(name), bytes).expect("a file");
        }
        let found = find_program(folder.path()).expect("a program");
        assert!(Languages::default().check(found.entries[0].language).is_ok());
        let copies = tempfile::tempdir().expect("a folder");
        let taken = StagedCopy::copied(&found.entries[0], &copies.path().join("given"));
        hint(
            &taken.expect("a copy"),
            &format!("a.c:1:1: fatal error: {missing}: No such file or directory"),
        )
    }

    #[test]
    fn what_another_system_allows_is_named() {
        let main: &[u8] = b"int main(void) { return 0; }";
        let files = [("a.c", main), ("Board.h", b"")];
        for (missing, word) in [
            ("board.h", Some("Board.h")),
            ("sub\\\\Board.h", Some("separated")),
            ("Windows.h", Some("Windows")),
            ("other.h", None),
        ] {
            let hint = said(&files, missing);
            match word {
                Some(word) => assert!(hint.is_some_and(|hint| hint.contains(word)), "{missing}"),
                None => assert_eq!(hint, None),
            }
        }
        let wide: Vec<u8> =
            [0xff, 0xfe].into_iter().chain(main.iter().flat_map(|b| [*b, 0])).collect();
        let hint = said(&[("a.c", &wide), ("a.h", b"")], "x.h");
        assert!(hint.is_some_and(|hint| hint.contains("UTF-16")));
    }
}
