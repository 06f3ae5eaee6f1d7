//! Finds the zero of a function by bisection.

/// The point where `is_low` turns from true to false, exact to the last digit.
pub(crate) fn bisect(mut low: f64, mut high: f64, is_low: impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        if is_low(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
}
