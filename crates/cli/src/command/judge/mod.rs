//! `ludoteka judge`: programs on test cases, in the sandbox.

mod files;
mod progress;
mod table;
mod work;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use arena::entry::find_programs;
use arena::judge::{self, Conditions, Heading, Report};
use clap::Args;
use rules::Answers;
use sandbox::Level;
use search::GameSpec;

use crate::arguments;
use crate::failure::Failure;
use crate::palette::FAINT;
use crate::words::grouped;
use crate::{interrupt, slots};
use files::Files;
use work::{Done, Work};

/// Run programs on test cases and tell which answers are right
///
/// A program is an executable, or a source that is compiled first, with the options that the game's text has: .c by gcc,
/// .cpp by g++, .pas by fpc, .rs by rustc, .java by javac; .py is run by python3, .js by node. A folder stands for all programs in it. Constants come from the file
/// params beside the cases, as in -DPOLA=4. Programs are confined: they can write no file and open no connection. The
/// exit code is 1 if any program fails any case; each failure comes with a line of shell that shows it again.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Judge {
    /// The game
    #[arg(value_parser = arguments::game())]
    game: &'static GameSpec,
    /// A program, or a folder of programs
    program: PathBuf,
    /// A folder with cases, 1.in and 1.out and so on, also in folders of its own; or one file NAME.in
    #[arg(long, value_name = "DIR")]
    cases: PathBuf,
    /// Seconds for a case
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    time: Duration,
    /// Memory for a case, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
    /// Compare byte by byte even where white space does not matter
    #[arg(long)]
    exact: bool,
    /// Run under valgrind; any report fails the case
    #[arg(long)]
    valgrind: bool,
    /// Compile with these options, as in "gcc -O3 -lm", instead of those of the game's text; once for each compiler
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    compiler_options: Vec<String>,
    /// Take programs in these languages alone, as in c,c++; others are named and passed over
    #[arg(long, value_name = "LIST")]
    languages: Option<String>,
    /// Give the constants in params to executables as arguments, as Ludoteka's own programs take them
    #[arg(long)]
    pass_params: bool,
    /// How many cases run at a time; never more than there are processors
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// How well programs are confined; a machine that falls short of it judges nothing
    #[arg(long, value_name = "LEVEL", default_value_t = slots::LEVEL, value_parser = clap::value_parser!(u8).range(0..=3))]
    level: u8,
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

const EXAMPLES: &str = "\
Examples:
  ludoteka cases mnk --count 20 -o cases                 # something to judge by
  echo 'import sys; sys.exit(1)' > anna.py               # somebody's program, a bad one
  ludoteka judge mnk anna.py --cases cases || true       # all cases
  ludoteka judge mnk anna.py --cases cases/7.in || true  # one case
  mkdir -p programs && cp anna.py programs
  ludoteka judge mnk programs --cases cases --jobs 2 --time 2 --csv results.csv || true";

impl Judge {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let answers = self.answers()?;
        self.check_hidden()?;
        let sets = judge::find_cases(&self.cases)?;
        judge::check_inputs(answers, &sets)?;
        let found = find_programs(&self.program, &arguments::languages(self.languages.as_deref())?)?;
        if let Some(names) = found.passed_over() {
            anstream::eprintln!("ludoteka: passed over: {names}");
        }
        found.notes().for_each(|note| anstream::eprintln!("ludoteka: {note}"));
        let conditions = self.conditions(answers)?;
        let work = Work { entries: found.entries, sets, may_lack: self.program.is_dir() };
        let outputs = [("--json", &self.json), ("--junit", &self.junit), ("--csv", &self.csv)];
        // Removes what stays empty when it is dropped.
        let _files = Files::make(outputs, |path| work.reads(path))?;
        let done = self.judge(conditions.clone(), &work)?;
        // A table that nobody reads to its end costs no file, and changes no exit code.
        let compilers = conditions.compilers.line(work.entries.iter().map(|entry| entry.language));
        let shown = write_tables(&work, &done, compilers.as_deref(), out);
        self.write_files(&conditions, &done, compilers)?;
        shown.or_else(|error| if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })?;
        let all = done.reports.iter().all(Report::is_accepted);
        Ok(ExitCode::from(match (done.is_interrupted, all) {
            (true, _) => interrupt::INTERRUPTED,
            (false, true) => 0,
            (false, false) => programs::BAD_INPUT,
        }))
    }

    /// One program alone may lie anywhere: its own file is open to it.
    fn check_hidden(&self) -> Result<(), Failure> {
        let mut places = vec![("cases", self.cases.as_path())];
        if self.program.is_dir() {
            places.push(("programs", &self.program));
        }
        if self.level > 0 {
            judge::check_hidden(&places)?;
        }
        Ok(())
    }

    fn answers(&self) -> Result<Answers, Failure> {
        let answers = arguments::program(self.game)?.answers;
        match answers {
            Answers::Legal(_) if self.exact => {
                let title = self.game.title;
                Err(Failure::Usage(format!(
                    "--exact: {title} has more than one right answer, and any legal one is taken"
                )))
            }
            _ if self.exact => Ok(Answers::Exact),
            _ => Ok(answers),
        }
    }

    fn conditions(&self, answers: Answers) -> Result<Conditions, Failure> {
        Ok(Conditions {
            answers,
            time: self.time,
            memory: self.memory << 20,
            stack: self.game.contest.stack,
            level: Level::ALL[usize::from(self.level)],
            valgrind: self.valgrind,
            pass_params: self.pass_params,
            compilers: arguments::compilers(self.game, &self.compiler_options)?,
            command: [format!("ludoteka judge {}", self.game.name), self.flags()],
        })
    }

    /// The flags that decide a verdict, where they are not the usual ones.
    fn flags(&self) -> String {
        let mut flags = String::new();
        let mut add = |wanted: bool, flag: String| flags.extend(wanted.then(|| format!(" {flag}")));
        add(self.time != Duration::from_secs(10), format!("--time {}", self.time.as_secs_f64()));
        add(self.memory != 256, format!("--memory {}", self.memory));
        add(self.exact, "--exact".to_string());
        add(self.valgrind, "--valgrind".to_string());
        for options in &self.compiler_options {
            add(true, format!("--compiler-options '{}'", options.replace('\'', r"'\''")));
        }
        add(self.pass_params, "--pass-params".to_string());
        add(self.level != slots::LEVEL, format!("--level {}", self.level));
        flags
    }

    fn judge(&self, conditions: Conditions, work: &Work) -> Result<Done, Failure> {
        slots::level(self.level);
        // They keep to no processor: a second judge would choose the same ones, and the cases of both be late there.
        work.done(judge::Judge::new(conditions, slots::start(self.jobs, false)?)?)
    }

    fn write_files(&self, conditions: &Conditions, done: &Done, compilers: Option<String>) -> Result<(), Failure> {
        let Done { reports, is_interrupted } = done;
        let (version, game) = (env!("CARGO_PKG_VERSION").to_string(), self.game.name.to_string());
        let heading = Heading { version, game, compilers };
        let written = [
            files::write(self.json.as_deref(), |file| {
                judge::write_json(&heading, conditions, reports, *is_interrupted, file)
            }),
            files::write(self.junit.as_deref(), |file| judge::write_junit(&heading, conditions, reports, file)),
            files::write(self.csv.as_deref(), |file| judge::write_csv(conditions, reports, file)),
        ];
        // What one lacks costs no other.
        let failed: Vec<_> = written.iter().filter_map(|written| Some(written.as_ref().err()?.to_string())).collect();
        if failed.is_empty() { Ok(()) } else { Err(Failure::Input(failed.join("; "))) }
    }
}

fn write_tables(work: &Work, done: &Done, compilers: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
    match &done.reports[..] {
        [] => {}
        [report] if work.entries.len() == 1 => table::write_cases(report, out)?,
        reports => table::write_programs(reports, out)?,
    }
    if let Some(line) = compilers.filter(|_| !done.reports.is_empty()) {
        writeln!(out, "{FAINT}compiled by {line}{FAINT:#}")?;
    }
    if done.is_interrupted {
        let judged = done.reports.iter().map(|report| report.cases.len() as u64).sum();
        writeln!(out, "\ninterrupted: {} of {} cases were judged", grouped(judged), grouped(work.cases() as u64))?;
    }
    Ok(())
}

/// A number of seconds, such as 10 or 0.5.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.01..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected a number of seconds from 0.01 to 86400".to_string())
}
