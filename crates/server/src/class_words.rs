//! The texts of a class's pages about who one is.

use classroom::BySite;
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

/// Whether what was handed in elsewhere was tried here.
pub(crate) fn by_site(layout: Layout, by: &BySite) -> String {
    match by.same_as {
        Some(ordinal) => text("same-as-version").number("n", ordinal).told(layout.language),
        None => say(layout, "never-tried"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_all_texts() {
        rules::kit::check_catalogue(WORDS, &[]);
    }
}
