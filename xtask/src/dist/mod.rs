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
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

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
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let root = root.canonicalize().unwrap_or(root);
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
        let target = root.join(target);
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

/// Makes a folder, without what an earlier run left in it.
fn make_empty(folder: &Path) -> io::Result<()> {
    remove(folder)?;
    fs::create_dir_all(folder)
}

/// Removes a folder, if it exists.
fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Runs a command, which shows its output, and fails if the command fails.
fn run_well(command: &mut Command) -> io::Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| io::Error::other(format!("{name}: {error}")))?;
    if status.success() {
        Ok(())
    } else {
        Err(io::Error::other(format!("{command:?} failed: {status}")))
    }
}

/// Copies a file or a whole folder.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    run_well(Command::new("cp").arg("--archive").args([from, to]))
}
