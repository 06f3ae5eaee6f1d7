//! Turns errors of pairing and statistics into errors of the tournament.

use errors::Error;

/// Numbers that do not make a tournament are bad input; results that do not belong to it are
/// damage.
pub(crate) fn pairing(error: pairing::Error) -> Error {
    let sentence = error.to_string();
    if error.is_about_results() { Error::corrupt(sentence) } else { Error::input(sentence) }
}

/// Numbers that do not make a test are bad input; anything else is a fault of this program.
pub(crate) fn stats(error: stats::Error) -> Error {
    let sentence = error.to_string();
    if error.is_about_a_choice() { Error::input(sentence) } else { Error::bug(sentence) }
}
