//! Means over pairs of games, and the intervals that hold the true ones in 95 of 100 cases.
//!
//! Student: "The probable error of a mean", Biometrika 6, 1908.

use super::student::student_95;

/// A mean, and how far from it the true one may lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// Half the width of the interval that holds the true mean in 95 of 100 cases.
    pub half_width: f64,
    /// How many pairs of games it is the mean of.
    pub pairs: u64,
}

/// The variance of the share of a pair whose games are independent, decisive and fair.
const FAIR_VARIANCE: f64 = 1.0 / 8.0;

/// The mean margin of a game, in the game's own points, from the margins of the two games of each pair, all of them the
/// same player's. `None` for fewer than two pairs. The half width is 0 where all pairs have the same sum.
#[must_use]
pub fn mean_margin(pairs: &[[i64; 2]]) -> Option<Interval> {
    let count = pairs.len() as f64;
    let means = || pairs.iter().map(|[first, second]| (*first as f64 + *second as f64) / 2.0);
    let mean = means().sum::<f64>() / count;
    let squares: f64 = means().map(|value| (value - mean).powi(2)).sum();
    (pairs.len() > 1).then(|| {
        let error = (squares / (count - 1.0) / count).sqrt();
        Interval { mean, half_width: error * student_95(pairs.len() as u64 - 1), pairs: pairs.len() as u64 }
    })
}

/// [`mean_margin`] of so many pairs, from the sum of all margins and the sum of the squares of the pairs' margins (both
/// games' together), which is all that a long match keeps. `None` for what no pairs add up to, too.
#[must_use]
pub fn mean_margin_of_sums(pairs: u64, sum: i64, squares: u64) -> Option<Interval> {
    let [wide_pairs, wide_squares] = [pairs, squares].map(u128::from);
    // Whole numbers below 2^128, so that nothing cancels: n times the squares, less the square of the sum.
    let spread = (wide_pairs * wide_squares).checked_sub(u128::from(sum.unsigned_abs()).pow(2))?;
    let count = pairs as f64;
    (pairs > 1).then(|| {
        let error = (spread as f64 / (count - 1.0)).sqrt() / count / 2.0;
        Interval { mean: sum as f64 / count / 2.0, half_width: error * student_95(pairs - 1), pairs }
    })
}

/// The first player's share of the points, between 0 and 1. `None` for fewer than two pairs.
///
/// One fair pair more than was played counts for the variance, not for the mean: pairs that all ended alike do not
/// prove that every pair will.
#[must_use]
pub fn share(pairs: &[u64; 5]) -> Option<Interval> {
    let count: f64 = pairs.iter().map(|&number| number as f64).sum();
    let (mean, deviation) = share_and_deviation(pairs)?;
    let half_width = deviation / count.sqrt() * student_95(count as u64 - 1);
    Some(Interval { mean, half_width, pairs: count as u64 })
}

/// The mean of the share of a pair, and its standard deviation.
pub(super) fn share_and_deviation(pairs: &[u64; 5]) -> Option<(f64, f64)> {
    let values = || pairs.iter().enumerate().map(|(points, &number)| (points as f64 / 4.0, number as f64));
    let count: f64 = values().map(|(_, number)| number).sum();
    let mean = values().map(|(value, number)| value * number).sum::<f64>() / count;
    let squares: f64 = values().map(|(value, number)| number * (value - mean).powi(2)).sum();
    (count > 1.5).then(|| (mean, ((squares + FAIR_VARIANCE) / count).sqrt()))
}

/// With fewer pairs nothing is decided: a sign test at 5 % asks for six that all go the same way.
pub(crate) const FEWEST_PAIRS: u64 = 6;

/// Nobody plays more pairs to learn who is better.
const MOST_PAIRS: u64 = 1_000_000_000;

/// How many pairs in all would put one half outside of the interval, if the share and the variance stay as they are;
/// `None` where no number of them would.
pub(crate) fn pairs_to_tell(pairs: &[u64; 5]) -> Option<u64> {
    let (mean, deviation) = share_and_deviation(pairs)?;
    let ratio = deviation / (mean - 0.5).abs();
    let tells = |count: u64| student_95(count - 1) * ratio < (count as f64).sqrt();
    let mut enough = FEWEST_PAIRS;
    while !tells(enough) {
        enough = Some(2 * enough).filter(|&more| more < MOST_PAIRS)?;
    }
    let mut few = if enough == FEWEST_PAIRS { FEWEST_PAIRS - 1 } else { enough / 2 };
    while enough - few > 1 {
        let middle = few.midpoint(enough);
        *(if tells(middle) { &mut enough } else { &mut few }) = middle;
    }
    Some(enough)
}

#[cfg(test)]
mod tests {
    use super::super::elo_of;
    use super::*;

    #[test]
    fn margins_have_students_interval() {
        // Student's own example: ten patients' additional hours of sleep, in tenths. Mean 1.58, and by R's t.test 0.700
        // to 2.460.
        let hours = [12, 24, 13, 13, 0, 10, 18, 8, 46, 14];
        let interval = mean_margin(&hours.map(|tenths| [tenths + 7, tenths - 7])).expect("ten pairs");
        assert!((interval.mean - 15.8).abs() < 1e-9 && interval.pairs == 10);
        assert!((interval.mean - interval.half_width - 7.001_142).abs() < 1e-4, "{interval:?}");
        assert!((interval.mean + interval.half_width - 24.598_858).abs() < 1e-4, "{interval:?}");
        assert_eq!((mean_margin(&[]), mean_margin(&[[3, 4]])), (None, None));
    }

    #[test]
    fn sums_tell_as_much_as_the_pairs() {
        let mut random = rules::random::Random::new(8);
        for (number, offset) in [(2, 0), (3, -7), (40, 100), (1000, 1_000_000)] {
            let mut margin = || random.between(0, 60) as i64 - 30 + offset;
            let pairs: Vec<[i64; 2]> = (0..number).map(|_| [margin(), margin()]).collect();
            let sums = || pairs.iter().map(|[first, second]| first + second);
            let squares = sums().map(|sum| sum.unsigned_abs().pow(2)).sum();
            let from_sums = mean_margin_of_sums(number, sums().sum(), squares).expect("pairs");
            let from_pairs = mean_margin(&pairs).expect("pairs");
            assert!((from_sums.mean - from_pairs.mean).abs() < 1e-6, "{from_sums:?}, {from_pairs:?}");
            assert!((from_sums.half_width - from_pairs.half_width).abs() < 1e-6, "{from_sums:?}, {from_pairs:?}");
        }
        assert_eq!((mean_margin_of_sums(1, 3, 9), mean_margin_of_sums(2, 6, 17)), (None, None));
        let most = mean_margin_of_sums(u64::MAX, i64::MIN, u64::MAX).expect("finite numbers");
        assert!(most.mean.is_finite() && most.half_width.is_finite());
    }

    #[test]
    fn shares_have_the_published_intervals() {
        // fastchess, app/tests/elo_test.cpp (two losses; a loss and a draw; a win and a loss, two draws; ..): Elo and
        // its error.
        for (pairs, elo, error) in [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33),
            ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95),
        ] {
            let interval = share(&pairs).expect("pairs");
            let ends = [interval.mean - interval.half_width, interval.mean + interval.half_width].map(elo_of);
            assert!((elo_of(interval.mean) - elo).abs() < 0.01, "{interval:?}");
            // They take the normal quantile and no pair more than was played.
            assert!(((ends[1] - ends[0]) / 2.0 / error - 1.0).abs() < 0.01, "{ends:?}");
        }
    }

    #[test]
    fn pairs_that_end_alike_prove_no_certainty() {
        assert_eq!(share(&[0, 0, 0, 0, 1]), None);
        let halves = [2, 5, 50].map(|number| share(&[0, 0, number, 0, 0]).expect("pairs").half_width);
        assert!(halves[0] > 0.5 && halves[1] > 0.1 && halves[2] > 0.01 && halves[2] < 0.02, "{halves:?}");
    }

    #[test]
    fn so_many_pairs_would_tell() {
        let pairs = [10, 20, 40, 30, 12];
        let needed = pairs_to_tell(&pairs).expect("the share is not one half");
        let scaled = |count: u64| {
            let (mean, deviation) = share_and_deviation(&pairs).expect("pairs");
            (mean - 0.5).abs() - deviation / (count as f64).sqrt() * student_95(count - 1)
        };
        assert!(scaled(needed) > 0.0 && scaled(needed - 1) < 0.0, "{needed}");
        assert_eq!(pairs_to_tell(&[10, 20, 40, 20, 10]), None);
        assert_eq!(pairs_to_tell(&[0, 0, 0, 0, 3]), Some(FEWEST_PAIRS));
        assert_eq!(pairs_to_tell(&[0; 5]), None);
    }
}
