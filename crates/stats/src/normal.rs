//! The normal distribution.

use std::f64::consts::PI;

use crate::bisect::bisect;

/// Beyond this number of deviations the series loses digits to cancellation, and the continued
/// fraction converges fast.
const FAR: f64 = 3.0;

/// The probability that a standard normal variable is below `x`, to 14 digits.
///
/// The function uses Marsaglia's series near the middle ("Evaluating the Normal Distribution",
/// Journal of Statistical Software 11(4), 2004) and Laplace's continued fraction in the tails
/// (Abramowitz and Stegun, 26.2.14).
pub(crate) fn normal_below(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    match x {
        _ if x > FAR => 1.0 - tail(x),
        _ if x < -FAR => tail(-x),
        _ => 0.5 + density(x) * series(x),
    }
}

fn density(x: f64) -> f64 {
    (-x * x / 2.0).exp() / (2.0 * PI).sqrt()
}

fn series(x: f64) -> f64 {
    let (mut sum, mut term, mut odd) = (x, x, 1.0);
    while term.abs() > 1e-17 {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    sum
}

/// The probability above `x`. If `x` is at least 3, sixty levels of the fraction are enough.
fn tail(x: f64) -> f64 {
    let fraction = (1..=60).rev().fold(x, |below, level| x + f64::from(level) / below);
    density(x) / fraction
}

/// The quantile: a standard normal variable is below this value with probability `p`, which is
/// between 0 and 1.
pub(crate) fn normal_quantile(p: f64) -> f64 {
    // The probability beyond 40 deviations is too small for an f64.
    bisect(-40.0, 40.0, |x| normal_below(x) < p)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distribution_is_that_of_the_tables() {
        // Abramowitz and Stegun, "Handbook of Mathematical Functions", table 26.1.
        let published = [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274_013),
            (1.0, 0.841_344_746_068_543),
            (2.0, 0.977_249_868_051_821),
            (3.0, 0.998_650_101_968_370),
            (3.5, 0.999_767_370_920_964),
            (5.0, 0.999_999_713_348_428),
        ];
        for (x, below) in published {
            assert!((normal_below(x) - below).abs() < 1e-14, "{x}: {}", normal_below(x));
            assert!((normal_below(-x) - (1.0 - below)).abs() < 1e-14, "-{x}");
        }
        assert!(
            (normal_below(-FAR) - normal_below(-FAR.next_up())).abs() < 1e-15,
            "the two methods agree where the fraction begins"
        );
        assert_eq!((normal_below(100.0), normal_below(-100.0)), (1.0, 0.0));
    }

    #[test]
    fn quantiles_are_those_of_the_tables() {
        // The quantiles are from Abramowitz and Stegun, table 26.5, or are the usual critical
        // values.
        for (p, x) in
            [(0.5, 0.0), (0.9, 1.281_551_566), (0.975, 1.959_963_985), (0.995, 2.575_829_304)]
        {
            assert!((normal_quantile(p) - x).abs() < 1e-8, "{p}: {}", normal_quantile(p));
        }
    }
}
