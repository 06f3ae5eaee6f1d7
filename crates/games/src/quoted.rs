//! Quotes text from outside in a message.

/// The text, or its beginning, in a form that is safe for a terminal: even a long line with any
/// content stays a few words.
pub(crate) fn quoted(text: &str) -> String {
    // A row of the widest drawing fits.
    const LONGEST: usize = 56;
    let start: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    let rest = if text.chars().nth(LONGEST).is_some() { "..." } else { "" };
    format!("`{start}{rest}`")
}
