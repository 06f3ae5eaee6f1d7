//! The wheel, and the executable that all packages share: maturin builds, zig links.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Folders, TARGET, VERSION, copy, make_empty, run_well};

/// The build tools, which pip installs into a virtual environment of their own.
const TOOLS: [&str; 3] = ["maturin>=1.8,<2", "ziglang>=0.13", "wheel>=0.40"];

/// The oldest glibc: the one that Rust's own library needs.
const PLATFORM: &str = "manylinux_2_17";

/// Builds the program, and returns the wheel that holds nothing else.
pub(super) fn wheel_of_the_program(folders: &Folders) -> io::Result<PathBuf> {
    install_tools(folders)?;
    let built = folders.work.join("built");
    make_empty(&built)?;
    let mut maturin = tool(folders, "maturin")?;
    maturin
        .args(["build", "--zig", "--target", TARGET, "--compatibility", PLATFORM])
        .args(["--target-dir".as_ref(), folders.target.as_os_str()])
        .args(["--out".as_ref(), built.as_os_str()])
        .current_dir(folders.root.join("crates/cli"));
    run_well(&mut maturin)?;
    match fs::read_dir(&built)?.next() {
        Some(wheel) => Ok(wheel?.path()),
        None => Err(io::Error::other("maturin has made no wheel")),
    }
}

/// Unpacks a wheel, and returns the path of the program.
pub(super) fn unpack(folders: &Folders, wheel: &Path) -> io::Result<PathBuf> {
    let unpacked = folders.work.join("unpacked");
    make_empty(&unpacked)?;
    run_well(tool(folders, "wheel")?.arg("unpack").arg(wheel).arg("--dest").arg(&unpacked))?;
    Ok(data(folders).join("scripts/ludoteka"))
}

/// Packs the unpacked wheel again, with the shared files. pip installs them below the prefix, as in
/// `share/man`.
pub(super) fn pack_with(folders: &Folders, share: &Path) -> io::Result<()> {
    fs::create_dir_all(data(folders).join("data"))?;
    copy(share, &data(folders).join("data/share"))?;
    let mut pack = tool(folders, "wheel")?;
    pack.arg("pack").arg(tree(folders)).arg("--dest-dir").arg(&folders.packages);
    run_well(&mut pack)
}

fn tree(folders: &Folders) -> PathBuf {
    folders.work.join("unpacked").join(format!("ludoteka-{VERSION}"))
}

/// The folder of what pip installs outside Python's own folders.
fn data(folders: &Folders) -> PathBuf {
    tree(folders).join(format!("ludoteka-{VERSION}.data"))
}

/// Installs the tools once; an environment that lacks one of them is completed.
fn install_tools(folders: &Folders) -> io::Result<()> {
    let environment = folders.work.join("tools");
    if !environment.join("bin/pip").is_file() {
        run_well(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    }
    run_well(Command::new(environment.join("bin/pip")).args(["install", "--quiet"]).args(TOOLS))
}

/// A tool of the environment. It finds the other tools, zig among them, as in an activated
/// environment.
fn tool(folders: &Folders, name: &str) -> io::Result<Command> {
    let bin = folders.work.join("tools/bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path =
        std::env::join_paths(std::iter::once(bin.clone()).chain(std::env::split_paths(&path)))
            .map_err(io::Error::other)?;
    let mut command = Command::new(bin.join(name));
    command.env("PATH", path);
    Ok(command)
}
