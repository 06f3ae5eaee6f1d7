//! A line of the terminal that changes while somebody waits.

use std::io::{self, Write};

use crate::{terminal, width};

/// The last line of an interactive session. Nothing is shown if the output is not a terminal.
pub(super) struct Status<'a> {
    out: &'a mut dyn Write,
    /// The greatest width of the text in columns, so that the text fits on one line; 0 if the
    /// output is not a terminal.
    most: usize,
    /// The number of columns that the text uses now.
    columns: usize,
}

impl<'a> Status<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Status<'a> {
        let most =
            if terminal::is_conversation() { terminal::text_width().saturating_sub(1) } else { 0 };
        Status { out, most, columns: 0 }
    }

    /// Replaces the text. If escape codes are not wanted, spaces overwrite the old text.
    pub(super) fn show(&mut self, text: &str) -> io::Result<()> {
        if self.most == 0 {
            return Ok(());
        }
        let text = width::cut(text, self.most);
        let columns = width::columns(&text);
        write!(self.out, "\r{}", width::filled(&text, self.columns))?;
        self.columns = columns;
        self.out.flush()
    }

    /// Erases the line, and moves the cursor to its start.
    pub(super) fn wipe(&mut self) -> io::Result<()> {
        if self.columns == 0 {
            return Ok(());
        }
        self.show("")?;
        write!(self.out, "\r")?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output for a terminal of this width if these texts are shown in turn. `None` in
    /// place of a text erases the line.
    fn screen(most: usize, texts: &[Option<&str>]) -> String {
        let mut out = Vec::new();
        let mut status = Status { out: &mut out, most, columns: 0 };
        for text in texts {
            let done = match text {
                Some(text) => status.show(text),
                None => status.wipe(),
            };
            done.expect("memory takes everything");
        }
        let (mut line, mut at) = (Vec::new(), 0);
        for c in String::from_utf8(out).expect("text").chars() {
            if c == '\r' {
                at = 0;
                continue;
            }
            line.resize(line.len().max(at + 1), ' ');
            line[at] = c;
            at += 1;
        }
        line.into_iter().collect()
    }

    #[test]
    fn a_shorter_text_leaves_nothing_of_the_longer_one() {
        assert_eq!(screen(20, &[Some("thinking ... b2"), Some("a1")]).trim_end(), "a1");
        assert_eq!(screen(20, &[Some("thinking ... b2"), None]).trim_end(), "");
        assert_eq!(screen(20, &[Some("long text"), Some("a1"), Some("b"), None]).trim_end(), "");
    }

    #[test]
    fn a_status_is_one_line_at_most_and_none_where_nobody_reads() {
        assert_eq!(screen(8, &[Some("much longer than that")]).chars().count(), 8);
        assert_eq!(screen(0, &[Some("text"), None]), "");
    }
}
