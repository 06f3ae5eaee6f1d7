//! Explains errors of sources that were written on another system: encodings, and names of headers.

use std::fs;
use std::path::Path;

use crate::reasons::WORDS;
use crate::staged_copy::StagedCopy;
use errors::excerpt;
use rules::{Message, message};

/// Headers that only Windows has.
const OF_WINDOWS: [&str; 5] = ["windows.h", "conio.h", "io.h", "direct.h", "process.h"];

/// Headers that only Visual C++ has.
const OF_VISUAL: [&str; 4] = ["crtdbg.h", "stdafx.h", "pch.h", "tchar.h"];

/// Names that only Visual C++ has, and the standard C or C++ for each.
const STANDARD: [(&str, &str); 22] = [
    ("scanf_s", "scanf"),
    ("fscanf_s", "fscanf"),
    ("sscanf_s", "sscanf"),
    ("printf_s", "printf"),
    ("fprintf_s", "fprintf"),
    ("sprintf_s", "snprintf"),
    ("fopen_s", "fopen"),
    ("freopen_s", "freopen"),
    ("gets_s", "fgets"),
    ("strcpy_s", "strcpy"),
    ("strncpy_s", "strncpy"),
    ("strcat_s", "strcat"),
    ("strtok_s", "strtok_r"),
    ("memcpy_s", "memcpy"),
    ("localtime_s", "localtime"),
    ("_countof", "sizeof a / sizeof a[0]"),
    ("_getch", "getchar"),
    ("_strdup", "strdup"),
    ("_stricmp", "strcasecmp"),
    ("_tmain", "main"),
    ("_TCHAR", "char"),
    ("__int64", "long long"),
];

/// A sentence about a source that compiles on another system and not here; `None` if there is no
/// sign of that. `said` is what the compiler wrote.
pub(crate) fn hint(taken: &StagedCopy, said: &str) -> Option<Message> {
    if let Some(file) = taken.files.iter().find(|file| is_utf16(&taken.root.join(file))) {
        return Some(message!(WORDS, "hint-utf16", file = excerpt::short(&file.to_string_lossy())));
    }
    if let Some((name, standard)) = visual(said) {
        return Some(message!(WORDS, "hint-visual", name = name, standard = standard));
    }
    let missing = said.lines().find_map(missing_header)?;
    let name = Path::new(missing).file_name()?.to_str()?;
    let lower = name.to_ascii_lowercase();
    if OF_VISUAL.contains(&lower.as_str()) {
        return Some(message!(WORDS, "hint-visual-header", name = name));
    }
    if OF_WINDOWS.contains(&lower.as_str()) {
        return Some(message!(WORDS, "hint-windows", name = name));
    }
    if missing.contains('\\') {
        return Some(message!(WORDS, "hint-slashes"));
    }
    let files = taken.entry.bundle.as_ref()?.paths();
    let names = files.filter_map(|path| path.file_name()?.to_str());
    let other = names.into_iter().find(|other| other.eq_ignore_ascii_case(name))?;
    (other != name).then(|| {
        message!(WORDS, "hint-capitals", other = excerpt::short(other), name = excerpt::short(name))
    })
}

/// The names of Visual C++ in a compiler's or linker's messages, in the order of the table, and
/// the standard names.
fn visual(said: &str) -> Option<(String, String)> {
    let is_complaint =
        |line: &&str| ["error:", "undefined reference to"].iter().any(|mark| line.contains(mark));
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words: Vec<_> =
        said.lines().filter(is_complaint).flat_map(|line| line.split(|c| !is_name(c))).collect();
    let found: Vec<_> = STANDARD.iter().filter(|(name, _)| words.contains(name)).collect();
    let listed = |names: Vec<&str>| {
        names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    };
    let names = listed(found.iter().map(|(name, _)| *name).collect());
    let standard = listed(found.iter().map(|(_, standard)| *standard).collect());
    (!found.is_empty()).then_some((names, standard))
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

    /// The key of the hint about a program of these files.
    fn said(files: &[(&str, &[u8])], missing: &str) -> Option<&'static str> {
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
        .map(|hint| hint.key)
    }

    #[test]
    fn names_of_visual_c_are_told_with_the_standard_ones() {
        let said = "a.cpp:2:3: error: \u{2018}printf_s\u{2019} was not declared in this scope\n\
                    ld: a.c:(.text+0x1): undefined reference to `scanf_s'\n";
        let both = ["`scanf_s`, `printf_s`", "`scanf`, `printf`"].map(str::to_string);
        assert_eq!(visual(said), Some(both.into()));
        for none in ["a.c:1:1: note: 'scanf_s' here", "a.c:1:1: error: my_scanf_s"] {
            assert_eq!(visual(none), None);
        }
    }

    #[test]
    fn what_another_system_allows_is_named() {
        let main: &[u8] = b"int main(void) { return 0; }";
        let files = [("a.c", main), ("Board.h", b"")];
        for (missing, hint) in [
            ("board.h", Some("hint-capitals")),
            ("sub\\\\Board.h", Some("hint-slashes")),
            ("Windows.h", Some("hint-windows")),
            ("crtdbg.h", Some("hint-visual-header")),
            ("other.h", None),
        ] {
            assert_eq!(said(&files, missing), hint, "{missing}");
        }
        let wide: Vec<u8> =
            [0xff, 0xfe].into_iter().chain(main.iter().flat_map(|b| [*b, 0])).collect();
        assert_eq!(said(&[("a.c", &wide), ("a.h", b"")], "x.h"), Some("hint-utf16"));
    }
}
