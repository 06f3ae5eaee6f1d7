//! Somebody's text in a message.

/// The text, or its beginning, as a terminal may show it: a line of any length, with anything in it, stays a few words.
pub(crate) fn quoted(text: &str) -> String {
    // A row of the widest drawing fits.
    const LONGEST: usize = 56;
    let start: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    let rest = if text.chars().nth(LONGEST).is_some() { "..." } else { "" };
    format!("`{start}{rest}`")
}
