//! `ludoteka verify`: recorded games played again.

use std::io::Write;
use std::path::{Path, PathBuf};

use arena::record::Verifier;
use clap::Args;

use crate::failure::Failure;
use crate::offer::offer;
use crate::{records, words};

/// Play recorded games again, and tell whether everything fits
///
/// Every line must have its checksum, every move be legal, every result be that of the game; games must be complete, in
/// order, and in pairs on one board. The first thing that does not fit is told with its line, and the exit code is 1.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Verify {
    /// A file that `ludoteka match --record` has written
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka match mnk engine:1 engine:2 --games 20 --nodes 500 --record games.jsonl
  ludoteka verify games.jsonl";

impl Verify {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let path: &Path = &self.file;
        let mut records = records::open(path)?;
        let mut verifier = Verifier::default();
        let mut about = None;
        while let Some(record) = records.next() {
            let record = record.map_err(|bad| records::bad(path, &bad))?;
            let line = records.line();
            let card = records::card(path, line, &record)?;
            verifier.check(&record, &offer(card)).map_err(|misfit| records::misfit(path, line, misfit))?;
            about.get_or_insert_with(|| {
                let [a, b] = &record.players;
                format!("of {}, {} against {}", card.title, a.name, b.name)
            });
        }
        verifier.finish().map_err(|misfit| Failure::Input(format!("{}: {misfit}", path.display())))?;
        let about = about.ok_or_else(|| Failure::Input(format!("{} has no games in it", path.display())))?;
        Ok(writeln!(out, "{} {about}: everything fits", words::counted(verifier.checked(), "game"))?)
    }
}
