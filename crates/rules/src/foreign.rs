//! Games in the file formats of other programs.

use std::fmt;

use crate::quoted;

/// A format in which other programs keep games of one kind.
#[derive(Debug)]
pub struct FileFormat {
    /// The name on command lines, which is also the usual extension of its files.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Reads a file game by game; see [`Seen`].
    pub read: fn(&[u8], Seen<'_>) -> Result<(), BadFile>,
    /// A game as text, if games can be written. The error says what the format cannot express.
    pub write: Option<Write>,
}

/// Writes a game as text.
pub type Write = fn(&ForeignGame) -> Result<String, String>;

/// Gets each game of a file. Whether its moves are legal is not known yet. If it returns an error,
/// reading ends with this error.
pub type Seen<'a> = &'a mut dyn FnMut(ForeignGame) -> Result<(), BadFile>;

/// A game as another program keeps it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForeignGame {
    /// The players, the one who moves first first; empty if the file does not name them.
    pub players: [String; 2],
    /// Values of the game's parameters.
    pub parameters: Vec<(&'static str, String)>,
    /// The names of the moves in our notation, each with its place in the file. Forced passes may
    /// be missing.
    pub moves: Vec<(String, Place)>,
    /// The margin of the side that moves first, if the file tells it; 1 if only the winner is
    /// known.
    pub margin: Option<i32>,
    /// Where the game ends in the file.
    pub end: Place,
}

/// No board of ours has as many moves in a game.
const MOST_MOVES: usize = 1000;

impl ForeignGame {
    /// Adds a move.
    ///
    /// # Errors
    /// Fails if the game has too many moves.
    pub fn push(&mut self, name: String, place: Place) -> Result<(), BadFile> {
        if self.moves.len() == MOST_MOVES {
            let why = format!("the game goes on after {MOST_MOVES} moves; expected its end");
            return Err(BadFile { place, why });
        }
        self.moves.push((name, place));
        Ok(())
    }

    /// The value of a parameter as a number; 0 if it is not there.
    #[must_use]
    pub fn size(&self, name: &str) -> usize {
        let value = self.parameters.iter().find(|(its, _)| *its == name);
        value.and_then(|(_, value)| value.parse().ok()).unwrap_or(0)
    }

    /// The result as `B+`, `W+` or `0`, where the first player is black.
    #[must_use]
    pub fn winner(&self) -> &'static str {
        match self.margin.map(i32::signum) {
            Some(1) => "B+",
            Some(-1) => "W+",
            Some(_) => "0",
            None => "?",
        }
    }
}

/// A place in a file, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a text: the line, and the character in this line.
    Text {
        /// The line.
        line: usize,
        /// The character.
        column: usize,
    },
    /// In a file that is no text: the byte.
    Byte(usize),
}

impl Default for Place {
    fn default() -> Place {
        Place::Text { line: 1, column: 1 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Text { line, column } => write!(f, "line {line}, column {column}"),
            Place::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadFile {
    /// Where it is.
    pub place: Place,
    /// What is wrong.
    pub why: String,
}

impl fmt::Display for BadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.why)
    }
}

impl std::error::Error for BadFile {}

/// Reads a text byte by byte, and knows its place. Names of players may be in any encoding, so the
/// text need not be UTF-8.
///
/// ```
/// use rules::{Place, Scanner};
///
/// let mut text = Scanner::new(b"a\n  b1");
/// assert_eq!((text.next(), text.skip_blanks()), (Some(b'a'), Some(b'b')));
/// assert_eq!(text.place(), Place::Text { line: 2, column: 3 });
/// assert_eq!(text.take_while(|byte| byte.is_ascii_alphanumeric()), "b1");
/// ```
#[derive(Clone, Debug)]
pub struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    column: usize,
}

impl<'a> Scanner<'a> {
    /// A scanner at the beginning of a text.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Scanner<'a> {
        // Editors of Windows put this mark in front.
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        Scanner { bytes, at: 0, line: 1, column: 1 }
    }

    /// Where the next byte is.
    #[must_use]
    pub fn place(&self) -> Place {
        Place::Text { line: self.line, column: self.column }
    }

    /// The next byte, which stays the next.
    #[must_use]
    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// The next byte.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        if byte == b'\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            // The bytes of a character after its first are no columns.
            self.column += usize::from(byte & 0xc0 != 0x80);
        }
        Some(byte)
    }

    /// Passes over blanks and line feeds, and returns the byte after them.
    pub fn skip_blanks(&mut self) -> Option<u8> {
        self.take_while(|byte| byte.is_ascii_whitespace());
        self.peek()
    }

    /// The text up to the first byte that does not belong to it.
    pub fn take_while(&mut self, belongs: impl Fn(u8) -> bool) -> String {
        let begin = self.at;
        while self.peek().is_some_and(&belongs) {
            self.next();
        }
        String::from_utf8_lossy(&self.bytes[begin..self.at]).into_owned()
    }

    /// The rest of the line, and the line feed is passed over.
    pub fn rest_of_line(&mut self) -> String {
        let line = self.take_while(|byte| byte != b'\n');
        self.next();
        line.trim().to_string()
    }

    /// A whole number.
    ///
    /// # Errors
    /// Fails if something else is next.
    pub fn number(&mut self, what: &str) -> Result<u32, BadFile> {
        let here = self.clone();
        let digits = self.take_while(|byte| byte.is_ascii_digit());
        digits.parse().map_err(|_| here.expected(what))
    }

    /// The error that something else was expected here.
    #[must_use]
    pub fn expected(&self, what: &str) -> BadFile {
        let rest = &self.bytes[self.at..];
        let line = rest.split(|&byte| byte == b'\n').next().unwrap_or(rest);
        let shown = String::from_utf8_lossy(&line[..line.len().min(20)]);
        let found = match (rest.is_empty(), shown.trim().is_empty()) {
            (true, _) => "the file ends here".to_string(),
            (false, true) => "found the end of the line".to_string(),
            (false, false) => format!("found {}", quoted(shown.trim_end())),
        };
        BadFile { place: self.place(), why: format!("{found}; expected {what}") }
    }
}

/// Reads a game in the syntax of the Smart Game Format, which GGF shares: in parentheses, nodes
/// after semicolons, with properties `NAME[value]`. Of variations, only the first is read. `seen`
/// gets each value with the name of its property and its place.
///
/// # Errors
/// Fails if the text has another form, or `seen` fails.
// CITE: Arno Hollosi, "SGF FF[4] - Smart Game Format", https://www.red-bean.com/sgf/
pub fn read_properties(
    text: &mut Scanner<'_>,
    seen: &mut dyn FnMut(&str, &str, Place) -> Result<(), BadFile>,
) -> Result<(), BadFile> {
    let (mut depth, mut is_main) = (0_usize, true);
    loop {
        match text.skip_blanks() {
            Some(b'(') => depth += 1,
            Some(b')') => {
                (depth, is_main) = (depth.saturating_sub(1), false);
                if depth == 0 {
                    text.next();
                    return Ok(());
                }
            }
            Some(b';') if depth > 0 => {}
            Some(letter) if depth > 0 && letter.is_ascii_alphabetic() => {
                read_property(text, &mut |name, value, place| {
                    if is_main { seen(name, value, place) } else { Ok(()) }
                })?;
                continue;
            }
            _ if depth == 0 => return Err(text.expected("a game in parentheses, as in `(;B[c3])`")),
            _ => return Err(text.expected("a property such as `B[c3]`, or `)`")),
        }
        text.next();
    }
}

fn read_property(
    text: &mut Scanner<'_>,
    seen: &mut dyn FnMut(&str, &str, Place) -> Result<(), BadFile>,
) -> Result<(), BadFile> {
    let place = text.place();
    let name = text.take_while(|byte| byte.is_ascii_alphanumeric());
    if text.skip_blanks() != Some(b'[') {
        return Err(text.expected("`[` and the value of a property"));
    }
    while text.skip_blanks() == Some(b'[') {
        text.next();
        let mut value = Vec::new();
        loop {
            match text.next() {
                Some(b']') => break,
                Some(b'\\') => value.extend(text.next()),
                Some(byte) => value.push(byte),
                None => return Err(text.expected("`]` after a value")),
            }
        }
        seen(&name, &String::from_utf8_lossy(&value), place)?;
    }
    Ok(())
}

/// A value for a property, in a line and with its brackets escaped.
#[must_use]
pub fn property_value(text: &str) -> String {
    let mut value = String::new();
    for c in text.chars() {
        if matches!(c, ']' | '\\') {
            value.push('\\');
        }
        value.push(if c.is_control() { ' ' } else { c });
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, BadFile> {
        let mut all = String::new();
        let mut scanner = Scanner::new(text.as_bytes());
        read_properties(&mut scanner, &mut |name, value, _| {
            all += &format!("{name}={value} ");
            Ok(())
        })?;
        Ok(all)
    }

    #[test]
    fn the_main_line_is_read_with_its_escapes() {
        assert_eq!(read("(;GM[4]\nC[a\\]b];B[aa](;W[bb])(;W[cc]))").as_deref(), {
            Ok("GM=4 C=a]b B=aa W=bb ")
        });
        assert_eq!(read("(;AB[aa] [bb];)").as_deref(), Ok("AB=aa AB=bb "));
        assert_eq!(read(&format!("(;C[{}])", property_value("\\a]\n"))).as_deref(), {
            Ok("C=\\a]  ")
        });
    }

    #[test]
    fn a_broken_text_is_refused_where_it_breaks() {
        for (text, line, column) in [
            ("", 1, 1),
            ("B[aa]", 1, 1),
            ("(;\nB[aa", 2, 5),
            ("(;B", 1, 4),
            ("(;B[aa]", 1, 8),
            ("(;C[żó]\n  7)", 2, 3),
        ] {
            let bad = read(text).expect_err(text);
            assert_eq!(bad.place, Place::Text { line, column }, "{bad}");
        }
        assert!(read(&"(".repeat(1 << 20)).is_err(), "no stack overflows");
    }
}
