//! The line protocol: a conversation that is simple enough for a first program, for games whose
//! rules define none.
//!
//! A player is first sent one line that describes the game, with the moves made so far, and then a
//! line for each move of its opponent. It answers each time with its move in a line.
//! `docs/protocols.md` explains it in full. [`play`] is the engines' side, and [`Conversation`] the
//! referee's.

mod conversation;
mod engine_loop;
mod start;

pub use conversation::Conversation;
pub use engine_loop::{Interrupted, play};
pub use start::{Start, Untellable};
