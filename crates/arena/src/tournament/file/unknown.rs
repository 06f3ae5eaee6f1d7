//! What is said of a key that there is not.

use crate::nearest::nearest;

/// The keys that stand above all tables. To write one of them below a table is the commonest mistake in TOML.
pub(super) const ABOVE: &[&str] =
    &["title", "game", "games", "seed", "opening", "points", "level", "memory-mib", "languages", "compiler-options"];

/// What is said of them there.
pub(super) const ELSEWHERE: &str = "it stands at the top of the file, above all tables";

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
