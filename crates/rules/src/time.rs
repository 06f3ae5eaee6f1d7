//! Lengths of time as people write them: a number with its unit, `500ms`, `0.5s`, `1m`, `24h`.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

/// The units, longest first, with the milliseconds of each.
const UNITS: [(&str, u64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1)];

/// A day, the longest time that can be set.
pub const DAY: Duration = Duration::from_hours(24);

/// Reads a time, which has to lie in a given range.
///
/// ```
/// use std::time::Duration;
/// let (ms, least) = (Duration::from_millis, Duration::from_millis(1));
/// assert_eq!(rules::read_time("1500ms", least..=rules::DAY), Ok(ms(1500)));
/// assert_eq!(rules::read_time("1.5s", least..=rules::DAY), Ok(ms(1500)));
/// let refused = rules::read_time("500", least..=rules::DAY).unwrap_err();
/// assert_eq!(refused.to_string(), "a time has a unit: write 500ms or 500s");
/// ```
///
/// # Errors
/// Fails if the unit is missing, the text is not a time, or the time is outside the range.
pub fn read_time(text: &str, range: RangeInclusive<Duration>) -> Result<Duration, BadTime> {
    let (number, rest) = digits_and_rest(text);
    let number: u64 = number.parse().map_err(|_| BadTime::NoTime)?;
    if rest.is_empty() {
        return Err(BadTime::NoUnit(number));
    }
    let (fraction, unit) = match rest.strip_prefix('.') {
        Some(rest) => digits_and_rest(rest),
        None => ("0", rest),
    };
    let &(_, ms) = UNITS.iter().find(|(name, _)| *name == unit).ok_or(BadTime::NoTime)?;
    let fraction = fraction_of(ms, fraction).ok_or(BadTime::NoTime)?;
    let time = number.checked_mul(ms).and_then(|whole| whole.checked_add(fraction));
    let time = time.map(Duration::from_millis).filter(|time| range.contains(time));
    time.ok_or(BadTime::OutOfRange(range))
}

fn digits_and_rest(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

/// The milliseconds of `0.DIGITS` units of `ms` milliseconds each; `None` if they are no whole
/// number.
fn fraction_of(ms: u64, digits: &str) -> Option<u64> {
    let all = 10_u64.checked_pow(u32::try_from(digits.len()).ok()?)?;
    let parts = digits.parse::<u64>().ok()?.checked_mul(ms)?;
    parts.is_multiple_of(all).then_some(parts / all)
}

/// A time in the form that [`read_time`] reads, with the longest unit that gives a whole number.
/// Fractions of a millisecond are dropped.
#[must_use]
pub fn time_text(time: Duration) -> String {
    let ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let longest = UNITS.into_iter().find(|(_, unit)| ms.is_multiple_of(*unit) && ms > 0);
    let (name, unit) = longest.unwrap_or(("s", 1000));
    format!("{}{name}", ms / unit)
}

/// The text is not a valid time.
///
/// ```
/// use rules::{BadTime, DAY, read_time};
///
/// let least = std::time::Duration::ZERO;
/// assert_eq!(read_time("500", least..=DAY), Err(BadTime::NoUnit(500)));
/// assert_eq!(read_time("soon", least..=DAY), Err(BadTime::NoTime));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadTime {
    /// The text is a number without a unit, which could mean milliseconds or seconds.
    NoUnit(u64),
    /// The text is not a number with a unit, or has a fraction of a millisecond.
    NoTime,
    /// The time is shorter or longer than allowed here.
    OutOfRange(RangeInclusive<Duration>),
}

impl fmt::Display for BadTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadTime::NoUnit(number) => {
                write!(f, "a time has a unit: write {number}ms or {number}s")
            }
            BadTime::NoTime => {
                f.write_str("expected a number with its unit, such as 500ms, 0.5s or 1m")
            }
            BadTime::OutOfRange(range) => {
                write!(
                    f,
                    "expected a time from {} to {}",
                    time_text(*range.start()),
                    time_text(*range.end())
                )
            }
        }
    }
}

impl std::error::Error for BadTime {}

#[cfg(test)]
mod tests {
    use super::*;

    const LEAST: Duration = Duration::from_millis(1);

    #[test]
    fn a_time_is_a_number_with_its_unit() {
        for (text, ms, again) in [
            ("1ms", 1, "1ms"),
            ("1500ms", 1500, "1500ms"),
            ("2s", 2000, "2s"),
            ("60s", 60_000, "1m"),
            ("90m", 5_400_000, "90m"),
            ("24h", 86_400_000, "24h"),
            ("0.5s", 500, "500ms"),
            ("1.25m", 75_000, "75s"),
            ("0.001s", 1, "1ms"),
            ("1.50h", 5_400_000, "90m"),
        ] {
            let time = read_time(text, LEAST..=DAY).unwrap();
            assert_eq!(
                (time, time_text(time).as_str()),
                (Duration::from_millis(ms), again),
                "{text}"
            );
        }
        assert_eq!(time_text(Duration::ZERO), "0s");
    }

    #[test]
    fn what_is_no_time_is_refused() {
        assert_eq!(read_time("500", LEAST..=DAY), Err(BadTime::NoUnit(500)));
        for text in [
            "",
            "s",
            "ms",
            "0.5",
            "0.5ms",
            "0.0001s",
            ".5s",
            "1.s",
            "1.5.5s",
            "0,5s",
            "0.99999999999999999999s",
            "-1s",
            "1 s",
            "1S",
            "1min",
            "1s2ms",
            "99999999999999999999",
            "１s",
        ] {
            assert_eq!(read_time(text, LEAST..=DAY), Err(BadTime::NoTime), "{text}");
        }
        for text in ["0ms", "0s", "25h", "86400001ms", "18446744073709551615h"] {
            assert_eq!(
                read_time(text, LEAST..=DAY),
                Err(BadTime::OutOfRange(LEAST..=DAY)),
                "{text}"
            );
        }
    }
}
