//! The paths of compilers and interpreters, for a user who has several versions.

use std::fs;
use std::path::PathBuf;

use crate::language::Language;
use crate::tools::{Tool, Valgrind};
use errors::Error;

/// The path of a tool, and the file that a shell finds by the tool's name, if that is a different
/// file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolLocation {
    /// The executable that is used.
    pub used: PathBuf,
    /// The file that a shell finds first along PATH, if that is a different file.
    pub first: Option<First>,
}

/// The file that a shell finds first along PATH.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum First {
    /// A version switcher. The version that it chooses is used.
    Switch(PathBuf),
    /// A script, which the sandbox cannot execute.
    PassedOver(PathBuf),
}

impl ToolLocation {
    /// The tool of a language; `None` for executables.
    ///
    /// # Errors
    /// Fails if this machine does not have the tool.
    pub fn of(language: Language) -> Result<Option<ToolLocation>, Error> {
        // For the tools of these languages, people often use a version switcher.
        let is_asked = matches!(language, Language::Rust | Language::Python | Language::JavaScript);
        let wrap = if is_asked { First::Switch } else { First::PassedOver };
        Ok(Tool::of(language)?.map(|tool| ToolLocation::new(tool, wrap)))
    }

    /// The location of valgrind.
    ///
    /// # Errors
    /// Fails if this machine does not have the tool.
    pub fn of_valgrind() -> Result<ToolLocation, Error> {
        let program = Valgrind::find()?.launcher;
        Ok(ToolLocation::new(
            Tool { name: "valgrind", program, files: Vec::new() },
            First::PassedOver,
        ))
    }

    fn new(tool: Tool, wrap: impl Fn(PathBuf) -> First) -> ToolLocation {
        let first = sandbox::find_as_a_shell(tool.name);
        // A link to the same file does not count as another file.
        let is_other =
            |first: &PathBuf| fs::canonicalize(first).ok() != fs::canonicalize(&tool.program).ok();
        ToolLocation { first: first.filter(is_other).map(wrap), used: tool.program }
    }
}
