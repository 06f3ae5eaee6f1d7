//! Writes recorded games in a format.

use std::io::Write;
use std::path::Path;

use matches::record::Record;
use rules::{FileFormat, ForeignGame};
use search::GameSpec;

use super::formats::Target;
use super::{games_csv, pgn};
use crate::failure::Failure;
use crate::records::{self, Numbers};

/// Games on their way out.
pub(super) struct Export<'a> {
    to: Target,
    out: &'a mut dyn Write,
    written: u64,
}

impl<'a> Export<'a> {
    pub(super) fn begin(to: Target, out: &'a mut dyn Write) -> Result<Export<'a>, Failure> {
        match to {
            Target::GamesCsv => games_csv::write_row(&games_csv::GAMES, out)?,
            Target::MovesCsv => games_csv::write_row(&games_csv::MOVES, out)?,
            _ => {}
        }
        Ok(Export { to, out, written: 0 })
    }

    /// How many games have been written.
    pub(super) fn written(&self) -> u64 {
        self.written
    }

    /// Writes the games of a file of records, or the one with this number.
    pub(super) fn add_file(&mut self, path: &Path, game: Option<u64>) -> Result<(), Failure> {
        let path: &Path = &records::in_folder(path);
        let numbers = game.map(|_| Numbers::of(path)).transpose()?;
        let mut all = records::open(path)?;
        let mut found = false;
        while let Some(record) = all.next() {
            let record = record.map_err(|bad| records::bad(path, &bad))?;
            let line = all.line();
            if numbers.is_some_and(|numbers| Some(numbers.number(line, &record)) != game) {
                continue;
            }
            found = true;
            self.add(records::spec(path, line, &record)?, &record).map_err(|why| match why {
                Failure::Failed(why) => records::misfit(path, line, why),
                other => other,
            })?;
        }
        match game {
            _ if found => Ok(()),
            Some(game) => {
                let why = format!("there is no game {game} in {}", path.display());
                Err(Failure::input(why))
            }
            None => Err(records::empty(path)),
        }
    }

    /// Writes a game. A game that was not played is left out of all formats but our own.
    pub(super) fn add(&mut self, spec: &'static GameSpec, record: &Record) -> Result<(), Failure> {
        let game = record.to_foreign(spec).map_err(|misfit| Failure::input(misfit.to_string()))?;
        let number = self.written + 1;
        match (self.to, &game) {
            (Target::Records, _) => writeln!(self.out, "{}", record.line())?,
            (_, None) => return Ok(()),
            (Target::GamesCsv, Some(game)) => {
                games_csv::write_game(number, record, game, self.out)?;
            }
            (Target::MovesCsv, Some(game)) => {
                games_csv::write_moves(number, spec, record, game, self.out)?;
            }
            (Target::Pgn, Some(game)) => pgn::write(number, spec, record, game, self.out)?,
            (Target::Foreign(its, format), Some(game)) => {
                let text = foreign_text(its, format, spec, game).map_err(Failure::input)?;
                self.out.write_all(text.as_bytes())?;
            }
        }
        self.written = number;
        Ok(())
    }
}

fn foreign_text(
    its: &GameSpec,
    format: &FileFormat,
    spec: &GameSpec,
    game: &ForeignGame,
) -> Result<String, String> {
    if its.name != spec.name {
        return Err(format!(
            "the format {} is for {}, not for {}",
            format.name, its.title, spec.title
        ));
    }
    let write = format.write.ok_or_else(|| format!("the format {} is only read", format.name))?;
    write(game)
}
