//! What was handed in, an executable or a source, and how it is made to run in the sandbox.

mod archive;
mod build;
mod bundle;
mod by_hand;
mod class;
mod compilers;
mod finding;
mod handed_in;
mod java;
mod kind;
mod language;
mod name;
pub(crate) mod natural;
mod reach;
mod refusal;
pub(crate) mod shell;
mod taken;
mod tools;
mod unseen;
mod whereabouts;

pub(crate) use archive::{is_archive, without_packing};
pub(crate) use build::{Build, Builder, names_classes};
pub use build::{COMPILE_TIME, CompileError};
pub use bundle::Bundle;
pub(crate) use by_hand::ByHand;
pub use compilers::Compilers;
pub(crate) use finding::is_left_behind;
pub use finding::{Found, find_program, find_programs};
pub(crate) use language::names_interpreter;
pub use language::{Entry, Language, Languages};
pub(crate) use name::plain;
pub(crate) use reach::is_within_reach;
pub(crate) use refusal::{NAMELESS_SCRIPT, no_program};
pub(crate) use taken::{Retold, Taken};
pub(crate) use tools::{Tool, Valgrind, constants};
pub use whereabouts::{First, Whereabouts};
