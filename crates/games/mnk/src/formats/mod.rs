//! The files in which other programs keep games of gomoku and its relatives.

mod psq;
mod sgf;
mod squares;

use rules::FileFormat;

/// All formats.
pub(super) const FORMATS: &[FileFormat] = &[psq::FORMAT, sgf::FORMAT];

#[cfg(test)]
mod tests;
