//! `ludoteka judge`: programs on test cases, in the sandbox.

pub(super) mod marks;
pub(super) mod output_files;
mod previous;
mod progress;
mod report;
mod table;
mod work;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use games::GAMES;
use judge::{CaseSet, Conditions, Heading, Marks, People, Report};
use rules::{Answers, Language, Message, time_text};
use sandbox::Level;
use search::GameSpec;
use submission::{COMPILE_TIME, Compilers, Entry, Found, find_programs, shell};

use crate::arguments;
use crate::failure::Failure;
use crate::palette::FAINT;
use crate::words::{grouped, in_a_line, short};
use crate::{interrupt, slots};
use marks::ByTeacher;
use output_files::Files;
use previous::Previous;
use work::{Done, Work};

/// Run programs on test cases, and say which answers are right
///
/// A program is an executable or a source: .c, .cpp, .pas, .rs, .java, .py or .js. If it is a
/// folder or a zip, all programs in it are judged. Constants, such as -DPOLA=4, come from the file
/// params beside the cases. Programs are confined: they write no file and open no connection.
///
/// Each failure comes with a command that judges it again, and with a shell command that shows it
/// without the sandbox. The exit code is 1 if any program fails any case.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Judge {
    /// The game
    #[arg(value_parser = arguments::game())]
    game: &'static GameSpec,
    /// A program, or a folder of programs
    program: PathBuf,
    /// A folder with cases (1.in, 1.out and so on, also in subfolders), or one file NAME.in; by
    /// default the folder cases-GAME, which is made with ten cases if it is missing
    #[arg(long, value_name = "DIR")]
    cases: Option<PathBuf>,
    /// Time for a case, such as 500ms or 2s
    #[arg(
        long,
        value_name = "TIME",
        help = by_game("Time for a case, such as 500ms or 2s", usual_time),
        value_parser = arguments::time
    )]
    time: Option<Duration>,
    /// Memory for a case, in MiB
    #[arg(
        long,
        value_name = "MIB",
        help = by_game("Memory for a case, in MiB", |spec| usual_memory(spec).to_string()),
        value_parser = clap::value_parser!(u64).range(1..=1 << 20)
    )]
    memory: Option<u64>,
    /// Processor time for compiling a program; the wall time may be twice as long
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = arguments::time)]
    compile_time: Duration,
    /// Stop running a program after this many late cases
    #[arg(
        long,
        value_name = "N",
        default_value_t = STOP_AFTER,
        value_parser = clap::value_parser!(u16).range(1..)
    )]
    stop_after: u16,
    /// Cases that a program must pass to get any points, in a folder as for --cases
    #[arg(long, value_name = "DIR")]
    validation: Option<PathBuf>,
    /// The points of a program that passes all cases [default: 100, or what cases.toml beside the
    /// cases says]
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    points: Option<u32>,
    /// Compare byte by byte, even if white space does not matter
    #[arg(long)]
    exact: bool,
    /// Run programs under valgrind; a valgrind report fails the case
    #[arg(long)]
    valgrind: bool,
    /// Run a program that fails a second time with checks, which may name the line of the source;
    /// always done for a single program
    #[arg(long)]
    look_closer: bool,
    /// Compile with these options, as in "gcc -O3 -lm", instead of the default options; may be
    /// given once for each compiler
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    compiler_options: Vec<String>,
    /// Accept only programs in these languages, as in c,c++; other programs are listed but not
    /// judged
    #[arg(long, value_name = "LIST")]
    languages: Option<String>,
    /// Judge only the program with this name in the table, or an older version of it
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Judge only programs that are new or have changed, or whose cases have, since these results of
    /// --json; may be given several times
    #[arg(long, value_name = "FILE", conflicts_with = "only")]
    previous: Vec<PathBuf>,
    /// A list of the class as comma-separated values, with the columns e-mail and name or number;
    /// the gradebook gets the addresses
    #[arg(long, value_name = "FILE")]
    people: Option<PathBuf>,
    /// Moodle's grading worksheet: the grades and short comments are filled in
    #[arg(long, value_name = "FILE")]
    grades: Option<PathBuf>,
    /// Write the pages to hand out as a zip of feedback files for Moodle
    #[arg(long, value_name = "FILE")]
    feedback: Option<PathBuf>,
    /// Points and remarks that a person gives: a table with the columns name or number, one for
    /// each part in cases.toml, and remarks
    #[arg(long, value_name = "FILE")]
    by_hand: Option<PathBuf>,
    /// Pass the constants in the file params, such as -DPOLA=4, to executables as arguments
    #[arg(long)]
    pass_params: bool,
    /// How many cases run at a time, at most one for each processor
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..)
    )]
    jobs: u16,
    /// How well programs are confined, from 0 to 3; if the machine lacks the level, nothing is
    /// judged
    #[arg(
        long,
        value_name = "LEVEL",
        default_value_t = slots::LEVEL,
        value_parser = clap::value_parser!(u8).range(0..=3)
    )]
    level: u8,
    /// Write pages into this folder: index.html for the class, a page to hand out for each program,
    /// and gradebook.csv
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// The language of the pages
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = arguments::language())]
    lang: Language,
    /// Write the results as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the results as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write a row for each program as comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

/// The default of --stop-after: a program with this many late cases is not late by accident.
const STOP_AFTER: u16 = 3;

/// The time of a case, as the game's rules say.
fn usual_time(spec: &GameSpec) -> String {
    spec.program.as_ref().map_or_else(String::new, |program| time_text(program.time))
}

/// The memory of a case in MiB, as the game's rules say.
fn usual_memory(spec: &GameSpec) -> u64 {
    spec.contest.memory >> 20
}

/// The help of an option whose default differs from game to game.
fn by_game(what: &str, usual: impl Fn(&GameSpec) -> String) -> String {
    let mut games: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for spec in GAMES.iter().filter(|spec| spec.program.is_some()) {
        games.entry(usual(spec)).or_default().push(spec.title);
    }
    let told: Vec<_> =
        games.iter().map(|(value, games)| format!("{value} in {}", games.join(", "))).collect();
    format!("{what} [default: {}]", told.join("; "))
}

const EXAMPLES: &str = "\
Examples:
  ludoteka cases mnk --count 20 -o cases                 # test cases
  echo 'import sys; sys.exit(1)' > anna.py               # a program that fails
  ludoteka judge mnk anna.py --cases cases || true       # all cases
  ludoteka judge mnk anna.py --cases cases/7.in || true  # one case
  mkdir -p programs && cp anna.py programs
  ludoteka judge mnk programs --cases cases --jobs 2 --time 2s --report class || true";

impl Judge {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let answers = self.answers()?;
        // A mistyped name makes no cases.
        let found =
            find_programs(&self.program, &arguments::languages(self.languages.as_deref())?)?;
        let cases = self.cases()?;
        self.check_hidden(&cases)?;
        let (sets, marks) = self.sets(&cases)?;
        judge::check_inputs(answers, &sets)?;
        let by_teacher = ByTeacher::read(self.by_hand.as_deref(), self.grades.as_ref(), &marks)?;
        let is_class = found.is_class && self.only.is_none();
        let people = self.people.as_deref().map(People::read).transpose()?;
        let passed_over = found.passed_over();
        if let Some(names) = &passed_over {
            anstream::eprintln!("ludoteka: passed over: {names}");
        }
        found
            .notes()
            .for_each(|note| anstream::eprintln!("ludoteka: {}", in_a_line(&note.to_string())));
        let conditions = self.conditions(answers, !is_class)?;
        let cases = previous::cases_checksum(&sets)?;
        let entries = self.changed(self.wanted(found)?, &cases)?;
        if entries.is_empty() {
            return Ok(ExitCode::SUCCESS);
        }
        let work = Work { entries, sets, may_lack: is_class };
        let outputs = [
            ("--json", &self.json),
            ("--junit", &self.junit),
            ("--csv", &self.csv),
            ("--feedback", &self.feedback),
        ];
        // When `_files` is dropped, files that stayed empty are removed.
        let _files = Files::make(outputs, |path| work.reads(path))?;
        if let Some(folder) = &self.report {
            report::check(folder)?;
        }
        let mut done = self.judge(conditions.clone(), &work)?;
        previous::note(&mut done.reports, &work.entries, &cases);
        if let Some(people) = people {
            people.fill_in(&mut done.reports);
        }
        by_teacher.fill_in(&mut done.reports);
        done.reports.iter_mut().for_each(|report| marks.settle(report));
        // If the reader of the table stops early, all files are still written and the exit code
        // stays the same.
        let compilers = conditions.compilers.line(work.entries.iter().map(|entry| entry.language));
        let shown = write_tables(self.game, &work, &done, compilers.as_deref(), out);
        let heading = self.heading(marks, compilers, passed_over);
        self.write_files(&heading, &conditions, &done, &by_teacher)?;
        shown.or_else(|error| {
            if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) }
        })?;
        let all = done.reports.iter().all(Report::is_accepted);
        Ok(ExitCode::from(match (done.is_interrupted, all) {
            (true, _) => interrupt::INTERRUPTED,
            (false, true) => 0,
            (false, false) => programs::BAD_INPUT,
        }))
    }

    /// All programs, or only the program of the given name.
    fn wanted(&self, found: Found) -> Result<Vec<Entry>, Failure> {
        let Some(only) = &self.only else { return Ok(found.entries) };
        let wanted = found.named(only).ok_or_else(|| {
            let expected = "expected a name from the table of all programs";
            Failure::input(format!("--only: there is no program {}: {expected}", short(only)))
        })?;
        Ok(vec![wanted.clone()])
    }

    /// The programs that differ from those of earlier results.
    fn changed(&self, entries: Vec<Entry>, cases: &str) -> Result<Vec<Entry>, Failure> {
        if self.previous.is_empty() {
            return Ok(entries);
        }
        let (all, previous) = (entries.len(), Previous::read(&self.previous)?);
        let changed = previous.changed(entries, cases);
        anstream::eprintln!("ludoteka: {}", previous::told(changed.len(), all));
        Ok(changed)
    }

    /// Where the cases are. Makes them if the call names none, and says so.
    fn cases(&self) -> Result<PathBuf, Failure> {
        if let Some(named) = &self.cases {
            return Ok(named.clone());
        }
        let game = self.game.name;
        let folder = PathBuf::from(format!("cases-{game}"));
        let how = match folder.exists() {
            true => "are in",
            false => {
                super::cases::make(self.game, 1, &folder)?;
                "were made in"
            }
        };
        anstream::eprintln!(
            "ludoteka: the cases {how} {}, since --cases names none; `ludoteka cases {game}` makes \
            others",
            folder.display()
        );
        Ok(folder)
    }

    /// Checks that programs can read neither the cases nor a folder of programs. A single program
    /// is not checked, since a program may read its own file.
    fn check_hidden(&self, cases: &Path) -> Result<(), Failure> {
        let mut places = vec![("cases", cases)];
        places.extend(self.validation.as_deref().map(|cases| ("cases", cases)));
        if self.program.is_dir() {
            places.push(("programs", &self.program));
        }
        if self.level > 0 {
            judge::check_hidden(&places)?;
        }
        Ok(())
    }

    /// The sets of cases. Validation cases come first, since a program that fails a validation case
    /// gets no points at all.
    fn sets(&self, path: &Path) -> Result<(Vec<CaseSet>, Marks), Failure> {
        let validation = self.validation.as_deref().map(cases_in).transpose()?;
        let mut sets = judge::as_validation(validation.unwrap_or_default());
        let mut cases = cases_in(path)?;
        let marks = marks::of(path, &mut cases, self.points)?;
        sets.extend(cases);
        Ok((sets, marks))
    }

    fn answers(&self) -> Result<Answers, Failure> {
        let answers = arguments::program(self.game)?.answers;
        match answers {
            Answers::Legal(_) if self.exact => {
                let title = self.game.title;
                Err(Failure::Usage(format!(
                    "--exact: {title} has more than one right answer, and any legal one is accepted"
                )))
            }
            _ if self.exact => Ok(Answers::Exact),
            _ => Ok(answers),
        }
    }

    fn conditions(&self, answers: Answers, is_one: bool) -> Result<Conditions, Failure> {
        let usual = Compilers::of(self.game.compiler.name, self.game.compiler.options);
        let (program, contest) = (arguments::program(self.game)?, &self.game.contest);
        Ok(Conditions {
            program,
            answers,
            time: self.time.unwrap_or(program.time),
            compile_time: self.compile_time,
            stop_after: self.stop_after.into(),
            memory: self.memory.map_or(contest.memory, |mib| mib << 20),
            stack: contest.stack,
            level: Level::ALL[usize::from(self.level)],
            valgrind: self.valgrind,
            pass_params: self.pass_params,
            looks_closer: is_one || self.look_closer,
            compilers: arguments::compilers(usual, &self.compiler_options)?,
            command: [format!("ludoteka judge {}", self.game.name), self.flags()],
        })
    }

    /// The flags that affect a verdict and differ from their defaults.
    fn flags(&self) -> String {
        let mut flags = String::new();
        let mut add = |wanted: bool, flag: String| flags.extend(wanted.then(|| format!(" {flag}")));
        if let Some(time) = self.time {
            add(true, format!("--time {}", time_text(time)));
        }
        add(
            self.compile_time != COMPILE_TIME,
            format!("--compile-time {}", time_text(self.compile_time)),
        );
        if let Some(memory) = self.memory {
            add(true, format!("--memory {memory}"));
        }
        add(self.exact, "--exact".to_string());
        add(self.valgrind, "--valgrind".to_string());
        for options in &self.compiler_options {
            add(true, format!("--compiler-options {}", shell::quoted(options)));
        }
        add(self.pass_params, "--pass-params".to_string());
        if let Some(languages) = &self.languages {
            add(true, format!("--languages {}", shell::quoted(languages)));
        }
        add(self.level != slots::LEVEL, format!("--level {}", self.level));
        flags
    }

    fn judge(&self, conditions: Conditions, work: &Work) -> Result<Done, Failure> {
        slots::level(self.level);
        // The slots are not bound to processors. A bound slot could not move away from a processor
        // that another judge uses, and cases would be late.
        work.done(judge::Judge::new(conditions, slots::start(self.jobs, false)?)?)
    }

    fn heading(
        &self,
        marks: Marks,
        compilers: Option<String>,
        passed_over: Option<Message>,
    ) -> Heading {
        Heading {
            version: env!("CARGO_PKG_VERSION").to_string(),
            game: self.game.name.to_string(),
            title: self.game.title.to_string(),
            words: arguments::words(self.game),
            language: self.lang,
            passed_over,
            marks,
            compilers,
        }
    }

    fn write_files(
        &self,
        heading: &Heading,
        conditions: &Conditions,
        done: &Done,
        by_teacher: &ByTeacher,
    ) -> Result<(), Failure> {
        let Done { reports, is_interrupted } = done;
        let written = [
            output_files::write(self.json.as_deref(), |file| {
                judge::write_json(heading, conditions, reports, *is_interrupted, file)
            }),
            output_files::write(self.junit.as_deref(), |file| {
                judge::write_junit(heading, conditions, reports, file)
            }),
            output_files::write(self.csv.as_deref(), |file| {
                judge::write_csv(heading, conditions, reports, file)
            }),
            marks::write_feedback(self.feedback.as_deref(), heading, conditions, reports),
            by_teacher.write_grades(heading, done),
            report::write(self.report.as_deref(), heading, conditions, reports),
        ];
        // If one file cannot be written, the other files are still written.
        let failed: Vec<_> = written
            .iter()
            .filter_map(|written| Some(written.as_ref().err()?.to_string()))
            .collect();
        if failed.is_empty() { Ok(()) } else { Err(Failure::input(failed.join("; "))) }
    }
}

fn write_tables(
    game: &GameSpec,
    work: &Work,
    done: &Done,
    compilers: Option<&str>,
    out: &mut dyn Write,
) -> io::Result<()> {
    match &done.reports[..] {
        [] => {}
        [report] if work.entries.len() == 1 => table::write_cases(game, report, out)?,
        reports => table::write_programs(reports, out)?,
    }
    if let Some(line) = compilers.filter(|_| !done.reports.is_empty()) {
        writeln!(out, "{FAINT}compiled by {line}{FAINT:#}")?;
    }
    if done.is_interrupted {
        let judged = done.reports.iter().map(|report| report.cases.len() as u64).sum();
        writeln!(
            out,
            "\ninterrupted: {} of {} cases were judged",
            grouped(judged),
            grouped(work.cases() as u64)
        )?;
    }
    Ok(())
}

/// Reads the cases in a file or folder. Prints the names of ignored files on standard error.
fn cases_in(path: &Path) -> Result<Vec<CaseSet>, Failure> {
    let found = judge::find_cases(path)?;
    if let Some(names) = found.left_aside() {
        anstream::eprintln!("ludoteka: ignored: {names}");
    }
    Ok(found.sets)
}
