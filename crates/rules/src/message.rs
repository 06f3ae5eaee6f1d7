//! A message for people, in any language: a key that names the text, and values for the gaps in the
//! text.
//!
//! A game's words in one language are a text with one line for each key. Lines that begin with `;`
//! are comments.
//!
//! ```text
//! first = black
//! score = black {black}, white {white}
//! in-a-row = {k} in a row {k|one wins|other win}
//! ```
//!
//! The gap `{black}` is filled with the argument called `black`. The gap `{k|one wins|other win}`
//! is filled with the word form that fits the number `k`; `one` and `other` are plural categories
//! of Unicode. The keys `first` and `second` name the two sides.

use std::fmt;

use crate::Side;

/// A message that can be told in any language. `Display` tells it in English.
///
/// ```
/// use rules::Message;
///
/// let words = "left = {n} {n|one stone|other stones} left";
/// assert_eq!(Message::new(words, "left").number("n", 1_u64).to_string(), "1 stone left");
/// assert_eq!(Message::new(words, "left").number("n", 3_u64).to_string(), "3 stones left");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The key of the text in every language.
    pub key: &'static str,
    /// The values for the gaps of the text, by the gaps' names.
    pub arguments: Vec<(&'static str, Argument)>,
    pub(crate) english: &'static str,
}

/// The value that fills a gap.
///
/// ```
/// use rules::{Argument, Message, Side};
///
/// let words = "turn = {who} moves\nsecond = white";
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
    /// The message with this key in the words of a game.
    #[must_use]
    pub const fn new(english: &'static str, key: &'static str) -> Message {
        Message { key, arguments: Vec::new(), english }
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

    /// The text in the language of `words`, or the key if `words` has no text for it. `form`
    /// returns the plural category of a number in that language.
    #[must_use]
    pub fn told(&self, words: &str, form: fn(u64) -> &'static str) -> String {
        let mut parts = text(words, self.key).unwrap_or(self.key).split('{');
        let mut told = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let (gap, rest) = part.split_once('}').unwrap_or((part, ""));
            told += &self.filled(gap, words, form);
            told += rest;
        }
        told
    }

    fn filled(&self, gap: &str, words: &str, form: fn(u64) -> &'static str) -> String {
        let mut forms = gap.split('|');
        let name = forms.next().unwrap_or_default();
        match self.arguments.iter().find(|(filled, _)| *filled == name) {
            Some((_, Argument::Number(number))) => {
                let mut fitting =
                    forms.filter_map(|word| word.strip_prefix(form(*number))?.strip_prefix(' '));
                fitting.next().map_or(number.to_string(), str::to_string)
            }
            Some((_, Argument::Side(side))) => {
                let key = ["first", "second"][side.index()];
                text(words, key).unwrap_or(key).to_string()
            }
            Some((_, Argument::Name(name))) => name.clone(),
            None => format!("{{{gap}}}"),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(self.english, |number| if number == 1 { "one" } else { "other" }))
    }
}

impl std::error::Error for Message {}

fn text<'a>(words: &'a str, key: &str) -> Option<&'a str> {
    texts(words).find_map(|(known, text)| (known == key).then_some(text))
}

/// Reads the words of a game: pairs of a key and its text.
pub fn texts(words: &str) -> impl Iterator<Item = (&str, &str)> {
    words.lines().filter(|line| !line.starts_with(';')).filter_map(|line| line.split_once(" = "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = r"first = black
second = white
lost = {side} lost {n} {n|one disc|other discs} on {square}
";
    const POLISH: &str =
        "; Without sides.\nlost = {n} {n|one pionek|few pionki|many pionków} mniej ({square})\n";

    #[test]
    fn a_message_is_told_in_any_language() {
        let lost = |n: u64| {
            Message::new(ENGLISH, "lost")
                .side("side", Side::Second)
                .number("n", n)
                .name("square", "d3")
        };
        assert_eq!(lost(1).to_string(), "white lost 1 disc on d3");
        assert_eq!(lost(0).to_string(), "white lost 0 discs on d3");
        let form = |n| match n {
            1 => "one",
            2..=4 => "few",
            _ => "many",
        };
        assert_eq!(
            [1, 3, 5].map(|n| lost(n).told(POLISH, form)).join(", "),
            "1 pionek mniej (d3), 3 pionki mniej (d3), 5 pionków mniej (d3)"
        );
        assert_eq!(lost(2).told("", form), "lost", "the key takes the place of a missing text");
        assert_eq!(Message::new("odd = {a}{ {b", "odd").number("a", 1_u64).to_string(), "1{ }{b}");
        assert_eq!(texts(POLISH).count(), 1);
    }
}
