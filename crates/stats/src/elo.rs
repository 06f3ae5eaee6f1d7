//! The Elo scale: a lead of 400 points means odds of ten to one.
//!
//! Elo: "The Rating of Chessplayers, Past and Present", 1978, in its logistic form.

use std::f64::consts::LN_10;

/// Elo points in one unit of log-odds.
pub(crate) const PER_NAT: f64 = 400.0 / LN_10;

/// The score, between 0 and 1, that a player can expect against an opponent who is this much weaker
/// in Elo.
pub(super) fn expected_score(elo: f64) -> f64 {
    logistic(elo / PER_NAT)
}

/// The Elo difference at which a player expects this share of the points; infinite for 0 and 1.
///
/// ```
/// assert_eq!(stats::elo_of(0.5), 0.0);
/// assert_eq!(stats::elo_of(0.64).round(), 100.0);
/// ```
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    PER_NAT * (score / (1.0 - score)).ln()
}

/// The probability whose log-odds are `nats`.
pub(crate) fn logistic(nats: f64) -> f64 {
    1.0 / (1.0 + (-nats).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_is_elos() {
        // The FIDE handbook (B.02, 8.1.2) has a table of rounded values: a lead of 100 points means
        // 64 %, and a lead of 200 points means 76 %.
        assert!(
            (expected_score(100.0) - 0.64).abs() < 0.005
                && (expected_score(200.0) - 0.76).abs() < 0.005
        );
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!((elo_of(expected_score(-123.0)) + 123.0).abs() < 1e-9);
        assert_eq!((elo_of(1.0), elo_of(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }
}
