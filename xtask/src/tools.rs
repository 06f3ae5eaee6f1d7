//! Programs that some tests need and a machine may lack.

use std::path::Path;
use std::process::{Command, Stdio};

/// Debian keeps PostgreSQL's programs below this folder, in a folder for each version. These
/// folders are not on the PATH.
const OUT_OF_PATH: &str = "/usr/lib/postgresql";

/// A program that tests need, and what cannot be tested without it.
pub(crate) struct Tool {
    /// The name of the program's executable.
    pub(crate) name: &'static str,
    /// A description of the tests that need the program.
    pub(crate) needed_for: &'static str,
    /// The Debian package that contains or installs the program.
    pub(crate) package: &'static str,
    /// The argument with which the program prints its version and exits.
    pub(crate) version: &'static str,
}

/// All programs that tests need.
pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "valgrind",
        needed_for: "the five programs under valgrind, and judging under valgrind",
        package: "valgrind",
        version: "--version",
    },
    Tool {
        name: "gcc",
        needed_for: "compiling C programs with the game's options, with and without the judge",
        package: "gcc",
        version: "--version",
    },
    Tool {
        name: "g++",
        needed_for: "judging programs in C++",
        package: "g++",
        version: "--version",
    },
    Tool { name: "fpc", needed_for: "judging programs in Pascal", package: "fpc", version: "-iV" },
    Tool {
        name: "python3",
        needed_for: "judging programs in Python, the sandbox, and the module for Python",
        package: "python3",
        version: "--version",
    },
    Tool {
        name: "node",
        needed_for: "JavaScript in the sandbox",
        package: "nodejs",
        version: "--version",
    },
    Tool {
        name: "initdb",
        needed_for: "the tournament store in PostgreSQL",
        package: "postgresql",
        version: "--version",
    },
    Tool {
        name: "chromium",
        needed_for: "the page in a browser",
        package: "chromium",
        version: "--version",
    },
    Tool {
        name: "crates/server/tests/browser/node_modules/.bin/tsc",
        needed_for: "the page in a browser, and the types of its scripts: `npm ci` in \
        crates/server/tests/browser",
        package: "npm",
        version: "--version",
    },
    Tool {
        name: "javac",
        needed_for: "Java in the sandbox, and judging programs in Java",
        package: "default-jdk-headless",
        version: "--version",
    },
];

impl Tool {
    /// Whether this machine has the program.
    pub(crate) fn is_here(&self) -> bool {
        let runs = |program: &Path| {
            let quiet = Command::new(program)
                .arg(self.version)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status();
            quiet.is_ok_and(|status| status.success())
        };
        let versions = std::fs::read_dir(OUT_OF_PATH).into_iter().flatten().flatten();
        let in_path = Path::new(self.name).to_path_buf();
        versions
            .map(|version| version.path().join("bin").join(self.name))
            .chain([in_path])
            .any(|path| runs(&path))
    }
}
