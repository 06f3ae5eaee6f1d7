//! `ludoteka regret`: what a player gives away in positions whose values are proved.

pub(super) mod certificate;
mod figures;

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use matches::{Board, Terms, read_suite};
use players::{Contestant, Kind, ProtocolName};
use search::ProvedPosition;

use super::asking::AskArguments;
use super::r#match::contestant;
use super::suite::DrawArguments;
use crate::arguments::{self, NamedGame};
use crate::failure::Failure;
use crate::{interrupt, words};
use figures::Figures;

/// Measure what a player gives away, in positions in which the value of every move is proved
///
/// The player moves once in each position, and there is no opponent. Its move is compared with the
/// best one: how often it is as good, and how many points it gives away on average. In a game
/// without points, a win is +1, a draw 0 and a loss -1. A foul counts as the worst move. The same
/// engine with the same --nodes and --seed gets the same figures on every machine.
///
/// Without --suite, a suite for practice is drawn; it is the same for everybody until --seed
/// changes. A program that speaks the protocol of Poziomka or Gangsters can be told a game from its
/// start only; with `line:` or `gtp:` it can begin from a position.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Regret {
    /// The player: engine, engine:1 and so on, or a program as in `ludoteka match`
    #[arg(value_name = "PROGRAM")]
    player: String,
    /// The game
    #[arg(value_parser = arguments::named_game())]
    game: NamedGame,
    /// Take the positions in this file, which `ludoteka suite` has written
    #[arg(long, value_name = "FILE", conflicts_with_all = ["set", "positions"])]
    suite: Option<PathBuf>,
    #[command(flatten)]
    draw: DrawArguments,
    /// How many positions an engine searches for a move; 10000 unless --move-time is set
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    #[command(flatten)]
    ask: AskArguments,
    /// Print one line of JSON: the figures, and what was done in each position. `ludoteka verify`
    /// reads it, draws the suite again, and computes the figures
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka regret engine:1 mnk --positions 20           # a level of our engine
  ludoteka suite mnk --positions 20 > suite.jsonl
  ludoteka regret 'ludoteka player mnk --engine 2' mnk --suite suite.jsonl   # a program
  ludoteka regret engine mnk --nodes 500 --suite suite.jsonl --json";

/// The positions that an engine searches for a move.
const NODES: u64 = 10_000;

impl Regret {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let player = contestant(&self.player, self.game.spec)?;
        self.check(&player)?;
        for note in &player.notes {
            anstream::eprintln!("ludoteka: {}", words::in_a_line(note));
        }
        let suite = self.positions()?;
        let nodes = self.nodes.or(self.ask.move_time.is_none().then_some(NODES));
        let terms = self.ask.terms(self.game, self.draw.seed, nodes)?;
        let asking = self.ask.asking(self.game.spec, Terms { strict: true, ..terms })?;
        let prepared = asking.prepare(&player, "player")?;
        let board = |position: &ProvedPosition| Board {
            parameters: position.parameters.clone(),
            opening: position.moves.clone(),
        };
        let boards: Vec<_> = suite.iter().map(board).collect();
        let told = |asked| format!("{asked} of {} positions", boards.len());
        let Some(answers) = asking.all(&prepared, &boards, &told)? else {
            anstream::eprintln!("ludoteka: stopped before the last position");
            return Ok(ExitCode::from(interrupt::INTERRUPTED));
        };
        let drawing = self.suite.is_none().then(|| self.draw.drawing(self.game)).transpose()?;
        let (spec, player) = (self.game.spec, &*player.name);
        let figures = Figures { spec, player, drawing, suite: &suite, answers };
        if self.json {
            writeln!(out, "{}", figures.json())?;
        } else {
            figures.write(out)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Refuses players that cannot begin from a position.
    fn check(&self, player: &Contestant) -> Result<(), Failure> {
        let Kind::Program { protocol, entry, .. } = &player.kind else {
            return match player.kind {
                Kind::Person => Err(Failure::Usage(format!(
                    "PROGRAM: expected engine:1 to {}, or a program; `ludoteka play` is for people",
                    self.game.full()
                ))),
                _ => Ok(()),
            };
        };
        let refused = |why| Failure::input(format!("{} {why}", player.name));
        self.ask.programs.languages()?.check(entry.language).map_err(refused)?;
        let own = self.game.contest.protocol.filter(|_| *protocol == ProtocolName::Own);
        if own.is_some_and(|protocol| !protocol.any_start) {
            return Err(Failure::input(format!(
                "the protocol of {} begins at the start of a game, so {} cannot be asked from a \
                position: expected a program with line: or gtp: before its name, or an engine",
                self.game.title,
                words::short(&player.name)
            )));
        }
        Ok(())
    }

    fn positions(&self) -> Result<Vec<ProvedPosition>, Failure> {
        let Some(path) = &self.suite else { return self.draw.suite(self.game) };
        let file = File::open(path).map_err(|error| Failure::file("read", path, &error))?;
        let name = words::in_a_line(&path.display().to_string());
        Ok(read_suite(self.game.spec, &name, &mut BufReader::new(file))?)
    }
}
