//! The wheel, with the module for Python and the executable that all packages share. maturin
//! builds, and zig links.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Folders, TARGET, VERSION};
use crate::shell::{copy, make_empty, run_well};

/// The build tools, which pip installs into a virtual environment of their own.
const TOOLS: [&str; 3] = ["maturin>=1.8,<2", "ziglang>=0.13", "wheel>=0.40"];

/// The oldest glibc: the one that Rust's own library needs.
const PLATFORM: &str = "manylinux_2_17";

/// Builds the program, and returns its path.
pub(super) fn program(folders: &Folders) -> io::Result<PathBuf> {
    install_tools(folders)?;
    let unpacked = folders.work.join("program");
    unpack(folders, &wheel_of(folders, "cli")?, &unpacked)?;
    Ok(data(&unpacked).join("scripts/ludoteka"))
}

/// Builds the wheel of a crate. The program and the module are in different crates, and maturin
/// puts one of them into a wheel.
fn wheel_of(folders: &Folders, name: &str) -> io::Result<PathBuf> {
    let built = folders.work.join("built");
    make_empty(&built)?;
    let mut maturin = tool(folders, "maturin")?;
    maturin
        .args(["build", "--zig", "--target", TARGET, "--compatibility", PLATFORM])
        .args(["--target-dir".as_ref(), folders.target.as_os_str()])
        .args(["--out".as_ref(), built.as_os_str()])
        .current_dir(folders.root.join("crates").join(name));
    run_well(&mut maturin)?;
    match fs::read_dir(&built)?.next() {
        Some(wheel) => Ok(wheel?.path()),
        None => Err(io::Error::other("maturin has made no wheel")),
    }
}

fn unpack(folders: &Folders, wheel: &Path, unpacked: &Path) -> io::Result<()> {
    make_empty(unpacked)?;
    run_well(tool(folders, "wheel")?.arg("unpack").arg(wheel).arg("--dest").arg(unpacked))
}

/// Builds the module, and packs it with the program and the shared files. pip installs these files
/// below the prefix, as in `share/man`.
pub(super) fn pack_wheel(folders: &Folders, program: &Path, share: &Path) -> io::Result<()> {
    let unpacked = folders.work.join("unpacked");
    unpack(folders, &wheel_of(folders, "python")?, &unpacked)?;
    let (scripts, other) = (data(&unpacked).join("scripts"), data(&unpacked).join("data"));
    fs::create_dir_all(&scripts)?;
    fs::create_dir_all(&other)?;
    copy(program, &scripts.join("ludoteka"))?;
    copy(share, &other.join("share"))?;
    let mut pack = tool(folders, "wheel")?;
    pack.arg("pack").arg(tree(&unpacked)).arg("--dest-dir").arg(&folders.packages);
    run_well(&mut pack)
}

fn tree(unpacked: &Path) -> PathBuf {
    unpacked.join(format!("ludoteka-{VERSION}"))
}

/// The folder of what pip installs outside Python's own folders.
fn data(unpacked: &Path) -> PathBuf {
    tree(unpacked).join(format!("ludoteka-{VERSION}.data"))
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
