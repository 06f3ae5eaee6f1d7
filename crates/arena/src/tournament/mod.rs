//! Tournaments: many matches between many entrants, on one machine or on many.

pub mod folder;
pub mod results;
mod tally;

pub use tally::Tally;
