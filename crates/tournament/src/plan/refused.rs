//! Turns errors of pairing and statistics into errors of the tournament.

use errors::Error;

/// Settings of an impossible tournament are bad input; results of another tournament are damage.
pub(crate) fn pairing(error: pairing::Error) -> Error {
    let sentence = error.to_string();
    if error.is_about_results() { Error::corrupt(sentence) } else { Error::input(sentence) }
}

/// Settings of an impossible test are bad input; any other error is a fault of this program.
pub(crate) fn stats(error: stats::Error) -> Error {
    let sentence = error.to_string();
    if error.is_about_a_choice() { Error::input(sentence) } else { Error::bug(sentence) }
}
