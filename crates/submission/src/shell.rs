//! Command lines for people to paste.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::str::Utf8Chunk;

use errors::excerpt::is_invisible;

/// A word in the form that a POSIX shell takes: in single quotes if necessary. Bytes that are not
/// UTF-8, and control characters, are written as numbers.
pub fn quoted(word: impl AsRef<OsStr>) -> String {
    let bytes = word.as_ref().as_encoded_bytes();
    if bytes.is_empty() {
        "''".to_string()
    } else {
        bytes.utf8_chunks().map(|chunk| part(&chunk)).collect()
    }
}

/// Quotes some text and the invalid bytes after it.
fn part(chunk: &Utf8Chunk<'_>) -> String {
    let (mut line, mut rest) = (String::new(), chunk.valid());
    while !rest.is_empty() {
        let (shown, more) = rest.split_at(rest.find(is_invisible).unwrap_or(rest.len()));
        let (hidden, more) = more.split_at(more.find(|c| !is_invisible(c)).unwrap_or(more.len()));
        line += &text(shown);
        line += &numbers(hidden.as_bytes());
        rest = more;
    }
    line + &numbers(chunk.invalid())
}

fn text(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-+=./,:@%".contains(c);
    if text.chars().all(plain) {
        text.to_string()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

fn numbers(bytes: &[u8]) -> String {
    let numbers: String = bytes.iter().map(|byte| format!(r"\{byte:o}")).collect();
    if numbers.is_empty() { numbers } else { format!("\"$(printf '{numbers}')\"") }
}

/// Several words with spaces between them.
pub fn joined<W: AsRef<OsStr>>(words: impl IntoIterator<Item = W>) -> String {
    words.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// The path of a file as an argument. A name that looks like a flag, a list of arguments or a
/// variable gets `./` before it.
pub fn as_argument(path: &Path) -> PathBuf {
    let means_more = path.to_string_lossy().starts_with(['-', '@', '!']);
    if means_more { Path::new(".").join(path) } else { path.to_path_buf() }
}

/// The path of a file as an argument (see [`as_argument`]), quoted for a shell.
pub fn file(path: &Path) -> String {
    quoted(as_argument(path))
}

/// The path of a file to execute. A name in the current folder needs `./`.
pub fn program(path: &Path) -> String {
    let bare = path.components().count() == 1 && path.is_relative();
    if bare { quoted(Path::new(".").join(path)) } else { quoted(path) }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn a_shell_gives_every_word_back() {
        let words = [
            "plain",
            "-DX=1",
            "with space",
            "it's",
            "$HOME `id` \"q\"",
            "",
            "new\nline",
            "żółw",
            "*",
            "~",
            "#x",
        ];
        let line = format!("printf '%s|' {}", joined(words));
        let output = Command::new("sh").args(["-c", &line]).output().expect("there is a shell");
        assert_eq!(
            String::from_utf8(output.stdout).expect("UTF-8"),
            words.map(|word| format!("{word}|")).concat()
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_shell_gives_bytes_that_are_no_text_back() {
        use std::os::unix::ffi::OsStrExt;
        for word in [
            &b"\xff"[..],
            b"a\x1b[31mb\x7f",
            "\u{202e}c.\u{9b}".as_bytes(),
            b"bad\xff.c",
            b"\xc5\n",
            b"it's \xb1\xb2$(id)\xe9 \xc5\x82",
        ] {
            let line = format!("printf %s {}", quoted(OsStr::from_bytes(word)));
            let output = Command::new("sh").args(["-c", &line]).output().expect("there is a shell");
            assert_eq!(output.stdout, word, "{line}");
            assert!(!line.chars().any(is_invisible), "{line:?}");
        }
    }

    #[test]
    fn a_program_is_found_where_it_lies() {
        let shown =
            ["mine", "./mine", "a b", "bin/mine", "/bin/mine"].map(|path| program(Path::new(path)));
        assert_eq!(shown, ["./mine", "./mine", "'./a b'", "bin/mine", "/bin/mine"]);
    }
}
