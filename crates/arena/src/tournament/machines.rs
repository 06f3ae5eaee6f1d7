//! How unequal the machines are that have played a tournament.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Machines are equal up to this factor: one that measures itself again may be that much faster or slower than before.
const SWING: f64 = 1.5;

/// The speeds of the slowest and the fastest worker that have played, where they are not equal: how many thousands of positions a second
/// the engines looked at when each worker measured its machine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Machines {
    slowest: f64,
    fastest: f64,
}

impl Machines {
    /// None where they are equal.
    pub(super) fn of(speeds: [f64; 2]) -> Option<Machines> {
        let [slowest, fastest] = speeds.map(f64::round);
        let is_unequal = slowest >= 1.0 && fastest.is_finite() && fastest > SWING * slowest;
        is_unequal.then_some(Machines { slowest, fastest })
    }

    pub(super) fn json(&self) -> String {
        serde_json::to_string(self).expect("two numbers")
    }

    /// What [`json`](Machines::json) has written.
    pub(super) fn read(text: &str) -> Result<Machines, String> {
        let Machines { slowest, fastest } = serde_json::from_str(text).map_err(|error| error.to_string())?;
        Machines::of([slowest, fastest]).ok_or_else(|| format!("expected unequal speeds, not {slowest} and {fastest}"))
    }
}

/// As a sentence.
impl fmt::Display for Machines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Machines { slowest, fastest } = self;
        write!(
            f,
            "The machines were of unequal speed: as measured by themselves, from {slowest} to {fastest}. On a faster one the same \
             time is worth more; both games of a pair were played on one machine."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_are_unequal_beyond_what_one_swings() {
        let unequal = Machines::of([400.2, 1000.0]).expect("they differ");
        assert_eq!(Machines::read(&unequal.json()), Ok(unequal));
        assert!(unequal.to_string().contains("from 400 to 1000."), "{unequal}");
        for speeds in
            [[400.0, 400.0], [400.0, 600.0], [0.0, 900.0], [400.0, f64::INFINITY], [f64::NAN, 1.0], [-9.0, 9.0]]
        {
            assert_eq!(Machines::of(speeds), None, "{speeds:?}");
        }
        for text in ["", "{}", r#"{"slowest":400,"fastest":600}"#, r#"{"slowest":400,"fastest":1000,"why":0}"#] {
            assert!(Machines::read(text).is_err(), "{text}");
        }
    }
}
