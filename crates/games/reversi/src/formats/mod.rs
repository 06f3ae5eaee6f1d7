//! The files in which other programs keep games of Othello. Positions in the format OBF are
//! diagrams, which the module `notation` reads.

mod ggf;
mod squares;
mod transcript;
pub mod wthor;

use rules::FileFormat;

/// All formats.
pub(super) const FORMATS: &[FileFormat] = &[transcript::FORMAT, ggf::FORMAT, wthor::FORMAT];

#[cfg(test)]
mod tests;
