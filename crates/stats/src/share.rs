//! The share of the points, with its 95 % range.
//!
//! Wilson asks which true shares make the observed one likely ("Probable Inference, the Law of
//! Succession, and Statistical Inference", Journal of the American Statistical Association 22,
//! 1927). So his interval stays within 0 and 1, and it works even if nearly every game was won. In
//! his trials, the only results are a win and a loss. A pair of games has three more results
//! between these two, so its variance is smaller. The *ratio* says by which factor. The ratio is
//! measured: it is 1 if both games of a pair always have the same winner, 1/2 if the games are
//! independent, and 0 if all pairs have the same result. So one pair counts as `1 / ratio` trials.
//!
//! A few pairs say little about the ratio. So two imaginary pairs are added before the ratio is
//! computed: one pair is won and one is lost. Student's quantile replaces the quantile of the
//! normal distribution. If the true share is from 5 to 95 %, the range then holds it in 93 to 99 of
//! 100 cases: the fewer the pairs, the more often. Two equal players are told apart in at most 6 of
//! 100 cases (`simulated.rs` repeats some simulations). If the true share is nearer to 0 or 1 and
//! both games of each pair end in the same way, the range may hold it in only 90 of 100 cases.

use crate::normal::normal_below;
use crate::student::student_95;

/// A number with the range that holds the true value in 95 of 100 cases. The number need not lie in
/// the middle of the range, and an end may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// What was found.
    pub value: f64,
    /// The lower end of the range.
    pub low: f64,
    /// The upper end of the range.
    pub high: f64,
}

/// The first player's share of the points, between 0 and 1. Returns `None` for fewer than two
/// pairs.
#[must_use]
pub fn share(pairs: &[u64; 5]) -> Option<Range> {
    let sample = Sample::of(pairs)?;
    let Sample { count, mean, .. } = sample;
    let reach = student_95(count as u64).powi(2) * sample.ratio() / count;
    let middle = mean + reach / 2.0;
    let half = (reach * (mean * (1.0 - mean) + reach / 4.0)).sqrt();
    let [low, high] =
        [middle - half, middle + half].map(|end| (end / (1.0 + reach)).clamp(0.0, 1.0));
    Some(Range { value: mean, low, high })
}

/// The probability that the first player is the stronger one, if all strengths were equally likely
/// before, in the normal approximation: what match programs print as LOS. Returns `None` for fewer
/// than two pairs.
#[must_use]
pub fn superiority(pairs: &[u64; 5]) -> Option<f64> {
    let Sample { count, mean, squares } = Sample::of(pairs)?;
    let deviation = (squares + LENT).sqrt() / count;
    Some(normal_below((mean - 0.5) / deviation))
}

/// Two imaginary pairs are added, one won and one lost. Each deviates by 1/2 from the mean of 1/2.
/// This constant is the sum of the squares of both deviations.
const LENT: f64 = 2.0 / 4.0;

/// Some pairs.
struct Sample {
    /// The number of pairs.
    count: f64,
    /// The mean share of the pairs.
    mean: f64,
    /// The sum of squares over all pairs: each pair adds the square of its deviation from the mean.
    squares: f64,
}

impl Sample {
    /// `None` for fewer than two pairs.
    fn of(pairs: &[u64; 5]) -> Option<Sample> {
        let values = || {
            pairs.iter().enumerate().map(|(points, &number)| (points as f64 / 4.0, number as f64))
        };
        let count: f64 = values().map(|(_, number)| number).sum();
        let mean = values().map(|(value, number)| value * number).sum::<f64>() / count;
        let squares = values().map(|(value, number)| number * (value - mean).powi(2)).sum();
        (count > 1.5).then_some(Sample { count, mean, squares })
    }

    /// The variance of a pair, divided by the variance of a trial. A trial has the same mean, but
    /// can only be won or lost.
    fn ratio(&self) -> f64 {
        (self.squares + LENT) / (self.count * self.mean * (1.0 - self.mean) + LENT)
    }
}

/// Fewer pairs decide nothing: a sign test at 5 % needs six pairs with the same winner.
pub(crate) const FEWEST_PAIRS: u64 = 6;

#[cfg(test)]
mod tests {
    use super::super::elo::elo_of;
    use super::*;

    #[test]
    fn shares_have_the_published_intervals() {
        // The values come from fastchess, app/tests/elo_test.cpp: counts of pairs, the Elo
        // difference, and its error. The middle count is the sum of two counts: pairs with a win
        // and a loss, and pairs with two draws.
        for (pairs, elo, error) in [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33),
            ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95),
        ] {
            let range = share(&pairs).expect("pairs");
            let ends = [range.low, range.high].map(elo_of);
            assert!((elo_of(range.value) - elo).abs() < 0.01, "{range:?}");
            // fastchess uses the normal quantile and adds no pairs.
            assert!(((ends[1] - ends[0]) / 2.0 / error - 1.0).abs() < 0.01, "{ends:?}");
        }
    }

    #[test]
    fn who_is_likely_the_stronger_one() {
        // The deviations that the Elo differences and errors of the first test mean.
        for (pairs, published) in [([34, 54, 63, 64, 75], 1.0), ([332, 433, 498, 333, 334], 0.0505)]
        {
            let found = superiority(&pairs).expect("pairs");
            assert!((found - published).abs() < 2e-3, "{found}");
        }
        assert_eq!(superiority(&[3, 1, 9, 1, 3]), Some(0.5));
        assert_eq!(superiority(&[0, 0, 1, 0, 0]), None);
    }

    #[test]
    fn pairs_won_or_lost_have_wilsons_interval() {
        // Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in
        // Medicine 17, 1998, table I, gives this range for 81 of 263, by Wilson's method without
        // correction.
        let range = share(&[182, 0, 0, 0, 81]).expect("pairs");
        assert!(
            (range.low - 0.2553).abs() < 5e-4 && (range.high - 0.3662).abs() < 5e-4,
            "{range:?}"
        );
    }

    #[test]
    fn the_other_player_has_the_mirrored_range() {
        let [one, other] =
            [[1, 2, 3, 4, 5], [5, 4, 3, 2, 1]].map(|pairs| share(&pairs).expect("pairs"));
        assert!(
            (one.low + other.high - 1.0).abs() < 1e-12
                && (one.high + other.low - 1.0).abs() < 1e-12
        );
        let all = share(&[0, 0, 0, 0, 50]).expect("pairs");
        assert!(all.low > 0.9 && all.low < 0.95 && (all.high - 1.0).abs() < 1e-12, "{all:?}");
    }

    #[test]
    fn pairs_that_end_alike_prove_no_certainty() {
        assert_eq!(share(&[0, 0, 0, 0, 1]), None);
        let halves = [2, 5, 50].map(|number| share(&[0, 0, number, 0, 0]).expect("pairs"));
        let widths = halves.map(|range| range.high - range.low);
        assert!(
            widths[0] > 0.5 && widths[1] > 0.2 && widths[2] > 0.04 && widths[2] < 0.06,
            "{widths:?}"
        );
    }
}
