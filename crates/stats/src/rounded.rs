//! Numbers that only this module rounds, so that sentences, tables and files show the same digits.

use std::fmt;

use serde::{Serialize, Serializer};

/// A finite number, rounded to `DIGITS` digits after the point; halves are rounded away from 0.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Rounded<const DIGITS: usize>(f64);

impl<const DIGITS: usize> Rounded<DIGITS> {
    /// Returns `None` if the value is not a finite number.
    #[must_use]
    pub fn of(value: f64) -> Option<Self> {
        let unit = 10_f64.powi(DIGITS as i32);
        // Large numbers have no digits after the point that could be rounded. Adding 0 turns a
        // negative zero into zero.
        let rounded = if value.abs() < 1e12 { (value * unit).round() / unit } else { value };
        value.is_finite().then_some(Self(rounded + 0.0))
    }

    /// The number.
    #[must_use]
    pub fn value(self) -> f64 {
        self.0
    }

    /// The number with its sign changed; never a negative zero.
    #[must_use]
    pub fn negated(self) -> Self {
        Self(0.0 - self.0)
    }
}

impl<const DIGITS: usize> fmt::Display for Rounded<DIGITS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.DIGITS$}", self.0)
    }
}

impl<const DIGITS: usize> Serialize for Rounded<DIGITS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_once_and_finite() {
        let written = |value: f64| Rounded::<1>::of(value).map(|number| number.to_string());
        let json = |value: f64| serde_json::to_string(&Rounded::<1>::of(value)).expect("a number");
        for (value, text) in
            [(2.449, "2.4"), (-0.04, "0.0"), (-12.25, "-12.3"), (81.25, "81.3"), (1500.0, "1500.0")]
        {
            assert_eq!((written(value).as_deref(), json(value).as_str()), (Some(text), text));
        }
        assert_eq!((written(f64::NAN), written(f64::INFINITY)), (None, None));
        assert_eq!(json(f64::NAN), "null");
        assert!(written(f64::MAX).is_some());
    }
}
