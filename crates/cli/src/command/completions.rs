//! `ludoteka completions` and `ludoteka manual`: what a shell and `man` know of this program, made
//! from the same description as `--help`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

use crate::failure::Failure;

/// Print the file with which a shell completes commands and options
///
/// The packages install this file. Without a package, write it to the folder that the example
/// names.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka completions bash > ludoteka       # to ~/.local/share/bash-completion/completions
  ludoteka completions zsh > _ludoteka       # to a folder of $fpath
  ludoteka completions fish > ludoteka.fish  # to ~/.config/fish/completions";

impl Completions {
    pub(crate) fn run(&self, mut whole: clap::Command, out: &mut dyn Write) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut whole, "ludoteka", &mut script);
        Ok(out.write_all(&script)?)
    }
}

/// Write the manual pages, one for each command, to a folder
///
/// The packages install these pages.
#[derive(Args, Debug)]
#[command(after_help = MANUAL_EXAMPLES)]
pub(crate) struct Manual {
    /// The folder, which is made if there is none
    folder: PathBuf,
}

const MANUAL_EXAMPLES: &str = "\
Examples:
  ludoteka manual man1  # then: man ./man1/ludoteka-play.1";

impl Manual {
    pub(crate) fn run(&self, whole: clap::Command) -> Result<(), Failure> {
        fs::create_dir_all(&self.folder)
            .and_then(|()| clap_mangen::generate_to(whole, &self.folder))
            .map_err(|error| Failure::file("write the manual to", &self.folder, &error))
    }
}
