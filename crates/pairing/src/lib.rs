#![doc = include_str!("../README.md")]
//!
//! A match is a number of games between two participants. The games come in pairs on one board, in
//! which each participant starts once. The participant named first in a [`Pairing`] starts the
//! first game of each pair. A [`Schedule`] computes the next matches and the standings.
//!
//! | format | matches | final order |
//! | --- | --- | --- |
//! | [`Format::RoundRobin`] | all pairs | points, Sonneborn–Berger, head-to-head, margin |
//! | [`Format::Groups`] | all pairs of each group | place in the group, points, Sonneborn–Berger, margin |
//! | [`Format::Gauntlet`] | each challenger against all others | the same, challengers first |
//! | [`Format::Swiss`] | similar scores, no pair twice | points, Buchholz, head-to-head, margin |
//! | [`Format::Knockout`] | a seeded bracket | the round reached, then seed |
//! | [`Format::Duel`] | one match of any length: a sequential test may end it | points, margin |
//!
//! A tournament may have several stages: [`Schedule::then`].

mod error;
mod finished;
mod format;
mod gauntlet;
mod groups;
mod knockout;
mod ledger;
mod lots;
mod matching;
mod part;
mod points;
mod progress;
mod round_robin;
mod schedule;
mod stages;
mod standings;
mod swiss;

pub use error::Error;
pub use finished::{Finished, Pairing};
pub use format::{Format, MOST_MATCHES, MOST_PARTICIPANTS};
pub use groups::group_of;
pub use knockout::{Contender, Tie};
pub use points::Points;
pub use schedule::{Leaver, Next, Schedule};
pub use standings::Standing;
