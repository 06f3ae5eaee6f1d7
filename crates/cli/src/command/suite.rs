//! `ludoteka suite`: positions in which the value of every move is proved.

use std::collections::BTreeMap;
use std::io::Write;
use std::thread;

use clap::Args;
use matches::{MOST_POSITIONS, write_position};
use rules::Parameters;
use search::{Drawn, ProvedPosition, SuiteSource, TooFew};
use serde::{Deserialize, Serialize};

use crate::arguments::{self, NamedGame, ParameterArguments};
use crate::failure::Failure;
use crate::progress_line::ProgressLine;

/// Draw positions in which the value of every move is proved, for `ludoteka regret`
///
/// The positions come from games in which both sides move partly at random. A position is taken if
/// all its moves are proved and not all are equally good. Each is a line of JSON: the parameters,
/// the moves from the start, and the margin of each legal move for the side that makes it. The same
/// seed gives the same positions on every machine.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Suite {
    /// The game
    #[arg(value_parser = arguments::named_game())]
    game: NamedGame,
    #[command(flatten)]
    draw: DrawArguments,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka suite mnk --positions 20 > suite.jsonl
  ludoteka suite poziomka --set pola=2 --set wiersze=6 --set kolumny=6 --positions 20 > small.jsonl
  ludoteka regret engine:1 mnk --suite suite.jsonl";

impl Suite {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        for position in self.draw.suite(self.game)? {
            write_position(self.game.spec, &position, out)?;
        }
        Ok(())
    }
}

/// How a suite is drawn.
#[derive(Args, Debug)]
pub(crate) struct DrawArguments {
    #[command(flatten)]
    parameters: ParameterArguments,
    /// Determines the positions, and the random choices of an engine
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The number of positions
    #[arg(
        long,
        value_name = "N",
        default_value_t = 200,
        value_parser = clap::value_parser!(u64).range(2..=MOST_POSITIONS as u64)
    )]
    positions: u64,
}

impl DrawArguments {
    /// Draws the suite: on a board with the parameters that are set, or else on the game's own
    /// boards for suites.
    pub(crate) fn suite(&self, game: NamedGame) -> Result<Vec<ProvedPosition>, Failure> {
        let source = SuiteSource::new(game.spec, self.set(game)?.as_ref(), self.seed)?;
        let drawn = drawn(&source, self.positions as usize, SuiteSource::game);
        drawn.map_err(|why| Failure::input(why.to_string()))
    }

    /// The parameters of the board, if any is set.
    fn set(&self, game: NamedGame) -> Result<Option<Parameters>, Failure> {
        let parameters = self.parameters.values(game)?;
        let is_set = parameters.all().any(|(name, _)| parameters.is_set(name));
        Ok(is_set.then_some(parameters))
    }

    /// What others need to draw the suite again.
    pub(super) fn drawing(&self, game: NamedGame) -> Result<Drawing, Failure> {
        let changed = |parameters: Parameters| {
            let values = parameters.changed();
            values.map(|(name, value)| (name.to_string(), value.to_string())).collect()
        };
        let parameters = self.set(game)?.map(changed);
        Ok(Drawing { seed: self.seed, positions: self.positions as usize, parameters })
    }
}

/// How a suite is drawn, for whoever draws it again.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Drawing {
    pub(super) seed: u64,
    /// The number of positions that were asked for.
    pub(super) positions: usize,
    /// The parameters of the board; none for the game's own boards for suites.
    pub(super) parameters: Option<BTreeMap<String, String>>,
}

/// Draws so many positions; `game` takes one from the game of a number.
pub(super) fn drawn<P: Send>(
    source: &SuiteSource,
    positions: usize,
    game: fn(&SuiteSource, u64) -> Drawn<P>,
) -> Result<Vec<P>, TooFew> {
    let mut line = ProgressLine::new(|is_terminal| is_terminal);
    let drawn = source.suite(positions, &mut |found, games| {
        line.show(|_| format!("{found} of {positions} positions drawn"));
        Some(thread::scope(|scope| {
            let games: Vec<_> =
                games.map(|number| scope.spawn(move || game(source, number))).collect();
            games.into_iter().map(|game| game.join().expect("no game panics")).collect()
        }))
    });
    line.clear();
    drawn
}
