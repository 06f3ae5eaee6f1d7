#![doc = include_str!("../README.md")]
//!
//! - [`rate`] gives all players of a table Elo ratings with error bars.
//! - [`Sprt`] tests one player against another and stops as soon as enough is known.
//! - [`mean_margin`] and [`share()`] are means over pairs with their 95 % intervals.
//! - [`Regret`] sums up what a player gave away where the values are known.
//! - [`agreements`] compares how often two players choose the same with chance.
//! - [`verdict`] and [`lead`] say what a share and a table prove.
//! - [`running_ratings`] is Glicko-2, round by round.

mod agreement;
mod bisect;
mod conclusions;
mod elo;
mod error;
mod glicko2;
mod matrix;
mod mean;
mod normal;
mod ratings;
mod regret;
mod rounded;
mod share;
#[cfg(test)]
mod simulated;
mod sprt;
mod student;

pub use agreement::{Agreement, FEWEST_QUESTIONS, Question, agreements};
pub use conclusions::{FEWEST_GAMES, Lead, Verdict, lead, verdict, verdict_of_different};
pub use elo::elo_of;
pub use error::Error;
pub use glicko2::{RoundScore, RunningRating, running_ratings};
pub use mean::{Interval, mean_margin};
pub use ratings::{Meeting, PlayerRating, Ratings, rate};
pub use regret::Regret;
pub use rounded::Rounded;
pub use share::{Range, share, superiority};
pub use sprt::{Decision, Sprt, Trial};
