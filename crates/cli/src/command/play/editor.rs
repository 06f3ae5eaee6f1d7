//! Reads lines at a terminal, where they can be edited and repeated.

use std::io;

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::interrupt;

/// A line editor with a history of this session.
pub(crate) struct Editor(DefaultEditor);

impl Editor {
    /// An editor, if the terminal can have one.
    pub(super) fn new() -> Option<Editor> {
        DefaultEditor::new().ok().map(Editor)
    }

    /// The next line; `None` at the end of input. Ctrl-C ends the process.
    pub(super) fn read_line(&mut self, prompt: &str) -> io::Result<Option<String>> {
        let is_plain = AutoStream::choice(&io::stdout()) == ColorChoice::Never;
        let plain = is_plain.then(|| strip_str(prompt).to_string());
        match self.0.readline(plain.as_deref().unwrap_or(prompt)) {
            Ok(line) => {
                // A line that the history does not take is still an answer.
                let _ = self.0.add_history_entry(line.as_str());
                Ok(Some(line))
            }
            Err(ReadlineError::Eof) => Ok(None),
            Err(ReadlineError::Interrupted) => interrupt::leave(),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(other) => Err(io::Error::other(other)),
        }
    }
}
