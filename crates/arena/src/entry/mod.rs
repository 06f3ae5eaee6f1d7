//! What was handed in, an executable or a source, and how it is made to run in the sandbox.

mod build;
mod by_hand;
mod language;
pub(crate) mod natural;
pub(crate) mod shell;
mod tools;

pub use build::CompileError;
pub(crate) use build::{Build, Builder};
pub(crate) use by_hand::ByHand;
pub use language::{Entry, Language, find_programs};
pub(crate) use tools::Tool;
