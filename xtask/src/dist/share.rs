//! The files that every package has beside the program: completions, manual pages, documents,
//! starters and tournaments, in the folders of `/usr/share`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Folders;
use crate::shell::{copy, make_empty, run_well, write};

/// Where each shell looks for completions below `share`.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "bash-completion/completions/ludoteka"),
    ("zsh", "zsh/site-functions/_ludoteka"),
    ("fish", "fish/vendor_completions.d/ludoteka.fish"),
];

/// What the guides use from the repository. Below `share/ludoteka` it lies as in the repository, so
/// that the guides' commands and links work there.
const FROM_THE_REPOSITORY: [&str; 7] = [
    "README.md",
    "CHANGELOG.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "docs",
    "starters",
    "tournaments",
];

/// Makes the folder `share`, and returns its path.
pub(super) fn make(folders: &Folders, program: &Path) -> io::Result<PathBuf> {
    let share = folders.work.join("share");
    make_empty(&share)?;
    run_well(Command::new(program).arg("manual").arg(share.join("man/man1")))?;
    for (shell, path) in COMPLETIONS {
        let output = Command::new(program).args(["completions", shell]).output()?;
        if !output.status.success() {
            return Err(io::Error::other(format!("there are no completions for {shell}")));
        }
        write(&share.join(path), &output.stdout)?;
    }
    let own = share.join("ludoteka");
    fs::create_dir_all(&own)?;
    for name in FROM_THE_REPOSITORY {
        copy(&folders.root.join(name), &own.join(name))?;
    }
    Ok(share)
}
