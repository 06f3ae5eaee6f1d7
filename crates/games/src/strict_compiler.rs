//! The compiler of the games whose task texts come from the University of Warsaw.

use search::Compiler;

/// The strict options with which its courses compile C.
pub(crate) const STRICT: Compiler = Compiler { name: "gcc", options: include_str!("opcje") };
