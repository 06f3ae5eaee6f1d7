//! Mean margins over pairs of games, with 95 % intervals.
//!
//! Student: "The probable error of a mean", Biometrika 6, 1908.

use crate::student::student_95;

/// A mean with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// Half the width of the interval that holds the true mean in 95 of 100 cases.
    pub half_width: f64,
    /// The number of pairs of games behind the mean.
    pub pairs: u64,
}

/// The mean margin of a game, in the game's own points. `sum` adds up the margins of all games,
/// from the same player's view. `squares` adds up the squares of the pairs' margins; the margin of
/// a pair is the sum of its two games' margins. So a match need not keep the margins of single
/// games. Returns `None` for fewer than two pairs, and for sums that no pairs can have. The half
/// width is 0 if all pairs have the same margin.
#[must_use]
pub fn mean_margin(pairs: u64, sum: i64, squares: u64) -> Option<Interval> {
    let [wide_pairs, wide_squares] = [pairs, squares].map(u128::from);
    // The spread is n times the sum of the squares, minus the square of the sum. The spread is
    // computed exactly, in integers of 128 bits, so no digits are lost.
    let spread = (wide_pairs * wide_squares).checked_sub(u128::from(sum.unsigned_abs()).pow(2))?;
    let count = pairs as f64;
    (pairs > 1).then(|| {
        let error = (spread as f64 / (count - 1.0)).sqrt() / count / 2.0;
        Interval {
            mean: sum as f64 / count / 2.0,
            half_width: error * student_95(pairs - 1),
            pairs,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_have_students_interval() {
        // This is Student's own example: the additional hours of sleep of ten patients, in tenths.
        // R's t.test gives the mean 1.58 and the interval from 0.700 to 2.460.
        let hours = [12, 24, 13, 13, 0, 10, 18, 8, 46, 14];
        let sums = hours.map(|tenths: i64| 2 * tenths);
        let squares = sums.iter().map(|sum| sum.unsigned_abs().pow(2)).sum();
        let interval = mean_margin(10, sums.iter().sum(), squares).expect("ten pairs");
        assert!((interval.mean - 15.8).abs() < 1e-9 && interval.pairs == 10);
        assert!((interval.mean - interval.half_width - 7.001_142).abs() < 1e-4, "{interval:?}");
        assert!((interval.mean + interval.half_width - 24.598_858).abs() < 1e-4, "{interval:?}");
    }

    #[test]
    fn any_sums_have_a_finite_interval_or_none() {
        assert_eq!((mean_margin(1, 3, 9), mean_margin(2, 6, 17)), (None, None));
        let most = mean_margin(u64::MAX, i64::MIN, u64::MAX).expect("finite numbers");
        assert!(most.mean.is_finite() && most.half_width.is_finite());
    }
}
