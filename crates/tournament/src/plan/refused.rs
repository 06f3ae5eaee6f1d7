//! Turns errors of pairing and statistics into errors of the tournament.

use errors::Error;

/// An error about impossible settings becomes an error of the input. An error about results of
/// another tournament becomes an error of damaged data.
pub(crate) fn pairing(error: pairing::Error) -> Error {
    let sentence = error.to_string();
    if error.is_about_results() { Error::corrupt(sentence) } else { Error::input(sentence) }
}

/// An error about impossible settings of a test becomes an error of the input. Any other error is a
/// fault of this program.
pub(crate) fn stats(error: stats::Error) -> Error {
    let sentence = error.to_string();
    if error.is_about_a_choice() { Error::input(sentence) } else { Error::bug(sentence) }
}
