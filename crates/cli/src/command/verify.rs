//! `ludoteka verify`: replays recorded games.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use matches::Score;
use matches::record::Verifier;
use tournament::results::export::ANNOUNCEMENT;
use tournament::{Verified, verify_folder};

use crate::failure::Failure;
use crate::{records, sprt, words};

/// Replay recorded games, and check that everything is consistent
///
/// In a file of records, checksums, moves, results and clocks must be right, and games must be
/// complete and in order. In a tournament's folder, the right players must also have met
/// on the announced boards, and every table, rating and page must follow from the games. The first
/// error is printed with its place, and the exit code is 1.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Verify {
    /// A file that `ludoteka match --record` has written, or a folder of `ludoteka tournament`
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka match mnk engine:1 engine:2 --games 20 --nodes 500 --record games.jsonl
  ludoteka verify games.jsonl
  printf 'title=\"Friday\"\\ngame=\"mnk\"\\nformat.kind=\"round-robin\"\\n' > friday.toml
  echo 'player = [{ engine = 1 }, { engine = 2 }]' >> friday.toml
  ludoteka tournament friday.toml -o friday
  ludoteka verify friday";

impl Verify {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.file.is_dir() {
            tell(&verify_folder(&self.file, games::GAMES)?, out)
        } else {
            verify_file(&self.file, out)
        }
    }
}

fn tell(verified: &Verified, out: &mut dyn Write) -> Result<(), Failure> {
    let Verified { title, games, is_over, .. } = verified;
    let so_far = if *is_over { "" } else { " so far" };
    Ok(writeln!(
        out,
        "{}{so_far} of {}: everything fits",
        words::counted(*games, "game"),
        words::in_a_line(title)
    )?)
}

/// The hint for a file that holds a tournament's games. Such a file has games of several matches.
fn of_another_match(path: &Path) -> String {
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let is_there = folder.join(ANNOUNCEMENT).is_file();
    let folder = if is_there { &format!(", `ludoteka verify {}`", folder.display()) } else { "" };
    format!(
        "it belongs to another match than the games before: a tournament's games are verified \
        with their folder{folder}"
    )
}

fn verify_file(path: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let mut records = records::open(path)?;
    let mut verifier = Verifier::default();
    let mut about = None;
    let mut seed = None;
    let mut tested = None;
    let mut score = Score::default();
    while let Some(record) = records.next() {
        let record = record.map_err(|bad| records::bad(path, &bad))?;
        let line = records.line();
        let spec = records::spec(path, line, &record)?;
        let is_of_another = *seed.get_or_insert(record.seed) != record.seed && record.number == 1;
        verifier.check(&record, spec).map_err(|misfit| match is_of_another {
            true => records::misfit(path, line, of_another_match(path)),
            false => records::misfit(path, line, misfit),
        })?;
        score.count(&record);
        let is_whole = record.number == record.games;
        tested = record.sprt.map(|elo| (elo, record.players[0].name.clone(), is_whole));
        about.get_or_insert_with(|| {
            let names = words::names([&record.players[0].name, &record.players[1].name]);
            format!("of {}, {} against {}", spec.title, names[0], names[1])
        });
    }
    verifier.finish().map_err(|misfit| Failure::input(format!("{}: {misfit}", path.display())))?;
    let about = about.ok_or_else(|| records::empty(path))?;
    writeln!(out, "{} {about}: everything fits", words::counted(verifier.checked(), "game"))?;
    let Some((elo, name, is_whole)) = tested else { return Ok(()) };
    let test = sprt::test(elo)?;
    if !is_whole && !sprt::is_decided(&test, &score) {
        let why = format!("the match ended before its test was decided: {}", path.display());
        return Err(Failure::input(why));
    }
    Ok(writeln!(out, "{}", sprt::sentence(&test, &words::short(&name), &score))?)
}
