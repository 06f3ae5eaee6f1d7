//! `cargo xtask dist` makes the packages: a wheel, a Debian package, a tarball and their checksums.
//! `cargo xtask dist --test` installs and tries each package in a bare tree of an old Debian.
//!
//! All packages hold the same executable, and the wheel also holds the module for Python. Both run
//! on every x86-64 Linux with glibc 2.17 (2012) or later, since zig links them against that version's
//! symbols; maturin refuses to pack what needs later ones.

mod archives;
mod build;
mod share;
mod trial;

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::shell::{make_empty, root, target};

/// The only target of the packages.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The version of all packages. All crates of the workspace have the same version.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The folders of the packages, below cargo's target folder.
struct Folders {
    /// The root of the repository.
    root: PathBuf,
    /// Where cargo builds.
    target: PathBuf,
    /// The folder of the tools, of what goes into the packages, and of Debian's trees.
    work: PathBuf,
    /// The finished packages, and nothing else.
    packages: PathBuf,
}

/// Makes the packages or, with `test`, tries those that have been made: only the test needs root.
pub(crate) fn run(test: bool) -> ExitCode {
    let folders = Folders::of_the_workspace();
    match if test { trial::run(&folders) } else { make(&folders) } {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

impl Folders {
    fn of_the_workspace() -> Folders {
        let (root, target) = (root(), target());
        Folders { work: target.join("dist"), packages: target.join("packages"), root, target }
    }
}

fn make(folders: &Folders) -> io::Result<()> {
    make_empty(&folders.packages)?;
    fs::create_dir_all(&folders.work)?;
    let program = build::program(folders)?;
    let share = share::make(folders, &program)?;
    build::pack_wheel(folders, &program, &share)?;
    archives::make_deb(folders, &program, &share)?;
    archives::make_tarball(folders, &program, &share)?;
    archives::write_checksums(folders)?;
    for entry in fs::read_dir(&folders.packages)? {
        let entry = entry?;
        println!("{:9} bytes  {}", entry.metadata()?.len(), entry.path().display());
    }
    Ok(())
}
