//! Tests one player against another, and stops as soon as the games decide.
//!
//! The test is Wald's sequential probability ratio test ("Sequential Analysis", 1947) in the
//! generalised form of Li, Liu and Ying ("Generalized Sequential Probability Ratio Test for
//! Separate Families of Hypotheses", Sequential Analysis 33, 2014). The probabilities of a pair's
//! results are unknown, so each hypothesis is represented by the likeliest probabilities that agree
//! with it. fishtest and fastchess represent hypotheses in the same way. Elo points are on the
//! logistic scale of ratings.

mod likeliest;
mod trial;

use crate::elo::expected_score;
use crate::error::Error;
use likeliest::{COUNT, with_mean};
pub use trial::Trial;

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The first player is less than `elo1` points stronger.
    AcceptH0,
    /// The first player is more than `elo0` points stronger.
    AcceptH1,
    /// The test goes on.
    Undecided {
        /// The number of further games that would decide the test if pairs keep ending as before;
        /// `None` if no number of games would.
        further_games: Option<u64>,
    },
}

/// A test of H1 against H0. H1 says that the first player is `elo1` points stronger than the
/// second, and H0 says that the first player is `elo0` points stronger.
#[derive(Clone, Debug, PartialEq)]
pub struct Sprt {
    elo: [f64; 2],
    /// The bounds of the log-likelihood ratio: the test accepts H0 at or below the first bound, and
    /// H1 at or above the second.
    bounds: [f64; 2],
}

/// The greatest Elo difference of a test; a lead of a thousand points means odds of 316 to one.
const MOST_ELO: f64 = 1000.0;

impl Sprt {
    /// Makes a test that wrongly accepts H1 in at most `alpha` of all cases, and wrongly accepts H0
    /// in at most `beta`, by Wald's bounds. These bounds are an approximation, because the last
    /// pair may carry the ratio beyond a bound. Errors are even rarer if `elo0` and `elo1` are so
    /// far apart that a dozen pairs decide.
    ///
    /// # Errors
    /// Fails unless -1000 ≤ `elo0` < `elo1` ≤ 1000 and `alpha` and `beta` are between 0 and 0.5.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, Error> {
        if !(-MOST_ELO <= elo0 && elo0 < elo1 && elo1 <= MOST_ELO) {
            return Err(Error::Hypotheses { elo0, elo1 });
        }
        if let Some(&error) = [alpha, beta].iter().find(|error| !(**error > 0.0 && **error < 0.5)) {
            return Err(Error::Probability(error));
        }
        let bounds = [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()];
        Ok(Sprt { elo: [elo0, elo1], bounds })
    }

    /// The Elo points of H0 and H1.
    #[must_use]
    pub fn elo(&self) -> [f64; 2] {
        self.elo
    }

    /// The bounds of the log-likelihood ratio. The test accepts H0 at the first bound, which is
    /// below 0, and H1 at the second bound, which is above 0.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        self.bounds
    }

    /// The log-likelihood ratio of H1 against H0. `pairs` counts the pairs that brought the first
    /// player 0, 1, 2, 3 and 4 half points.
    #[must_use]
    pub fn ratio(&self, pairs: &[u64; COUNT]) -> f64 {
        if pairs.iter().all(|&number| number == 0) {
            return 0.0;
        }
        let [h0, h1] = self.elo.map(|elo| with_mean(pairs, expected_score(elo)));
        h1 - h0
    }

    /// The decision after these pairs. Ask after every pair; the first decision counts.
    #[must_use]
    pub fn decide(&self, pairs: &[u64; COUNT]) -> Decision {
        let ratio = self.ratio(pairs);
        match self.bounds {
            [lower, _] if ratio <= lower => Decision::AcceptH0,
            [_, upper] if ratio >= upper => Decision::AcceptH1,
            [lower, upper] => {
                let played: f64 = pairs.iter().map(|&number| number as f64).sum();
                // If pairs keep ending as before, the ratio grows in proportion to the number of
                // pairs.
                let times = (if ratio > 0.0 { upper } else { lower }) / ratio - 1.0;
                let further = 2.0 * (played * times).ceil();
                Decision::Undecided { further_games: (further < 1e12).then_some(further as u64) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_those_of_fastchess() {
        // The values come from fastchess, app/tests/sprt_test.cpp, which gives them to 1 %.
        for ([elo0, elo1], pairs, published) in [
            ([0.5, 2.5], [223, 9_863, 20_279 + 1_000, 10_037, 246], -3.07),
            ([0.0, 2.0], [871, 26_175, 55_003 + 980, 26_678, 821], -4.98),
        ] {
            let found = Sprt::new(elo0, elo1, 0.05, 0.05).expect("a test").ratio(&pairs);
            assert!(
                (found / published - 1.0).abs() < 0.01,
                "{elo0} {elo1}: {found}, not {published}"
            );
        }
    }

    #[test]
    fn bounds_are_walds() {
        let test = Sprt::new(0.0, 5.0, 0.05, 0.05).expect("a test");
        assert!(
            (test.bounds()[0] + 2.944).abs() < 0.001 && (test.bounds()[1] - 2.944).abs() < 0.001
        );
        let test = Sprt::new(0.0, 5.0, 0.05, 0.1).expect("a test");
        assert!(
            (test.bounds()[0] + 2.251).abs() < 0.001 && (test.bounds()[1] - 2.890).abs() < 0.001
        );
    }

    #[test]
    fn a_test_says_when_it_would_be_decided() {
        let test = Sprt::new(0.0, 40.0, 0.05, 0.05).expect("a test");
        for pairs in [[2_u64, 7, 20, 9, 5], [3, 9, 20, 9, 3]] {
            let Decision::Undecided { further_games: Some(games) } = test.decide(&pairs) else {
                panic!("undecided")
            };
            let played: u64 = pairs.iter().sum();
            // Scales the counts of pairs to this number of games, and keeps their proportions. The
            // 8 games of tolerance allow for rounding.
            let scaled = |games: u64| pairs.map(|number| (number * games).div_ceil(2 * played));
            assert!(
                matches!(test.decide(&scaled(2 * played + games - 8)), Decision::Undecided { .. }),
                "{games}"
            );
            assert!(
                !matches!(test.decide(&scaled(2 * played + games + 8)), Decision::Undecided { .. }),
                "{games}"
            );
        }
        assert_eq!(test.decide(&[0; 5]), Decision::Undecided { further_games: None });
        assert_eq!(test.decide(&[0, 0, 1000, 0, 0]), Decision::AcceptH0);
        assert_eq!(test.decide(&[0, 0, 0, 0, 100]), Decision::AcceptH1);
    }

    #[test]
    fn nonsense_is_refused() {
        for [elo0, elo1, alpha, beta] in [
            [5.0, 5.0, 0.05, 0.05],
            [0.0, f64::NAN, 0.05, 0.05],
            [0.0, 1e9, 0.05, 0.05],
            [0.0, 5.0, 0.0, 0.05],
            [0.0, 5.0, 0.05, 0.5],
        ] {
            assert!(Sprt::new(elo0, elo1, alpha, beta).is_err());
        }
    }
}
