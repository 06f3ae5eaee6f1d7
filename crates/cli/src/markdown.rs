//! A README on a terminal: paragraphs wrapped, headings strong, code coloured, everything else as it stands.

use std::mem::take;

use crate::palette::{CODE, FAINT, STRONG};
use crate::words::wrapped;

/// The text of a README for a terminal of this width.
pub(crate) fn rendered(readme: &str, width: usize) -> String {
    let mut page = Page { width, text: String::new(), paragraph: String::new() };
    let mut fenced = false;
    for line in readme.lines() {
        let fence = line.trim_start().starts_with("```");
        match () {
            () if fence => {
                page.end_paragraph();
                fenced = !fenced;
            }
            () if fenced => page.code(line),
            () => page.line(line),
        }
    }
    page.end_paragraph();
    page.text
}

struct Page {
    width: usize,
    text: String,
    paragraph: String,
}

impl Page {
    fn line(&mut self, line: &str) {
        let bare = line.trim();
        let is_item = bare.split_once(' ').is_some_and(|(head, _)| is_bullet(head));
        if bare.is_empty() || is_item || bare.starts_with(['#', '|']) {
            self.end_paragraph();
        }
        if bare.is_empty() {
            self.text.push('\n');
        } else if let Some(title) = bare.strip_prefix('#') {
            let title = title.trim_start_matches(['#', ' ']);
            self.text.push_str(&format!("{STRONG}{title}{STRONG:#}\n"));
        } else if bare.starts_with('|') {
            self.text.push_str(&format!("{bare}\n"));
        } else {
            self.paragraph.push_str(bare);
            self.paragraph.push(' ');
        }
    }

    fn code(&mut self, line: &str) {
        self.text.push_str(format!("    {CODE}{line}{CODE:#}").trim_end());
        self.text.push('\n');
    }

    fn end_paragraph(&mut self) {
        let paragraph = take(&mut self.paragraph);
        let hang = paragraph.split_once(' ').filter(|(head, _)| is_bullet(head)).map_or(0, |(head, _)| head.len() + 1);
        let mut in_code = false;
        for line in wrapped(&paragraph, self.width, [0, hang]).lines() {
            self.text.push_str(&coloured(line, &mut in_code));
            self.text.push('\n');
        }
    }
}

/// `-`, `*` or `1.`
fn is_bullet(word: &str) -> bool {
    let number = word.strip_suffix('.').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    matches!(word, "-" | "*") || number
}

/// Code between backquotes in colour, the backquotes faint. Code may go on in the next line.
fn coloured(line: &str, in_code: &mut bool) -> String {
    let mut text = String::new();
    for (i, piece) in line.split('`').enumerate() {
        if i > 0 {
            text.push_str(&format!("{FAINT}`{FAINT:#}"));
            *in_code = !*in_code;
        }
        text.push_str(&if *in_code { format!("{CODE}{piece}{CODE:#}") } else { piece.to_string() });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(readme: &str, width: usize) -> String {
        anstream::adapter::strip_str(&rendered(readme, width)).to_string()
    }

    #[test]
    fn paragraphs_are_wrapped_and_code_is_not() {
        let readme = "# Title\n\none two `three\nfour` five\n\n```text\n1 0   0\n```\n- first item here\n- second\n";
        let expected = "Title\n\none two\n`three\nfour` five\n\n    1 0   0\n- first\n  item here\n- second\n";
        assert_eq!(plain(readme, 11), expected);
    }

    #[test]
    fn no_colour_runs_over_the_end_of_a_line() {
        let text = rendered("a `b c d e f` g\n", 6);
        for line in text.lines() {
            assert!(!line.contains('\u{1b}') || line.rfind("\u{1b}[0m") > line.rfind("\u{1b}[36m"), "{text:?}");
        }
    }
}
