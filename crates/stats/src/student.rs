//! Student's t distribution.

use std::f64::consts::FRAC_2_PI;

use crate::bisect::bisect;
use crate::normal::normal_quantile;

/// From this many degrees of freedom on, an expansion around the normal distribution is correct to
/// ten digits, and faster than the exact formula.
const MANY: u64 = 200;

/// The quantile of Student's t: t is below this value with probability `p`, which is between 0 and
/// 1. `freedom` is the number of degrees of freedom; 0 counts as 1.
pub(crate) fn student_quantile(p: f64, freedom: u64) -> f64 {
    let freedom = freedom.max(1);
    if freedom >= MANY { expansion(normal_quantile(p), freedom as f64) } else { exact(p, freedom) }
}

/// The half width of a 95 % interval around a mean, in standard errors.
pub(crate) fn student_95(freedom: u64) -> f64 {
    student_quantile(0.975, freedom)
}

fn exact(p: f64, freedom: u64) -> f64 {
    if p < 0.5 {
        return -exact(1.0 - p, freedom);
    }
    let is_low = |t: f64| 0.5 + within(t, freedom) / 2.0 < p;
    let mut high = 1.0;
    while is_low(high) && high < 1e30 {
        high *= 2.0;
    }
    bisect(0.0, high, is_low)
}

/// The probability that Student's t is between `-t` and `t`. The formulas are 26.7.3 and 26.7.4 of
/// Abramowitz and Stegun.
fn within(t: f64, freedom: u64) -> f64 {
    let angle = (t / (freedom as f64).sqrt()).atan();
    let (sin, cos) = angle.sin_cos();
    let odd = freedom % 2 == 1;
    // Each term is the term before it times (k - 1) / k and the square of the cosine. For even
    // `freedom`, k is 2, 4, .. up to `freedom` - 2; for odd, k is 3, 5, .. up to `freedom` - 2.
    let first: u64 = if odd { 3 } else { 2 };
    let (mut term, mut sum) = if odd { (cos, cos) } else { (1.0, 1.0) };
    for k in (first..freedom.saturating_sub(1)).step_by(2) {
        term *= cos * cos * (k - 1) as f64 / k as f64;
        sum += term;
    }
    match (odd, freedom) {
        (true, 1) => FRAC_2_PI * angle,
        (true, _) => FRAC_2_PI * (angle + sin * sum),
        (false, _) => sin * sum,
    }
}

/// Abramowitz and Stegun, 26.7.5.
fn expansion(x: f64, freedom: f64) -> f64 {
    let square = x * x;
    let first = x * (square + 1.0) / 4.0;
    let second = x * ((5.0 * square + 16.0) * square + 3.0) / 96.0;
    let third = x * (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0;
    let fourth = x
        * ((((79.0 * square + 776.0) * square + 1482.0) * square - 1920.0) * square - 945.0)
        / 92_160.0;
    x + (first + (second + (third + fourth / freedom) / freedom) / freedom) / freedom
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        // Abramowitz and Stegun, "Handbook of Mathematical Functions", table 26.10.
        let published = [
            (0.975, 1, 12.706),
            (0.975, 2, 4.303),
            (0.975, 3, 3.182),
            (0.975, 4, 2.776),
            (0.975, 9, 2.262),
            (0.975, 10, 2.228),
            (0.975, 30, 2.042),
            (0.975, 60, 2.000),
            (0.975, 120, 1.980),
            (0.995, 5, 4.032),
            (0.9995, 1, 636.619),
            (0.9995, 8, 5.041),
        ];
        for (p, freedom, t) in published {
            let found = student_quantile(p, freedom);
            assert!((found - t).abs() < 0.000_6, "{p} with {freedom}: {found}");
            assert!((student_quantile(1.0 - p, freedom) + found).abs() < 1e-6 * found);
        }
        assert!((student_quantile(0.975, u64::MAX) - 1.959_964).abs() < 1e-6);
    }

    #[test]
    fn the_expansion_takes_over_without_a_step() {
        for p in [0.6, 0.975, 0.9995] {
            let (exact, near) = (exact(p, MANY), student_quantile(p, MANY));
            assert!((exact - near).abs() < 1e-9, "{p}: {exact}, {near}");
        }
    }
}
