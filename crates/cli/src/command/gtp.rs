//! `ludoteka gtp`: the engine with the Go Text Protocol.

use std::io::{Write, stdin};

use clap::Args;
use players::gtp;

use crate::arguments::{self, NamedGame, ParameterArguments};
use crate::engine_arguments::EngineArguments;
use crate::failure::Failure;

/// Run the engine with GTP, the Go Text Protocol
///
/// The engine reads commands from standard input and answers each at once. Moves have the game's
/// own names. The side that moves first is b, and the other side is w; the game's own names of the
/// sides work too. docs/protocols.md explains the rest.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Gtp {
    /// The game
    #[arg(value_parser = arguments::named_game())]
    game: NamedGame,
    #[command(flatten)]
    parameters: ParameterArguments,
    #[command(flatten)]
    engine: EngineArguments,
}

const EXAMPLES: &str = "\
Examples:
  printf 'play b b2\\ngenmove w\\n' | ludoteka gtp mnk     # a move, and the answer to it
  ludoteka gtp mnk --set k=3 --engine 2 < /dev/null      # a weak engine, three in a row win";

impl Gtp {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let parameters = self.parameters.values(self.game)?;
        let settings = self.engine.settings(self.game.spec)?;
        let mut engine = gtp::Gtp::new(self.game.spec, parameters, settings)?;
        Ok(gtp::serve(&mut engine, &mut stdin().lock(), out)?)
    }
}
