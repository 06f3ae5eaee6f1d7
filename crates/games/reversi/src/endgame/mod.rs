//! Exact margins of positions near the end of the game, by a search to the last square.
//!
//! Margins are those of the side to move, and empty squares count for the winner.

mod last;
mod ordering;
mod search;
mod stability;
mod table;
#[cfg(test)]
mod tests;

pub(super) use search::Endgame;
pub(super) use table::Table;
