//! Finds the commit that a release is built from, for `ludoteka --version`. Sources without a
//! repository, such as a tarball, have none. Also lists the starters, which the page offers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // A build for development does not ask, since it would be stale after each commit.
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = if is_release { commit() } else { None };
    let commit = commit.map_or_else(String::new, |commit| format!(" ({commit})"));
    println!("cargo:rustc-env=LUDOTEKA_COMMIT={commit}");
    let list = Path::new(&std::env::var_os("OUT_DIR").expect("cargo sets it")).join("starters.rs");
    fs::write(list, starters()).expect("the list of starters is written");
}

/// The files of the repository's folder of starters, as a list in Rust.
fn starters() -> String {
    let root = package().join("../../starters");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut list = "&[\n".to_string();
    for folder in inside(&root).into_iter().filter(|path| path.is_dir()) {
        for path in inside(&folder) {
            let [game, name] = [&folder, &path].map(|path| path.file_name().unwrap_or_default());
            list += &format!(
                "Starter {{ game: {game:?}, name: {name:?}, text: include_str!({path:?}) }},\n"
            );
        }
    }
    list + "]"
}

/// The folder of this package. It is asked for at run time, since a target folder may be moved.
fn package() -> PathBuf {
    PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"))
}

/// What is in a folder, in the order of names.
fn inside(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the starters can be read");
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// The commit of this workspace's own repository. A tarball may lie in another repository.
fn commit() -> Option<String> {
    let root = package().join("../..").canonicalize().ok()?;
    let top = git(&root, &["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != root {
        return None;
    }
    let log = git(&root, &["rev-parse", "--git-path", "logs/HEAD"])?;
    println!("cargo:rerun-if-changed={}", root.join(log).display());
    git(&root, &["rev-parse", "--short=10", "HEAD"])
}

fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_string())
}
