//! What a tournament shows: tables from its facts, files from its tables. Pure functions: the same facts give the same bytes.
//!
//! [`Facts`] are plain values; [`Tables::of`] derives everything from them, and [`standings()`] only who is ahead, quickly. What
//! [`files()`] makes of the tables is a folder for people (`index.html`, a page for each entrant), for spreadsheets (CSV) and
//! for programs (`results.json`).

mod csv;
mod duels;
mod facts;
mod files;
mod findings;
mod matches;
mod number;
mod page;
mod places;
mod ratings;
mod standings;
mod tables;
#[cfg(test)]
mod tests;

pub use duels::{Duel, crosstable};
pub use facts::{Facts, Met, Misdeed, Named};
pub use files::{File, files, paths};
pub use findings::{About, Finding};
pub use matches::{Bye, Match, Meeting, Stage as MatchStage};
pub use number::{Mean, Ordinal, Quarters};
pub use places::Places;
pub use ratings::{Matrix, Rated, RatingTable};
pub use standings::{Line, Results, standings};
pub use tables::{DATE, Entrant, FORMAT, Misdeed as Foul, ORGANISER, PLACE, Progress, Setting, Stage, Tables};
