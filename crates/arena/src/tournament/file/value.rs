//! A value of the file: as what it is wanted, and as a sentence shows it.

use toml::de::{DeInteger, DeTable, DeValue};

/// Of a long text, so many characters are enough to find it.
const LONGEST: usize = 40;

/// A value, in a few words.
pub(super) fn shown(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => quoted(text),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(truth) => truth.to_string(),
        DeValue::Datetime(_) => "a date".to_string(),
        DeValue::Array(items) => format!("a list of {}", items.len()),
        DeValue::Table(_) => "a table".to_string(),
    }
}

/// A text in quotes, with what cannot be seen spelled out.
pub(super) fn quoted(text: &str) -> String {
    let start: String = text.chars().take(LONGEST).collect();
    let dots = if text.chars().nth(LONGEST).is_some() { "..." } else { "" };
    format!("{start:?}{dots}")
}

pub(super) fn text_of<'a>(value: &'a DeValue<'a>) -> Option<&'a str> {
    if let DeValue::String(text) = value { Some(text) } else { None }
}

pub(super) fn table_of<'a>(value: &'a DeValue<'a>) -> Option<&'a DeTable<'a>> {
    if let DeValue::Table(table) = value { Some(table) } else { None }
}

pub(super) fn whole_of(value: &DeValue<'_>) -> Option<u64> {
    if let DeValue::Integer(number) = value {
        integer(number).and_then(|number| u64::try_from(number).ok())
    } else {
        None
    }
}

pub(super) fn number_of(value: &DeValue<'_>) -> Option<f64> {
    let number = match value {
        DeValue::Integer(number) => integer(number)? as f64,
        DeValue::Float(number) => number.as_str().parse().ok()?,
        _ => return None,
    };
    number.is_finite().then_some(number)
}

fn integer(number: &DeInteger<'_>) -> Option<i64> {
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}
