//! The players there are.

mod absent;
mod by_game;
mod by_move;
mod confined;
mod engine;
mod evidence;
mod gtp;
mod stopwatch;
mod talk;

pub(crate) use absent::Absent;
pub(crate) use by_game::ProgramByGame;
pub(crate) use by_move::ProgramByMove;
pub(crate) use confined::{Confined, Ready, Slot, limits};
pub(crate) use engine::EnginePlayer;
pub(crate) use gtp::GtpPlayer;
