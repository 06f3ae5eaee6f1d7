//! The texts about submissions.

use rules::{Catalogue, Message, catalogue, message};

/// The texts about submissions, in every language.
pub const WORDS: Catalogue = catalogue!();

/// A clause about something, after its name.
pub fn about(name: impl Into<String>, clause: impl Into<Message>) -> Message {
    message!(WORDS, "about", name = name.into(), clause = clause.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_all_texts() {
        rules::kit::check_catalogue(WORDS, &[]);
    }
}
