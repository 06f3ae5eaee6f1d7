//! `ludoteka player`: the engine behind the line protocol.

use std::io::{Write, stdin};

use clap::Args;
use players::line::{self, Interrupted};
use search::GameSpec;

use crate::arguments;
use crate::engine_arguments::EngineArguments;
use crate::failure::Failure;

/// Let the engine play one game by the line protocol
///
/// Reads a line that says which game this is, and then a line for each move of the opponent's; writes a line for each
/// move of its own. docs/protocols.md tells the rest.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Player {
    /// The game
    #[arg(value_parser = arguments::game())]
    game: &'static GameSpec,
    #[command(flatten)]
    engine: EngineArguments,
}

const EXAMPLES: &str = "\
Examples:
  echo 'mnk 3 3 3 1 0 0 0' | ludoteka player mnk            # its first move on an empty board
  printf 'mnk 3 3 3 2 0 0 1\\nb2\\n' | ludoteka player mnk    # its answer to b2";

impl Player {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let played = line::play(self.game, self.engine.settings(), &mut stdin().lock(), out);
        played.map_err(|interrupted| match interrupted {
            Interrupted::Input(bad) => Failure::Input(bad.to_string()),
            Interrupted::Io(error) => error.into(),
        })
    }
}
