//! The input, the output and the clock of a program.
//!
//! Output waits in a buffer until the buffer is full, or the program needs more input or ends. So
//! the program never waits for input while an answer is still in the buffer.

use std::fmt;
use std::io::{self, Read, Write};
use std::time::Duration;

use crate::{BadInput, Message};

/// The greatest length of a line in bytes; no game's text comes near it.
const LONGEST_LINE: usize = 1 << 16;
const BUFFER: usize = 1 << 16;

/// The two streams and the clock of a program.
///
/// ```
/// use rules::{Console, ProgramError};
/// use std::time::Duration;
///
/// let (mut input, mut output) = (&b"3\nx\n"[..], Vec::new());
/// let clock = || Duration::ZERO;
/// let mut console = Console::new(&mut input, &mut output, &clock);
/// assert_eq!(console.line().ok().flatten().as_deref(), Some("3"));
/// console.line().expect("there is another line");
/// assert!(matches!(console.bad("`x`", "a number"), ProgramError::Input(bad) if bad.line == 2));
/// ```
pub struct Console<'a> {
    input: &'a mut dyn Read,
    output: &'a mut dyn Write,
    elapsed: &'a dyn Fn() -> Duration,
    notes: Option<&'a mut dyn Write>,
    read: Vec<u8>,
    next: usize,
    written: Vec<u8>,
    line: usize,
    newlines: usize,
    text: Vec<u8>,
}

impl<'a> Console<'a> {
    /// A console for these streams; `elapsed` returns the time since the program's start.
    pub fn new(
        input: &'a mut dyn Read,
        output: &'a mut dyn Write,
        elapsed: &'a dyn Fn() -> Duration,
    ) -> Console<'a> {
        let (read, written, text) = (Vec::new(), Vec::new(), Vec::new());
        Console {
            input,
            output,
            elapsed,
            notes: None,
            read,
            next: 0,
            written,
            line: 0,
            newlines: 0,
            text,
        }
    }

    /// The same console with a stream for notes to a user at a terminal.
    #[must_use]
    pub fn with_notes(self, notes: &'a mut dyn Write) -> Console<'a> {
        Console { notes: Some(notes), ..self }
    }

    /// Writes a note that is not part of the answer; without a stream for notes it does nothing.
    pub fn note(&mut self, text: &str) {
        if let Some(notes) = &mut self.notes {
            // A note that cannot be written does not matter.
            let _ = writeln!(notes, "{text}");
        }
    }

    /// The time since the program's start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        (self.elapsed)()
    }

    /// The number of the current line, counted from 1. The current line is the last line read, or
    /// the line that contains the last word read.
    #[must_use]
    pub fn line_number(&self) -> usize {
        self.line
    }

    /// The next line without its end, or `None` at the end of input. Both `\n` and `\r\n` end a
    /// line, and so does the end of input. Invalid UTF-8 is replaced.
    ///
    /// # Errors
    /// Fails if reading or flushing fails, or a line is too long.
    pub fn line(&mut self) -> Result<Option<String>, ProgramError> {
        let number = self.newlines + 1;
        let Some(first) = self.byte()? else { return Ok(None) };
        self.line = number;
        self.text.clear();
        let mut byte = Some(first);
        while let Some(b) = byte.filter(|&b| b != b'\n') {
            self.push(b)?;
            byte = self.byte()?;
        }
        if self.text.last() == Some(&b'\r') {
            self.text.pop();
        }
        Ok(Some(String::from_utf8_lossy(&self.text).into_owned()))
    }

    /// The next word between white space of any kind, or `None` at the end of input.
    ///
    /// # Errors
    /// Fails if reading or flushing fails, or a word is too long.
    pub fn word(&mut self) -> Result<Option<&[u8]>, ProgramError> {
        while let Some(blank) = self.peek()?.filter(u8::is_ascii_whitespace) {
            self.next += 1;
            self.newlines += usize::from(blank == b'\n');
        }
        self.line = self.newlines + 1;
        let start = self.next;
        self.skip_word();
        if self.next < self.read.len() {
            return Ok(Some(&self.read[start..self.next]));
        }
        // The word may go on in the next buffer.
        self.text.clear();
        self.text.extend_from_slice(&self.read[start..]);
        while let Some(byte) = self.peek()?.filter(|byte| !byte.is_ascii_whitespace()) {
            self.next += 1;
            self.push(byte)?;
        }
        Ok(if self.text.is_empty() { None } else { Some(&self.text) })
    }

    /// An error about the last line read.
    pub fn bad(&self, found: impl Into<Message>, expected: impl Into<Message>) -> ProgramError {
        ProgramError::Input(BadInput::new(self.line, found, expected))
    }

    /// The error for an input that ends too early, where `expected` should follow.
    pub fn ended(&self, expected: impl Into<Message>) -> ProgramError {
        ProgramError::Input(BadInput::new(self.newlines + 1, "the input ends here", expected))
    }

    /// Writes out the buffer.
    ///
    /// # Errors
    /// Fails if writing fails.
    pub fn flush(&mut self) -> io::Result<()> {
        self.output.write_all(&self.written)?;
        self.written.clear();
        self.output.flush()
    }

    fn push(&mut self, byte: u8) -> Result<(), ProgramError> {
        if self.text.len() == LONGEST_LINE {
            return Err(
                self.bad(format!("over {LONGEST_LINE} bytes without a break"), "shorter lines")
            );
        }
        self.text.push(byte);
        Ok(())
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        self.next += usize::from(byte.is_some());
        self.newlines += usize::from(byte == Some(b'\n'));
        Ok(byte)
    }

    /// The next byte, which stays unread.
    fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.next == self.read.len() && !self.fill()? {
            return Ok(None);
        }
        Ok(Some(self.read[self.next]))
    }

    /// Skips the bytes of the buffer up to the next white space.
    fn skip_word(&mut self) {
        let unread = &self.read[self.next..];
        let length = unread.iter().position(u8::is_ascii_whitespace);
        self.next += length.unwrap_or(unread.len());
    }

    /// Reads more input, after flushing the answers so far. Returns `false` at the end of input.
    fn fill(&mut self) -> io::Result<bool> {
        self.flush()?;
        self.next = 0;
        self.read.resize(BUFFER, 0);
        let read = loop {
            match self.input.read(&mut self.read) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.read.truncate(*read.as_ref().unwrap_or(&0));
        read.map(|n| n > 0)
    }
}

impl Write for Console<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written.extend_from_slice(bytes);
        if self.written.len() >= BUFFER {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Console::flush(self)
    }
}

/// Why a program gave up.
///
/// ```
/// use rules::{BadInput, ProgramError};
///
/// let bad = ProgramError::Input(BadInput::new(3, "`x`", "a number"));
/// assert_eq!(bad.to_string(), "line 3: `x`; expected a number");
/// ```
#[derive(Debug)]
pub enum ProgramError {
    /// The input is not what the program expects.
    Input(BadInput),
    /// Reading or writing failed.
    Io(io::Error),
    /// The time limit was reached before the answer.
    OutOfTime {
        /// The number of the line that asks the question.
        line: usize,
        /// The time limit, with its unit.
        limit: String,
        /// What is proven about the answer, as in `the first player does not win`.
        known: Option<String>,
    },
}

impl From<io::Error> for ProgramError {
    fn from(error: io::Error) -> ProgramError {
        ProgramError::Io(error)
    }
}

impl From<BadInput> for ProgramError {
    fn from(bad: BadInput) -> ProgramError {
        ProgramError::Input(bad)
    }
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramError::Input(bad) => bad.fmt(f),
            ProgramError::Io(error) => error.fmt(f),
            ProgramError::OutOfTime { line, limit, known } => {
                write!(f, "line {line}: no answer was found within {limit}")?;
                if let Some(known) = known {
                    write!(f, ", only that {known}")?;
                }
                f.write_str("; a higher limit, or none, may help")
            }
        }
    }
}

impl std::error::Error for ProgramError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_input<T>(mut input: &[u8], run: impl FnOnce(&mut Console<'_>) -> T) -> T {
        run(&mut Console::new(&mut input, &mut io::sink(), &|| Duration::ZERO))
    }

    #[test]
    fn lines_end_in_every_common_way() {
        with_input(b"a\r\n\nb\xff\nlast", |console| {
            let mut lines = Vec::new();
            while let Some(line) = console.line().unwrap() {
                lines.push((console.line_number(), line));
            }
            let expected = [(1, "a"), (2, ""), (3, "b\u{fffd}"), (4, "last")];
            assert_eq!(lines, expected.map(|(n, text)| (n, text.to_string())));
        });
    }

    #[test]
    fn words_know_their_lines() {
        with_input(b"\n one\ttwo\r\n\nthree", |console| {
            let mut words = Vec::new();
            while let Some(word) = console.word().unwrap() {
                words.push(String::from_utf8(word.to_vec()).unwrap());
                words.push(console.line_number().to_string());
            }
            assert_eq!(words, ["one", "2", "two", "2", "three", "4"]);
        });
    }

    #[test]
    fn the_end_of_input_is_where_the_text_ends() {
        for (input, line) in [(&b""[..], 1), (b"a b", 1), (b"a\nb", 2), (b"a\nb\n", 3)] {
            let place = format!("line {line}: the input ends here; expected more");
            with_input(input, |console| {
                while console.word().unwrap().is_some() {}
                assert_eq!(console.ended("more").to_string(), place);
            });
            with_input(input, |console| {
                while console.line().unwrap().is_some() {}
                assert_eq!(console.ended("more").to_string(), place);
            });
        }
    }

    #[test]
    fn a_line_without_end_is_refused_before_it_fills_the_memory() {
        let mut endless = io::repeat(b'x');
        let mut output = io::sink();
        let mut console = Console::new(&mut endless, &mut output, &|| Duration::ZERO);
        assert!(console.line().unwrap_err().to_string().contains("without a break"));
    }

    #[test]
    fn answers_are_flushed_before_more_input_is_awaited() {
        /// Gives each question only after the answer to the previous one has arrived.
        struct Peer {
            seen: std::rc::Rc<std::cell::RefCell<Vec<u8>>>,
            turn: usize,
        }
        impl Read for Peer {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let answers = self.seen.borrow().iter().filter(|&&b| b == b'\n').count();
                assert_eq!(answers, self.turn, "every answer is out before the next question");
                self.turn += 1;
                let line: &[u8] = if self.turn <= 3 { b"question\n" } else { b"" };
                buffer[..line.len()].copy_from_slice(line);
                Ok(line.len())
            }
        }
        struct Shared(std::rc::Rc<std::cell::RefCell<Vec<u8>>>);
        impl Write for Shared {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.borrow_mut().extend_from_slice(bytes);
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let seen = std::rc::Rc::default();
        let mut peer = Peer { seen: std::rc::Rc::clone(&seen), turn: 0 };
        let mut output = Shared(seen);
        let mut console = Console::new(&mut peer, &mut output, &|| Duration::ZERO);
        while console.line().unwrap().is_some() {
            writeln!(console, "answer").unwrap();
        }
    }
}
