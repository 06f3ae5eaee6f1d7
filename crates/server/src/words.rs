//! The words of the page.

use rules::Message;

/// All that the page says by itself, in English; see [`rules::Message`].
pub(crate) const ENGLISH: &str = include_str!("words/en.txt");

/// The text of a key without gaps.
pub(crate) fn say(key: &'static str) -> String {
    Message::new(ENGLISH, key).to_string()
}
