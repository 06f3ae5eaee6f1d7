//! The files that every package has beside the program: completions, manual pages, documents,
//! starters and tournaments, in the folders of `/usr/share`.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Folders;
use crate::shell::{DOCUMENTS, copy_tracked, make_empty, run_well, write};

/// Where each shell looks for completions below `share`.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "bash-completion/completions/ludoteka"),
    ("zsh", "zsh/site-functions/_ludoteka"),
    ("fish", "fish/vendor_completions.d/ludoteka.fish"),
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
    // As in the repository, so that the guides' commands and links work there.
    let own = share.join("ludoteka");
    copy_tracked(&DOCUMENTS, &own)?;
    copy_tracked(&["starters", "tournaments", "crates/programs/tests/c"], &own)?;
    Ok(share)
}
