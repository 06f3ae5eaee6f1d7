//! `ludoteka bench`: how fast the engines search, and a checksum of what they do.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use games::GAMES;
use rules::Parameters;
use search::{BenchPosition, GameSpec, Limits, NeverStop};

use crate::arguments;
use crate::failure::Failure;
use crate::palette::{FAINT, STRONG};
use crate::words::grouped;

/// Search fixed positions to fixed depths, and count the positions searched
///
/// The count is the same on every machine. A code change that alters the count has changed what an
/// engine does. A test compares the counts with those in bench/signature.txt.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Bench {
    /// The game to search; by default all games
    #[arg(value_parser = arguments::game())]
    game: Option<&'static GameSpec>,
    /// Print only a line `NAME COUNT` for each game
    #[arg(long)]
    signature: bool,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka bench mnk                          # one game
  ludoteka bench --signature > signature.txt  # the counts alone";

/// The effort of a search: positions and time.
#[derive(Clone, Copy, Default)]
struct Effort {
    nodes: u64,
    time: Duration,
}

impl Bench {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let chosen = self.game.as_ref();
        let specs = chosen.map_or(GAMES, std::slice::from_ref);
        if self.signature {
            for spec in specs {
                writeln!(out, "{} {}", spec.name, positions(spec))?;
            }
            return Ok(());
        }
        let mut total = Effort::default();
        for spec in specs {
            total = plus(total, write_game(spec, out)?);
        }
        Ok(write_effort("total", total, out)?)
    }
}

fn write_game(spec: &GameSpec, out: &mut dyn Write) -> Result<Effort, Failure> {
    writeln!(out, "{STRONG}{}{STRONG:#}", spec.name)?;
    let mut total = Effort::default();
    for position in spec.bench {
        let effort = search(spec, position);
        write_effort(&described(position), effort, out)?;
        total = plus(total, effort);
    }
    Ok(total)
}

/// The number of positions searched for a game.
pub(crate) fn positions(spec: &GameSpec) -> u64 {
    spec.bench.iter().map(|position| search(spec, position).nodes).sum()
}

/// Searches with a fresh engine, so that a position's count does not depend on earlier positions.
fn search(spec: &GameSpec, position: &BenchPosition) -> Effort {
    let mut parameters = Parameters::new(spec.parameters);
    for (name, value) in position.parameters {
        parameters.set(name, value).expect("the game has this parameter");
    }
    let mut instance = (spec.open)(&parameters, None).expect("bench positions can be set up");
    for name in position.moves {
        instance.table.play(name).expect("bench positions are reached by legal moves");
    }
    let start = Instant::now();
    let result = instance.engine.choose(
        &instance.table.moves(),
        Limits::depth(position.depth),
        &mut NeverStop,
    );
    Effort { nodes: result.map_or(0, |result| result.nodes), time: start.elapsed() }
}

fn described(position: &BenchPosition) -> String {
    let set: Vec<_> =
        position.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("depth {:>2}  {} {}", position.depth, set.join(" "), position.moves.join(" "))
}

fn write_effort(what: &str, effort: Effort, out: &mut dyn Write) -> std::io::Result<()> {
    let rate = effort.nodes as f64 / effort.time.as_secs_f64().max(1e-9);
    let (nodes, rate) = (grouped(effort.nodes), grouped(rate as u64));
    writeln!(out, "  {what:<48} {nodes:>13} nodes {FAINT}{rate:>12} a second{FAINT:#}")
}

fn plus(a: Effort, b: Effort) -> Effort {
    Effort { nodes: a.nodes + b.nodes, time: a.time + b.time }
}
