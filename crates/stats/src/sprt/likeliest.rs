//! A pair of games can end in five ways, and each way has a share of all pairs. This module finds
//! the likeliest shares with which the mean of the points has a given value.
//!
//! These shares follow from Lagrange's multiplier `m`. For each way in which a pair can end, let
//! `q` be its observed share of the pairs, and let `f` be the points that this way brings (from 0
//! to 1) minus the given mean. Then the likeliest share of this way is `q / (1 + m f)` (Owen:
//! "Empirical Likelihood Ratio Confidence Intervals for a Single Functional", Biometrika 75, 1988).

/// The number of ways in which a pair can end.
pub(super) const COUNT: usize = 5;

/// If no pair has ended in some way, this small number is counted for that way instead of 0, so
/// that no hypothesis is impossible. fishtest and fastchess use the same number.
const SELDOM: f64 = 1e-3;

/// The share of the points for each way in which a pair can end.
const VALUES: [f64; COUNT] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// One number for each way in which a pair can end. The number is a share of the pairs, or a factor
/// in a condition.
type Shares = [f64; COUNT];

/// The log-likelihood of the likeliest shares with this mean, minus the log-likelihood of the
/// observed shares. The mean lies between 0 and 1.
pub(super) fn with_mean(pairs: &[u64; COUNT], mean: f64) -> f64 {
    let counts = pairs.map(|number| (number as f64).max(SELDOM));
    let total: f64 = counts.iter().sum();
    let (found, condition) = (counts.map(|count| count / total), VALUES.map(|value| value - mean));
    let multiplier = multiplier(&found, &condition, [-1.0 / (1.0 - mean), 1.0 / mean]);
    // For each way in which a pair can end, the likeliest share divided by the observed share.
    let parts = condition.map(|f| 1.0 / (1.0 + multiplier * f));
    counts.iter().zip(parts).map(|(count, part)| count * part.ln()).sum()
}

/// Finds Lagrange's multiplier, with which the likeliest shares give `condition` the mean 0. As the
/// multiplier grows from `low` to `high`, this mean falls from plus infinity to minus infinity. If
/// a step of Newton's method would leave the interval, the interval is halved instead.
fn multiplier(shares: &Shares, condition: &Shares, [mut low, mut high]: [f64; 2]) -> f64 {
    let mut multiplier = 0.0;
    loop {
        let terms =
            || shares.iter().zip(condition).map(|(share, f)| (share, f / (1.0 + multiplier * f)));
        let mean: f64 = terms().map(|(share, tilted)| share * tilted).sum();
        let slope: f64 = terms().map(|(share, tilted)| share * tilted * tilted).sum();
        *(if mean > 0.0 { &mut low } else { &mut high }) = multiplier;
        let newton = multiplier + mean / slope;
        let next = if low < newton && newton < high { newton } else { low + (high - low) / 2.0 };
        if (next - multiplier).abs() <= 4.0 * f64::EPSILON * multiplier.abs()
            || next <= low
            || next >= high
        {
            return next;
        }
        multiplier = next;
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    #[test]
    fn no_shares_with_the_mean_are_likelier() {
        let mut random = Rng::with_seed(3);
        for _ in 0..200 {
            let pairs = [(); COUNT].map(|()| 1 + random.usize(..300) as u64);
            let total = pairs.iter().sum::<u64>() as f64;
            let mean = random.usize(5..=95) as f64 / 100.0;
            let likeliest = with_mean(&pairs, mean);
            for _ in 0..200 {
                // The shares are random. Then won or lost pairs are added until the mean is right.
                let weights = [(); COUNT].map(|()| 1.0 + random.usize(..1000) as f64);
                let sum: f64 = weights.iter().sum();
                let its =
                    weights.iter().zip(VALUES).map(|(weight, value)| weight * value).sum::<f64>()
                        / sum;
                let (end, part) = if its < mean {
                    (COUNT - 1, (mean - its) / (1.0 - its))
                } else {
                    (0, (its - mean) / its)
                };
                let share = |way: usize| {
                    weights[way] / sum * (1.0 - part) + if way == end { part } else { 0.0 }
                };
                let rival: f64 = (0..COUNT)
                    .map(|way| pairs[way] as f64 * (share(way) * total / pairs[way] as f64).ln())
                    .sum();
                assert!(
                    likeliest <= 1e-9 && likeliest >= rival - 1e-6,
                    "{pairs:?} {mean}: {likeliest}, {rival}"
                );
            }
        }
    }
}
