//! `ludoteka solve`: what a position is worth when both sides play their best.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use rules::{Outcome, Side, Table};
use search::{GameSpec, Goal, Handler, Proof, Solution};
use serde_json::json;

use crate::arguments::{self, NamedGame, PositionArguments};
use crate::failure::Failure;
use crate::words::{self, counted};

/// Prove what a position is worth when both sides play their best
///
/// The answer is exact: who wins, by how many points, and a move that achieves it. The exit code is
/// 0 if the answer is known. The exit code is 3 if the limit was reached first; in this case, the
/// known bounds are printed.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Solve {
    /// The game
    #[arg(value_parser = arguments::named_game())]
    game: NamedGame,
    #[command(flatten)]
    position: PositionArguments,
    /// What to prove; a proof of the winner is faster than a proof of the margin
    #[arg(long, value_enum, value_name = "GOAL", default_value_t = Wanted::Margin)]
    goal: Wanted,
    /// Give up after this time, such as 10s or 2m; by default the search continues until it has an
    /// answer
    #[arg(long, value_name = "TIME", value_parser = arguments::time)]
    limit: Option<Duration>,
    /// Print one line of JSON: bounds for the margin of the side to move, best moves, positions,
    /// seconds, and the kind of proof
    #[arg(long)]
    json: bool,
}

/// The fact that is to be proven.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Wanted {
    /// Who wins, and by how many points
    Margin,
    /// Who wins
    Winner,
}

impl Wanted {
    fn goal(self) -> Goal {
        match self {
            Wanted::Margin => Goal::Best,
            Wanted::Winner => Goal::Winner,
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  ludoteka solve mnk                                         # tic-tac-toe is a draw
  ludoteka solve mnk --set n=6 --set m=6 --set k=4 c3        # after the first move
  ludoteka solve poziomka --set pola=2 --set wiersze=5 --set kolumny=6 --limit 1m
  ludoteka solve flood-wars --set rows=4 --set columns=4 --json
  ludoteka solve flood-wars --set rows=5 --set columns=5 --goal winner";

/// The exit code if the answer stayed unknown.
const UNKNOWN: u8 = 3;

impl Solve {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let mut instance = self.position.open(self.game)?;
        let mut patience = Patience {
            began: Instant::now(),
            limit: self.limit,
            told: !io::stderr().is_terminal(),
        };
        let goal = self.goal.goal();
        let solution = instance.solver.solve(&instance.table.moves(), goal, &mut patience);
        let turn = instance.table.turn();
        let took = patience.began.elapsed();
        if self.json {
            self.write_json(&solution, turn, took, out)?;
        } else {
            self.write(&solution, &*instance.table, took, out)?;
        }
        Ok(if solution.reaches(goal) { ExitCode::SUCCESS } else { ExitCode::from(UNKNOWN) })
    }

    fn write(
        &self,
        solution: &Solution,
        table: &dyn Table,
        took: Duration,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        writeln!(out, "{}", worth(self.game.spec, solution, self.goal, table.turn()))?;
        match &solution.best_moves[..] {
            [] => {}
            best if best.len() > 1 && best.len() == table.legal().len() => {
                writeln!(out, "best: any move")?;
            }
            best => writeln!(out, "best: {}", best.join(", "))?,
        }
        let positions = counted(solution.nodes, "position");
        writeln!(out, "{positions} in {:.2} s; {}", took.as_secs_f64(), proof(solution, self.goal))
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
            "proof": solution.proof.name(),
        });
        writeln!(out, "{line}")
    }
}

/// Stops a search at its deadline, and shows a message if somebody waits at a terminal.
struct Patience {
    began: Instant,
    limit: Option<Duration>,
    told: bool,
}

/// After this time without output, a message shows that the search continues.
const SILENCE: Duration = Duration::from_secs(2);

impl Handler for Patience {
    fn stop(&mut self, nodes: u64) -> bool {
        let took = self.began.elapsed();
        if !self.told && took > SILENCE {
            self.told = true;
            anstream::eprintln!(
                "still searching after {}; Ctrl-C ends the search",
                counted(nodes, "position")
            );
        }
        self.limit.is_some_and(|limit| took >= limit)
    }
}

/// The answer, or the bounds that are known.
fn worth(spec: &GameSpec, solution: &Solution, wanted: Wanted, turn: Side) -> String {
    let result = |margin: i32| words::result(spec, Outcome { margin: margin * turn.sign() });
    let Solution { at_least, at_most, .. } = *solution;
    if let Some(value) = solution.value() {
        return result(value);
    }
    if solution.reaches(wanted.goal()) {
        // The person asked only for the winner, and a bound proves who wins.
        return result(at_least.or(at_most).map_or(0, i32::signum));
    }
    let bounds = [("at least", at_least), ("at most", at_most)];
    let known =
        bounds.into_iter().filter_map(|(what, bound)| Some(format!("{what}: {}", result(bound?))));
    let known = known.collect::<Vec<_>>().join(", ");
    let side = spec.sides[turn.index()];
    if known.is_empty() {
        "not known".to_string()
    } else {
        format!("not known; for {side}, the side to move, the result is {known}")
    }
}

/// The proof of the answer, in words.
fn proof(solution: &Solution, wanted: Wanted) -> &'static str {
    if !solution.reaches(wanted.goal()) {
        return "the search ended without a proof";
    }
    match solution.proof {
        Proof::Rules => "by the rules",
        Proof::Sight => "seen without a search",
        Proof::StrategyStealing => "by a strategy-stealing argument",
        Proof::Pairing => "by a pairing of squares",
        Proof::Theorem => {
            "by a theorem that the program has not checked (`ludoteka games mnk` cites it)"
        }
        Proof::Search => "by a search",
    }
}
