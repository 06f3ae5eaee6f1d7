//! The line protocol: a conversation so simple that a first program can hold it, for games whose texts have none.
//!
//! A player reads one line that says which game it plays, then a line for each move of its opponent's; it writes a line
//! for each of its own. `docs/protocols.md` tells it in full. [`play`] is the player's side for our engines; [`Start`]
//! and [`read_answer`] are the referee's.

mod player;
mod referee;
mod start;

pub use player::{Interrupted, play};
pub use referee::{Answer, Garbled, read_answer};
pub use start::{Start, Untellable};
