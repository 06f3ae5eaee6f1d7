//! The width of text on a terminal, where a character takes one column, two columns, or none.

/// Characters that take two columns: East Asian characters and pictures. The ranges simplify
/// Unicode's table "East Asian Width".
const WIDE: &[(char, char)] = &[
    ('\u{1100}', '\u{115f}'),
    ('\u{2e80}', '\u{303e}'),
    ('\u{3041}', '\u{a4cf}'),
    ('\u{a960}', '\u{a97f}'),
    ('\u{ac00}', '\u{d7a3}'),
    ('\u{f900}', '\u{faff}'),
    ('\u{fe30}', '\u{fe6f}'),
    ('\u{ff01}', '\u{ff60}'),
    ('\u{ffe0}', '\u{ffe6}'),
    ('\u{1f300}', '\u{1f64f}'),
    ('\u{1f680}', '\u{1f6ff}'),
    ('\u{1f900}', '\u{1f9ff}'),
    ('\u{20000}', '\u{3fffd}'),
];

/// Characters that take no column: combining marks, zero-width characters and variation selectors.
const NONE: &[(char, char)] = &[
    ('\u{300}', '\u{36f}'),
    ('\u{1ab0}', '\u{1aff}'),
    ('\u{1dc0}', '\u{1dff}'),
    ('\u{200b}', '\u{200d}'),
    ('\u{20d0}', '\u{20ff}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{fe20}', '\u{fe2f}'),
];

fn of_char(c: char) -> usize {
    let is_in =
        |blocks: &[(char, char)]| blocks.iter().any(|&(first, last)| (first..=last).contains(&c));
    if is_in(NONE) { 0 } else { 1 + usize::from(is_in(WIDE)) }
}

/// How many columns a text takes.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(of_char).sum()
}

/// The text, padded with spaces to this many columns.
pub(crate) fn filled(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

/// The text, cut to this many columns; an ellipsis stands for the rest.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if columns(text) <= width {
        return text.to_string();
    }
    let mut start = String::new();
    let mut left = width.saturating_sub(1);
    for c in text.chars() {
        let Some(rest) = left.checked_sub(of_char(c)) else { break };
        left = rest;
        start.push(c);
    }
    start + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_any_script_has_its_width() {
        let widths = ["", "anna", "żółw", "黄河", "e\u{301}", "한국", "ｗ", "🐢"].map(columns);
        assert_eq!(widths, [0, 4, 4, 4, 1, 4, 2, 2]);
        assert_eq!(
            (filled("黄河", 6), filled("anna", 2)),
            ("黄河  ".to_string(), "anna".to_string())
        );
        assert_eq!(
            [("anna", 4), ("annabella", 4), ("黄河黄河", 4)].map(|(text, width)| cut(text, width)),
            ["anna", "ann…", "黄…"]
        );
    }
}
