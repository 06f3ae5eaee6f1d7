//! What the description of a program with GTP says about it, since the protocol has no command for
//! it.

use std::collections::BTreeMap;

use rules::Parameters;
use serde::{Deserialize, Serialize};

use errors::Error;

/// What a program with GTP has or does by itself. Most engines for one game were written without
/// Ludoteka's commands, and cannot be told all parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GtpOptions {
    /// The parameters that the program has by itself, with their values. It is not told them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub knows: BTreeMap<String, String>,
    /// Whether the program names columns as in Go: without the letter i.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub skips_i: bool,
}

pub(crate) const KNOWS: &str = "--knows";
const SKIPS_I: &str = "--skips-i";

impl GtpOptions {
    /// Reads the options at the beginning of a text such as `--knows k=5 --skips-i ./engine`.
    /// Returns the rest of the text, too.
    ///
    /// # Errors
    /// Fails if an option is unknown, or has no value in the right form.
    pub(crate) fn read(text: &str) -> Result<(GtpOptions, &str), Error> {
        let mut options = GtpOptions::default();
        let mut rest = text.trim_start();
        while rest.starts_with("--") {
            let (option, after) = word(rest);
            rest = after;
            match option {
                SKIPS_I => options.skips_i = true,
                KNOWS => {
                    let (list, after) = word(rest);
                    rest = after;
                    for pair in list.split(',') {
                        let (name, value) = pair.split_once('=').ok_or_else(|| bad(pair))?;
                        options.knows.insert(name.to_string(), value.to_string());
                    }
                }
                option => return Err(bad(option)),
            }
        }
        Ok((options, rest))
    }

    /// The text that [`read`](GtpOptions::read) reads; empty if there is nothing to say.
    pub(crate) fn words(&self) -> String {
        let pairs: Vec<_> =
            self.knows.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let knows = (!pairs.is_empty()).then(|| format!("{KNOWS} {} ", pairs.join(",")));
        let skips_i = self.skips_i.then(|| format!("{SKIPS_I} "));
        knows.into_iter().chain(skips_i).collect()
    }

    /// Whether the description says nothing.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == GtpOptions::default()
    }

    /// Checks that the game has the parameters that the program knows, and that these values are
    /// possible.
    ///
    /// # Errors
    /// Fails if a parameter or a value does not exist.
    pub fn check(&self, player: &str, game: &Parameters) -> Result<(), Error> {
        let mut game = game.clone();
        let mut known = self.knows.iter();
        known
            .try_for_each(|(name, value)| game.set(name, value))
            .map_err(|bad| Error::input(format!("what {player} knows by itself: {bad}")))
    }
}

/// The first word of a text, and the rest.
fn word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

fn bad(found: &str) -> Error {
    Error::input(format!(
        "`{found}` after gtp: is no option: expected `{KNOWS} NAME=VALUE,NAME=VALUE`, `{SKIPS_I}`, \
        or the program"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_stand_before_the_program() {
        let (options, rest) =
            GtpOptions::read("--knows n=15,k=5 --skips-i ./engine --knows x").expect("options");
        assert_eq!(rest, "./engine --knows x");
        assert_eq!(options.knows.get("k").map(String::as_str), Some("5"));
        assert!(options.skips_i && options.knows.len() == 2);
        let text = format!("{}./engine", options.words());
        assert_eq!(GtpOptions::read(&text).expect("options"), (options, "./engine"));
        assert_eq!(GtpOptions::read("a b").expect("none"), (GtpOptions::default(), "a b"));
        for text in ["--skip-i ./engine", "--knows ./engine", "--knows"] {
            assert!(GtpOptions::read(text).is_err(), "{text}");
        }
    }
}
