//! `ludoteka completions`: what a shell needs to complete commands and names of games.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use crate::Ludoteka;
use crate::failure::Failure;

/// Print a script that teaches a shell to complete ludoteka's commands
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka completions bash > ludoteka.bash  # then: source ludoteka.bash
  ludoteka completions fish > ludoteka.fish";

impl Completions {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        // The generator panics where its output does not take a byte, and memory takes all.
        let mut script = Vec::new();
        generate(self.shell, &mut Ludoteka::command(), "ludoteka", &mut script);
        Ok(out.write_all(&script)?)
    }
}
