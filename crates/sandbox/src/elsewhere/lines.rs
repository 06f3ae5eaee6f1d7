//! What a program printed, line by line.

/// Bytes that were heard, of which the first lines have been given away.
#[derive(Default, Debug)]
pub(super) struct Lines {
    bytes: Vec<u8>,
    taken: usize,
    /// Up to here there is no end of line.
    searched: usize,
}

impl Lines {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// How many bytes have not been given away.
    pub(super) fn left(&self) -> usize {
        self.bytes.len() - self.taken
    }

    /// Whether a line is complete.
    pub(super) fn has_line(&mut self) -> bool {
        self.line_end().is_some()
    }

    /// Where the first line that is complete ends.
    fn line_end(&mut self) -> Option<usize> {
        let length = self.bytes[self.searched..].iter().position(|&byte| byte == b'\n');
        self.searched = length.map_or(self.bytes.len(), |length| self.searched + length);
        length.map(|_| self.searched)
    }

    /// The first line that is complete, without its end, of which a carriage return is a part.
    pub(super) fn take_line(&mut self) -> Option<Vec<u8>> {
        let end = self.line_end()?;
        let line = &self.bytes[self.taken..end];
        let line = line.strip_suffix(b"\r").unwrap_or(line).to_vec();
        self.taken = end + 1;
        self.searched = self.taken;
        if self.left() == 0 {
            self.take_rest();
        }
        Some(line)
    }

    /// All that is left.
    pub(super) fn take_rest(&mut self) -> Vec<u8> {
        let rest = self.bytes.split_off(self.taken);
        *self = Lines::default();
        rest
    }
}
