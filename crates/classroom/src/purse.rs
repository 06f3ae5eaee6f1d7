//! How much processor time each person has used lately.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// After this time, a second of processor time is forgotten: an endless loop of 30 s weighs on its
/// author's next trial, and no longer on the one five minutes later.
const FORGOTTEN: Duration = Duration::from_secs(10);

/// The processor time that each person has used lately. It melts with time, so nobody pays at noon
/// for what was tried in the morning.
#[derive(Debug, Default)]
pub(crate) struct Purses(BTreeMap<String, Purse>);

#[derive(Debug)]
struct Purse {
    spent: Duration,
    at: Instant,
}

impl Purse {
    fn spent(&self, now: Instant) -> Duration {
        let melted = now.saturating_duration_since(self.at).div_f64(FORGOTTEN.as_secs_f64());
        self.spent.saturating_sub(melted)
    }
}

impl Purses {
    /// What a person has used lately.
    pub(crate) fn spent(&self, person: &str, now: Instant) -> Duration {
        self.0.get(person).map_or(Duration::ZERO, |purse| purse.spent(now))
    }

    /// Adds processor time that a person has used.
    pub(crate) fn charge(&mut self, person: &str, time: Duration, now: Instant) {
        self.0.retain(|_, purse| !purse.spent(now).is_zero());
        let spent = self.spent(person, now) + time;
        self.0.insert(person.to_string(), Purse { spent, at: now });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_spent_melts() {
        let (mut purses, start) = (Purses::default(), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        purses.charge("anna", Duration::from_secs(30), start);
        purses.charge("anna", Duration::from_secs(3), at(100));
        let spent = |purses: &Purses, seconds| purses.spent("anna", at(seconds)).as_secs();
        assert_eq!([100, 200, 230].map(|seconds| spent(&purses, seconds)), [23, 13, 10]);
        purses.charge("jan", Duration::ZERO, at(1000));
        assert_eq!((spent(&purses, 1000), purses.0.len()), (0, 1));
    }
}
