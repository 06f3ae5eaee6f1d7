//! Numbers that are written in the same form in all files.

use std::fmt;

use rules::Argument;
use serde::{Serialize, Serializer};

use stats::{Interval, Rounded};

/// An index, which counts from 0 and is written as a number from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ordinal(pub usize);

impl fmt::Display for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.saturating_add(1).fmt(f)
    }
}

impl Serialize for Ordinal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0 as u64 + 1)
    }
}

impl From<Ordinal> for Argument {
    fn from(number: Ordinal) -> Argument {
        Argument::Number(number.0 as u64 + 1)
    }
}

/// A number that is counted in quarters. The number is exact, and is written with as few decimals
/// as possible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Quarters(pub u128);

impl Quarters {
    pub(super) fn of_halves(halves: u64) -> Quarters {
        Quarters(2 * u128::from(halves))
    }
}

impl fmt::Display for Quarters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0 / 4, ["", ".25", ".5", ".75"][(self.0 % 4) as usize])
    }
}

impl From<Quarters> for Argument {
    fn from(number: Quarters) -> Argument {
        Argument::Decimal(number.to_string())
    }
}

impl Serialize for Quarters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0 as f64 / 4.0)
    }
}

/// A mean with half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean<const DIGITS: usize> {
    /// The mean.
    pub mean: Rounded<DIGITS>,
    /// Half the width of the interval.
    pub error: Rounded<DIGITS>,
}

impl<const DIGITS: usize> Mean<DIGITS> {
    /// Multiplies an interval by `unit`.
    pub(super) fn of(interval: Option<Interval>, unit: f64) -> Option<Self> {
        let Interval { mean, half_width, .. } = interval?;
        Some(Mean { mean: Rounded::of(unit * mean)?, error: Rounded::of(unit * half_width)? })
    }

    /// The mean from the view of the other player.
    pub(super) fn negated(self) -> Self {
        Mean { mean: self.mean.negated(), ..self }
    }
}

impl<const DIGITS: usize> fmt::Display for Mean<DIGITS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ± {}", self.mean, self.error)
    }
}

/// A number with its 95 % range. The number need not be the middle of the range.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Range<const DIGITS: usize> {
    /// The number.
    pub value: Rounded<DIGITS>,
    /// The lower end; `None` if the range has no lower end.
    pub low: Option<Rounded<DIGITS>>,
    /// The upper end; `None` if the range has no upper end.
    pub high: Option<Rounded<DIGITS>>,
}

impl<const DIGITS: usize> Range<DIGITS> {
    /// Multiplies a range by `unit`.
    pub(super) fn of(range: stats::Range, unit: f64) -> Option<Self> {
        let number = |number: f64| Rounded::of(unit * number);
        Some(Range {
            value: number(range.value)?,
            low: number(range.low),
            high: number(range.high),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarters_and_ordinals_are_exact() {
        let quarters = [0, 1, 6, 11, 32].map(|number| Quarters(number).to_string());
        assert_eq!(quarters, ["0", "0.25", "1.5", "2.75", "8"]);
        assert_eq!(Ordinal(0).to_string(), "1");
    }
}
