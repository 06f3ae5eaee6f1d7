//! `ludoteka solve`: what a position is worth when both sides play their best.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use rules::{Outcome, Side, Table};
use search::{GameSpec, Handler, Proof, Solution};
use serde_json::json;

use crate::arguments::{self, PositionArguments};
use crate::failure::Failure;
use crate::words::{self, counted};

/// Prove what a position is worth when both sides play their best
///
/// The answer is exact: who wins, by how many points, and a move that achieves it. The exit code is
/// 0 if the value is known. It is 3 if the limit was reached first; then the known bounds are
/// printed.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Solve {
    /// The game
    #[arg(value_parser = arguments::game())]
    game: &'static GameSpec,
    #[command(flatten)]
    position: PositionArguments,
    /// Give up after this time, such as 10s or 2m; by default the search goes on until it has an
    /// answer
    #[arg(long, value_name = "TIME", value_parser = arguments::time)]
    limit: Option<Duration>,
    /// Print one line of JSON: bounds for the margin of the side to move, best moves, positions,
    /// seconds, and the kind of proof
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka solve mnk                                         # tic-tac-toe is a draw
  ludoteka solve mnk --set n=6 --set m=6 --set k=4 c3        # after the first move
  ludoteka solve poziomka --set pola=2 --set wiersze=5 --set kolumny=6 --limit 1m
  ludoteka solve flood-wars --set rows=4 --set columns=4 --json";

/// The exit code if the value stayed unknown.
const UNKNOWN: u8 = 3;

impl Solve {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let mut instance = self.position.open(self.game)?;
        let mut patience = Patience {
            began: Instant::now(),
            limit: self.limit,
            told: !io::stderr().is_terminal(),
        };
        let solution = instance.solver.solve(&instance.table.moves(), &mut patience);
        let turn = instance.table.turn();
        let took = patience.began.elapsed();
        if self.json {
            self.write_json(&solution, turn, took, out)?;
        } else {
            self.write(&solution, &*instance.table, took, out)?;
        }
        Ok(if solution.value().is_some() { ExitCode::SUCCESS } else { ExitCode::from(UNKNOWN) })
    }

    fn write(
        &self,
        solution: &Solution,
        table: &dyn Table,
        took: Duration,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        writeln!(out, "{}", worth(self.game, solution, table.turn()))?;
        match &solution.best_moves[..] {
            [] => {}
            best if best.len() > 1 && best.len() == table.legal().len() => {
                writeln!(out, "best: any move")?;
            }
            best => writeln!(out, "best: {}", best.join(", "))?,
        }
        let positions = counted(solution.nodes, "position");
        writeln!(out, "{positions} in {:.2} s; {}", took.as_secs_f64(), proof(solution))
    }

    fn write_json(
        &self,
        solution: &Solution,
        turn: Side,
        took: Duration,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let line = json!({
            "game": self.game.name,
            "turn": self.game.sides[turn.index()],
            "at_least": solution.at_least,
            "at_most": solution.at_most,
            "best_moves": solution.best_moves,
            "positions": solution.nodes,
            "seconds": (took.as_secs_f64() * 1000.0).round() / 1000.0,
            "proof": name(solution.proof),
        });
        writeln!(out, "{line}")
    }
}

/// The deadline of a search, and a message for somebody who waits at a terminal.
struct Patience {
    began: Instant,
    limit: Option<Duration>,
    told: bool,
}

/// After this much silence, people wonder whether anything happens.
const SILENCE: Duration = Duration::from_secs(2);

impl Handler for Patience {
    fn stop(&mut self, nodes: u64) -> bool {
        let took = self.began.elapsed();
        if !self.told && took > SILENCE {
            self.told = true;
            anstream::eprintln!(
                "still searching after {}; Ctrl-C ends it",
                counted(nodes, "position")
            );
        }
        self.limit.is_some_and(|limit| took >= limit)
    }
}

/// The value, or what is known about it.
fn worth(spec: &GameSpec, solution: &Solution, turn: Side) -> String {
    let result = |margin: i32| words::result(spec, Outcome { margin: margin * turn.sign() });
    if let Some(value) = solution.value() {
        return result(value);
    }
    let bounds = [("at least", solution.at_least), ("at most", solution.at_most)];
    let known =
        bounds.into_iter().filter_map(|(what, bound)| Some(format!("{what}: {}", result(bound?))));
    let known = known.collect::<Vec<_>>().join(", ");
    let side = spec.sides[turn.index()];
    if known.is_empty() {
        "not known".to_string()
    } else {
        format!("not known; for {side}, who moves, {known}")
    }
}

fn proof(solution: &Solution) -> &'static str {
    match (solution.proof, solution.value()) {
        (_, None) => "the limit came first",
        (Proof::Rules, _) => "the rules say so",
        (Proof::Sight, _) => "seen without a search",
        (Proof::StrategyStealing, _) => "shown by stealing the opponent's strategy",
        (Proof::Pairing, _) => "shown by pairs of squares",
        (Proof::Theorem, _) => {
            "by a theorem that the program has not checked (`ludoteka games mnk` cites it)"
        }
        (Proof::Search, _) => "shown by a search",
    }
}

/// A proof's name in JSON.
fn name(proof: Proof) -> &'static str {
    match proof {
        Proof::Rules => "rules",
        Proof::Sight => "sight",
        Proof::StrategyStealing => "strategy-stealing",
        Proof::Pairing => "pairing",
        Proof::Theorem => "theorem",
        Proof::Search => "search",
    }
}
