//! `ludoteka perft`: counts sequences of moves, the classic check of a move generator.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use rules::Table;

use crate::arguments::{self, NamedGame, PositionArguments};
use crate::failure::Failure;
use crate::palette::FAINT;
use crate::words::grouped;

/// Count the sequences of legal moves for each length up to this depth
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Perft {
    /// The game
    #[arg(value_parser = arguments::named_game())]
    game: NamedGame,
    /// The length of the sequences, in half-moves
    #[arg(value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: u32,
    #[command(flatten)]
    position: PositionArguments,
    /// Count separately for each first move
    #[arg(long)]
    divide: bool,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka perft mnk 6                      # lengths 1 to 6 from the start
  ludoteka perft mnk 4 --divide b2          # length 4 after one move, split by the next
  ludoteka perft mnk 3 --set n=9 --set m=9  # a larger board";

impl Perft {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut table = self.position.open(self.game)?.table;
        if self.divide {
            self.write_divided(&mut *table, out)
        } else {
            self.write_depths(&*table, out)
        }
    }

    fn write_depths(&self, table: &dyn Table, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "{FAINT}{:>5}  {:>20}  {:>15}{FAINT:#}", "depth", "sequences", "a second")?;
        for depth in 1..=self.depth {
            let start = Instant::now();
            let count = table.perft(depth);
            let rate = count as f64 / start.elapsed().as_secs_f64().max(1e-9);
            writeln!(out, "{depth:>5}  {:>20}  {:>15}", grouped(count), grouped(rate as u64))?;
        }
        Ok(())
    }

    fn write_divided(&self, table: &mut dyn Table, out: &mut dyn Write) -> Result<(), Failure> {
        let mut total = 0;
        for name in table.legal() {
            table.play(&name).map_err(|refusal| Failure::input(refusal.to_string()))?;
            let count = table.perft(self.depth - 1);
            table.undo();
            total += count;
            writeln!(out, "{name:<12} {:>20}", grouped(count))?;
        }
        writeln!(out, "{:<12} {:>20}", "total", grouped(total))?;
        Ok(())
    }
}
