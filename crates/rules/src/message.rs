//! A message for people, in any language: a key that names the text, and values for the gaps in the
//! text.

use std::fmt;
use std::str::Split;

use crate::{Catalogue, Language, Side};

/// A message that can be told in any language. `Display` tells it in English.
///
/// ```
/// use rules::{Catalogue, Language, Message};
///
/// const ENGLISH: &str = "left = {n} {n|one stone|other stones} left";
/// const POLISH: &str = "left = {n} {n|one kamień|few kamienie|many kamieni}";
/// let words = Catalogue::new(&[ENGLISH, POLISH]);
/// assert_eq!(Message::new(words, "left").number("n", 1_u64).to_string(), "1 stone left");
/// let message = Message::new(words, "left").number("n", 3_u64);
/// assert_eq!(message.told(Language::Polish), "3 kamienie");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The key of the text in every language.
    pub key: &'static str,
    /// The values for the gaps of the text, by the gaps' names.
    pub arguments: Vec<(&'static str, Argument)>,
    pub(crate) words: Catalogue,
}

/// The value that fills a gap.
///
/// ```
/// use rules::{Argument, Catalogue, Message, Side};
///
/// let words = Catalogue::new(&["turn = {who} moves\nsecond = white"]);
/// let message = Message::new(words, "turn").side("who", Side::Second);
/// assert_eq!(message.arguments, [("who", Argument::Side(Side::Second))]);
/// assert_eq!(message.to_string(), "white moves");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A number. The number also selects the form of a word.
    Number(u64),
    /// One of the players.
    Side(Side),
    /// The name of a square, a move or a character, which is the same in all languages.
    Name(String),
}

impl Message {
    /// The message with this key in these texts.
    #[must_use]
    pub const fn new(words: Catalogue, key: &'static str) -> Message {
        Message { key, arguments: Vec::new(), words }
    }

    /// Fills a gap with a number.
    #[must_use]
    pub fn number(self, gap: &'static str, number: impl TryInto<u64>) -> Message {
        self.with(gap, Argument::Number(number.try_into().unwrap_or(u64::MAX)))
    }

    /// Fills a gap with a side.
    #[must_use]
    pub fn side(self, gap: &'static str, side: Side) -> Message {
        self.with(gap, Argument::Side(side))
    }

    /// Fills a gap with a name.
    #[must_use]
    pub fn name(self, gap: &'static str, name: impl Into<String>) -> Message {
        self.with(gap, Argument::Name(name.into()))
    }

    fn with(mut self, gap: &'static str, argument: Argument) -> Message {
        self.arguments.push((gap, argument));
        self
    }

    /// The message in this language, or its key if there is no text for it.
    #[must_use]
    pub fn told(&self, language: Language) -> String {
        let mut parts = self.words.text(language, self.key).unwrap_or(self.key).split('{');
        let mut told = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let (gap, rest) = part.split_once('}').unwrap_or((part, ""));
            told += &self.filled(gap, language);
            told += rest;
        }
        told
    }

    fn filled(&self, gap: &str, language: Language) -> String {
        let mut forms = gap.split('|');
        let name = forms.next().unwrap_or_default();
        match self.arguments.iter().find(|(filled, _)| *filled == name) {
            Some((_, Argument::Number(number))) => {
                fitting(&forms, language.plural(*number)).map_or(number.to_string(), str::to_string)
            }
            Some((_, Argument::Side(side))) => {
                let key = ["first", "second"][side.index()];
                let declined = forms.next().map(|form| format!("{key}-{form}"));
                let mut keys = declined.as_deref().into_iter().chain([key]);
                keys.find_map(|key| self.words.text(language, key)).unwrap_or(key).to_string()
            }
            Some((_, Argument::Name(name))) => name.clone(),
            None => format!("{{{gap}}}"),
        }
    }
}

/// The form for this plural category. An English text that is not translated lacks some categories
/// of other languages; `other` takes their place.
fn fitting<'a>(forms: &Split<'a, char>, plural: &str) -> Option<&'a str> {
    let form = |name| forms.clone().find_map(|form| form.strip_prefix(name)?.strip_prefix(' '));
    form(plural).or_else(|| form("other"))
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(Language::English))
    }
}

impl std::error::Error for Message {}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = r"first = black
second = white
lost = {side} lost {n} {n|one disc|other discs} on {square}
";
    const POLISH: &str = r"; The sides are declined.
second = białe
second-gen = białych
lost = strata {side|gen}: {n} {n|one pionek|few pionki|many pionków} ({square})
";

    #[test]
    fn a_message_is_told_in_any_language() {
        let words = Catalogue::new(&[ENGLISH, POLISH]);
        let lost = |n: u64| {
            Message::new(words, "lost")
                .side("side", Side::Second)
                .number("n", n)
                .name("square", "d3")
        };
        assert_eq!(lost(1).to_string(), "white lost 1 disc on d3");
        assert_eq!(lost(0).to_string(), "white lost 0 discs on d3");
        assert_eq!(
            [1, 3, 5].map(|n| lost(n).told(Language::Polish)).join(", "),
            "strata białych: 1 pionek (d3), strata białych: 3 pionki (d3), \
             strata białych: 5 pionków (d3)"
        );
        // The text is English, so it has neither the form `few` nor a name for `first-gen`.
        assert_eq!(lost(3).told(Language::Romanian), "white lost 3 discs on d3");
        let odd = |key| Message::new(Catalogue::new(&["odd = {a}{ {b"]), key).number("a", 1_u64);
        assert_eq!(odd("odd").to_string(), "1{ }{b}");
        assert_eq!(odd("even").to_string(), "even", "the key takes the place of a missing text");
        assert_eq!(crate::texts(POLISH).count(), 3);
    }
}
