//! A test that sees pairs in the order of their numbers.

use super::{Decision, Sprt};

/// A test of how much stronger one player is than another. It ends with the first pair that decides
/// it. Pairs may be played in parallel and end in any order. The test sees them in the order of
/// their numbers, so its decision does not depend on speed.
#[derive(Clone, Debug)]
pub struct Trial {
    sprt: Sprt,
    pairs: [u64; 5],
    is_decided: bool,
}

impl Trial {
    /// A test that has seen no pair.
    #[must_use]
    pub fn new(sprt: Sprt) -> Trial {
        Trial { sprt, pairs: [0; 5], is_decided: false }
    }

    /// Adds the next pair. `half_points` says how many half points the tested player made in it,
    /// from 0 to 4. Pairs after the decision are ignored.
    ///
    /// # Panics
    /// Panics if there are more than 4 half points.
    pub fn see(&mut self, half_points: usize) {
        if !self.is_decided {
            self.pairs[half_points] += 1;
            self.is_decided = !matches!(self.sprt.decide(&self.pairs), Decision::Undecided { .. });
        }
    }

    /// How many pairs have been seen.
    #[must_use]
    pub fn seen(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The pairs seen so far, by the half points of the tested player.
    #[must_use]
    pub fn pairs(&self) -> &[u64; 5] {
        &self.pairs
    }

    /// The decision, once a seen pair has decided the test.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        self.is_decided.then(|| self.sprt.decide(&self.pairs))
    }

    /// The test itself.
    #[must_use]
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// Whether a seen pair has decided the test.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.is_decided
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_pair_that_decides_is_the_last_that_counts() {
        let sprt = Sprt::new(0.0, 50.0, 0.05, 0.05).expect("a test");
        let results = [3, 4, 2, 4, 1, 4, 4].into_iter().cycle();
        let mut trial = Trial::new(sprt.clone());
        let mut pairs = [0; 5];
        for result in results.take(1000) {
            let was_decided = trial.is_decided();
            trial.see(result);
            if !was_decided {
                pairs[result] += 1;
            }
            assert_eq!(
                trial.is_decided(),
                !matches!(sprt.decide(&pairs), Decision::Undecided { .. })
            );
        }
        assert!(
            trial.is_decided() && trial.seen() < 1000 && trial.seen() == pairs.iter().sum::<u64>()
        );
    }
}
