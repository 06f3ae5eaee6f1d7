//! The strength that a sequential test on the normalized scale is about.

use std::f64::consts::{LN_10, SQRT_2};

use super::mean::Interval;
use super::share::share_and_deviation;
use super::student::student_95;

/// Normalized Elo points in one standard deviation of a game.
const PER_DEVIATION: f64 = 800.0 / LN_10;

/// How much stronger the first player is on the scale of [`Scale::Normalized`](super::Scale): the mean of a game's score
/// above one half in standard deviations of a game, times 800 / ln 10. `None` for fewer than two pairs, and where all ended alike: of their
/// deviation nothing is known.
///
/// The interval has Student's quantile, and takes into account that the deviation is measured, too: a mean of `d` deviations
/// varies by the root of (1 + d² / 2) / n, to first order for scores that are spread normally.
#[must_use]
pub fn normalized_elo(pairs: &[u64; 5]) -> Option<Interval> {
    if pairs.iter().filter(|&&number| number > 0).count() < 2 {
        return None;
    }
    let count: f64 = pairs.iter().map(|&number| number as f64).sum();
    let (mean, deviation) = share_and_deviation(pairs)?;
    // The share of a pair deviates less than that of a game: by the root of 2.
    let signal = (mean - 0.5) / deviation / SQRT_2;
    let error = ((0.5 + signal * signal / 2.0) / count).sqrt();
    let half_width = PER_DEVIATION * error * student_95(count as u64 - 1);
    Some(Interval { mean: PER_DEVIATION * signal, half_width, pairs: count as u64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_errors_are_the_published_ones() {
        // fastchess, app/tests/elo_test.cpp, which leaves out that the deviation is measured.
        for (pairs, elo, error) in [
            ([34, 54, 31 + 32, 64, 75], 57.94, 28.28),
            ([332, 433, 457 + 41, 333, 334], -9.17, 10.96),
            ([7895, 8757, 5485 + 200, 568, 9999], -19.01, 2.65),
        ] {
            let found = normalized_elo(&pairs).expect("pairs");
            assert!((found.mean / elo - 1.0).abs() < 0.002, "{found:?}, not {elo}");
            assert!((found.half_width / error - 1.0).abs() < 0.02, "{found:?}, not ± {error}");
        }
        assert_eq!(normalized_elo(&[0, 0, 1, 0, 0]), None);
        // Whatever their deviation is taken to be, the interval would be of that and of no game.
        assert_eq!(normalized_elo(&[0, 0, 0, 0, 50]), None);
    }
}
