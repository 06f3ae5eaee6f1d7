//! `ludoteka verify`: replays recorded games.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use matches::Score;
use matches::record::Verifier;
use tournament::results::published::ANNOUNCEMENT;
use tournament::{Verified, is_analysed, verify_folder};

use super::regret::certificate;
use super::tournament::analysing;
use crate::failure::Failure;
use crate::{records, sprt, words};

/// Replay recorded games, and check that everything is consistent
///
/// In a file of records, checksums, moves, results and clocks must be right, and games must be
/// complete and in order. A file may have several matches, such as the pairs of a trial. In a tournament's folder, the right players must also have met
/// on the announced boards, and every table, rating and page must follow from the games. The first
/// error is printed with its place, and the exit code is 1.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Verify {
    /// A file that `ludoteka match --record` has written, a folder of `ludoteka tournament`, or what
    /// `ludoteka regret --json` has printed
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Also compute the analysis of a tournament's games again, which takes as long as it took
    #[arg(long)]
    analysis: bool,
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
            self.verify_folder(out)
        } else if self.analysis {
            let why = "--analysis: expected the folder of a tournament, not a file of records";
            Err(Failure::Usage(why.to_string()))
        } else if let Some(text) = certificate::text_in(&self.file)? {
            certificate::verify(&self.file, &text, out)
        } else {
            verify_file(&self.file, out)
        }
    }

    fn verify_folder(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let verified = verify_folder(&self.file, games::GAMES)?;
        let is_analysed = is_analysed(&self.file);
        if self.analysis && !is_analysed {
            let folder = self.file.display();
            return Err(Failure::input(format!("{folder} has no analysis of its games")));
        }
        if self.analysis {
            analysing::verify(&self.file, &verified)?;
        }
        let Verified { announcement, games, is_over, .. } = verified;
        let so_far = if is_over { "" } else { " so far" };
        let unchecked = match is_analysed && !self.analysis {
            true => "; the analysis is not checked (--analysis does it)",
            false => "",
        };
        let (games, title) = (words::counted(games, "game"), words::in_a_line(&announcement.title));
        Ok(writeln!(out, "{games}{so_far} of {title}: everything fits{unchecked}")?)
    }
}

/// Refuses a file that holds a tournament's games.
fn refuse_tournament(path: &Path, line: usize) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    if !folder.join(ANNOUNCEMENT).is_file() {
        return Ok(());
    }
    let why = format!(
        "it belongs to another match than the games before: a tournament's games are verified \
        with their folder, `ludoteka verify {}`",
        folder.display()
    );
    Err(records::misfit(path, line, why))
}

fn verify_file(path: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let mut records = records::open(path)?;
    let mut verifier = Verifier::default();
    let mut about = None;
    let mut matches = 1;
    let mut tested = None;
    let mut score = Score::default();
    while let Some(record) = records.next() {
        let record = record.map_err(|bad| records::bad(path, &bad))?;
        let line = records.line();
        let spec = records::spec(path, line, &record)?;
        if verifier.is_of_next_match(&record) {
            refuse_tournament(path, line)?;
            verifier.next_match().map_err(|misfit| records::misfit(path, line - 1, misfit))?;
            matches += 1;
        }
        verifier.check(&record, spec).map_err(|misfit| records::misfit(path, line, misfit))?;
        score.count(&record);
        let is_whole = record.number == record.games;
        tested = record.sprt.map(|elo| (elo, record.players[0].name.clone(), is_whole));
        about.get_or_insert_with(|| {
            let names = words::names([&record.players[0].name, &record.players[1].name]);
            (spec.title, format!("{} against {}", names[0], names[1]))
        });
    }
    verifier.finish().map_err(|misfit| Failure::input(format!("{}: {misfit}", path.display())))?;
    let (title, names) = about.ok_or_else(|| records::empty(path))?;
    let who = if matches == 1 { names } else { format!("{matches} matches") };
    let games = words::counted(verifier.checked(), "game");
    writeln!(out, "{games} of {title}, {who}: everything fits")?;
    // The score of several matches decides no test.
    let Some((elo, name, is_whole)) = tested.filter(|_| matches == 1) else { return Ok(()) };
    let test = sprt::test(&elo)?;
    if !is_whole && !sprt::is_decided(&test, &score) {
        let why = format!("the match ended before its test was decided: {}", path.display());
        return Err(Failure::input(why));
    }
    Ok(writeln!(out, "{}", sprt::sentence(&test, &words::short(&name), &score))?)
}
