//! The sequential test that ends a match: `--sprt ELO0,ELO1`.

use matches::Score;
use serde_json::Number;
use stats::{Decision, Sprt};

use crate::failure::Failure;

/// The probability of each of the two errors. fishtest uses the same.
const ERROR: f64 = 0.05;

/// The most games of a match that a test is to end, if `--games` is not given. A tournament has the
/// same default.
pub(crate) const MOST_GAMES: u64 = 20_000;

/// Reads the Elo points of H0 and H1, as in `0,30` or `-2.5,2.5`.
pub(crate) fn hypotheses(text: &str) -> Result<[Number; 2], String> {
    let number = |text: &str| text.trim().parse().ok().and_then(number);
    let numbers =
        text.split_once(',').and_then(|(elo0, elo1)| Some([number(elo0)?, number(elo1)?]));
    let elo = numbers.ok_or("expected two numbers of Elo points, as in 0,30 or -2.5,2.5")?;
    test(&elo).map(|_| elo).map_err(|refused| refused.to_string())
}

/// A whole number is written without a point, as in older records.
fn number(elo: f64) -> Option<Number> {
    let whole = elo as i64;
    if whole as f64 == elo { Some(whole.into()) } else { Number::from_f64(elo) }
}

/// The test of these hypotheses.
///
/// # Errors
/// Fails if the hypotheses are not in order. A record may hold any numbers.
pub(crate) fn test(elo: &[Number; 2]) -> Result<Sprt, Failure> {
    let [elo0, elo1] = elo.each_ref().map(|elo| elo.as_f64().unwrap_or(f64::NAN));
    Sprt::new(elo0, elo1, ERROR, ERROR).map_err(|refused| Failure::input(refused.to_string()))
}

/// Whether these games decide the test. Copies of earlier pairs prove nothing and do not count.
pub(crate) fn is_decided(test: &Sprt, score: &Score) -> bool {
    !matches!(test.decide(&score.fresh_pairs()), Decision::Undecided { .. })
}

/// What the test says about the first player, and what was tested.
pub(crate) fn sentence(test: &Sprt, first: &str, score: &Score) -> String {
    let ([elo0, elo1], ratio) = (test.elo(), ratio(test, score));
    let tested = format!("H0 is {elo0} Elo, H1 {elo1} Elo, alpha {ERROR}, beta {ERROR}");
    // Each answer is wrong in few cases because the other hypothesis is false, so it says no more
    // than that.
    let accepted = match test.decide(&score.fresh_pairs()) {
        Decision::AcceptH0 => format!("H0: {first} is less than {elo1} Elo points stronger"),
        Decision::AcceptH1 => format!("H1: {first} is more than {elo0} Elo points stronger"),
        Decision::Undecided { .. } => {
            return format!("The test is not decided: {ratio} ({tested}).");
        }
    };
    format!("The test accepts {accepted}: {ratio} ({tested}).")
}

/// The log-likelihood ratio and its bounds.
pub(crate) fn ratio(test: &Sprt, score: &Score) -> String {
    let ([low, high], ratio) = (test.bounds(), test.ratio(&score.fresh_pairs()));
    format!("ratio {ratio:+.2} between {low:+.2} and {high:+.2}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hypotheses_may_have_decimals() {
        for (text, elo) in
            [("0,30", "[0,30]"), ("-2.5, 2.5", "[-2.5,2.5]"), ("-1.0,.5", "[-1,0.5]")]
        {
            let read = hypotheses(text).expect(text);
            assert_eq!(serde_json::to_string(&read).expect("numbers"), elo);
        }
        for text in ["", "5", "5,5", "0,a", "0,nan", "-inf,0", "0,1e9", "0,5,6", "0,1e-400"] {
            assert!(hypotheses(text).is_err(), "{text}");
        }
    }
}
