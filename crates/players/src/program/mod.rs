//! Programs in the sandbox as players.

mod by_game;
mod by_move;
mod confined;
mod foul_report;
mod gtp;
mod hint;
mod kinds;
mod talk;

pub use confined::{Confined, Ready, Slot, limits};
