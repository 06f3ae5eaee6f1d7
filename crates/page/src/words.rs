//! The texts of pages.

use rules::Message;

/// The English texts of pages with boards; see [`rules::Message`].
pub const ENGLISH: &str = include_str!("words/en.txt");

/// The text of a key without gaps.
#[must_use]
pub fn say(key: &'static str) -> String {
    Message::new(ENGLISH, key).to_string()
}
