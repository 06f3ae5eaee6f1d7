//! `ludoteka alike`: which programs of a class choose the same moves.

mod pairs;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use matches::{Board, Prepared};
use search::{Fork, SuiteSource};
use stats::{FEWEST_QUESTIONS, Question, agreements};
use submission::{Entry, find_programs};

use super::asking::{AskArguments, Asking};
use super::grade::contestant;
use super::judge::output_files;
use super::suite::drawn;
use crate::arguments::{self, NamedGame, ParameterArguments};
use crate::failure::Failure;
use crate::{interrupt, words};
use pairs::{Answered, Pairs};

/// Compare which moves the programs of a class choose, in any language
///
/// Each program moves once in each of some positions, in which the obvious choices differ. For
/// every two programs the table says how often they chose the same, how often they would by chance,
/// and how many pairs of this class would agree so often by chance. Chance knows what each
/// program's moves have in common with random ones, with the best at sight and after a search, and
/// with those of all the others. It is something to ask about, and no verdict: two people also
/// choose alike who share a book, a lecture or an idea.
///
/// Programs of Poziomka and Gangsters are told a game from its start only, and cannot be asked.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Alike {
    /// The game
    #[arg(value_parser = arguments::named_game())]
    game: NamedGame,
    /// A folder or a zip of the programs of a class
    programs: PathBuf,
    /// A program that everybody was given, whose choices are expected; may be given several times
    #[arg(long, value_name = "PROGRAM")]
    starter: Vec<PathBuf>,
    #[command(flatten)]
    parameters: ParameterArguments,
    /// Determines the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The number of positions
    #[arg(
        long,
        value_name = "N",
        default_value_t = 60,
        value_parser = clap::value_parser!(u64).range(FEWEST_QUESTIONS as u64..=1000)
    )]
    positions: u64,
    #[command(flatten)]
    ask: AskArguments,
    /// Show all pairs; by default the ten least likely ones
    #[arg(long)]
    all: bool,
    /// Write a row for each pair as comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  mkdir -p class && echo 'print(1)' > class/anna.py && cp class/anna.py class/jan.py
  ludoteka alike mnk class --csv pairs.csv
  ludoteka alike mnk class --starter class/anna.py     # what everybody was given";

impl Alike {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        if self.game.contest.protocol.is_some_and(|protocol| !protocol.any_start) {
            return Err(Failure::input(format!(
                "programs of {} are told a game from its start only, so they cannot be asked in a \
                position: expected another game",
                self.game.title
            )));
        }
        let languages = self.ask.programs.languages()?;
        let mut entries = find_programs(&self.programs, &languages)?.entries;
        let class = entries.len();
        if class < 2 {
            let path = words::in_a_line(&self.programs.display().to_string());
            return Err(Failure::input(format!(
                "{path} has one program: expected a folder or a zip of several"
            )));
        }
        for path in &self.starter {
            entries.extend(find_programs(path, &languages)?.entries);
        }
        let forks = self.forks()?;
        let terms = self.ask.terms(self.game, self.seed, None)?;
        let asking = self.ask.asking(self.game.spec, terms)?;
        let Some(mut answered) = asked(&asking, &entries, &forks)? else {
            anstream::eprintln!("ludoteka: stopped before the last program");
            return Ok(ExitCode::from(interrupt::INTERRUPTED));
        };
        let starters = answered.split_off(class);
        let agreements = compared(&forks, &answered, &starters);
        let programs: Vec<_> = entries.iter().map(|entry| words::short(&entry.name)).collect();
        let pairs = Pairs {
            spec: self.game.spec,
            seed: self.seed,
            programs: &programs[..class],
            forks: &forks,
            answered: &answered,
            agreements,
        };
        pairs.write(self.all, out)?;
        output_files::write(self.csv.as_deref(), |file| pairs.csv(file))?;
        Ok(ExitCode::SUCCESS)
    }

    fn forks(&self) -> Result<Vec<Fork>, Failure> {
        let parameters = self.parameters.values(self.game)?;
        let is_set = parameters.all().any(|(name, _)| parameters.is_set(name));
        let set = Some(&parameters).filter(|_| is_set);
        let source = SuiteSource::new(self.game.spec, set, self.seed)?.at_any_half_move();
        drawn(&source, self.positions as usize, SuiteSource::fork).map_err(|too_few| {
            Failure::input(format!(
                "only {} positions were found in which the obvious choices differ: try a larger \
                board",
                too_few.0
            ))
        })
    }
}

/// Asks all programs, one after the other. `None` after Ctrl-C.
fn asked(
    asking: &Asking,
    entries: &[Entry],
    forks: &[Fork],
) -> Result<Option<Vec<Answered>>, Failure> {
    let board =
        |fork: &Fork| Board { parameters: fork.parameters.clone(), opening: fork.moves.clone() };
    let boards: Vec<_> = forks.iter().map(board).collect();
    let mut answered = Vec::new();
    for (place, entry) in entries.iter().enumerate() {
        let prepared = match prepared(asking, entry, place)? {
            Ok(prepared) => prepared,
            Err(why) => {
                answered.push(Err(why));
                continue;
            }
        };
        let (number, all, name) = (place + 1, entries.len(), words::short(&entry.name));
        let told = |asked| format!("{number} of {all} programs: {name}, {asked} positions");
        let Some(answers) = asking.all(&prepared, &boards, &told)? else { return Ok(None) };
        answered.push(Ok(answers));
    }
    Ok(Some(answered))
}

/// The program, compiled; or why it cannot be asked.
fn prepared(
    asking: &Asking,
    entry: &Entry,
    place: usize,
) -> Result<Result<Prepared, String>, Failure> {
    if let Some(why) = &entry.refused {
        return Ok(Err(why.to_string()));
    }
    let prepared = match asking.prepare(&contestant(entry), &place.to_string()) {
        Ok(prepared) => prepared,
        Err(Failure::Failed(error)) if error.kind() == errors::ErrorKind::Input => {
            return Ok(Err(error.to_string()));
        }
        Err(failure) => return Err(failure),
    };
    let absence = prepared.absence().map(|(_, why)| why);
    Ok(absence.map_or(Ok(prepared), Err))
}

/// Compares the programs. Starters are one more way to choose that is obvious.
fn compared(forks: &[Fork], programs: &[Answered], starters: &[Answered]) -> Vec<stats::Agreement> {
    let choice = |answered: &Answered, place: usize| {
        let name = answered.as_ref().ok()?[place].as_ref().ok()?;
        forks[place].legal.iter().position(|legal| legal == name)
    };
    let question = |place: usize| {
        let Fork { legal, obvious, .. } = &forks[place];
        let given = starters.iter().map(|starter| choice(starter, place).into_iter().collect());
        Question { answers: legal.len(), obvious: obvious.iter().cloned().chain(given).collect() }
    };
    let questions: Vec<_> = (0..forks.len()).map(question).collect();
    let answers = |program| (0..forks.len()).map(|place| choice(program, place)).collect();
    let answers: Vec<Vec<_>> = programs.iter().map(answers).collect();
    agreements(&questions, &answers)
}
