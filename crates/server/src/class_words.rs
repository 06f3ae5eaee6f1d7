//! The texts of a class's pages about who one is, and those about programs.

use classroom::BySite;
use rules::{Catalogue, Language, Message, catalogue};
use search::GameSpec;

use play::Layout;

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

/// A message about a program for this game, which may have been read from a file, in this language.
pub(crate) fn told(message: &Message, spec: &GameSpec, language: Language) -> String {
    let mut message = message.clone();
    message.adopt(&classroom::CATALOGUES);
    message.adopt(play::catalogue(spec).as_slice());
    message.told(language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_all_texts() {
        rules::kit::check_catalogue(WORDS, &[]);
    }
}
