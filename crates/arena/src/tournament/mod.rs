//! Tournaments: many matches between many entrants, on one machine or on many.

mod tally;

pub use tally::Tally;
