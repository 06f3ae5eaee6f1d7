//! Our engines behind the Go Text Protocol, version 2: any program that speaks to Go engines can speak to ours.
//!
//! Moves have each game's own names. What the protocol leaves open, and what is ours, stands in `docs/protocols.md`.
//! [`Gtp`] answers lines with text; [`serve()`] connects it to streams.
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
