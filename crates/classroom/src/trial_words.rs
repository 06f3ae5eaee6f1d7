//! The texts about classes and trials.

use rules::{Catalogue, catalogue};

/// The texts about classes and trials, in every language.
pub const WORDS: Catalogue = catalogue!();

/// The catalogues that have the texts of everything that is kept about trials, but those of the
/// games.
pub const CATALOGUES: [Catalogue; 6] =
    [WORDS, players::WORDS, judge::WORDS, submission::WORDS, rules::WORDS, errors::WORDS];

#[cfg(test)]
mod tests {
    #[test]
    fn every_language_has_all_texts() {
        rules::kit::check_catalogue(super::WORDS, &[]);
    }
}
