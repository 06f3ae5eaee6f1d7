//! The evaluation: the values of patterns of squares, learned from games.
//!
//! A pattern is a set of squares, such as an edge or a diagonal. Each way to fill it with discs has
//! a weight for each phase of the game, and a position is worth the sum of its patterns' weights.
// CITE: M. Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
// Othello", 1997.

mod board;
mod features;
#[cfg(test)]
mod tests;
mod weights;

pub(super) use board::Board;
pub(super) use features::{Features, LAYOUT, SUMMANDS};
pub use weights::Weights;
pub(super) use weights::{GRAIN, PHASES, POINT, coded, phase};
