//! The line protocol: a conversation that is simple enough for a first program. This protocol is
//! meant for games whose rules define no protocol of their own.
//!
//! A player first gets one line that describes the game, and then the moves made so far. Later the
//! player gets a line for each move of its opponent. Whenever the player has to move, it answers
//! with its move in one line. `docs/protocols.md` explains the protocol in full. [`play`] is the
//! side of an engine, and [`Conversation`] is the side of the referee.

mod conversation;
mod engine_loop;
mod start;

pub use conversation::Conversation;
pub use engine_loop::{Interrupted, play};
pub use start::{Start, Untellable};
