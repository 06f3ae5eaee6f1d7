//! A message for people, in any language: a key that names the text, and values for the gaps in the
//! text.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str::Split;

use crate::{Catalogue, Language, Side};

/// A message that can be told in any language. `Display` tells it in English.
///
/// [`message!`](crate::message!) makes a message, and checks the key and the gaps while it is
/// compiled. A message that was read from a file has only its English text until it
/// [`adopt`](Message::adopt)s the texts of its keys.
///
/// ```
/// use rules::{Catalogue, Language, message};
///
/// const ENGLISH: &str = "left = {n} {n|one stone|other stones} left";
/// const POLISH: &str = "left = {n} {n|one kamień|few kamienie|many kamieni}";
/// const WORDS: Catalogue = Catalogue::new(&[ENGLISH, POLISH]);
/// assert_eq!(message!(WORDS, "left", n = 1_u64).to_string(), "1 stone left");
/// assert_eq!(message!(WORDS, "left", n = 3_u64).told(Language::Polish), "3 kamienie");
/// ```
#[derive(Clone)]
pub struct Message {
    /// The key of the text in every language; empty if no text is known.
    pub key: &'static str,
    /// The values for the gaps of the text, by the gaps' names.
    pub arguments: BTreeMap<Cow<'static, str>, Argument>,
    source: Source,
}

/// Where the text of a message is.
#[derive(Clone)]
pub(crate) enum Source {
    /// Under the message's key in these texts.
    Words(Catalogue),
    /// Here, in one language, with all gaps filled. The key may belong to texts elsewhere.
    Text(Box<Told>),
}

/// A message that was told before. Most messages are not, so it is kept apart.
#[derive(Clone)]
pub(crate) struct Told {
    key: String,
    text: String,
}

/// The value that fills a gap.
///
/// ```
/// use rules::{Argument, Catalogue, Message, Side};
///
/// let words = Catalogue::new(&["turn = {who} moves\nsecond = white"]);
/// let message = Message::new(words, "turn").side("who", Side::Second);
/// assert_eq!(message.arguments["who"], Argument::Side(Side::Second));
/// assert_eq!(message.to_string(), "white moves");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A number. The number also selects the form of a word. Groups of three digits are separated
    /// from five digits on.
    Number(u64),
    /// A number with decimals or a sign, as [`f64`] writes it. It is told with the decimal mark of
    /// the language, and with a minus sign in place of a hyphen.
    Decimal(String),
    /// One of the players.
    Side(Side),
    /// The name of a square, a move, a character or a person, or a stranger's text, which is the
    /// same in all languages.
    Name(String),
    /// A message, which is told in the same language.
    Message(Message),
    /// Some values, told as a list: `A, B and C`.
    List(Vec<Argument>),
}

/// Makes a [`Message`] from a [`Catalogue`], a key, and values for the gaps of its text. A key or a
/// gap that the English text lacks is an error of the compiler.
///
/// ```
/// use rules::{Catalogue, message};
///
/// const WORDS: Catalogue = Catalogue::new(&["won = {name} won {n} {n|one game|other games}"]);
/// assert_eq!(message!(WORDS, "won", name = "Anna", n = 2_u64).to_string(), "Anna won 2 games");
/// ```
///
/// ```compile_fail
/// use rules::{Catalogue, message};
///
/// const WORDS: Catalogue = Catalogue::new(&["won = {name} won"]);
/// message!(WORDS, "lost", name = "Anna");
/// ```
///
/// ```compile_fail
/// use rules::{Catalogue, message};
///
/// const WORDS: Catalogue = Catalogue::new(&["won = {name} won"]);
/// message!(WORDS, "won", who = "Anna");
/// ```
#[macro_export]
macro_rules! message {
    ($words:expr, $key:literal $(, $gap:ident = $value:expr)* $(,)?) => {{
        const {
            assert!($words.has($key), concat!("no text has the key ", $key));
            $(assert!(
                $words.has_gap($key, stringify!($gap)),
                concat!("the text of ", $key, " has no gap ", stringify!($gap))
            );)*
        }
        $crate::Message::new($words, $key)$(.with(stringify!($gap), $value))*
    }};
}

impl Message {
    /// The message with this key in these texts.
    #[must_use]
    pub const fn new(words: Catalogue, key: &'static str) -> Message {
        Message { key, arguments: BTreeMap::new(), source: Source::Words(words) }
    }

    /// A text that is the same in all languages: a stranger's, or one that was read from a file.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Message {
        Message::read(String::new(), BTreeMap::new(), text.into())
    }

    /// A message that was read, with its English text.
    pub(crate) fn read(
        key: String,
        arguments: BTreeMap<Cow<'static, str>, Argument>,
        text: String,
    ) -> Message {
        Message { key: "", arguments, source: Source::Text(Box::new(Told { key, text })) }
    }

    /// The key, even if its texts are not known.
    pub(crate) fn any_key(&self) -> &str {
        match &self.source {
            Source::Words(_) => self.key,
            Source::Text(told) => &told.key,
        }
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

    /// Fills a gap.
    #[must_use]
    pub fn with(mut self, gap: &'static str, value: impl Into<Argument>) -> Message {
        self.arguments.insert(Cow::Borrowed(gap), value.into());
        self
    }

    /// Whether the message has the text of this key in these texts.
    #[must_use]
    pub fn is(&self, words: Catalogue, key: &str) -> bool {
        self.key == key && matches!(self.source, Source::Words(own) if own == words)
    }

    /// Finds the texts of a message that was read from a file, and of the messages in its gaps: the
    /// first of these catalogues that has the key. What has no text here keeps its English one.
    pub fn adopt(&mut self, catalogues: &[Catalogue]) {
        if let Source::Text(told) = &self.source {
            let found = catalogues.iter().find_map(|words| Some((*words, words.key(&told.key)?)));
            if let Some((words, key)) = found {
                (self.key, self.source) = (key, Source::Words(words));
            }
        }
        self.arguments.values_mut().for_each(|argument| argument.adopt(catalogues));
    }

    /// The message in this language, or its key if there is no text for it.
    #[must_use]
    pub fn told(&self, language: Language) -> String {
        let words = match &self.source {
            Source::Words(words) => words,
            Source::Text(told) => return told.text.clone(),
        };
        let mut parts = words.text(language, self.key).unwrap_or(self.key).split('{');
        let mut told = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let (gap, rest) = part.split_once('}').unwrap_or((part, ""));
            told += &self.filled(gap, *words, language);
            told += rest;
        }
        told
    }

    fn filled(&self, gap: &str, words: Catalogue, language: Language) -> String {
        let mut forms = gap.split('|');
        let name = forms.next().unwrap_or_default();
        match self.arguments.get(name) {
            Some(Argument::Number(number)) => {
                fitting(&forms, language.plural(*number)).map_or(grouped(*number), str::to_string)
            }
            Some(Argument::Side(side)) => {
                let key = SIDES[side.index()];
                let declined = forms.next().map(|form| format!("{key}-{form}"));
                let mut keys = declined.as_deref().into_iter().chain([key]);
                keys.find_map(|key| words.text(language, key)).unwrap_or(key).to_string()
            }
            Some(argument) => argument.told(language),
            None => format!("{{{gap}}}"),
        }
    }

    /// Whether the text of the message lies in a catalogue.
    pub(crate) fn has_words(&self) -> bool {
        match self.source {
            Source::Words(words) => words.has(self.key),
            Source::Text(_) => false,
        }
    }
}

/// The keys of the sides' names.
pub(crate) const SIDES: [&str; 2] = ["first", "second"];

impl Argument {
    /// The value in this language. The name of a side is known only to the texts of a message, so a
    /// side alone is told by its key.
    #[must_use]
    pub fn told(&self, language: Language) -> String {
        match self {
            Argument::Number(number) => grouped(*number),
            Argument::Decimal(number) => language.decimal(number),
            Argument::Name(name) => name.clone(),
            Argument::Message(message) => message.told(language),
            Argument::Side(side) => SIDES[side.index()].to_string(),
            Argument::List(all) => {
                language.list(&all.iter().map(|one| one.told(language)).collect::<Vec<_>>())
            }
        }
    }

    fn adopt(&mut self, catalogues: &[Catalogue]) {
        match self {
            Argument::Message(message) => message.adopt(catalogues),
            Argument::List(all) => all.iter_mut().for_each(|one| one.adopt(catalogues)),
            _ => {}
        }
    }
}

/// A number whose digits stand in groups of three, from five digits on.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let starts = |index: usize| index > 0 && (digits.len() - index).is_multiple_of(3);
    let group = |(index, digit)| [starts(index).then_some('\u{202f}'), Some(digit)];
    digits.chars().enumerate().flat_map(group).flatten().collect()
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

/// A text that is the same in all languages.
impl From<String> for Message {
    fn from(text: String) -> Message {
        Message::plain(text)
    }
}

/// A text that is the same in all languages.
impl From<&str> for Message {
    fn from(text: &str) -> Message {
        Message::plain(text)
    }
}

/// The key and the values, since all texts together are long.
impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            Source::Text(told) if told.key.is_empty() => write!(f, "Message({:?})", told.text),
            _ => write!(f, "Message({} {:?})", self.any_key(), self.arguments),
        }
    }
}

/// Messages are equal if they say the same, wherever their texts come from.
impl PartialEq for Message {
    fn eq(&self, other: &Message) -> bool {
        let key = self.any_key();
        key == other.any_key()
            && self.arguments == other.arguments
            && (!key.is_empty() || self.to_string() == other.to_string())
    }
}

impl Eq for Message {}

macro_rules! argument_from {
    ($($value:ty => |$name:ident| $argument:expr),* $(,)?) => {
        $(impl From<$value> for Argument {
            fn from($name: $value) -> Argument {
                $argument
            }
        })*
    };
}

argument_from! {
    u32 => |number| Argument::Number(number.into()),
    u64 => |number| Argument::Number(number),
    usize => |number| Argument::Number(number as u64),
    Side => |side| Argument::Side(side),
    &str => |name| Argument::Name(name.to_string()),
    &String => |name| Argument::Name(name.clone()),
    String => |name| Argument::Name(name),
}

/// A text without a key is a name, since it is the same in all languages.
impl From<Message> for Argument {
    fn from(message: Message) -> Argument {
        match message.source {
            Source::Text(told) if told.key.is_empty() => Argument::Name(told.text),
            _ => Argument::Message(message),
        }
    }
}

impl<A: Into<Argument>> From<Vec<A>> for Argument {
    fn from(all: Vec<A>) -> Argument {
        Argument::List(all.into_iter().map(Into::into).collect())
    }
}

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
