//! The text of a tournament's file, the positions of its keys, and errors about the file.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::Deserialize;
use serde::de::IntoDeserializer;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::keys::{TournamentKeys, is_at_top};
use crate::plan::nearest::nearest;
use errors::Error;
use errors::excerpt::in_a_line;

/// The greatest size of the file in bytes, enough for a thousand boards.
const LARGEST: u64 = 4 << 20;

/// A file in TOML.
pub(super) struct Source<'a> {
    path: &'a Path,
    text: &'a str,
    root: Spanned<DeValue<'a>>,
}

pub(super) fn text_of(path: &Path) -> Result<String, Error> {
    let failed = |error| Error::file("read", path, &error);
    let mut bytes = Vec::new();
    File::open(path).map_err(failed)?.take(LARGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LARGEST {
        return Err(Error::input(format!(
            "{} is too large for a tournament's file",
            path.display()
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let text = String::from_utf8_lossy(error.as_bytes());
        let at = error.utf8_error().valid_up_to();
        refused(path, &text, at, "the byte here is not valid UTF-8")
    })
}

impl<'a> Source<'a> {
    /// The file and the values of its keys.
    pub(super) fn parse(
        path: &'a Path,
        text: &'a str,
    ) -> Result<(Source<'a>, TournamentKeys), Error> {
        let with_place = |error: toml::de::Error| {
            let span = error.span().unwrap_or(0..0);
            let word = text.get(span.clone()).unwrap_or_default();
            refused(path, text, span.start, &explained(error.message(), word))
        };
        let table = DeTable::parse(text).map_err(with_place)?;
        let root = Spanned::new(table.span(), DeValue::Table(table.into_inner()));
        let source = Source { path, text, root };
        let keys = TournamentKeys::deserialize(source.variants().into_deserializer())
            .map_err(with_place)?;
        Ok((source, keys))
    }

    /// The file's content, in which formats have the form that serde expects for an enum.
    /// For example, `{ kind = "swiss", rounds = 5 }` becomes `{ swiss = { rounds = 5 } }`. A serde
    /// attribute could change the form as well, but would lose the positions.
    fn variants(&self) -> Spanned<DeValue<'a>> {
        let mut root = self.root.clone();
        if let DeValue::Table(top) = root.get_mut() {
            if let Some(format) = top.get_mut("format") {
                variant(format);
            }
            if let Some(DeValue::Array(stages)) = top.get_mut("stage").map(Spanned::get_mut) {
                stages.iter_mut().for_each(stage);
            }
        }
        root
    }

    /// An error at a key. The key is written with its parents, as in `player.1.name`, and may be
    /// missing from the file.
    pub(super) fn wrong(&self, key: &str, sentence: impl fmt::Display) -> Error {
        refused(self.path, self.text, self.place(key), &sentence.to_string())
    }

    /// The value of `result`. An error in `result` becomes an error at the key.
    pub(super) fn kept<T>(
        &self,
        key: &str,
        result: Result<T, impl fmt::Display>,
    ) -> Result<T, Error> {
        result.map_err(|why| self.wrong(key, why))
    }

    /// The position of a key's value, or of the table that should contain it.
    fn place(&self, key: &str) -> usize {
        let mut found = &self.root;
        for part in key.split('.') {
            let value = found.get_ref();
            let below =
                part.parse::<usize>().map_or_else(|_| value.get(part), |index| value.get(index));
            let Some(below) = below else { break };
            found = below;
        }
        found.span().start
    }
}

/// `{ kind = "swiss", rounds = 5 }` becomes `{ swiss = { rounds = 5 } }`.
fn variant(format: &mut Spanned<DeValue<'_>>) {
    let span = format.span();
    let mut keys = match std::mem::replace(format.get_mut(), DeValue::Boolean(false)) {
        DeValue::Table(keys) => keys,
        _ => DeTable::new(),
    };
    let kind = match keys.remove("kind").map(|kind| (kind.span(), kind.into_inner())) {
        Some((at, DeValue::String(kind))) => Spanned::new(at, kind),
        _ => Spanned::new(span.clone(), "".into()),
    };
    let keys = Spanned::new(span, DeValue::Table(keys));
    *format.get_mut() = DeValue::Table([(kind, keys)].into_iter().collect());
}

/// `{ kind = "swiss", rounds = 5, advance = 4 }` becomes a table of `advance` and `format`.
fn stage(stage: &mut Spanned<DeValue<'_>>) {
    let span = stage.span();
    let DeValue::Table(keys) = stage.get_mut() else { return };
    let advance = keys.remove_entry("advance");
    let mut format = Spanned::new(span.clone(), DeValue::Table(std::mem::take(keys)));
    variant(&mut format);
    let format = (Spanned::new(span, "format".into()), format);
    *keys = advance.into_iter().chain([format]).collect();
}

/// Explains a message from `toml` or serde; `word` is the text at the position of the mistake.
fn explained(message: &str, word: &str) -> String {
    let mut words = message.split('`').skip(1).step_by(2);
    let unknown = words.next().unwrap_or_default();
    if message == "duplicate key" {
        format!(
            "duplicate key: there is a `{word}` already; each player has [[player]] above it, in \
            two brackets"
        )
    } else if message.starts_with("invalid type: map, expected a sequence") {
        "expected a list of tables, each below its name in two brackets, such as [[player]]"
            .to_string()
    } else if let Some(expected) = message.strip_prefix("unknown variant ``") {
        format!("a [format] or [[stage]] has a `kind`{expected}")
    } else if !message.starts_with("unknown ") {
        message.replace("invalid type: map", "invalid type: table")
    } else if let Some(meant) = nearest(unknown, words) {
        format!("{message}: did you mean `{meant}`?")
    } else if message.starts_with("unknown field") && is_at_top(unknown) {
        format!("{message}: `{unknown}` belongs at the top of the file, above all tables")
    } else {
        message.to_string()
    }
}

fn refused(path: &Path, text: &str, at: usize, sentence: &str) -> Error {
    let (line, column) = line_and_column(text, at);
    Error::input(format!(
        "{}, line {line}, column {column}: {}",
        path.display(),
        in_a_line(sentence)
    ))
}

/// The line and column of a byte, both from 1; columns are characters.
fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(at)];
    let line = before.rsplit_once('\n').map_or(before, |(_, line)| line);
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}
