//! The common parts of served pages and of pages in a folder: the HTML frame, the texts, the data
//! of a board for scripts, and a recorded game as one message.
//!
//! This crate depends on no game, and handles neither requests nor files. Everything that a script
//! shows is computed in Rust, so no script contains a game's rules.

mod assets;
mod diagnosis;
mod head;
mod look;
mod recording;
mod replay;
mod words;

pub use assets::{ASSETS, Asset, FIGURES, REVIEW};
pub use diagnosis::{Diagnosis, diagnoses};
pub use head::{Page, embedded, module_scripts};
pub use look::{LegalMove, Look, Looks, message};
pub use recording::{Foul, FoulReport, Place, Recording, Replay, Time};
pub use replay::{Frame, Heading, WITH_BOARD, replay_body};
pub use words::{WORDS, level, say, text};
