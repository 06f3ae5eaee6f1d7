//! The steps that start a program, from making a process to executing the program. An error names
//! the step that failed.

use std::fmt;
use std::io;

use super::limits;
use super::protocol::{Report, Request};

/// The steps that may fail, in words, in their order.
pub(crate) const STEPS: [&str; 9] = [
    "make a process",
    "make a process group",
    "make a file system of its own",
    "enter its folder",
    "let it see itself (/proc/self)",
    "set its limits",
    "enter its cgroup",
    "give up privileges",
    "restrict its files (Landlock)",
];
/// The number of the step that makes a program's own file system.
pub(crate) const MAKE_ROOT: i32 = 2;
/// The number of the step that calls `chdir`.
pub(crate) const ENTER_FOLDER: i32 = 3;
/// The number of the step that sets the limits.
pub(crate) const SET_LIMITS: i32 = 5;
/// The number of the step that restricts files by Landlock.
pub(crate) const RESTRICT_FILES: usize = 8;
/// The number of the step that follows all of [`STEPS`]: the program is executed.
pub(crate) const EXECUTE: i32 = STEPS.len() as i32;

/// The step that failed, and the error.
#[derive(Debug)]
pub(crate) struct SpawnFailure {
    pub(crate) step: i32,
    pub(crate) error: io::Error,
}

/// The step that could not be done for a job, in words, and the error.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) step: String,
    pub(crate) error: io::Error,
}

impl Failure {
    /// Names the step at which a process failed.
    pub(crate) fn of(request: &Request, failure: SpawnFailure) -> Failure {
        let step = match failure.step {
            EXECUTE => format!("execute {}", request.program.display()),
            ENTER_FOLDER => format!("enter {}", request.directory.display()),
            SET_LIMITS => {
                limits::beyond(request).unwrap_or_else(|| STEPS[SET_LIMITS as usize].to_string())
            }
            step => STEPS[step as usize].to_string(),
        };
        Failure { step, error: failure.error }
    }

    pub(crate) fn report(&self) -> Report {
        // An error that does not come from the system has no number, so its text is added to the
        // step.
        let (step, errno) = match self.error.raw_os_error() {
            Some(errno) => (self.step.clone(), errno),
            None => (format!("{}: {}", self.step, self.error), libc::EINVAL),
        };
        Report::Failed { step, errno: errno as u64 }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {}: {}", self.step, self.error)
    }
}
