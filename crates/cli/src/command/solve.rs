//! `ludoteka solve`: what a position is worth when both sides play their best.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use cpu_time::ProcessTime;
use rules::{Outcome, Side, Table};
use search::{GameSpec, Goal, Handler, Proof, Solution};
use serde_json::json;

use crate::arguments::{self, NamedGame, PositionArguments};
use crate::failure::Failure;
use crate::interrupt;
use crate::words::{self, counted};

/// Prove what a position is worth when both sides play their best
///
/// The answer is exact: who wins, by how many points, and a move that achieves it. The exit code is
/// 0 if the answer is known. The exit code is 3 if the limit was reached first, and 130 after
/// Ctrl-C; in these cases, the known bounds are printed.
///
/// The positions that have been searched are kept in a table, which grows up to one gigabyte.
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
    /// Give up after this time, such as 10s or 0.5s; by default the search continues until it has
    /// an answer
    #[arg(long, value_name = "TIME", value_parser = arguments::time)]
    limit: Option<Duration>,
    /// Print one line of JSON: bounds for the margin of the side to move, best moves, positions,
    /// seconds, seconds of the processor, and the kind of proof
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
        let is_asked = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&is_asked);
        interrupt::tell_first(Vec::new(), move || asked.store(true, Ordering::Relaxed));
        let mut patience = Patience {
            began: Instant::now(),
            processor: ProcessTime::now(),
            limit: self.limit,
            told: !io::stderr().is_terminal(),
            is_asked,
        };
        let goal = self.goal.goal();
        let solution = instance.solver.solve(&instance.table.moves(), goal, &mut patience);
        let turn = instance.table.turn();
        let took = patience.began.elapsed();
        if self.json {
            let processor = patience.processor.elapsed();
            self.write_json(&solution, turn, [took, processor], out)?;
        } else {
            self.write(&solution, &*instance.table, took, out)?;
        }
        Ok(match (solution.reaches(goal), patience.is_asked.load(Ordering::Relaxed)) {
            (true, _) => ExitCode::SUCCESS,
            (false, true) => ExitCode::from(interrupt::INTERRUPTED),
            (false, false) => ExitCode::from(UNKNOWN),
        })
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
        took: [Duration; 2],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let [wall, processor] = took.map(|time| (time.as_secs_f64() * 1000.0).round() / 1000.0);
        let line = json!({
            "game": self.game.name,
            "turn": self.game.sides[turn.index()],
            "at_least": solution.at_least,
            "at_most": solution.at_most,
            "best_moves": solution.best_moves,
            "positions": solution.nodes,
            "seconds": wall,
            "cpu_seconds": processor,
            "proof": solution.proof.name(),
        });
        writeln!(out, "{line}")
    }
}

/// Stops a search at its deadline or after Ctrl-C, and shows a message if somebody waits at a
/// terminal.
struct Patience {
    began: Instant,
    processor: ProcessTime,
    limit: Option<Duration>,
    told: bool,
    /// Whether Ctrl-C has asked for the bounds.
    is_asked: Arc<AtomicBool>,
}

/// After this time without output, a message shows that the search continues.
const SILENCE: Duration = Duration::from_secs(2);

impl Handler for Patience {
    fn stop(&mut self, nodes: u64) -> bool {
        let took = self.began.elapsed();
        if !self.told && took > SILENCE {
            self.told = true;
            anstream::eprintln!(
                "still searching after {}; Ctrl-C ends the search and shows the bounds",
                counted(nodes, "position")
            );
        }
        self.is_asked.load(Ordering::Relaxed) || self.limit.is_some_and(|limit| took >= limit)
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
