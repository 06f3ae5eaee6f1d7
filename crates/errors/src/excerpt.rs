//! Makes any bytes or text safe to show: within a bounded width, and without characters that
//! control a terminal.

/// The width of an excerpt in columns, without the dots that stand for omitted text.
const WIDTH: usize = 60;
/// An excerpt from the middle of a long line begins this many columns before the given place.
const BEFORE: usize = 24;

/// The beginning of a text from a user or a program, such as a name or a move. It is short enough
/// for a sentence.
#[must_use]
pub fn short(text: &str) -> String {
    around(text.as_bytes(), 0)
}

/// The whole text. Every character is made visible, except the line ends.
#[must_use]
pub fn seen(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { c } else { visible(c) }).collect()
}

/// The whole text in one line, with every character visible.
#[must_use]
pub fn in_a_line(text: &str) -> String {
    text.chars().map(visible).collect()
}

/// Writes the first ten names in one line, with the number of names that are left out; `None` if
/// there are no names.
pub fn some(names: impl ExactSizeIterator<Item = String>) -> Option<String> {
    const MOST: usize = 10;
    let more = names.len().saturating_sub(MOST);
    let line = names.take(MOST).collect::<Vec<_>>().join(", ");
    match more {
        _ if line.is_empty() => None,
        0 => Some(line),
        more => Some(format!("{line} and {more} more")),
    }
}

/// The part of a line around `column`, a byte index from 0, with every character visible.
pub fn around(line: &[u8], column: usize) -> String {
    let text = String::from_utf8_lossy(line);
    // The place of `column`, counted in characters. An invalid byte counts as one character, which
    // is precise enough here.
    let place = String::from_utf8_lossy(&line[..column.min(line.len())]).chars().count();
    let length = text.chars().count();
    let start = if length <= WIDTH { 0 } else { place.saturating_sub(BEFORE).min(length - WIDTH) };
    let end = text.trim_end_matches([' ', '\r', '\n']).chars().count();
    let shown = text.chars().enumerate().skip(start).take(WIDTH);
    // A space is visible if another character follows it, so only spaces at the end are replaced.
    let part: String =
        shown.map(|(i, c)| if c == ' ' && i >= end { '\u{2420}' } else { visible(c) }).collect();
    let dots = |cut| if cut { "..." } else { "" };
    format!("{}{part}{}", dots(start > 0), dots(start + WIDTH < length))
}

/// The first lines of a text, for a report. There are at most `lines` of them, and extremely long
/// lines are shortened. If lines are left out, a last entry says how many.
pub fn head(text: &[u8], lines: usize) -> Vec<String> {
    let shown = lines_of(text);
    let left = shown.len().saturating_sub(lines);
    let mut head: Vec<_> = shown.into_iter().take(lines).map(whole).collect();
    if left > 0 {
        head.push(format!("... and {left} more"));
    }
    head
}

/// The first and the last lines of a text that matters most at its end, such as a traceback. If lines
/// are left out, an entry between them says how many.
pub fn ends(text: &[u8], first: usize, last: usize) -> Vec<String> {
    let shown = lines_of(text);
    let left = shown.len().saturating_sub(first + last);
    let gap = (left > 0).then(|| format!("... {left} lines more ..."));
    let (begin, end) = shown.split_at(first.min(shown.len()));
    let end = &end[left..];
    begin.iter().copied().map(whole).chain(gap).chain(end.iter().copied().map(whole)).collect()
}

/// The lines of a text, without empty ones at its end.
fn lines_of(text: &[u8]) -> Vec<&[u8]> {
    let lines = text.split(|&b| b == b'\n');
    let mut lines: Vec<_> = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

/// A line that is shown as a whole, unless it is extremely long. Compilers write long lines, and
/// the ends of these lines matter, too.
fn whole(line: &[u8]) -> String {
    const LONGEST: usize = 200;
    let text = String::from_utf8_lossy(line);
    let part: String = text.chars().take(LONGEST).map(visible).collect();
    if text.chars().nth(LONGEST).is_some() { part + "..." } else { part }
}

/// Whether a character is invisible: a control character, a special space, a character without a
/// width, or a mark of the writing direction. An ordinary space and `\n` do not count as invisible.
pub fn is_invisible(c: char) -> bool {
    c != '\n' && visible(c) != c
}

/// A visible symbol for an invisible character, such as `␉` for a tab; any other character is
/// unchanged. The symbol is a single character, and does not control a terminal.
fn visible(c: char) -> char {
    match c {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        // Other invisible characters: control characters, characters without a width such as the
        // byte order mark, special spaces, and marks of the writing direction.
        '\u{80}'..='\u{a0}' | '\u{ad}' | '\u{feff}' => '\u{fffd}',
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' => '\u{fffd}',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_pictured() {
        assert_eq!(around(b"a\tb\x1b[31m\r", 0), "a␉b␛[31m␍");
        assert_eq!([around(b" a  b  \r\n", 0), around(b"  ", 0)], [" a  b␠␠␍␊", "␠␠"]);
        assert_eq!(around(b"\xff\x00", 1), "\u{fffd}␀");
        let text = "a\x1b]0;x\x07\n\u{202e}";
        assert_eq!([seen(text), in_a_line(text)], ["a␛]0;x␇\n\u{fffd}", "a␛]0;x␇␊\u{fffd}"]);
        assert_eq!(short(&"x".repeat(100)), "x".repeat(WIDTH) + "...");
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let line: String = (0..40).map(|i| format!("{i:03} ")).collect();
        for (column, part) in [(0, "000 "), (80, "020 "), (159, "039␠")] {
            let shown = around(line.as_bytes(), column);
            assert!(shown.contains(part) && shown.chars().count() <= WIDTH + 6, "{shown}");
        }
        assert!(around(line.as_bytes(), 80).starts_with("..."));
    }

    #[test]
    fn only_so_many_lines_are_shown() {
        assert_eq!(head(b"one\r\ntwo\nthree\n\n", 2), ["one", "two", "... and 1 more"]);
        assert_eq!(head(b"one\ntwo\n", 2), ["one", "two"]);
        assert_eq!(ends(b"1\n2\r\n3\n4\n5\n\n", 1, 2), ["1", "... 2 lines more ...", "4", "5"]);
        assert_eq!(ends(b"1\n2\n3\n", 1, 2), ["1", "2", "3"]);
        assert_eq!(ends(b"", 1, 2), [""; 0]);
        assert!(head(b"", 2).is_empty());
    }
}
