//! Keeps what programs write to standard error before each move, within bounds.

use rules::Side;

use super::{Ending, Record};

/// The greatest number of bytes that are kept for one move.
const A_MOVE: usize = 1 << 10;

/// The greatest number of bytes that are kept for one player in one game.
const A_GAME: usize = 4 << 10;

/// The mark at the end of a text that was cut. The mark counts towards both bounds.
const CUT: &str = "\n[cut: 1 KiB a move and 4 KiB a game are kept]\n";

/// Collects the standard error of both players.
#[derive(Debug)]
pub(crate) struct StderrLog {
    /// How many more bytes of each side's standard error are kept.
    room: [usize; 2],
    texts: Vec<(usize, String)>,
}

impl StderrLog {
    pub(crate) fn new() -> StderrLog {
        StderrLog { room: [A_GAME; 2], texts: Vec::new() }
    }

    /// Adds what a side wrote before its answer. Numbers of moves start at 1 and count the opening.
    pub(crate) fn add(&mut self, side: Side, number: usize, bytes: &[u8]) {
        let room = &mut self.room[side.index()];
        if bytes.is_empty() || *room < CUT.len() {
            return;
        }
        // Room for the mark is always kept: a text that exceeds a game's bound ends with the mark.
        let is_whole = |text: &str| text.len() <= A_MOVE.min(*room - CUT.len());
        // Each byte becomes at least one byte of text, so bytes beyond this length would be cut
        // anyway.
        let begun = &bytes[..bytes.len().min(A_MOVE + 1)];
        let mut text = String::from_utf8_lossy(begun).into_owned();
        if !is_whole(&text) {
            text.truncate(text.floor_char_boundary(A_MOVE.min(*room) - CUT.len()));
            text.push_str(CUT);
        }
        *room -= text.len();
        self.texts.push((number, text));
    }

    /// The numbers of moves, and the text that was written before each of these moves.
    pub(crate) fn into_texts(self) -> Vec<(usize, String)> {
        self.texts
    }
}

impl Record {
    /// Whether the record contains what a program wrote to standard error, or a compiler's
    /// messages.
    #[must_use]
    pub fn has_stderr(&self) -> bool {
        let is_in_report = matches!(
            &self.end,
            Ending::Foul { report: Some(report), .. } if !report.stderr.is_empty()
        );
        is_in_report || !self.stderr.is_empty()
    }

    /// The record without what programs wrote to standard error, and without compilers' messages.
    #[must_use]
    pub fn without_stderr(mut self) -> Record {
        self.stderr.clear();
        if let Ending::Foul { report: Some(report), .. } = &mut self.end {
            report.stderr.clear();
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(written: &[(Side, &[u8])]) -> Vec<String> {
        let mut log = StderrLog::new();
        for (i, (side, bytes)) in written.iter().enumerate() {
            log.add(*side, i + 1, bytes);
        }
        log.into_texts().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn what_fits_is_kept_with_its_number() {
        let mut log = StderrLog::new();
        log.add(Side::First, 3, b"depth 4\n");
        log.add(Side::Second, 4, b"");
        log.add(Side::First, 5, b"\xff\x1b[31m");
        let kept = [(3, "depth 4\n".to_string()), (5, "\u{fffd}\u{1b}[31m".to_string())];
        assert_eq!(log.into_texts(), kept);
    }

    #[test]
    fn a_move_has_a_bound_that_splits_no_character() {
        let exact = "x".repeat(A_MOVE);
        assert_eq!(texts(&[(Side::First, exact.as_bytes())]), [exact]);
        for long in ["x".repeat(A_MOVE + 1), "ż".repeat(A_MOVE), "x€".repeat(60_000)] {
            let [kept] = texts(&[(Side::First, long.as_bytes())]).try_into().expect("one text");
            let begun = kept.strip_suffix(CUT).expect("it says that it was cut");
            assert!(long.starts_with(begun), "{kept}");
            assert!((A_MOVE - 3..=A_MOVE).contains(&kept.len()), "{}", kept.len());
        }
        // Each of these bytes becomes a character of three bytes.
        let [invalid] = texts(&[(Side::First, &[0xff; 1000])]).try_into().expect("one text");
        assert!(invalid.len() <= A_MOVE && invalid.ends_with(CUT));
    }

    #[test]
    fn a_game_has_a_bound_for_each_side() {
        for length in [1, 40, 500, 1000, A_MOVE, A_MOVE + 1] {
            let note = vec![b'x'; length];
            let mut written = vec![(Side::First, &note[..]); 2 * A_GAME];
            written.push((Side::Second, &note[..]));
            let all = texts(&written);
            let (own, others) = all.split_last().expect("both sides wrote");
            assert!(own.starts_with('x'), "each side has its own room");
            let sum: usize = others.iter().map(String::len).sum();
            assert!(sum <= A_GAME && sum > A_GAME - A_MOVE, "{sum} of {length} each");
            assert!(others.last().expect("it wrote").ends_with(CUT), "{length} each");
        }
    }
}
