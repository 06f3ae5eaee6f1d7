//! Our engines behind the Go Text Protocol, version 2: any program that speaks to Go engines can speak to ours.
//!
//! Moves have each game's own names. What the protocol leaves open, and what is ours, stands in `docs/protocols.md`.
//! [`Gtp`] answers lines with text; [`serve()`] connects it to streams.
//
// CITE: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002.

mod board;
mod clocks;
mod commands;
mod engine;
mod private;
mod reply;
mod request;
mod serve;
mod standard;
mod timing;
pub(crate) mod words;

pub use engine::Gtp;
pub use serve::serve;
