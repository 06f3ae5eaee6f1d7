//! The texts of pages.

use rules::Message;

/// The English texts of pages with boards; see [`rules::Message`].
pub const ENGLISH: &str = include_str!("words/en.txt");

/// The English text of a key whose text has no gaps to fill.
#[must_use]
pub fn say(key: &'static str) -> String {
    Message::new(ENGLISH, key).to_string()
}

/// A number in groups of three digits, with its noun in the right form.
///
/// ```
/// assert_eq!(page::counted(1_u32, "match", "matches"), "1 match");
/// assert_eq!(page::counted(1_234_567_u32, "game", "games"), "1\u{202f}234\u{202f}567 games");
/// ```
#[must_use]
pub fn counted(number: impl TryInto<u64>, one: &str, many: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    let digits = number.to_string();
    let starts = |index: usize| index > 0 && (digits.len() - index).is_multiple_of(3);
    let group = |(index, digit)| [starts(index).then_some('\u{202f}'), Some(digit)];
    let grouped: String = digits.chars().enumerate().flat_map(group).flatten().collect();
    format!("{grouped} {}", if number == 1 { one } else { many })
}
