//! `ludoteka replay`: recorded games, move by move.

mod dossier;
mod reel;

use std::io::Write;
use std::path::{Path, PathBuf};

use arena::record::{Ending, Record};
use clap::Args;
use games::Card;

use crate::failure::Failure;
use crate::{records, terminal, words};
use reel::Reel;

/// Show recorded games, move by move
///
/// At a terminal, Enter shows the next move, b the one before, a number that move, n and p the next and the previous
/// game, q leaves. Elsewhere all moves of the game are printed.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Replay {
    /// A file that `ludoteka match --record` has written
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Which game
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,
    /// Print only the position after so many moves, an opening's among them
    #[arg(long, value_name = "N")]
    r#move: Option<usize>,
    /// Print a line for every game instead
    #[arg(long, conflicts_with_all = ["game", "move"])]
    list: bool,
    /// Print what is known of the program that lost by a foul instead
    #[arg(long, conflicts_with_all = ["list", "move"])]
    dossier: bool,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka match mnk engine:1 engine:2 --games 4 --nodes 500 --record games.jsonl
  ludoteka replay games.jsonl --list             # who won which game
  ludoteka replay games.jsonl --game 3           # one of them, move by move
  ludoteka replay games.jsonl --game 3 --move 4  # one position";

impl Replay {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.list {
            return self.print_list(out);
        }
        let (card, record) = self.find(self.game)?;
        if self.dossier {
            let Ending::Foul { dossier: Some(dossier), .. } = &record.end else {
                return Err(Failure::Input(format!("game {} was not lost by a foul of a program", record.number)));
            };
            return Ok(dossier::write(card, &record, dossier, out)?);
        }
        let reel = self.reel(card, record)?;
        match self.r#move {
            Some(number) => reel.show(number, out),
            None if terminal::is_conversation() => self.browse(reel, out),
            None => reel.show_all(out),
        }
    }

    /// From move to move, and from game to game.
    fn browse(&self, mut reel: Reel, out: &mut dyn Write) -> Result<(), Failure> {
        while let Some(game) = reel.browse(out)? {
            match self.find(game) {
                Ok((card, record)) => reel = self.reel(card, record)?,
                Err(failure) => writeln!(out, "{}", words::printable(&failure.to_string()))?,
            }
        }
        Ok(())
    }

    fn reel(&self, card: &'static Card, record: Record) -> Result<Reel, Failure> {
        let number = record.number;
        Reel::new(card, record)
            .map_err(|misfit| Failure::Input(format!("{}, game {number}: {misfit}", self.file.display())))
    }

    /// The game of this number.
    fn find(&self, number: u64) -> Result<(&'static Card, Record), Failure> {
        let path: &Path = &self.file;
        let mut records = records::open(path)?;
        let mut last = 0;
        while let Some(record) = records.next() {
            let record = record.map_err(|bad| records::bad(path, &bad))?;
            if record.number == number {
                return Ok((records::card(path, records.line(), &record)?, record));
            }
            last = last.max(record.number);
        }
        if last == 0 {
            return Err(records::empty(path));
        }
        Err(Failure::Input(format!("there is no game {number} in {}: the last is game {last}", path.display())))
    }

    fn print_list(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let path: &Path = &self.file;
        let mut records = records::open(path)?;
        while let Some(record) = records.next() {
            let record = record.map_err(|bad| records::bad(path, &bad))?;
            let card = records::card(path, records.line(), &record)?;
            writeln!(out, "{}", records::told(card, &record))?;
        }
        // A line is counted before it is read, and so is the one that is not there.
        if records.line() == 1 { Err(records::empty(path)) } else { Ok(()) }
    }
}
