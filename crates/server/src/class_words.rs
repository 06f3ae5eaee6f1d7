//! The texts of a class's pages about who one is.

use rules::{Catalogue, Message, catalogue};

use crate::layout::Layout;

const WORDS: Catalogue = catalogue!();

/// The message with this key.
pub(crate) fn text(key: &'static str) -> Message {
    Message::new(WORDS, key)
}

/// The text of a key without gaps.
pub(crate) fn say(layout: Layout, key: &'static str) -> String {
    text(key).told(layout.language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_all_texts() {
        rules::kit::check_catalogue(WORDS, &[]);
    }
}
