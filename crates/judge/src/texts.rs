//! The texts about verdicts, in every language.

use rules::{Catalogue, Message, catalogue};

/// The texts of this crate for people who wrote the programs.
pub const WORDS: Catalogue = catalogue!();

/// The message with this key.
pub(crate) fn text(key: &'static str) -> Message {
    Message::new(WORDS, key)
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_language_has_all_texts() {
        rules::kit::check_catalogue(super::WORDS, &[]);
    }
}
