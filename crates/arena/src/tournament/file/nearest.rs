//! What somebody meant who wrote a word that there is not.

/// The keys that stand above all tables. To write one of them below a table is the commonest mistake in TOML.
pub(super) const ABOVE: &[&str] = &["title", "game", "games", "seed", "opening", "points", "level", "memory-mib"];

/// What is said of them there.
pub(super) const ELSEWHERE: &str = "it stands at the top of the file, above all tables";

/// The most letters by which a word may be off, in a hundred of its length.
const OFF: usize = 40;

/// The nearest of these words, if any is near.
pub(super) fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase().replace('_', "-");
    let distance = |other: &str| strsim::damerau_levenshtein(&word, other);
    let nearest = words.into_iter().map(|other| (distance(other), other)).min()?;
    (100 * nearest.0 <= OFF * nearest.1.chars().count().max(3)).then_some(nearest.1)
}

/// The sentence about a key that there is not.
pub(super) fn unknown(key: &str, whereabouts: &str, known: &[&'static str]) -> String {
    let shown: String = key.chars().take(40).flat_map(char::escape_debug).collect();
    let meant = match nearest(key, known.iter().copied()) {
        Some(meant) => format!(": did you mean `{meant}`?"),
        None if ABOVE.contains(&key) && !known.contains(&"title") => format!(": {ELSEWHERE}"),
        None => {
            let mut known = known.to_vec();
            known.sort_unstable();
            known.dedup();
            format!("; there are: {}", known.join(", "))
        }
    };
    format!("there is no key `{shown}` {whereabouts}{meant}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_found_if_it_is_near() {
        let words = ["move-ms", "game-ms", "increment-ms", "nodes"];
        for (word, meant) in [
            ("move_ms", Some("move-ms")),
            ("Move-MS", Some("move-ms")),
            ("mvoe-ms", Some("move-ms")),
            ("node", Some("nodes")),
            ("increment", Some("increment-ms")),
            ("memory", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, words), meant, "{word}");
        }
        assert_eq!(nearest("x", []), None);
    }
}
