//! `ludoteka grade`: points for play, by games against our engines.

mod played;
mod results;

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use clap::Args;
use errors::Error;
use errors::excerpt::short;
use judge::Worksheet;
use matches::record::Ending;
use matches::{Bands, Score, Terms};
use players::{Contestant, GtpOptions, Kind, Player, ProtocolName};
use search::{GameSpec, SkillLevel};
use submission::{COMPILE_TIME, Entry, Scratch, find_programs};

use super::judge::{marks, output_files};
use super::r#match::record_file::RecordFile;
use crate::arguments::{self, ClockArguments, NamedGame, ParameterArguments, ProgramArguments};
use crate::failure::Failure;
use crate::progress_line::ProgressLine;
use crate::{interrupt, slots, words};
use played::Played;
use results::Graded;

/// Give programs points for games against our engines
///
/// Each program plays a fixed number of games against each level, on boards from a seed. Its share
/// of the points has a range that holds the true share in 95 of 100 cases. The points are those of
/// the highest band that the range reaches: nobody loses points by bad luck alone. Places among
/// classmates change with the class; these points do not.
///
/// Games come in pairs: both games of a pair have the same board, and each player starts one of
/// them. A foul costs the game.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Grade {
    /// The game
    #[arg(value_parser = arguments::named_game())]
    game: NamedGame,
    /// A program, or a folder or a zip of the programs of a class
    program: PathBuf,
    /// The levels of the engines, as in 1,2
    #[arg(long, value_name = "LIST", default_value = "1", value_delimiter = ',')]
    levels: Vec<String>,
    /// The number of games against each level, an even number
    #[arg(
        long,
        value_name = "N",
        default_value_t = 20,
        value_parser = clap::value_parser!(u64).range(4..=10_000)
    )]
    games: u64,
    /// The points for each level, as in 25:2,50:4: 2 points from a quarter of the games' points on,
    /// and 4 from half of them on
    #[arg(
        long,
        value_name = "PERCENT:POINTS,..",
        default_value = "25:2,50:4",
        value_delimiter = ',',
        value_parser = band
    )]
    bands: Vec<(f64, f64)>,
    /// Determines the boards and the engines' random choices; by default drawn now, and printed
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    parameters: ParameterArguments,
    /// Random half-moves before each pair of games; each game has its own default
    #[arg(long, value_name = "N")]
    opening: Option<usize>,
    #[command(flatten)]
    clock: ClockArguments,
    /// How many positions engines search for a move, instead of a time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    #[command(flatten)]
    programs: ProgramArguments,
    /// How many games run at a time, at most one for each processor
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..)
    )]
    jobs: u16,
    /// Write a row for each program as comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Moodle's grading worksheet: points and short comments are filled in
    #[arg(long, value_name = "FILE")]
    grades: Option<PathBuf>,
    /// Write the games into this new folder, a file for each program and level, for
    /// `ludoteka replay` and `ludoteka verify`
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  mkdir -p class && echo 'print(1)' > class/anna.py            # a program that fouls
  ludoteka grade mnk class --games 20 --nodes 100 --csv points.csv --records games";

/// The programs of a class against the levels.
struct Gradings<'a> {
    grade: &'a Grade,
    levels: Vec<SkillLevel>,
    terms: Terms,
    games: interrupt::Games,
    folder: Scratch,
    line: ProgressLine,
}

/// Of fewer games a share has a range that reaches nearly every band.
const FEW: u64 = 10;

impl Grade {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        if !self.games.is_multiple_of(2) {
            let why = "each board is played twice";
            return Err(Failure::Usage(format!(
                "--games {}: expected an even number: {why}",
                self.games
            )));
        }
        if self.games < FEW {
            let few = self.games;
            anstream::eprintln!(
                "ludoteka: --games {few}: the share of so few has a wide range, so nearly everybody \
                reaches the highest band: play 20 or more"
            );
        }
        let bands = Bands::new(&self.bands);
        let bands = bands.map_err(|why| Failure::Usage(format!("--bands: {why}")))?;
        let levels = self
            .levels
            .iter()
            .map(|text| level(text, self.game.spec))
            .collect::<Result<Vec<_>, _>>()?;
        let most = bands.most() * levels.len() as f64;
        let worksheet = self.grades.as_deref().map(Worksheet::read).transpose()?;
        if let Some(sheet) = &worksheet {
            sheet.check(most, false)?;
        }
        let languages = self.programs.languages()?;
        let found = find_programs(&self.program, &languages)?;
        let folder = Scratch::new()?;
        let games = interrupt::Games::prepare(vec![folder.path().to_path_buf()], || {});
        let terms = self.terms()?;
        let seed = terms.seed;
        if let Some(folder) = &self.records {
            make_new(folder)?;
        }
        let line = ProgressLine::new(|_| true);
        let mut gradings = Gradings { grade: self, levels, terms, games, folder, line };
        gradings.games.begin();
        let mut graded = Vec::new();
        for (place, entry) in found.entries.iter().enumerate() {
            if gradings.is_stopped() {
                break;
            }
            let one = gradings.one(place, found.entries.len(), entry)?;
            graded.push(Graded::of(entry, one, &bands));
        }
        gradings.line.clear();
        let is_whole = !gradings.is_stopped();
        if !is_whole {
            // The program that was playing has not played all its games.
            graded.pop();
        }
        results::write(self.game.title, seed, &gradings.levels, most, &graded, out)?;
        output_files::write(self.csv.as_deref(), |file| {
            results::csv(&gradings.levels, most, &graded, file)
        })?;
        if !is_whole {
            let left = (found.entries.len() - graded.len()) as u64;
            anstream::eprintln!("ludoteka: {} not graded", words::counted(left, "program"));
            return Ok(ExitCode::from(interrupt::INTERRUPTED));
        }
        if let (Some(path), Some(sheet)) = (&self.grades, &worksheet) {
            let rows: Vec<_> =
                graded.iter().filter_map(|one| one.for_worksheet(&gradings.levels, most)).collect();
            marks::fill(path, sheet, &rows)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn terms(&self) -> Result<Terms, Failure> {
        Ok(Terms {
            parameters: self.parameters.values(self.game)?,
            games: self.games,
            sprt: None,
            seed: self.seed.unwrap_or_else(drawn_seed),
            opening: self.opening,
            openings: None,
            time: self.clock.time(self.game.contest.time)?,
            nodes: self.nodes,
            level: self.programs.level(),
            compilers: self.programs.compilers(self.game)?,
            compile_time: COMPILE_TIME,
            strict: false,
            data: Vec::new(),
            memory: None,
        })
    }
}

impl Gradings<'_> {
    fn is_stopped(&self) -> bool {
        self.games.stop.load(Ordering::Relaxed)
    }

    /// The results of a program against each level, or why it plays no games.
    fn one(&mut self, place: usize, all: usize, entry: &Entry) -> Result<Vec<Played>, Failure> {
        if let Some(why) = &entry.refused {
            return Ok(vec![Played::not_at_all(&why.to_string())]);
        }
        let mut played = Vec::new();
        for level in self.levels.clone() {
            let name = words::in_a_line(&entry.name);
            self.line.show(|columns| {
                let line = format!("{} of {all} programs: {name}", place + 1);
                line.chars().take(columns).collect()
            });
            played.push(self.against(entry, place, level)?);
        }
        Ok(played)
    }

    /// The games of a program against a level.
    fn against(&self, entry: &Entry, place: usize, level: SkillLevel) -> Result<Played, Failure> {
        let spec = self.grade.game.spec;
        // No two programs have this name, whatever their own names are.
        let name = format!("{}-level-{}", place + 1, level.number());
        let folder = self.folder.path().join(&name);
        fs::create_dir(&folder)
            .map_err(|error| Failure::file("make the folder", &folder, &error))?;
        let contestants = [contestant(entry), engine(level)];
        let spawners = slots::start(self.grade.jobs, true)?;
        let nobody = |_| -> Box<dyn Player> { unreachable!("no person plays") };
        let prepared =
            matches::Match::prepare(spec, &contestants, &self.terms, spawners, &folder, &nobody);
        let mut playing = match prepared {
            Ok(playing) => playing,
            Err(error) if error.kind() == errors::ErrorKind::Input => {
                return Ok(Played::not_at_all(&error.to_string()));
            }
            Err(error) => return Err(error.into()),
        };
        if let Some((_, why)) = playing.absences().first() {
            return Ok(Played::not_at_all(why));
        }
        let path = self.grade.records.as_ref().map(|records| {
            let own = submission::without_marks(&entry.name);
            let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
            let own: String = own.chars().take(60).map(plain).collect();
            records.join(format!("{own}-{name}.jsonl"))
        });
        let mut file = path.as_deref().map(RecordFile::create).transpose()?;
        let (mut score, mut foul) = (Score::default(), None);
        playing.play(&self.games.stop, &mut |record, _| {
            file.as_mut().map_or(Ok(()), |file| file.append(record))?;
            score.count(record);
            if let Ending::Foul { side, .. } = &record.end
                && record.contestant_at(*side) == 0
            {
                foul = foul.take().or(record.foul());
            }
            Ok::<(), Error>(())
        })?;
        file.map_or(Ok(()), RecordFile::finish)?;
        Ok(Played::of(&score, foul.map(|foul| foul.to_string())))
    }
}

/// The program as a player. What was submitted is never read as a command line.
pub(super) fn contestant(entry: &Entry) -> Contestant {
    let kind = Kind::Program {
        protocol: ProtocolName::Own,
        gtp: GtpOptions::default(),
        entry: Box::new(entry.clone()),
        arguments: Vec::new(),
    };
    Contestant::new(short(&entry.name), kind)
}

fn engine(level: SkillLevel) -> Contestant {
    Contestant::new(level.to_string(), Kind::Engine(level))
}

/// Reads `25:2`: 2 points from 25 % on.
fn band(text: &str) -> Result<(f64, f64), String> {
    let band = text.split_once(':').and_then(|(percent, points)| {
        Some((percent.trim().parse().ok()?, points.trim().parse().ok()?))
    });
    band.ok_or_else(|| "expected PERCENT:POINTS, as in 50:4".to_string())
}

fn level(text: &str, spec: &GameSpec) -> Result<SkillLevel, Failure> {
    let level = text.trim().parse().ok().and_then(|number| spec.level(number));
    let most = spec.full().number();
    level.ok_or_else(|| Failure::Usage(format!("--levels: {}: expected 1 to {most}", short(text))))
}

/// A seed that nobody knew before. Nine digits can be typed again.
fn drawn_seed() -> u64 {
    RandomState::new().hash_one(0) % 1_000_000_000
}

/// Makes a folder that must not be there yet.
fn make_new(folder: &Path) -> Result<(), Failure> {
    fs::create_dir(folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Failure::conflict(format!("{} exists: name another folder", folder.display()))
        }
        _ => Failure::file("make the folder", folder, &error),
    })
}
