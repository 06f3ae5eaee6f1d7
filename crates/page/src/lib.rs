//! What pages share, be they served or written into a folder: how a page begins, its words, what a board looks like in a
//! script's eyes, and a recorded game as one message.
//!
//! Nothing here knows a game, a request or a file. What a script shows is worked out in Rust, so that no script knows a rule.

mod assets;
mod head;
mod look;
mod recording;
mod replay;
mod words;

pub use assets::{ASSETS, Asset};
pub use head::{Page, embedded};
pub use look::{Look, Looks, message};
pub use recording::{Dossier, Foul, Place, Recording, Replay, Time};
pub use replay::{Frame, Heading, replay_body};
pub use words::{ENGLISH, say};
