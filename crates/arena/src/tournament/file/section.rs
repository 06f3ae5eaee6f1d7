//! A table of the file, whose keys are taken one by one; what is left in the end is a mistake.

use std::cell::RefCell;
use std::ops::RangeInclusive;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::mistakes::Mistakes;
use super::unknown::unknown;
use super::value::{number_of, shown, table_of, text_of, whole_of};
use crate::nearest::nearest;

/// A value and where it stands, in bytes.
pub(super) struct At<T> {
    pub(super) at: usize,
    pub(super) value: T,
}

/// A table of the file.
pub(super) struct Section<'a> {
    /// As a sentence names it: `in [time]`.
    whereabouts: String,
    /// Where it begins.
    pub(super) at: usize,
    table: &'a DeTable<'a>,
    known: RefCell<Vec<&'static str>>,
    pub(super) mistakes: &'a Mistakes<'a>,
}

impl<'a> Section<'a> {
    pub(super) fn new(
        whereabouts: impl Into<String>,
        at: usize,
        table: &'a DeTable<'a>,
        mistakes: &'a Mistakes<'a>,
    ) -> Section<'a> {
        Section { whereabouts: whereabouts.into(), at, table, known: RefCell::new(Vec::new()), mistakes }
    }

    /// The same table, under another name.
    pub(super) fn called(self, whereabouts: impl Into<String>) -> Section<'a> {
        Section { whereabouts: whereabouts.into(), ..self }
    }

    pub(super) fn value(&self, key: &'static str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.known.borrow_mut().push(key);
        self.table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)
    }

    /// Whether a key is there, without asking what it says.
    pub(super) fn has(&self, key: &str) -> bool {
        self.table.keys().any(|name| name.get_ref() == key)
    }

    /// Where a key's value stands; without one, where the table begins.
    pub(super) fn place(&self, key: &str) -> usize {
        let value = self.table.iter().find(|(name, _)| name.get_ref() == key);
        value.map_or(self.at, |(_, value)| value.span().start)
    }

    /// Where a key stands.
    pub(super) fn key_place(&self, key: &str) -> usize {
        self.table.keys().find(|name| name.get_ref() == key).map_or(self.at, |name| name.span().start)
    }

    fn read<T>(&self, key: &'static str, expected: &str, read: impl Fn(&'a DeValue<'a>) -> Option<T>) -> Option<At<T>> {
        let value = self.value(key)?;
        let at = value.span().start;
        let read = read(value.get_ref()).map(|value| At { at, value });
        if read.is_none() {
            self.mistakes.note(at, format!("{key} is {}: expected {expected}", shown(value.get_ref())));
        }
        read
    }

    pub(super) fn text(&self, key: &'static str) -> Option<At<&'a str>> {
        self.read(key, "a text in quotes", text_of)
    }

    pub(super) fn truth(&self, key: &'static str) -> Option<bool> {
        let truth = |value: &DeValue<'_>| if let DeValue::Boolean(truth) = value { Some(*truth) } else { None };
        self.read(key, "true or false", truth).map(|at| at.value)
    }

    pub(super) fn whole(&self, key: &'static str, range: RangeInclusive<u64>) -> Option<u64> {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        let number = self.read(key, &expected, |value| whole_of(value).filter(|number| range.contains(number)));
        number.map(|at| at.value)
    }

    pub(super) fn size(&self, key: &'static str, range: RangeInclusive<u64>) -> Option<usize> {
        self.whole(key, range).and_then(|number| usize::try_from(number).ok())
    }

    pub(super) fn number(&self, key: &'static str) -> Option<f64> {
        self.read(key, "a number", number_of).map(|at| at.value)
    }

    /// One of a few words.
    pub(super) fn word<T: Copy>(&self, key: &'static str, words: &[(&str, T)]) -> Option<T> {
        let names: Vec<_> = words.iter().map(|(word, _)| format!("{word:?}")).collect();
        let expected = match &names[..] {
            [one] => one.clone(),
            [one, other] => format!("{one} or {other}"),
            _ => format!("one of {}", names.join(", ")),
        };
        let find = |value| words.iter().find(|(word, _)| text_of(value) == Some(*word)).map(|(_, meaning)| *meaning);
        self.read(key, &expected, find).map(|at| at.value)
    }

    /// A list of texts.
    pub(super) fn texts(&self, key: &'static str) -> Option<Vec<At<&'a str>>> {
        let expected = "a list of texts in quotes: [\"one\", \"two\"]";
        let texts = |value: &'a DeValue<'a>| {
            let DeValue::Array(items) = value else { return None };
            let text =
                |item: &'a Spanned<DeValue<'a>>| Some(At { at: item.span().start, value: text_of(item.get_ref())? });
            items.iter().map(text).collect()
        };
        self.read(key, expected, texts).map(|at| at.value)
    }

    /// A text, or a list of texts; nothing where there is neither.
    pub(super) fn text_or_texts(&self, key: &'static str) -> Vec<At<&'a str>> {
        match self.value(key).map(|value| value.get_ref()) {
            Some(DeValue::Array(_)) => self.texts(key).unwrap_or_default(),
            _ => self.text(key).into_iter().collect(),
        }
    }

    /// A least and a greatest number.
    pub(super) fn range(&self, key: &'static str) -> Option<[f64; 2]> {
        let expected = "two numbers, first the least and then the greatest: [500, 2000]";
        let range = |value: &DeValue<'_>| {
            let DeValue::Array(items) = value else { return None };
            let numbers: Option<Vec<_>> = items.iter().map(|item| number_of(item.get_ref())).collect();
            <[f64; 2]>::try_from(numbers?).ok().filter(|[least, most]| 0.0 <= *least && least <= most)
        };
        self.read(key, expected, range).map(|at| at.value)
    }

    /// A table below this one.
    pub(super) fn table(&self, key: &'static str) -> Option<Section<'a>> {
        let table = self.read(key, &format!("a table, [{key}]"), table_of)?;
        Some(Section::new(format!("in [{key}]"), table.at, table.value, self.mistakes))
    }

    /// A list of tables below this one.
    pub(super) fn tables(&self, key: &'static str) -> Vec<Section<'a>> {
        let expected = format!("tables, each with [[{key}]] above it");
        let tables = |value: &'a DeValue<'a>| {
            let DeValue::Array(items) = value else { return None };
            let table = |item: &'a Spanned<DeValue<'a>>| {
                let table = table_of(item.get_ref())?;
                Some(Section::new(format!("in [[{key}]]"), item.span().start, table, self.mistakes))
            };
            items.iter().map(table).collect::<Option<Vec<_>>>()
        };
        self.read(key, &expected, tables).map_or(Vec::new(), |at| at.value)
    }

    /// Names and values, whatever they are.
    pub(super) fn all(&self) -> impl Iterator<Item = (At<&'a str>, &'a Spanned<DeValue<'a>>)> {
        let at = |name: &'a Spanned<std::borrow::Cow<'a, str>>| At { at: name.span().start, value: &**name.get_ref() };
        self.table.iter().map(move |(name, value)| (at(name), value))
    }

    /// Notes that a key is missing.
    pub(super) fn lacks<T>(&self, key: &str, what: &str) -> Option<T> {
        if !self.has(key) {
            self.mistakes.note(self.at, format!("there is no `{key}` {}: expected {what}", self.whereabouts));
        }
        None
    }

    /// Notes keys that are near to one that is missing; false if there is none.
    pub(super) fn misspells(&self, key: &'static str) -> bool {
        let is_near = |name: &&str| nearest(name, [key]).is_some() && !self.known.borrow().contains(name);
        let near: Vec<_> = self.all().map(|(name, _)| name).filter(|name| is_near(&name.value)).collect();
        for name in &near {
            self.mistakes.note(name.at, unknown(name.value, &self.whereabouts, &[key]));
        }
        !near.is_empty()
    }

    /// Notes every key that nobody has asked for.
    pub(super) fn close(self) {
        let known = self.known.borrow();
        let strangers = self.all().filter(|(name, _)| !known.contains(&name.value));
        for (name, _) in strangers {
            self.mistakes.note(name.at, unknown(name.value, &self.whereabouts, &known));
        }
    }
}
