//! Finds the programs (executables or sources) in a submission, and how to run them in the sandbox.
//!
//! Each file depends only on the files named before it:
//! - the texts: `reasons`;
//! - the kind of a file: `executable`, `language`, `kind`, `packing`, `source`, `name`; its names:
//!   `encoding`, `header`;
//! - reading within bounds: the `tree` of a folder, an archive or an upload; `foreign_folder`,
//!   `submitted_folder`, `archive`;
//! - files that belong together: `bundle`, `grouping`, `submission`, `package`, `class`;
//! - finding programs: `found`, `handed_in`, `class_folder`, `class_upload`, `finding`,
//!   `upload`;
//! - running programs: `tools`, `tool_location`, `compilers`, `java`, `staged_copy`, `reach`,
//!   `by_hand`, `complaint`, `missing_module`;
//! - compiling: `line_buffers`, `remove_tree`, `compiler_output`, `compile`, `build`;
//! - preparing a run: `confinement`, `scratch`.

mod archive;
mod build;
mod bundle;
mod by_hand;
mod class;
mod class_folder;
mod class_upload;
mod compile;
mod compiler_output;
mod compilers;
mod complaint;
mod confinement;
mod encoding;
mod executable;
mod finding;
mod foreign_folder;
mod foreign_habits;
mod found;
mod grouping;
mod handed_in;
mod header;
mod java;
mod kind;
mod language;
pub mod line_buffers;
mod linker_words;
pub mod missing_module;
mod name;
mod package;
mod packing;
mod reach;
mod reasons;
pub mod refusals;
mod remove_tree;
mod scratch;
pub mod shell;
mod source;
mod staged_copy;
mod submission;
mod submitted_folder;
mod tool_location;
mod tools;
mod tree;
mod upload;

pub use build::{Build, Builder};
pub use bundle::Bundle;
pub use by_hand::ByHand;
pub use class_upload::{FromSite, divide_class};
pub use compile::{COMPILE_TIME, CompileError};
pub use compilers::Compilers;
pub use confinement::check_level;
pub use executable::names_interpreter;
pub use finding::{find_program, find_programs};
pub use found::Found;
pub use header::{Header, is_address};
pub use java::names_classes;
pub use kind::{nameless_script, no_program};
pub use language::{Language, Languages};
pub use name::{is_left_behind, natural_order, plain, without_marks};
pub use packing::{is_archive, without_packing};
pub use reach::is_within_reach;
pub use reasons::{WORDS, about};
pub use scratch::Scratch;
pub use staged_copy::{PathRewriter, StagedCopy};
pub use submission::{Entry, Versions};
pub use tool_location::{First, ToolLocation};
pub use tools::{Tool, Valgrind, constants};
pub use upload::{find_uploaded, pack_upload, unpack_upload};
