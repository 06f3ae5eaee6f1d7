//! Makes the results of a tournament: facts from its store, tables from the facts, and files from
//! the tables. The same facts give the same bytes.
//!
//! [`Facts`] are plain values; [`Tables::of`] derives everything from them; [`standings()`] quickly
//! computes only the order of the participants. [`files()`] makes a folder from the tables: for
//! people (`index.html`, a page for each participant), for spreadsheets (CSV) and for programs
//! (`results.json`).
//!
//! `published` names the files of the `folder`, and derives those that follow from the games, with
//! `replays`. `tournament_summary`, `board_variety` and `machines` collect the facts.

use rules::{Catalogue, catalogue};

/// A message in the words of results; see [`rules::message!`].
macro_rules! text {
    ($($message:tt)*) => { ::rules::message!($crate::results::WORDS, $($message)*) };
}

mod board_variety;
mod conclusions;
mod csv;
mod duels;
mod facts;
mod files;
pub mod folder;
mod game_list;
mod given_away;
pub(crate) mod machines;
mod matches;
mod number;
mod packed_script;
mod page;
pub(crate) mod parallel;
mod places;
pub mod published;
mod ranking;
mod ratings;
pub(crate) mod replays;
mod tables;
#[cfg(test)]
mod tests;
mod tournament_summary;

pub use conclusions::{About, Conclusion};
pub use duels::{Duel, crosstable};
pub use facts::{Facts, LostGame, MatchFacts, Participant, Setting};
pub(crate) use files::head_of;
pub use files::{File, Head, files, head_in, paths};
pub use game_list::{GameList, GameResult};
pub use given_away::{GivenAway, GivenAwayAGame};
pub use matches::{Bye, Match, Meeting, Stage as MatchStage};
pub use number::{Mean, Ordinal, Quarters};
pub use places::Places;
pub use ranking::{Line, Results, standings};
pub use ratings::{Matrix, Rated, RatingTable};
pub use tables::{FORMAT, Leaver, Progress, Stage, Tables};
pub(crate) use tables::{MOST_BOARDS, TABLES};
pub use tournament_summary::Summary;

/// The texts of conclusions, settings and pages.
const WORDS: Catalogue = catalogue!();
