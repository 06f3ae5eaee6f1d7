//! Finds the commit that a release is built from, for `ludoteka --version`. Sources without a
//! repository, such as a tarball, have none.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // A build for development does not ask, since it would be stale after each commit.
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = if is_release { commit() } else { None };
    let commit = commit.map_or_else(String::new, |commit| format!(" ({commit})"));
    println!("cargo:rustc-env=LUDOTEKA_COMMIT={commit}");
}

/// The commit of this workspace's own repository. A tarball may lie in another repository.
fn commit() -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().ok()?;
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
