//! Why the file at a path is no program.

use std::path::Path;

use super::language::{is_machine_code, may_run, names_interpreter};
use super::shell;
use crate::Error;

/// Why a script that names its interpreter is no program.
pub(crate) const NAMELESS_SCRIPT: &str = "a script needs the ending .py or .js, whatever its first line says";
/// Why a file that somebody may have built is none: archives and mail lose permissions.
pub(super) const NO_PERMISSION: &str = "an executable without permission to be executed";

/// Refuses a path at which no program was found, though one of these was expected.
pub(crate) fn no_program(path: &Path, expected: &str) -> Error {
    // In a folder that may not be entered nobody knows.
    match path.try_exists() {
        Err(error) => Error::file("read", path, &error),
        Ok(false) => Error::not_found(format!("{} does not exist: expected {expected}", path.display())),
        Ok(true) => Error::input(format!("{} is no program: expected {expected}{}", path.display(), remedy(path))),
    }
}

/// What is to be done about a file that was meant as a program all the same.
fn remedy(path: &Path) -> String {
    match () {
        // With permission it would be no program either.
        () if names_interpreter(path) => format!("; {NAMELESS_SCRIPT}"),
        () if lacks_permission(path) => format!("; it is {NO_PERMISSION}: `chmod +x {}` gives it", shell::quoted(path)),
        () => String::new(),
    }
}

/// Whether a file is an executable but for its owner's leave.
pub(super) fn lacks_permission(path: &Path) -> bool {
    is_machine_code(path) && !may_run(path)
}
