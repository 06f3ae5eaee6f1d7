//! Where the tools lie that programs are made and run with, for whoever asks which one of several it is.

use std::fs;
use std::path::PathBuf;

use crate::language::Language;
use crate::tools::{Tool, Valgrind};
use errors::Error;

/// Where a tool lies, and why it may be another one than a shell finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whereabouts {
    /// The executable that is used.
    pub used: PathBuf,
    /// What a shell finds first along PATH, where that is another file.
    pub first: Option<First>,
}

/// What comes first along PATH.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum First {
    /// It switches between versions, was asked which one it stands for, and that one is used.
    Switch(PathBuf),
    /// A script, which the sandbox cannot execute.
    PassedOver(PathBuf),
}

impl Whereabouts {
    /// Of the compiler or interpreter of a language; `None` for executables.
    ///
    /// # Errors
    /// When this machine lacks it.
    pub fn of(language: Language) -> Result<Option<Whereabouts>, Error> {
        // The tools that people have in several versions side by side.
        let is_asked = matches!(language, Language::Rust | Language::Python | Language::JavaScript);
        let wrap = if is_asked { First::Switch } else { First::PassedOver };
        Ok(Tool::of(language)?.map(|tool| Whereabouts::new(tool, wrap)))
    }

    /// Of valgrind.
    ///
    /// # Errors
    /// When this machine lacks it.
    pub fn of_valgrind() -> Result<Whereabouts, Error> {
        let program = Valgrind::find()?.launcher;
        Ok(Whereabouts::new(Tool { name: "valgrind", program, files: Vec::new() }, First::PassedOver))
    }

    fn new(tool: Tool, wrap: impl Fn(PathBuf) -> First) -> Whereabouts {
        let first = sandbox::find_as_a_shell(tool.name);
        // Links are no other files.
        let is_other = |first: &PathBuf| fs::canonicalize(first).ok() != fs::canonicalize(&tool.program).ok();
        Whereabouts { first: first.filter(is_other).map(wrap), used: tool.program }
    }
}
