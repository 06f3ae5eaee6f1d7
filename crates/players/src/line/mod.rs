//! The line protocol: a conversation so simple that a first program can hold it, for games whose texts have none.
//!
//! A player is asked by one line that says which game it plays, and the moves made so far; from then on by a line for
//! each move of its opponent's. It answers each time with a line, its move. `docs/protocols.md` tells it in full.
//! [`play`] is the player's side for our engines, [`Conversation`] the referee's.

mod conversation;
mod engine_loop;
mod start;

pub use conversation::Conversation;
pub use engine_loop::{Interrupted, play};
pub use start::{Start, Untellable};
