//! Reads the file `params`, which contains the constants that the cases of a folder share.

use std::fs;
use std::path::Path;

use errors::Error;

/// The greatest size of a list of constants in bytes.
const LONGEST_PARAMS: u64 = 1 << 16;

/// The constants of a folder. A folder `in` that has no constants of its own has the constants of
/// its parent folder.
pub(super) fn params_of(folder: &Path, is_apart: bool) -> Result<Vec<String>, Error> {
    let own = read_params(folder)?;
    match folder.parent().filter(|_| is_apart && own.is_empty()) {
        Some(around) => read_params(around),
        None => Ok(own),
    }
}

/// The constants in this folder's `params`; an empty list if there is no such file.
fn read_params(folder: &Path) -> Result<Vec<String>, Error> {
    let path = folder.join("params");
    let Ok(about) = fs::metadata(&path) else { return Ok(Vec::new()) };
    if !about.is_file() || about.len() > LONGEST_PARAMS {
        return Err(Error::input(format!(
            "{} is not a text file of at most 64 KiB",
            path.display()
        )));
    }
    let text = fs::read(&path).map_err(|error| Error::file("read", &path, &error))?;
    let text = String::from_utf8(text)
        .map_err(|_| Error::input(format!("{} is not UTF-8", path.display())))?;
    // Some editors begin every file with a byte order mark.
    parse_params(text.strip_prefix('\u{feff}').unwrap_or(&text))
        .map_err(|bad| Error::input(format!("{}, {bad}", path.display())))
}

/// Reads constants such as `-DPOLA=4 -DWIERSZE=10`. No other options from the file reach a
/// compiler.
fn parse_params(text: &str) -> Result<Vec<String>, String> {
    let lines = text.lines().enumerate();
    let words = lines.flat_map(|(i, line)| line.split_whitespace().map(move |word| (i + 1, word)));
    words
        .map(|(line, word)| {
            let bad = || {
                format!(
                    "line {line}: `{}`; expected a constant such as -DPOLA=4",
                    word.escape_debug()
                )
            };
            is_define(word).then(|| word.to_string()).ok_or_else(bad)
        })
        .collect()
}

/// Whether a word is `-DNAME` or `-DNAME=VALUE` with a plain value.
fn is_define(word: &str) -> bool {
    let Some(rest) = word.strip_prefix("-D") else { return false };
    let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
    let first = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    first
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && value.chars().all(|c| !c.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_words_that_define_something() {
        let parsed = |text: &str| parse_params(text).map(|words| words.join(" "));
        assert_eq!(parsed("-DX=1 -DY_2\r\n-DZ=a,b\n").as_deref(), Ok("-DX=1 -DY_2 -DZ=a,b"));
        assert_eq!(parsed("").as_deref(), Ok(""));
        for (bad, line) in
            [("-o/etc/passwd", 1), ("-DX=1\nPOLA=4", 2), ("-D", 1), ("-D1=2", 1), ("\u{7}", 1)]
        {
            let said = parsed(bad).expect_err("no constants");
            assert!(
                said.starts_with(&format!("line {line}: ")) && said.contains("expected a constant"),
                "{said}"
            );
        }
    }

    #[test]
    fn constants_belong_to_their_folder() {
        let around = tempfile::tempdir().expect("a temporary folder");
        let folder = around.path().join("in");
        fs::create_dir(&folder).expect("a folder can be made");
        let read = |is_apart: bool| params_of(&folder, is_apart).expect("constants").join(" ");
        let write = |path: &Path, text: &str| fs::write(path.join("params"), text).expect("a file");
        assert_eq!((read(false), read(true)), (String::new(), String::new()));
        write(around.path(), "-DX=1");
        assert_eq!((read(false), read(true)), (String::new(), "-DX=1".to_string()));
        write(&folder, "\u{feff}-DX=2\r\n-DY\r\n");
        assert_eq!(read(true), "-DX=2 -DY");
        write(&folder, "X=2");
        let said = params_of(&folder, true).expect_err("no constants").to_string();
        assert!(said.contains("params, line 1: "), "{said}");
    }
}
