//! `ludoteka play`: a person against a person or the engine, at the terminal.

mod editor;
mod player_kind;
pub(crate) mod prompt;
mod session;
mod status;
mod thought;
pub(crate) mod typed_moves;

use std::io::Write;
use std::time::Duration;

use clap::Args;
use search::{EngineAtLevel, Limits};

use crate::arguments::{self, NamedGame, PositionArguments};
use crate::failure::Failure;
use crate::interrupt;
use player_kind::PlayerKind;
use session::Session;
use thought::Budget;

/// Play against the engine or another person
///
/// The board has a convenient size, unless --set or --diagram gives another. At the prompt, type a
/// move by its name, or one of: moves, hint, undo, board, resign, help, quit.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Play {
    /// The game
    #[arg(value_parser = arguments::named_game())]
    game: NamedGame,
    #[command(flatten)]
    position: PositionArguments,
    /// Who moves first
    #[arg(long, value_name = "WHO", default_value = "human", value_parser = PlayerKind::parser())]
    first: PlayerKind,
    /// Who moves second; by default the engine at level 3 if a person moves first, and a person if
    /// the engine moves first
    #[arg(long, value_name = "WHO", value_parser = PlayerKind::parser())]
    second: Option<PlayerKind>,
    /// Determines how weak engines misjudge their moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How long the engine thinks about a move, such as 500ms; by default 1s, or without a limit if
    /// --nodes is given
    #[arg(long, value_name = "TIME", value_parser = arguments::time)]
    time: Option<Duration>,
    /// How many positions the engine searches for a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka play mnk                                         # against the engine at level 3
  ludoteka play mnk --first engine                          # the engine begins, at full strength
  ludoteka play mnk --second engine:1                       # against the weakest level
  ludoteka play mnk --second human                          # two people
  ludoteka play mnk --first engine --second engine          # the engine against itself
  ludoteka play mnk --set n=19 --set m=19 --set k=5         # on a larger board
  ludoteka play gomoku                                      # another name: 15 by 15, 5 in a row
  printf 'b2\\nresign\\n' | ludoteka play mnk --nodes 1000    # moves from a pipe";

/// The default thinking time of the engine.
const USUAL_TIME: Duration = Duration::from_secs(1);

impl Play {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.position.reads_stdin() {
            let hint = "--diagram - is not possible here, since moves are read from standard \
            input: name a file";
            return Err(Failure::Usage(hint.to_string()));
        }
        // Each side has its own engine, so that a weak engine does not read a strong engine's hash
        // table.
        let parameters = self.position.for_people(self.game)?;
        let open = || self.position.open_with(self.game, &parameters);
        let [instance, other] = [open()?, open()?];
        interrupt::watch();
        let settings = self.position.settings(&parameters);
        let second = self.second.unwrap_or(self.first.opposite());
        let minds = [self.first.in_game(self.game.spec)?, second.in_game(self.game.spec)?];
        let engines = [
            EngineAtLevel::new(instance.engine, minds[0].level(), self.seed),
            EngineAtLevel::new(other.engine, minds[1].level(), !self.seed),
        ];
        Session::new(self.game.spec, instance.table, minds, engines, self.budget(), out)
            .run(&settings)
    }

    fn budget(&self) -> Budget {
        let time = self.time.or(if self.nodes.is_none() { Some(USUAL_TIME) } else { None });
        Budget { limits: self.nodes.map_or(Limits::NONE, Limits::nodes), time }
    }
}
