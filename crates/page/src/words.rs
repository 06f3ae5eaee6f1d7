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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_all_texts() {
        rules::kit::check_catalogue(WORDS, &[]);
    }
}
