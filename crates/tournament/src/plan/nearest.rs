//! Finds the known word nearest to a misspelt one.

/// The greatest number of wrong letters, as a percentage of the word's length.
const OFF: usize = 40;

/// The word in `words` that is nearest to `word`; `None` if even this word is very different.
pub(crate) fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase().replace('_', "-");
    let distance = |other: &str| strsim::damerau_levenshtein(&word, other);
    let nearest = words.into_iter().map(|other| (distance(other), other)).min()?;
    (100 * nearest.0 <= OFF * nearest.1.chars().count().max(3)).then_some(nearest.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_found_if_it_is_near() {
        let words = ["third-place", "game", "increment", "nodes"];
        for (word, meant) in [
            ("third_place", Some("third-place")),
            ("Third-Place", Some("third-place")),
            ("gmae", Some("game")),
            ("node", Some("nodes")),
            ("increment-ms", Some("increment")),
            ("memory", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, words), meant, "{word}");
        }
        assert_eq!(nearest("x", []), None);
    }
}
