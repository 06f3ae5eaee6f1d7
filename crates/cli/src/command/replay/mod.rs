//! `ludoteka replay`: recorded games, move by move.

mod foul_report;
mod viewer;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use matches::record::{Ending, Record};
use players::FoulReport;

use super::convert::formats::{Target, target};
use super::convert::write_records;
use crate::failure::Failure;
use crate::records::{self, Found, Numbers};
use crate::{terminal, words};
use viewer::Viewer;

/// Show recorded games, move by move
///
/// At a terminal, Enter shows the next move, and b shows the previous move. A number shows the move
/// with that number. n and p show the next and the previous game; q leaves. Without a terminal, all
/// moves of the game are printed.
///
/// In a file with several matches, such as a tournament's games.jsonl, the number of a game is its
/// line's number.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Replay {
    /// A file that `ludoteka match --record` has written, or a tournament's folder, which contains
    /// games.jsonl
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The number of the game, as --list prints it [default: 1, or with --foul the first game with
    /// a foul]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Print only the position after this many moves, counting the opening
    #[arg(long, value_name = "N")]
    r#move: Option<usize>,
    /// Print only one line for each game
    #[arg(long, conflicts_with_all = ["game", "move"])]
    list: bool,
    /// Print only the report about the program that committed a foul
    #[arg(long, conflicts_with_all = ["list", "move"])]
    foul: bool,
    /// Print the games in this format, as `ludoteka convert --to FORMAT` does
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = target(),
        conflicts_with_all = ["list", "move", "foul"]
    )]
    export: Option<Target>,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka match mnk engine:1 engine:2 --games 4 --nodes 500 --record games.jsonl
  ludoteka replay games.jsonl --list             # the result of each game
  ludoteka replay games.jsonl --game 3           # one game, move by move
  ludoteka replay games.jsonl --game 3 --move 4  # one position
  ludoteka replay games.jsonl --export pgn       # for rating tools";

/// The report about the program whose foul ended this game.
fn report(record: &Record) -> Option<&FoulReport> {
    match &record.end {
        Ending::Foul { report, .. } => report.as_deref(),
        _ => None,
    }
}

impl Replay {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.list {
            return self.print_list(out);
        }
        if let Some(format) = self.export {
            return write_records(&self.games(), self.game, format, out);
        }
        let numbers = Numbers::of(&records::in_folder(&self.games()))?;
        if self.foul {
            let found = match self.game {
                Some(game) => Found::in_file(&self.games(), game, numbers)?,
                None => Found::first(&self.games(), numbers, |record, _| report(record).is_some())?
                    .ok_or_else(|| {
                        let path = self.file.display();
                        Failure::input(format!("no game in {path} was lost by a foul of a program"))
                    })?,
            };
            let Some(report) = report(&found.record) else {
                return Err(Failure::input(format!(
                    "game {} was not lost by a foul of a program",
                    found.number
                )));
            };
            let programs = records::with_programs(&self.file);
            let folder = records::folder_of_results(&programs);
            return Ok(foul_report::write(&found.title(), report, folder, out)?);
        }
        let game = self.game.unwrap_or(1);
        let viewer = self.viewer(Found::in_file(&self.games(), game, numbers)?)?;
        match self.r#move {
            Some(number) => viewer.show(number, out),
            None if terminal::is_conversation() => self.browse(viewer, numbers, out),
            None => viewer.show_all(out),
        }
    }

    /// The file or folder with the games.
    fn games(&self) -> PathBuf {
        records::with_stderr(&self.file)
    }

    /// Steps through moves and games.
    fn browse(
        &self,
        mut viewer: Viewer,
        numbers: Numbers,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        while let Some(game) = viewer.browse(out)? {
            match Found::in_file(&self.games(), game, numbers) {
                Ok(found) => viewer = self.viewer(found)?,
                Err(failure) => writeln!(out, "{}", words::printable(&failure.to_string()))?,
            }
        }
        Ok(())
    }

    fn viewer(&self, found: Found) -> Result<Viewer, Failure> {
        let number = found.number;
        Viewer::new(found).map_err(|misfit| {
            Failure::input(format!("{}, game {number}: {misfit}", self.file.display()))
        })
    }

    fn print_list(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let path: &Path = &records::in_folder(&self.games());
        let numbers = Numbers::of(path)?;
        let mut records = records::open(path)?;
        while let Some(record) = records.next() {
            let record = record.map_err(|bad| records::bad(path, &bad))?;
            let line = records.line();
            let spec = records::spec(path, line, &record)?;
            writeln!(out, "{}", numbers.title(numbers.number(line, &record), spec, &record))?;
        }
        // A line is counted before it is read, so an empty file counts as one line.
        if records.line() == 1 { Err(records::empty(path)) } else { Ok(()) }
    }
}
