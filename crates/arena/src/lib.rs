//! How programs meet cases and each other.
//!
//! Knows no game: whatever is particular to one is handed in by the caller. Opens files and starts programs, always in
//! the sandbox; prints nothing.

mod answer;
pub mod entry;
pub mod gtp;
pub mod judge;
pub mod line;
mod lines;
mod offer;
mod pace;
mod refused;

pub use offer::{Offer, Opener, Style};
pub use refused::Refused;
