//! `ludoteka program`: the program that a game's rules ask for.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use games::GAMES;

use crate::arguments;
use crate::failure::Failure;

/// Run the program that a game's rules ask for, from standard input to standard output
///
/// All arguments after the game's name go to the program unchanged, even --help.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, override_usage = "ludoteka program <GAME> [OPTIONS]... < INPUT")]
pub(crate) struct Program {
    #[command(subcommand)]
    call: Call,
}

/// A game's name and the program's own arguments.
#[derive(Subcommand, Debug)]
enum Call {
    #[command(external_subcommand)]
    Of(Vec<OsString>),
}

const EXAMPLES: &str = "\
Examples:
  ludoteka program mnk --help
  echo SOLVE_GAME_STATE 2 2 2 1  0 0  0 0 | ludoteka program mnk
  echo GEN_ALL_POS_MOV 2 2 2 1  0 0  0 0 | ludoteka program mnk --compact";

impl Program {
    pub(crate) fn run(self) -> Result<ExitCode, Failure> {
        let Call::Of(words) = self.call;
        let mut words = words.into_iter();
        let name = words.next().unwrap_or_default();
        let name = name.to_string_lossy();
        let Some(spec) = games::find(&name) else {
            let known: Vec<_> = GAMES.iter().map(|spec| spec.name).collect();
            return Err(Failure::Usage(format!(
                "there is no game `{name}`; there are: {}",
                known.join(", ")
            )));
        };
        Ok(programs::run(arguments::program(spec)?.name, words))
    }
}
