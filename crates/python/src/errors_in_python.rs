//! Errors as Python's exceptions. Every exception has the sentence that the command line prints.

use pyo3::exceptions::PyValueError;
use pyo3::{PyErr, create_exception};
use rules::Refusal;
use search::OpenError;

create_exception!(
    ludoteka,
    IllegalMove,
    PyValueError,
    "A move that the rules do not allow, or a text that names no move. The message says why."
);

/// The exception for a refused move.
pub(crate) fn refused(refusal: &Refusal) -> PyErr {
    IllegalMove::new_err(refusal.to_string())
}

/// The exception for a game that cannot be opened.
pub(crate) fn not_opened(error: &OpenError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
