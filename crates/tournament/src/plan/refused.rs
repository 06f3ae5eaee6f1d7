//! Turns errors of pairing and statistics into errors of the tournament.

use errors::Error;

/// If the settings of a tournament are impossible, the input is wrong. If the results belong to
/// another tournament, the data are damaged.
pub(crate) fn pairing(error: pairing::Error) -> Error {
    let sentence = error.to_string();
    if error.is_about_results() { Error::corrupt(sentence) } else { Error::input(sentence) }
}

/// If the settings of a test are impossible, the input is wrong. Any other error is a fault of this
/// program.
pub(crate) fn stats(error: stats::Error) -> Error {
    let sentence = error.to_string();
    if error.is_about_a_choice() { Error::input(sentence) } else { Error::bug(sentence) }
}
