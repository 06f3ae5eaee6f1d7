//! The Debian package, the tarball with its install script, and the checksums.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Folders, TARGET, VERSION};
use crate::shell::{copy, make_empty, run_well, write};

/// The script that installs an unpacked tarball.
const INSTALL: &str = include_str!("install.sh");

/// The name of the Debian package's file.
pub(super) fn deb_name() -> String {
    format!("ludoteka_{VERSION}_amd64.deb")
}

/// The tarball's name without its ending, which is also the name of the folder inside.
pub(super) fn tarball_name() -> String {
    format!("ludoteka-{VERSION}-{TARGET}")
}

/// Packs the program for Debian's package manager.
pub(super) fn make_deb(folders: &Folders, program: &Path, share: &Path) -> io::Result<()> {
    let tree = folders.work.join("deb");
    lay_out(&tree.join("usr"), program, share)?;
    let share = tree.join("usr/share");
    // Debian's zsh looks for completions of packages here.
    fs::rename(share.join("zsh/site-functions"), share.join("zsh/vendor-completions"))?;
    let read = |name| fs::read(share.join("ludoteka").join(name));
    let copyright = [read("LICENSE-MIT")?, read("LICENSE-APACHE")?].join(&b"\n\n"[..]);
    write(&share.join("doc/ludoteka/copyright"), &copyright)?;
    write(&tree.join("DEBIAN/control"), control(kibibytes(&tree)?).as_bytes())?;
    let mut deb = Command::new("dpkg-deb");
    deb.args(["--root-owner-group", "--build", "-Zxz"]).arg(&tree);
    run_well(deb.arg(folders.packages.join(deb_name())))
}

/// The package's description for dpkg. Compilers are suggested, since a player needs none.
fn control(size: u64) -> String {
    format!(
        "Package: ludoteka\n\
         Version: {VERSION}\n\
         Architecture: amd64\n\
         Maintainer: The authors of Ludoteka <ludoteka@localhost>\n\
         Installed-Size: {size}\n\
         Depends: libc6 (>= 2.17)\n\
         Suggests: gcc, g++, fpc, python3, nodejs, default-jdk-headless, valgrind\n\
         Section: education\n\
         Priority: optional\n\
         Description: Board games for programming courses\n \
         Play five two-player board games, judge students' programs, and let programs play each\n \
         other in matches and tournaments, on the command line or in a browser.\n"
    )
}

/// The size of a folder's files.
fn kibibytes(folder: &Path) -> io::Result<u64> {
    let output =
        Command::new("du").args(["--summarize", "--block-size=1K"]).arg(folder).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let size = text.split_whitespace().next().and_then(|size| size.parse().ok());
    size.ok_or_else(|| io::Error::other(format!("du tells no size of {}", folder.display())))
}

/// Packs the program for every other Linux.
pub(super) fn make_tarball(folders: &Folders, program: &Path, share: &Path) -> io::Result<()> {
    let name = tarball_name();
    let tree = folders.work.join(&name);
    lay_out(&tree, program, share)?;
    fs::write(tree.join("install.sh"), INSTALL)?;
    run_well(Command::new("chmod").arg("755").arg(tree.join("install.sh")))?;
    let mut tar = Command::new("tar");
    tar.args(["--create", "--gzip", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"])
        .arg("--file")
        .arg(folders.packages.join(format!("{name}.tar.gz")))
        .arg("--directory")
        .arg(&folders.work)
        .arg(name);
    run_well(&mut tar)
}

/// Makes the folders `bin` and `share` below a prefix.
fn lay_out(prefix: &Path, program: &Path, share: &Path) -> io::Result<()> {
    make_empty(prefix)?;
    fs::create_dir(prefix.join("bin"))?;
    copy(program, &prefix.join("bin/ludoteka"))?;
    run_well(Command::new("chmod").arg("755").arg(prefix.join("bin/ludoteka")))?;
    copy(share, &prefix.join("share"))
}

/// Writes `SHA256SUMS`, which `sha256sum --check` reads.
pub(super) fn write_checksums(folders: &Folders) -> io::Result<()> {
    let mut names = Vec::new();
    for entry in fs::read_dir(&folders.packages)? {
        names.push(PathBuf::from(entry?.file_name()));
    }
    names.sort();
    let mut sums = Command::new("sha256sum");
    let output = sums.arg("--").args(&names).current_dir(&folders.packages).output()?;
    if !output.status.success() {
        return Err(io::Error::other("sha256sum failed"));
    }
    fs::write(folders.packages.join("SHA256SUMS"), output.stdout)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_binstall_finds_the_tarball_and_the_program() {
        let manifest = include_str!("../../../crates/cli/Cargo.toml");
        let pairs = [("version", VERSION), ("target", TARGET), ("bin", "ludoteka")];
        let pairs = pairs.into_iter().chain([("binary-ext", "")]);
        let manifest = pairs.fold(manifest.to_string(), |text, (name, value)| {
            text.replace(&format!("{{ {name} }}"), value)
        });
        let name = tarball_name();
        for told in [format!("/v{VERSION}/{name}.tar.gz\""), format!("\"{name}/bin/ludoteka\"")] {
            assert!(manifest.contains(&told), "{told}");
        }
    }
}
