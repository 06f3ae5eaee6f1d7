//! Makes text that comes from outside safe to quote in a message.

/// The text in backticks, with control characters escaped so that it is safe for a terminal. A long
/// text is cut.
pub(crate) fn quoted(text: &str) -> String {
    // The greatest number of characters, enough for a row of the widest drawing.
    const LONGEST: usize = 56;
    let start: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    let rest = if text.chars().nth(LONGEST).is_some() { "..." } else { "" };
    format!("`{start}{rest}`")
}
