//! The sequential test that ends a match: `--sprt ELO0,ELO1`.

use matches::Score;
use stats::{Decision, Sprt};

use crate::failure::Failure;

/// The probability of each of the two errors. fishtest uses the same.
const ERROR: f64 = 0.05;

/// The most games of a match that a test is to end, if `--games` is not given. A tournament has the
/// same default.
pub(crate) const MOST_GAMES: u64 = 20_000;

/// Reads the Elo points of H0 and H1, as in `0,30`.
pub(crate) fn hypotheses(text: &str) -> Result<[i32; 2], String> {
    let numbers = text
        .split_once(',')
        .and_then(|(elo0, elo1)| Some([elo0.trim().parse().ok()?, elo1.trim().parse().ok()?]));
    let elo = numbers.ok_or("expected two whole numbers of Elo points, as in 0,30")?;
    test(elo).map(|_| elo).map_err(|refused| refused.to_string())
}

/// The test of these hypotheses.
///
/// # Errors
/// Fails if the hypotheses are not in order. A record may hold any numbers.
pub(crate) fn test(elo: [i32; 2]) -> Result<Sprt, Failure> {
    let [elo0, elo1] = elo.map(f64::from);
    Sprt::new(elo0, elo1, ERROR, ERROR).map_err(|refused| Failure::input(refused.to_string()))
}

/// Whether these games decide the test. Copies of earlier pairs prove nothing and do not count.
pub(crate) fn is_decided(test: &Sprt, score: &Score) -> bool {
    !matches!(test.decide(&score.fresh_pairs()), Decision::Undecided { .. })
}

/// What the test says about the first player.
pub(crate) fn sentence(test: &Sprt, first: &str, score: &Score) -> String {
    let ([elo0, elo1], ratio) = (test.elo(), ratio(test, score));
    // Each answer is wrong in few cases because the other hypothesis is false, so it says no more
    // than that.
    let accepted = match test.decide(&score.fresh_pairs()) {
        Decision::AcceptH0 => format!("H0: {first} is less than {elo1} Elo points stronger"),
        Decision::AcceptH1 => format!("H1: {first} is more than {elo0} Elo points stronger"),
        Decision::Undecided { .. } => return format!("The test is not decided: {ratio}."),
    };
    format!("The test accepts {accepted}: {ratio}.")
}

/// The log-likelihood ratio and its bounds.
pub(crate) fn ratio(test: &Sprt, score: &Score) -> String {
    let ([low, high], ratio) = (test.bounds(), test.ratio(&score.fresh_pairs()));
    format!("ratio {ratio:+.2} between {low:+.2} and {high:+.2}")
}
