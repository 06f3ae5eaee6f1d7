//! The header comment that a course requires of its contestants:
//!
//! ```text
//! /*
//!    Nume program   : noe.c
//!    Nume concurent : Cristian Francu
//!    E-mail         : cristian@francu.com
//! */
//! ```

use std::path::Path;

use crate::encoding::decoded;
use crate::language::Language;

/// A header is looked for in this many bytes at the beginning of a source.
const BYTES: usize = 4096;

/// The names of the fields in lower case, in Romanian (the language of the course's rules), English
/// and Polish.
const PROGRAM: &[&str] =
    &["nume program", "numele programului", "program", "program name", "nazwa programu"];
const AUTHOR: &[&str] = &[
    "nume concurent",
    "nume concurenti",
    "nume concurenți",
    "nume concurenţi",
    "author",
    "authors",
    "autor",
    "autorzy",
];

/// The marks that begin a comment of one line.
const LINES: &[&str] = &["//", "#", "--"];

/// The marks that begin and end a comment of several lines.
const BLOCKS: &[(&str, &str)] =
    &[("/*", "*/"), ("(*", "*)"), ("{", "}"), ("\"\"\"", "\"\"\""), ("'''", "'''")];

/// The contents of a header. E-mail addresses are left out, since they must not be published.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The program's name, without the extension of a source.
    pub name: Option<String>,
    /// The authors, with commas between them.
    pub author: Option<String>,
}

impl Header {
    /// Looks for a header at the beginning of a source.
    #[must_use]
    pub fn read(source: &[u8]) -> Header {
        let start = decoded(&source[..source.len().min(BYTES)]);
        let mut header = Header::default();
        let mut authors = Vec::new();
        for (field, value) in comments(&start).filter_map(field) {
            let value = without_addresses(value);
            if value.is_empty() {
                continue;
            }
            if PROGRAM.contains(&&*field) && header.name.is_none() {
                header.name = Some(without_ending(&value));
            } else if AUTHOR.contains(&&*field) && !authors.contains(&value) {
                authors.push(value);
            }
        }
        header.author = (!authors.is_empty()).then(|| authors.join(", "));
        header
    }
}

/// The lines of comments, without the comments' marks.
fn comments(text: &str) -> impl Iterator<Item = &str> {
    let mut until: Option<&str> = None;
    text.lines().filter_map(move |line| {
        let line = line.trim();
        let body = match until {
            Some(_) => line,
            None if LINES.iter().any(|mark| line.starts_with(mark)) => line,
            None => {
                let (open, close) = BLOCKS.iter().find(|(open, _)| line.starts_with(open))?;
                until = Some(close);
                &line[open.len()..]
            }
        };
        let closed = until.and_then(|close| body.split_once(close));
        until = until.filter(|_| closed.is_none());
        Some(
            closed
                .map_or(body, |(body, _)| body)
                .trim_start_matches(['/', '!', '#', '-', '*', ' ', '\t']),
        )
    })
}

/// The field at the beginning of a line, in lower case, and its value.
fn field(line: &str) -> Option<(String, &str)> {
    let (name, value) = line.split_once(':')?;
    Some((name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase(), value))
}

/// A value without e-mail addresses and the brackets around them.
fn without_addresses(value: &str) -> String {
    let words = value.split_whitespace().filter(|word| !is_address(word));
    words.collect::<Vec<_>>().join(" ").trim_end_matches([',', ';']).to_string()
}

/// Whether a text is or contains an e-mail address.
#[must_use]
pub fn is_address(text: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+');
    text.match_indices('@')
        .any(|(at, _)| text[..at].ends_with(part) && text[at + 1..].starts_with(part))
}

/// `noe` for `noe.c`.
fn without_ending(name: &str) -> String {
    let path = Path::new(name);
    let is_source = Language::of_source(path).is_some();
    let stem = path.file_stem().filter(|_| is_source).and_then(|stem| stem.to_str());
    stem.unwrap_or(name).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &str) -> (Option<String>, Option<String>) {
        let Header { name, author } = Header::read(source.as_bytes());
        (name, author)
    }

    fn both(name: &str, author: &str) -> (Option<String>, Option<String>) {
        (Some(name.to_string()), Some(author.to_string()))
    }

    #[test]
    fn headers_are_found_in_every_language() {
        for source in [
            r"/*
   Nume program   : noe.c
   Nume concurent : Cristian Francu
   E-mail : cristian@francu.com
*/
int x;",
            "/* Nume program: noe.c\r\n * NUME  CONCURENT : Cristian Francu \
            <cristian@francu.com>\r\n */\r\n",
            "// Program: noe.rs\n//! Author:  Cristian   Francu\n",
            "#!/usr/bin/python3\n# Program: noe.py\n# Author: Cristian Francu\n",
            "\"\"\"Program: noe\n\nAuthor: Cristian Francu (cristian@francu.com)\n\"\"\"\n",
            "#include <stdio.h>\n{ Nazwa programu : noe.pas }\n(* Autor : Cristian Francu *)\n",
            "'''Program: noe.py'''\n# Author: Cristian Francu\n",
        ] {
            assert_eq!(read(source), both("noe", "Cristian Francu"), "{source}");
        }
        assert_eq!(read("// Program: noe: the ark\n"), (Some("noe: the ark".to_string()), None));
        let team = "/*\nNume program : swamp\nNume concurent : Ana\nNume concurent : Ion\n*/";
        assert_eq!(read(team), both("swamp", "Ana, Ion"));
    }

    #[test]
    fn code_and_other_comments_are_no_headers() {
        for source in [
            "",
            "struct { int a; } x; /* none */\nprogram: goto program;\n",
            "/* A player, as the text has it: each process makes one move. */\nauthor: x\n",
            "// E-mail: noe@ark.example\n// Author: noe@ark.example\n// Program:\n",
        ] {
            assert_eq!(read(source), (None, None), "{source}");
        }
        let late = format!("{}\n// Author: Noe\n", "\n".repeat(BYTES));
        assert_eq!(read(&late), (None, None));
    }

    #[test]
    fn text_of_polish_windows_and_byte_order_marks_are_read() {
        let header =
            Header::read(b"/* Author : J\xf3zef \xaf\xf3\xb3cki\n Program: \xaf\xf3\xb3w2.c */");
        assert_eq!(header.name.as_deref(), Some("Żółw2"));
        assert_eq!(header.author.as_deref(), Some("Józef Żółcki"));
        assert_eq!(read("\u{feff}/* Program: noe.c\n Author: Ana */"), both("noe", "Ana"));
        let cut = [vec![b' '; BYTES - 1], "ż".as_bytes().to_vec()].concat();
        assert_eq!(Header::read(&cut), Header::default());
    }
}
