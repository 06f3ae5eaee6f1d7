//! How programs meet cases and each other.
//!
//! Knows no game: whatever is particular to one is handed in by the caller. Opens files and starts programs, always in
//! the sandbox; prints nothing.

mod answer;
mod budget;
mod engine_settings;
mod foul;
pub mod gtp;
pub mod judge;
pub mod line;
mod lines;
mod nearest;
mod player;
mod players;
pub mod record;
mod referee;
pub mod series;
pub mod store;
mod time_management;
pub mod tournament;

pub use engine_settings::EngineSettings;
pub use foul::Foul;
pub use player::{Evidence, Place, Player, Reply, Turn};
use record::FORMAT;
pub use referee::{End, Played, referee};
