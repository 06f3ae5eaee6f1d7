//! Parameters of games and programs: their names, ranges and values.

use std::fmt;
use std::time::Duration;

use crate::time::{read_time, time_text};

/// One parameter, as `ludoteka games` lists it.
///
/// ```
/// use rules::Parameter;
///
/// let rows = Parameter::integer("rows", "how many rows there are", 2, 50, 10);
/// assert_eq!((rows.default_text(), rows.range_text()), ("10".to_string(), "2..50".to_string()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name, in lower case, e.g. `rows`.
    pub name: &'static str,
    /// A short description.
    pub what: &'static str,
    /// The parameter's possible values and its default.
    pub kind: Kind,
}

/// The possible values of a parameter.
///
/// ```
/// use rules::{Kind, Parameter};
///
/// let pass = Parameter::choice("pass", "whether passing is free", &["forced", "free"]);
/// assert!(matches!(pass.kind, Kind::Choice(words) if words[0] == "forced"));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number in a range that includes both ends.
    Integer {
        /// The least value.
        min: u64,
        /// The greatest value.
        max: u64,
        /// The value of a parameter that is not set.
        default: u64,
    },
    /// A length of time in a range that includes both ends. It is written with its unit, as in
    /// `900ms`.
    Time {
        /// The shortest time.
        min: Duration,
        /// The longest time.
        max: Duration,
        /// The value of a parameter that is not set.
        default: Duration,
    },
    /// One of a few words; the first is the default.
    Choice(&'static [&'static str]),
    /// A text, empty by default. The game decides which texts are valid.
    Text {
        /// The form of the text, e.g. `C,R;C,R`.
        form: &'static str,
    },
}

impl Parameter {
    /// A parameter for a whole number within `min..=max`.
    #[must_use]
    pub const fn integer(
        name: &'static str,
        what: &'static str,
        min: u64,
        max: u64,
        default: u64,
    ) -> Parameter {
        assert!(min <= default && default <= max, "a default lies within its range");
        Parameter { name, what, kind: Kind::Integer { min, max, default } }
    }

    /// A parameter for a length of time within `min..=max`.
    #[must_use]
    pub const fn time(
        name: &'static str,
        what: &'static str,
        [min, max]: [Duration; 2],
        default: Duration,
    ) -> Parameter {
        Parameter { name, what, kind: Kind::Time { min, max, default } }
    }

    /// A parameter for one of `words`, of which the first is the default.
    #[must_use]
    pub const fn choice(
        name: &'static str,
        what: &'static str,
        words: &'static [&'static str],
    ) -> Parameter {
        Parameter { name, what, kind: Kind::Choice(words) }
    }

    /// A parameter for a text of this form; the default is empty.
    #[must_use]
    pub const fn text(name: &'static str, what: &'static str, form: &'static str) -> Parameter {
        Parameter { name, what, kind: Kind::Text { form } }
    }

    /// The default, as text.
    #[must_use]
    pub fn default_text(&self) -> String {
        match self.kind {
            Kind::Integer { default, .. } => default.to_string(),
            Kind::Time { default, .. } => time_text(default),
            Kind::Choice(words) => words[0].to_string(),
            Kind::Text { .. } => String::new(),
        }
    }

    /// A description of the values, e.g. `1..26` or `forced | free`.
    #[must_use]
    pub fn range_text(&self) -> String {
        match self.kind {
            Kind::Integer { min, max, .. } => format!("{min}..{max}"),
            Kind::Time { min, max, .. } => format!("{}..{}", time_text(min), time_text(max)),
            Kind::Choice(words) => words.join(" | "),
            Kind::Text { form } => form.to_string(),
        }
    }

    fn check(&self, value: &str) -> Result<(), BadParameter> {
        self.wrong(value).map_or(Ok(()), |why| Err(BadParameter::because(self.name, value, &why)))
    }

    /// The reason why a text is not a value of this kind.
    fn wrong(&self, value: &str) -> Option<String> {
        match self.kind {
            Kind::Integer { min, max, .. } => {
                let fits = value.parse().is_ok_and(|v: u64| (min..=max).contains(&v));
                (!fits).then(|| format!("expected a whole number from {min} to {max}"))
            }
            Kind::Time { min, max, .. } => {
                read_time(value, min..=max).err().map(|bad| bad.to_string())
            }
            Kind::Choice(words) => {
                (!words.contains(&value)).then(|| format!("expected one of {}", words.join(", ")))
            }
            Kind::Text { .. } => None,
        }
    }
}

/// The values of all parameters in a list. A parameter that has not been set has its default.
///
/// ```
/// use rules::{Parameters, nim};
///
/// let parameters = Parameters::new(nim::PARAMETERS);
/// assert_eq!(parameters.integer("stones"), 5);
/// assert_eq!(parameters.with("STONES", "7").map(|set| set.size("stones")), Ok(7));
/// ```
#[derive(Clone, Debug)]
pub struct Parameters {
    list: &'static [Parameter],
    values: Vec<String>,
    /// Which parameters have been set.
    set: Vec<bool>,
}

impl Parameters {
    /// The parameters of `list` with their defaults.
    #[must_use]
    pub fn new(list: &'static [Parameter]) -> Parameters {
        Parameters {
            list,
            values: list.iter().map(Parameter::default_text).collect(),
            set: vec![false; list.len()],
        }
    }

    /// Sets one value. The case of the name does not matter, so `-DPOLA=4` and `--pola 4` are the
    /// same.
    ///
    /// # Errors
    /// Fails if there is no such parameter, or the value is outside its range.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), BadParameter> {
        let index = self.list.iter().position(|p| p.name.eq_ignore_ascii_case(name));
        let index = index.ok_or_else(|| BadParameter::unknown(name, self.list))?;
        self.list[index].check(value)?;
        self.values[index] = value.to_string();
        self.set[index] = true;
        Ok(())
    }

    /// The same values with one of them changed.
    ///
    /// # Errors
    /// As [`Parameters::set`].
    pub fn with(mut self, name: &str, value: &str) -> Result<Parameters, BadParameter> {
        self.set(name, value)?;
        Ok(self)
    }

    /// The value of the parameter `name`, which is a whole number.
    ///
    /// # Panics
    /// Panics if the list has no integer of this name. This is a mistake of the caller.
    #[must_use]
    pub fn integer(&self, name: &str) -> u64 {
        self.text(name).parse().expect("integers are checked when set")
    }

    /// The value of the parameter `name`, a whole number, as a size or count.
    ///
    /// # Panics
    /// As [`Parameters::integer`].
    #[must_use]
    pub fn size(&self, name: &str) -> usize {
        usize::try_from(self.integer(name)).expect("sizes have small ranges")
    }

    /// The value of the parameter `name`, which is a time.
    ///
    /// # Panics
    /// Panics if the list has no time of this name. This is a mistake of the caller.
    #[must_use]
    pub fn time(&self, name: &str) -> Duration {
        read_time(self.text(name), Duration::ZERO..=Duration::MAX)
            .expect("times are checked when set")
    }

    /// The value of the parameter `name`, which is a word or a text.
    ///
    /// # Panics
    /// Panics if the list has no parameter of this name. This is a mistake of the caller.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        &self.values[self.index(name)]
    }

    fn index(&self, name: &str) -> usize {
        let index = self.list.iter().position(|p| p.name == name);
        index.unwrap_or_else(|| panic!("there is no parameter {name}"))
    }

    /// Whether `name` has been set, even to its default.
    ///
    /// # Panics
    /// As [`Parameters::text`].
    #[must_use]
    pub fn is_set(&self, name: &str) -> bool {
        self.set[self.index(name)]
    }

    /// Names and values, in the order of the list.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.list.iter().zip(&self.values).map(|(p, value)| (p.name, value.as_str()))
    }

    /// Names and values of the parameters that differ from their defaults.
    pub fn changed(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let defaults = self.list.iter().map(Parameter::default_text);
        self.all()
            .zip(defaults)
            .filter(|((_, value), default)| value != default)
            .map(|(pair, _)| pair)
    }
}

/// The error for a parameter that does not exist, or that cannot have this value.
///
/// ```
/// use rules::{BadParameter, Parameters, nim};
///
/// let mut parameters = Parameters::new(nim::PARAMETERS);
/// assert!(matches!(parameters.set("coins", "5"), Err(BadParameter::Name(_))));
/// assert!(matches!(parameters.set("stones", "21"), Err(BadParameter::Value(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadParameter {
    /// There is no parameter of this name; the message lists the names.
    Name(String),
    /// The parameter cannot have this value; the message describes the possible values.
    Value(String),
}

impl BadParameter {
    /// The error for a parameter `name` that cannot have the value `value`. `expected` describes
    /// the possible values.
    #[must_use]
    pub fn value(name: &str, value: &str, expected: &str) -> BadParameter {
        BadParameter::because(name, value, &format!("expected {expected}"))
    }

    fn because(name: &str, value: &str, why: &str) -> BadParameter {
        BadParameter::Value(format!("{name}={}: {why}", crate::line::shown(value)))
    }

    fn unknown(name: &str, list: &[Parameter]) -> BadParameter {
        let known: Vec<_> = list.iter().map(|p| p.name).collect();
        let known = if known.is_empty() { "none".to_string() } else { known.join(", ") };
        BadParameter::Name(format!(
            "there is no parameter `{}`; there are: {known}",
            crate::line::shown(name)
        ))
    }
}

impl fmt::Display for BadParameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (BadParameter::Name(sentence) | BadParameter::Value(sentence)) = self;
        f.write_str(sentence)
    }
}

impl std::error::Error for BadParameter {}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &[Parameter] = &[
        Parameter::integer("rows", "rows of the board", 1, 26, 8),
        Parameter::choice("pass", "when a player may pass", &["forced", "free"]),
        Parameter::text("board", "the board", "ROW/ROW"),
        Parameter::time(
            "pause",
            "between moves",
            [Duration::ZERO, Duration::from_secs(2)],
            Duration::from_millis(500),
        ),
    ];

    #[test]
    fn values_are_checked_when_set() {
        let mut values = Parameters::new(LIST);
        assert_eq!(
            (values.integer("rows"), values.text("pass"), values.text("board")),
            (8, "forced", "")
        );
        values.set("ROWS", "26").unwrap();
        values.set("pass", "free").unwrap();
        assert_eq!(values.size("rows"), 26);
        assert!(values.is_set("rows") && !values.is_set("board"));
        assert_eq!(values.time("pause"), Duration::from_millis(500));
        values.set("pause", "2s").unwrap();
        assert_eq!(values.time("pause"), Duration::from_secs(2));
        assert_eq!(
            values.changed().collect::<Vec<_>>(),
            [("rows", "26"), ("pass", "free"), ("pause", "2s")]
        );
        for (name, value) in [
            ("rows", "0"),
            ("rows", "27"),
            ("rows", "-1"),
            ("rows", ""),
            ("rows", "8 "),
            ("pass", "no"),
            ("pause", "1"),
            ("pause", "3s"),
        ] {
            assert!(values.set(name, value).is_err(), "{name}={value}");
        }
        assert_eq!(
            values.set("rows", "0").unwrap_err().to_string(),
            "rows=0: expected a whole number from 1 to 26"
        );
        let unknown = values.set("size", "3").unwrap_err().to_string();
        assert_eq!(unknown, "there is no parameter `size`; there are: rows, pass, board, pause");
    }
}
