//! How to think: alpha-beta with iterative deepening over any [`rules::Game`] that somebody can [`Evaluate`].
//!
//! Search owns no clock and does no I/O: a closure that it asks every [`ASK_EVERY`] nodes decides whether it goes on,
//! so the same limits give the same answer on every machine.

mod alpha_beta;
mod engine;
mod evaluate;
mod hash_table;
mod level;
mod limits;
mod result;
mod score;

pub use alpha_beta::best;
pub use engine::{Engine, SearchEngine};
pub use evaluate::Evaluate;
pub use hash_table::HashTable;
pub use level::{EngineAtLevel, SkillLevel};
pub use limits::{ASK_EVERY, Limits};
pub use result::SearchResult;
pub use score::{Score, WON, outcome_score, proven_end};
