//! Options of a program, in the form `-DPOLA=4` of C compilers or in the form `--pola 4`.

use std::ffi::OsString;
use std::fmt;

use lexopt::{Arg, Parser, ValueExt};
use rules::{BadParameter, Kind, Parameter, Parameters};

/// What a command line asks for.
#[derive(Debug)]
pub(crate) enum Request {
    Run(Parameters),
    Help,
}

/// Reads a command line; options that it does not set have their defaults.
pub(crate) fn read(
    options: &'static [Parameter],
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Request, BadOption> {
    let mut values = Parameters::new(options);
    let mut parser = Parser::from_args(arguments);
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Request::Help),
            Arg::Short('D') => define(&mut values, options, &parser.value()?.string()?)?,
            Arg::Long(name) => match find_option(options, name) {
                Some(option) => set_long(&mut values, option, &mut parser)?,
                None => return Err(argument.unexpected().into()),
            },
            _ => return Err(argument.unexpected().into()),
        }
    }
    Ok(Request::Run(values))
}

/// Sets an option from the text after `-D`: `NAME=VALUE`, or `NAME` alone for a flag.
///
/// # Errors
/// Fails if there is no option of this name, or its value makes no sense.
pub fn define(
    values: &mut Parameters,
    options: &'static [Parameter],
    text: &str,
) -> Result<(), BadOption> {
    let (name, value) =
        text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
    let Some(option) = find_option(options, name) else {
        // `set` fails, and its error message lists all options.
        return Ok(values.set(name, "")?);
    };
    match value.or_else(|| bare_value(option)) {
        Some(value) => Ok(values.set(option.name, value)?),
        None => Err(BadOption::Usage(format!(
            "-D{name} has no value: expected -D{name}={}",
            option.default_text()
        ))),
    }
}

fn set_long(
    values: &mut Parameters,
    option: &Parameter,
    parser: &mut Parser,
) -> Result<(), BadOption> {
    let value = match bare_value(option) {
        Some(bare) => parser.optional_value().unwrap_or_else(|| bare.into()),
        None => parser.value()?,
    };
    Ok(values.set(option.name, &value.string()?)?)
}

/// The value of a flag that stands alone on the command line: `yes`. Other options need a value.
fn bare_value(option: &Parameter) -> Option<&'static str> {
    is_flag(option).then_some("yes")
}

/// Whether an option is a flag: its words are `no` and `yes`.
pub(crate) fn is_flag(option: &Parameter) -> bool {
    matches!(option.kind, Kind::Choice(["no", "yes"]))
}

/// The option that has this name, or whose constant in C has this name. Case does not matter, and
/// `_` counts as `-`, since no constant in C has a `-` in its name.
fn find_option(options: &'static [Parameter], name: &str) -> Option<&'static Parameter> {
    options.iter().find(|option| option.name.eq_ignore_ascii_case(&name.replace('_', "-")))
}

/// The name of an option as a constant: `free-pass` is `FREE_PASS`.
#[must_use]
pub fn option_variable(name: &str) -> String {
    name.to_ascii_uppercase().replace('-', "_")
}

/// An error in the options; its text is one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadOption {
    /// There is no option of this name, or its value is missing.
    Usage(String),
    /// A value is out of its range. The program ends with the exit code for bad input.
    Value(String),
}

impl From<BadParameter> for BadOption {
    fn from(bad: BadParameter) -> BadOption {
        match bad {
            BadParameter::Name(sentence) => BadOption::Usage(sentence),
            BadParameter::Value(sentence) => BadOption::Value(sentence),
        }
    }
}

impl From<lexopt::Error> for BadOption {
    fn from(bad: lexopt::Error) -> BadOption {
        BadOption::Usage(bad.to_string())
    }
}

impl fmt::Display for BadOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (BadOption::Usage(sentence) | BadOption::Value(sentence)) = self;
        f.write_str(sentence)
    }
}

impl std::error::Error for BadOption {}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const OPTIONS: &[Parameter] = &[
        Parameter::integer("pola", "squares of a block", 1, 26, 5),
        Parameter::time(
            "think-time",
            "for a move",
            [Duration::from_millis(1), Duration::from_secs(1)],
            Duration::from_millis(900),
        ),
        Parameter::choice("compact", "no empty lines", &["no", "yes"]),
    ];

    /// The values that a command line sets, or the error message.
    fn values(line: &str) -> Result<String, String> {
        match read(OPTIONS, line.split_whitespace().map(OsString::from)) {
            Ok(Request::Run(values)) => Ok(values
                .changed()
                .map(|(name, value)| format!("{name}={value} "))
                .collect::<String>()),
            Ok(Request::Help) => Ok("help".to_string()),
            Err(bad) => Err(bad.to_string()),
        }
    }

    #[test]
    fn every_spelling_of_an_option_sets_it() {
        for line in
            ["-DPOLA=4", "-D POLA=4", "-Dpola=4", "--pola 4", "--pola=4", "--pola 3 -DPOLA=4"]
        {
            assert_eq!(values(line).unwrap(), "pola=4 ", "{line}");
        }
        for line in ["--compact", "--compact=yes", "-DCOMPACT", "-DCOMPACT=yes"] {
            assert_eq!(values(line).unwrap(), "compact=yes ", "{line}");
        }
        assert_eq!(values("--compact=no -DTHINK_TIME=7ms").unwrap(), "think-time=7ms ");
        assert_eq!(values("--think_time 7ms --think-time 8ms").unwrap(), "think-time=8ms ");
        assert_eq!(values("--pola 7 --help --pola 99").unwrap(), "help");
    }

    #[test]
    fn complaints_say_what_was_expected() {
        let complaint = |line| values(line).unwrap_err();
        assert_eq!(complaint("--pola 0"), "pola=0: expected a whole number from 1 to 26");
        assert_eq!(complaint("--think-time 5"), "think-time=5: a time has a unit: write 5ms or 5s");
        assert_eq!(complaint("-DPOLA"), "-DPOLA has no value: expected -DPOLA=5");
        assert_eq!(
            complaint("-DX=1"),
            "there is no parameter `X`; there are: pola, think-time, compact"
        );
        assert_eq!(complaint("--compact=maybe"), "compact=maybe: expected one of no, yes");
        for line in ["--size 3", "-x", "file", "--pola", "-D", "-DPOLA=", "-DPOLA=4=4"] {
            assert!(values(line).is_err(), "{line}");
        }
    }
}
