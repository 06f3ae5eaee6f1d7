//! The texts of messages in every language.

use std::fmt;

use crate::Language;

/// The texts of a game, or of another part of Ludoteka, in every language.
///
/// The texts of one language have one line for each key. Lines that begin with `;` are comments.
///
/// ```text
/// first = black
/// score = black {black}, white {white}
/// in-a-row = {k} in a row {k|one wins|other win}
/// ```
///
/// The gap `{black}` is filled with the argument called `black`. The gap `{k|one wins|other win}`
/// is filled with the word form that fits the number `k`; `one` and `other` are plural categories
/// of Unicode. The keys `first` and `second` name the two sides. Some languages decline these
/// names: the gap `{side|gen}` is filled with the text of `first-gen` or `second-gen`.
///
/// ```
/// use rules::{Catalogue, Language};
///
/// let words = Catalogue::new(&["yes = yes", "yes = tak", "yes = da"]);
/// assert_eq!(words.text(Language::Polish, "yes"), Some("tak"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Catalogue(&'static [&'static str]);

/// Below this line of a file are the texts that no script says, so that pages load faster.
const NOT_FOR_SCRIPTS: &str =
    "; Only pages that the server writes have the texts below; scripts do not get them.";

impl Catalogue {
    /// The texts in the order of [`Language::ALL`]. English texts take the place of missing
    /// translations.
    ///
    /// # Panics
    /// Panics if there are no English texts.
    #[must_use]
    pub const fn new(texts: &'static [&'static str]) -> Catalogue {
        assert!(!texts.is_empty(), "English texts are needed");
        Catalogue(texts)
    }

    /// All texts in this language.
    #[must_use]
    pub fn of(self, language: Language) -> &'static str {
        self.0.get(language as usize).unwrap_or(&self.0[0])
    }

    /// The texts in this language without the comments between them, for a page's scripts to load.
    /// What stands below the comment that says so is left out.
    #[must_use]
    pub fn for_page(self, language: Language) -> String {
        let all = self.of(language);
        let own = all.split_once(NOT_FOR_SCRIPTS).map_or(all, |(own, _)| own);
        texts(own).map(|(key, text)| format!("{key} = {text}\n")).collect()
    }

    /// Whether there is an English text with this key.
    #[must_use]
    pub const fn has(self, key: &str) -> bool {
        self.start(key).is_some()
    }

    /// Whether the English text of this key has a gap with this name.
    #[must_use]
    pub const fn has_gap(self, key: &str, gap: &str) -> bool {
        let Some(mut at) = self.start(key) else { return false };
        let (text, gap) = (self.0[0].as_bytes(), gap.as_bytes());
        while at < text.len() && text[at] != b'\n' {
            let end = at + 1 + gap.len();
            if text[at] == b'{'
                && stands_at(text, at + 1, gap)
                && end < text.len()
                && (text[end] == b'}' || text[end] == b'|')
            {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Where the English text of this key starts.
    const fn start(self, key: &str) -> Option<usize> {
        let (text, key) = (self.0[0].as_bytes(), key.as_bytes());
        let mut line = 0;
        while line < text.len() {
            if stands_at(text, line, key) && stands_at(text, line + key.len(), b" = ") {
                return Some(line + key.len() + 3);
            }
            while line < text.len() && text[line] != b'\n' {
                line += 1;
            }
            line += 1;
        }
        None
    }

    /// This key, if there is an English text with it.
    #[must_use]
    pub fn key(self, key: &str) -> Option<&'static str> {
        texts(self.of(Language::English)).find_map(|(known, _)| (known == key).then_some(known))
    }

    /// The text of this key.
    #[must_use]
    pub fn text(self, language: Language, key: &str) -> Option<&'static str> {
        texts(self.of(language)).find_map(|(known, text)| (known == key).then_some(text))
    }
}

/// The first English text; all texts together are long.
impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Catalogue({:?} ..)", self.0[0].lines().next().unwrap_or_default())
    }
}

/// Whether `part` stands in `text` at this place. Constants cannot use slices of ranges.
const fn stands_at(text: &[u8], at: usize, part: &[u8]) -> bool {
    let mut index = 0;
    while index < part.len() {
        if at + index >= text.len() || text[at + index] != part[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// The catalogue in the files `words/en.txt`, `words/pl.txt` and `words/ro.txt` beside the file
/// that calls this macro.
#[macro_export]
macro_rules! catalogue {
    () => {
        $crate::Catalogue::new(&[
            include_str!("words/en.txt"),
            include_str!("words/pl.txt"),
            include_str!("words/ro.txt"),
        ])
    };
}

/// The rules of a game in words: the files `README.md`, `README.pl.md` and `README.ro.md` of the
/// crate whose `lib.rs` calls this macro.
#[macro_export]
macro_rules! readme {
    () => {
        $crate::Catalogue::new(&[
            include_str!("../README.md"),
            include_str!("../README.pl.md"),
            include_str!("../README.ro.md"),
        ])
    };
}

/// Reads the texts of one language: pairs of a key and its text.
pub fn texts(words: &str) -> impl Iterator<Item = (&str, &str)> {
    words.lines().filter(|line| !line.starts_with(';')).filter_map(|line| line.split_once(" = "))
}
