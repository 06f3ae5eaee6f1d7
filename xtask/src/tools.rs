//! Programs that some tests need and a machine may lack.

use std::process::{Command, Stdio};

/// A program, and what cannot be tested without it.
pub(crate) struct Tool {
    /// How it is called.
    pub(crate) name: &'static str,
    /// The tests that need it, in words.
    pub(crate) needed_for: &'static str,
    /// The Debian package that has it.
    pub(crate) package: &'static str,
}

/// Every such program.
pub(crate) const TOOLS: &[Tool] = &[
    Tool { name: "valgrind", needed_for: "the five programs under valgrind", package: "valgrind" },
    Tool {
        name: "gcc",
        needed_for: "the agreement with a C program built with the task's own options",
        package: "gcc",
    },
    Tool { name: "python3", needed_for: "Python in the sandbox", package: "python3" },
    Tool { name: "node", needed_for: "JavaScript in the sandbox", package: "nodejs" },
    Tool { name: "java", needed_for: "Java in the sandbox", package: "default-jre-headless" },
];

impl Tool {
    /// Whether this machine has it.
    pub(crate) fn is_here(&self) -> bool {
        let quiet = Command::new(self.name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        quiet.is_ok_and(|status| status.success())
    }
}
