//! `ludoteka convert`: games in the file formats of other programs.

mod export;
pub(in crate::command) mod formats;
mod games_csv;
mod pgn;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use matches::read_foreign;
use matches::record::Record;
use rules::{BadFile, FileFormat};
use search::GameSpec;

use crate::failure::Failure;
use crate::{records, words};
use export::Export;
use formats::{Source, Target, source, target};

/// Convert games between file formats
///
/// Reads records of games, and files of other programs: for Reversi ggf, transcript and wtb (WTHOR),
/// for m,n,k-games psq and sgf. Every move is checked by the rules. Without --to, the output is
/// records as `ludoteka match --record` writes them, for `replay`, `serve`, `analyse` and `verify`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Convert {
    /// Files with games, or folders of tournaments; the extension says the format
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The format of files whose extension does not say it
    #[arg(long, value_name = "FORMAT", value_parser = source())]
    from: Option<Source>,
    /// The format of the output
    #[arg(long, value_name = "FORMAT", default_value = "jsonl", value_parser = target())]
    to: Target,
    /// Leave out games that the rules refuse, instead of stopping at the first one
    #[arg(long)]
    skip: bool,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka match mnk engine:1 engine:2 --games 4 --nodes 500 --record games.jsonl
  ludoteka convert games.jsonl --to pgn > games.pgn      # for Ordo and BayesElo
  ludoteka convert games.jsonl --to csv > games.csv      # for spreadsheets; moves-csv has the moves
  ludoteka convert games.jsonl --to sgf > games.sgf
  ludoteka convert games.sgf > again.jsonl               # our records, for replay and serve";

impl Convert {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut export = Export::begin(self.to, out)?;
        let mut skipped = 0;
        for path in &self.files {
            match self.from.map_or_else(|| Source::of(path), Ok)? {
                Source::Records => export.add_file(path, None)?,
                Source::Foreign(spec, format) => {
                    skipped += self.add_foreign(path, spec, format, &mut export)?;
                }
            }
        }
        if skipped > 0 {
            anstream::eprintln!("ludoteka: {} left out", words::counted(skipped, "game"));
        }
        Ok(())
    }

    /// Converts the games of another program. Returns how many were left out.
    fn add_foreign(
        &self,
        path: &Path,
        spec: &'static GameSpec,
        format: &FileFormat,
        export: &mut Export<'_>,
    ) -> Result<u64, Failure> {
        let (mut skipped, mut failure) = (0, None);
        let read = read_foreign(path, format, &mut |game| {
            let number = export.written() + 1;
            let record = Record::of_foreign(&game, spec, number, env!("CARGO_PKG_VERSION"));
            match record {
                Err(_) if self.skip => skipped += 1,
                Err(bad) => return Err(bad),
                Ok(record) => export.add(spec, &record).map_err(|why| {
                    // Only a file's own errors have a place in it.
                    failure = Some(why);
                    BadFile { place: game.end, why: String::new() }
                })?,
            }
            Ok(())
        });
        match (failure, read) {
            (Some(failure), _) => Err(failure),
            (None, read) => {
                read.map_err(Failure::from)?;
                Ok(skipped)
            }
        }
    }
}

/// Writes the games of a file of records, or one of them.
pub(in crate::command) fn write_records(
    path: &Path,
    game: Option<u64>,
    to: Target,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    Export::begin(to, out)?.add_file(&records::in_folder(path), game)
}
