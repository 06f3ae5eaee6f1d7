//! The texts about fouls and hints.

use rules::{Catalogue, catalogue};

/// The texts about fouls and hints, in every language.
pub const WORDS: Catalogue = catalogue!();

/// The catalogues that have the texts of all fouls and hints but those of the games.
pub const CATALOGUES: [Catalogue; 3] = [WORDS, submission::WORDS, rules::WORDS];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_all_texts() {
        rules::kit::check_catalogue(WORDS, &[]);
    }

    #[test]
    fn no_key_has_two_texts() {
        let games = games::GAMES.iter().map(|spec| {
            let parameters = rules::Parameters::new(spec.parameters);
            (spec.open)(&parameters, None).expect("the defaults fit").table.words()
        });
        let all: Vec<_> = CATALOGUES.into_iter().chain(games).collect();
        for (number, words) in CATALOGUES.into_iter().enumerate() {
            for (key, text) in rules::texts(words.of(rules::Language::English)) {
                for other in &all[number + 1..] {
                    let same = other.text(rules::Language::English, key);
                    assert!(same.is_none_or(|same| same == text), "{key}");
                }
            }
        }
    }
}
