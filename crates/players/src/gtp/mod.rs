//! Offers the engines by the Go Text Protocol, version 2, to any program that controls Go engines.
//!
//! Each game has its own names for moves. `docs/protocols.md` explains what the protocol leaves
//! open, and the additional commands. [`Gtp`] answers lines with text; [`serve()`] connects it to
//! streams.
//
// CITE: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002.

mod clocks;
mod commands;
mod private;
mod reply;
mod request;
mod serve;
mod session;
mod showboard;
pub(crate) mod spelling;
mod standard;
mod time_commands;

pub use serve::serve;
pub use session::Gtp;
