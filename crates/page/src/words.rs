//! The texts of pages.

use rules::{Catalogue, Language, Message, catalogue, message};

/// The texts of pages with boards.
pub const WORDS: Catalogue = catalogue!();

/// The message with this key in the texts of pages.
#[must_use]
pub fn text(key: &'static str) -> Message {
    Message::new(WORDS, key)
}

/// The text of a key whose text has no gaps to fill.
#[must_use]
pub fn say(language: Language, key: &'static str) -> String {
    text(key).told(language)
}

/// The sandbox level with this number, and what it consists of.
#[must_use]
pub fn level(number: u8) -> Message {
    let what = match number {
        0 => message!(WORDS, "level-limits"),
        1 => message!(WORDS, "level-confined"),
        2 => message!(WORDS, "level-cgroup"),
        _ => message!(WORDS, "level-namespaces"),
    };
    message!(WORDS, "level", n = u32::from(number), what = what)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_all_texts() {
        rules::kit::check_catalogue(WORDS, &[]);
    }
}
