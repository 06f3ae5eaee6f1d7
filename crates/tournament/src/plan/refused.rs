//! What pairing and statistics refuse, as an error of the tournament's.

use errors::Error;

/// Numbers that make no tournament are bad input; results that are not of it are damage.
pub(crate) fn pairing(error: pairing::Error) -> Error {
    let sentence = error.to_string();
    if error.is_about_results() { Error::corrupt(sentence) } else { Error::input(sentence) }
}

/// Numbers that make no test are bad input; anything else is a fault of ours.
pub(crate) fn stats(error: stats::Error) -> Error {
    let sentence = error.to_string();
    if error.is_about_a_choice() { Error::input(sentence) } else { Error::bug(sentence) }
}
