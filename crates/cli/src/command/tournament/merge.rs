//! `ludoteka merge`: parts of a tournament become its results.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use errors::excerpt;
use games::GAMES;
use tournament::export;
use tournament::results::Summary;
use tournament::results::published::changes_in;
use tournament::store::Store;
use tournament::{Announcement, Merged, announced_in, merge, results_in};

use super::folder::Folder;
use super::{leaving, spec_of, summary};
use crate::failure::Failure;
use crate::{records, words};

/// Merge parts of a tournament, which any number of machines have played
///
/// `ludoteka tournament FILE -o DIR --part K/N` writes a part. Each pair is checked: it must be
/// open, of the announced tournament and programs, and its games are replayed. What is missing or
/// strange is named. The folder gets the results so far, and the next parts follow from them.
///
/// The exit code is 0 if the tournament is over, 3 if pairs are open (play the parts again), and 1
/// if the parts have nothing new.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Merge {
    /// The folder for the results, which is made if necessary
    #[arg(value_name = "DIR")]
    output: PathBuf,
    /// The files of the parts; those merged before do no harm
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,
    /// The tournament's file; the first merge needs it if programs take part
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  printf 'title=\"Friday\"\\ngame=\"mnk\"\\nformat.kind=\"round-robin\"\\n' > friday.toml
  echo 'player = [{ engine = 1 }, { engine = 2 }]' >> friday.toml
  ludoteka tournament friday.toml -o friday --part 1/2  # these two on different machines
  ludoteka tournament friday.toml -o friday --part 2/2
  ludoteka merge friday part-*.jsonl --file friday.toml";

/// Pairs are open, so the parts are to be played again.
const OPEN: u8 = 3;

impl Merge {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        for part in &self.parts {
            fs::metadata(part).map_err(|error| Failure::file("read", part, &error))?;
        }
        let announcement = self.announcement()?;
        let folder = Folder::open(&self.output)?;
        folder.forget_unplayed(&announcement)?;
        folder.refuse_to_overwrite(&announcement)?;
        let changes = changes_in(&folder.path, &announcement)?;
        if let Some(results) = folder.ended(&announcement, false)? {
            folder.remove_store()?;
            writeln!(out, "the tournament is over: nothing is left to merge")?;
            summary::write(&results.tables, &folder.path, announcement.publish, out)?;
            return Ok(ExitCode::SUCCESS);
        }
        let (mut store, tournament) = folder.enter(None, Duration::ZERO, &announcement)?;
        let its = (tournament, &announcement, changes.departures());
        let merged = merge(&mut store, its, spec_of(&announcement)?, &self.parts)?;
        let mut all = Summary::new(&announcement, GAMES)?;
        all.set_changes(changes.clone());
        let tables = export(&folder.path, &mut store, tournament, &announcement, all, GAMES)?;
        drop(store);
        tell(&merged, out)?;
        if merged.is_over {
            folder.remove_store()?;
            summary::write(&tables, &folder.path, announcement.publish, out)?;
            return Ok(ExitCode::SUCCESS);
        }
        if merged.added == 0 {
            return Err(Failure::input("these parts have nothing that was not merged before"));
        }
        Ok(ExitCode::from(OPEN))
    }

    /// The tournament: of the file, or the one in the folder, or that of the parts.
    fn announcement(&self) -> Result<Announcement, Failure> {
        if let Some(file) = &self.file {
            return Ok(Announcement::read(file, GAMES)?);
        }
        let own = tournament::store::Address::file(self.output.join(tournament::STORE));
        let has_store = own.path().is_some_and(Path::exists);
        if has_store || results_in(&self.output).is_some() {
            let mut store = has_store.then(|| Store::open(&own)).transpose()?;
            return leaving::announcement(&self.output, store.as_mut());
        }
        let announcement = announced_in(&self.parts)?;
        match announcement.participants.iter().any(|one| one.program().is_some()) {
            true => Err(Failure::not_found(format!(
                "{} has no tournament yet, and parts have no programs: add --file FILE, the \
                tournament's file",
                self.output.display()
            ))),
            false => Ok(announcement),
        }
    }
}

fn tell(merged: &Merged, out: &mut dyn Write) -> Result<(), Failure> {
    let Merged { added, doubled, strange, named, missing, open, .. } = merged;
    for (path, line, why) in named {
        anstream::eprintln!("ludoteka: {}", records::misfit(path, *line, why));
    }
    write!(out, "{} merged", words::counted(*added, "pair"))?;
    if *doubled > 0 {
        write!(out, ", {} merged before", words::grouped(*doubled))?;
    }
    if *strange > 0 {
        write!(out, ", {} left out", words::counted(*strange, "strange line"))?;
    }
    writeln!(out)?;
    let lacks = |(part, pairs): &(u64, u64)| format!("part {part} ({pairs})");
    if let Some(missing) = excerpt::some(missing.iter().map(lacks)) {
        writeln!(out, "missing pairs: {missing}")?;
    }
    if *open > 0 {
        let open = words::counted(*open, "pair");
        writeln!(out, "open: {open}; play the parts again, and merge them")?;
    }
    Ok(())
}
