//! The share of the points, and the range that holds the true one in 95 of 100 cases.
//!
//! Wilson ("Probable Inference, the Law of Succession, and Statistical Inference", Journal of the American Statistical
//! Association 22, 1927) asks which true shares make the one that was found a likely one; so his interval stays within 0
//! and 1, and is not lost where nearly everything was won. His trials are won or lost. A pair of games has three ends
//! between, and varies less: by a *ratio* that is measured, 1 where both games go the same way, 1/2 where they are
//! independent, 0 where all pairs end alike. So pairs count as more trials, by that ratio.
//!
//! Few pairs tell little about it: two whole ones more, one won and one lost at even chances, count for the ratio, and
//! Student's quantile takes the place of the normal one. With both, the range covers a true share from 5 to 95 % in 93
//! to 99 of 100 cases, the more often the fewer the pairs, and two equals are told apart in at most 6 of 100
//! (`simulated.rs` repeats some). Nearer to 0 and 1 it may be 90, of pairs that go the same way.

use crate::student::student_95;

/// A number, and the range that holds the true one in 95 of 100 cases. It need not lie in the middle, and may have an
/// infinite end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// What was found.
    pub value: f64,
    /// The lower end of the range.
    pub low: f64,
    /// The upper end of the range.
    pub high: f64,
}

/// The first player's share of the points, between 0 and 1. `None` for fewer than two pairs.
#[must_use]
pub fn share(pairs: &[u64; 5]) -> Option<Range> {
    let sample = Sample::of(pairs)?;
    let Sample { count, mean, .. } = sample;
    let reach = student_95(count as u64).powi(2) * sample.ratio() / count;
    let middle = mean + reach / 2.0;
    let half = (reach * (mean * (1.0 - mean) + reach / 4.0)).sqrt();
    let [low, high] = [middle - half, middle + half].map(|end| (end / (1.0 + reach)).clamp(0.0, 1.0));
    Some(Range { value: mean, low, high })
}

/// The squares of two pairs, won whole and lost whole at even chances.
const LENT: f64 = 2.0 / 4.0;

/// Some pairs.
struct Sample {
    /// How many they are.
    count: f64,
    /// The mean of their shares.
    mean: f64,
    /// The squares of how far their shares lie from the mean, summed.
    squares: f64,
}

impl Sample {
    /// `None` for fewer than two pairs.
    fn of(pairs: &[u64; 5]) -> Option<Sample> {
        let values = || pairs.iter().enumerate().map(|(points, &number)| (points as f64 / 4.0, number as f64));
        let count: f64 = values().map(|(_, number)| number).sum();
        let mean = values().map(|(value, number)| value * number).sum::<f64>() / count;
        let squares = values().map(|(value, number)| number * (value - mean).powi(2)).sum();
        (count > 1.5).then_some(Sample { count, mean, squares })
    }

    /// How much a pair varies, in parts of what a trial with the same mean does that is won or lost.
    fn ratio(&self) -> f64 {
        (self.squares + LENT) / (self.count * self.mean * (1.0 - self.mean) + LENT)
    }
}

/// With fewer pairs nothing is decided: a sign test at 5 % asks for six that all go the same way.
pub(crate) const FEWEST_PAIRS: u64 = 6;

/// Nobody plays more pairs to learn who is better.
const MOST_PAIRS: u64 = 1_000_000_000;

/// How many pairs in all would put one half outside of the range of [`share`], if the share and the ratio stay as they
/// are; `None` where no number of them would.
pub(crate) fn pairs_to_tell(pairs: &[u64; 5]) -> Option<u64> {
    let sample = Sample::of(pairs)?;
    // A trial's deviation is one half, if one half is true.
    let deviations = 2.0 * (sample.mean - 0.5).abs() / sample.ratio().sqrt();
    let tells = |count: u64| student_95(count) < deviations * (count as f64).sqrt();
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
    use super::super::elo::elo_of;
    use super::*;

    #[test]
    fn shares_have_the_published_intervals() {
        // fastchess, app/tests/elo_test.cpp (two losses; a loss and a draw; a win and a loss, two draws; ..): Elo and
        // its error.
        for (pairs, elo, error) in [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33),
            ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95),
        ] {
            let range = share(&pairs).expect("pairs");
            let ends = [range.low, range.high].map(elo_of);
            assert!((elo_of(range.value) - elo).abs() < 0.01, "{range:?}");
            // They take the normal quantile and no pair more than was played.
            assert!(((ends[1] - ends[0]) / 2.0 / error - 1.0).abs() < 0.01, "{ends:?}");
        }
    }

    #[test]
    fn pairs_won_or_lost_have_wilsons_interval() {
        // Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17, 1998, table I:
        // 81 of 263, by Wilson's method without correction.
        let range = share(&[182, 0, 0, 0, 81]).expect("pairs");
        assert!((range.low - 0.2553).abs() < 5e-4 && (range.high - 0.3662).abs() < 5e-4, "{range:?}");
    }

    #[test]
    fn the_other_player_has_the_mirrored_range() {
        let [one, other] = [[1, 2, 3, 4, 5], [5, 4, 3, 2, 1]].map(|pairs| share(&pairs).expect("pairs"));
        assert!((one.low + other.high - 1.0).abs() < 1e-12 && (one.high + other.low - 1.0).abs() < 1e-12);
        let all = share(&[0, 0, 0, 0, 50]).expect("pairs");
        assert!(all.low > 0.9 && all.low < 0.95 && (all.high - 1.0).abs() < 1e-12, "{all:?}");
    }

    #[test]
    fn pairs_that_end_alike_prove_no_certainty() {
        assert_eq!(share(&[0, 0, 0, 0, 1]), None);
        let halves = [2, 5, 50].map(|number| share(&[0, 0, number, 0, 0]).expect("pairs"));
        let widths = halves.map(|range| range.high - range.low);
        assert!(widths[0] > 0.5 && widths[1] > 0.2 && widths[2] > 0.04 && widths[2] < 0.06, "{widths:?}");
    }

    #[test]
    fn so_many_pairs_would_tell() {
        let pairs = [10, 20, 40, 30, 12];
        let needed = pairs_to_tell(&pairs).expect("the share is not one half");
        let sample = Sample::of(&pairs).expect("pairs");
        let surplus =
            |count: u64| (sample.mean - 0.5).abs() - student_95(count) * (sample.ratio() / 4.0 / count as f64).sqrt();
        assert!(surplus(needed) > 0.0 && surplus(needed - 1) < 0.0, "{needed}");
        assert_eq!(pairs_to_tell(&[10, 20, 40, 20, 10]), None);
        assert_eq!(pairs_to_tell(&[0, 0, 0, 0, 3]), Some(FEWEST_PAIRS));
        assert_eq!(pairs_to_tell(&[0; 5]), None);
    }

    #[test]
    fn what_would_tell_is_what_the_range_tells() {
        let mut random = fastrand::Rng::with_seed(4);
        for _ in 0..2000 {
            let pairs: [u64; 5] = std::array::from_fn(|_| random.usize(0..=9) as u64);
            let played = pairs.iter().sum::<u64>();
            let Some(range) = share(&pairs).filter(|_| played >= FEWEST_PAIRS) else { continue };
            let is_told = range.low > 0.5 || range.high < 0.5;
            assert_eq!(is_told, pairs_to_tell(&pairs).is_some_and(|needed| needed <= played), "{pairs:?}");
        }
    }
}
