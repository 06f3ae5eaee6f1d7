//! What results prove, and what they do not: pure functions from counts to numbers and words.
//!
//! Wherever games were played in pairs, two games on one board with each side starting once, the pair is what is
//! counted: its two games are not independent of each other. A count of pairs is an array of five, how many pairs
//! brought 0, 1, .. 4 half points to the first of two players; a count of single games is an array of three, by half
//! points too.
//!
//! - [`rate`] puts Elo numbers with error bars to all players of a table.
//! - [`Sprt`] tests one player against another and stops as soon as enough is known.
//! - [`mean_margin`] and [`share()`] are means over pairs with their 95 % intervals, and [`verdict`] and [`lead`] say in
//!   words what a share and a table prove.
//! - [`ladder()`] is a running rating, round by round.

mod elo;
mod ladder;
mod matrix;
mod mean;
mod normal;
mod ratings;
mod rounded;
mod share;
#[cfg(test)]
mod simulated;
mod sprt;
mod student;
mod words;

pub use ladder::{Bout, Rung, ladder};
pub use mean::{Interval, mean_margin};
pub use ratings::{Meeting, Ratings, Standing, rate};
pub use rounded::Rounded;
pub use share::{Range, share};
pub use sprt::{Decision, Sprt, Trial};
pub use words::{lead, verdict, verdict_of_different};
