//! The mistakes of a file, each with its line and column.

use std::cell::RefCell;
use std::path::Path;

use crate::Error;

/// More than a screen of them helps nobody.
const MOST_SHOWN: usize = 20;

/// The mistakes found so far, in a file of this text.
pub(super) struct Mistakes<'a> {
    path: &'a Path,
    text: &'a str,
    /// Where in the text, in bytes, and what.
    found: RefCell<Vec<(usize, String)>>,
}

impl<'a> Mistakes<'a> {
    pub(super) fn new(path: &'a Path, text: &'a str) -> Mistakes<'a> {
        Mistakes { path, text, found: RefCell::new(Vec::new()) }
    }

    /// Notes a mistake at a place, in bytes.
    pub(super) fn note(&self, at: usize, sentence: impl Into<String>) {
        self.found.borrow_mut().push((at, sentence.into()));
    }

    /// The value, or its mistake noted.
    pub(super) fn kept<T>(&self, at: usize, result: Result<T, impl ToString>) -> Option<T> {
        result.map_err(|why| self.note(at, why.to_string())).ok()
    }

    pub(super) fn count(&self) -> usize {
        self.found.borrow().len()
    }

    /// All of them, a line each, in the order of the file.
    pub(super) fn refused(&self) -> Error {
        let mut found = self.found.borrow().clone();
        found.sort();
        let lines = found.iter().take(MOST_SHOWN).map(|(at, sentence)| {
            let (line, column) = place(self.text, *at);
            format!("{}, line {line}, column {column}: {sentence}", self.path.display())
        });
        let mut lines: Vec<_> = lines.collect();
        if found.len() > MOST_SHOWN {
            lines.push(format!("... and {} more mistakes", found.len() - MOST_SHOWN));
        }
        Error::input(lines.join("\n"))
    }
}

/// Line and column of a byte, both from 1; columns are characters.
pub(super) fn place(text: &str, at: usize) -> (usize, usize) {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let before = &text[..at];
    let line = before.rsplit_once('\n').map_or(before, |(_, line)| line);
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_characters() {
        let text = "żółw = 1\r\nł = \"ś\" x\n";
        assert_eq!(place(text, 0), (1, 1));
        assert_eq!(place(text, text.find('=').expect("it is there")), (1, 6));
        assert_eq!(place(text, text.find('x').expect("it is there")), (2, 9));
        assert_eq!(place(text, text.len() + 9), (3, 1));
        assert_eq!(place("ż", 1), (1, 1));
    }
}
