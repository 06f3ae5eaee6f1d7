//! `ludoteka player`: the engine with the line protocol.

use std::io::{Write, stdin};

use clap::Args;
use players::line::{self, Interrupted};
use search::GameSpec;

use crate::arguments;
use crate::engine_arguments::EngineArguments;
use crate::failure::Failure;

/// Let the engine play one game by the line protocol
///
/// The engine reads a line that describes the game, and then a line for each move of the opponent.
/// It writes a line for each of its own moves. docs/protocols.md explains the rest.
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
        let settings = self.engine.settings(self.game)?;
        let played = line::play(self.game, settings, &mut stdin().lock(), out);
        played.map_err(|interrupted| match interrupted {
            Interrupted::Input(bad) => Failure::input(bad.to_string()),
            Interrupted::Io(error) => error.into(),
        })
    }
}
