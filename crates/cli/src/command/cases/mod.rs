//! `ludoteka cases`: random inputs for a program, with the right outputs.

mod case_files;
mod kattis;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use classroom::CASES;
use programs::{define, option_variable, ticking};
use rules::random::Random;
use rules::{Answers, CaseScope, Console, Parameters, Program};
use search::GameSpec;

use crate::failure::Failure;
use crate::{arguments, words};
use case_files::{make_folder, write_file};

/// Make test cases for a program: random inputs and the right outputs
///
/// Every input follows the game's rules, so a program that fails a case is wrong.
///
/// Case 7 consists of the files 7.in and 7.out. If the program has constants, each folder set-01,
/// set-02 and so on has ten cases with the same constants. The file params in each folder has the
/// compiler's flags, such as -DPOLA=4. The same seed and options always make the same files.
///
/// In Flood Wars and Gangsters, an input has several right answers, and the output is only an
/// example. `ludoteka judge` checks whether moves are legal.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Cases {
    /// The game
    #[arg(value_parser = arguments::game())]
    game: &'static GameSpec,
    /// How many cases
    #[arg(long, default_value_t = CASES, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    count: u64,
    /// The seed of the cases, any number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder to write into; made if it does not exist
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// Fix a constant instead of varying it; all cases then lie in DIR itself
    #[arg(short = 'D', value_name = "NAME=VALUE")]
    define: Vec<String>,
    /// Add inputs that the game's rules leave open, such as input that ends early or boards that no
    /// game reaches
    #[arg(long)]
    beyond_the_text: bool,
    /// Write a problem package for other judges: statement, cases, validators, and a submission of
    /// each kind. All cases have the same constants
    #[arg(long, value_name = "FORMAT", conflicts_with = "beyond_the_text")]
    package: Option<Format>,
    /// Write into a folder that is not empty, and replace files that have the same names; all
    /// other files stay, and the judge runs old cases too
    #[arg(long)]
    force: bool,
}

/// The formats of problem packages.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// The legacy format of Kattis, which DOMjudge reads, too
    Kattis,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka cases mnk --count 20 -o cases
  ludoteka cases mnk --count 20 --seed 2 -DCOMPACT=yes -o compact
  ludoteka cases gangsters --count 20 --package kattis -o gangsters";

impl Cases {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let program = arguments::program(self.game)?;
        let fixed = self.fixed(program)?;
        self.prepare()?;
        match fixed {
            Some(options) if self.package.is_some() => self.write_package(program, &options)?,
            Some(options) => self.write_set(program, &self.out, &options, 1..=self.count)?,
            None => self.write_sets(program)?,
        }
        let cases = words::counted(self.count, "case");
        writeln!(out, "{cases} in {}", self.out.display())?;
        Ok(())
    }

    /// The constants that all cases share; `None` if each case has its own.
    fn fixed(&self, program: &Program) -> Result<Option<Parameters>, Failure> {
        let is_set = !self.define.is_empty();
        if !is_set && self.package.is_none() && varies(program) {
            return Ok(None);
        }
        // A student's program has the rules' own constants, and other judges compile it as it is.
        let has_constants = !matches!(program.answers, Answers::Legal(_));
        let mut options = if is_set || (self.package.is_some() && has_constants) {
            Parameters::new(program.options)
        } else {
            (program.vary)(&mut Random::new(0))
        };
        for text in &self.define {
            define(&mut options, program.options, text)
                .map_err(|bad| Failure::Usage(format!("-D: {bad}")))?;
        }
        Ok(Some(options))
    }

    fn scope(&self) -> CaseScope {
        if self.beyond_the_text { CaseScope::BeyondText } else { CaseScope::Text }
    }

    fn prepare(&self) -> Result<(), Failure> {
        if self.package.is_some() {
            kattis::check_name(&self.out)?;
        }
        make_folder(&self.out)?;
        let mut files =
            fs::read_dir(&self.out).map_err(|error| Failure::file("read", &self.out, &error))?;
        if files.next().is_some() && !self.force {
            let folder = self.out.display();
            return Err(Failure::conflict(format!(
                "{folder} is not empty: name another folder, or say --force, which replaces files \
                of the same names and keeps all others (the judge then runs old cases too)"
            )));
        }
        Ok(())
    }

    fn write_sets(&self, program: &Program) -> Result<(), Failure> {
        for set in 0..self.count.div_ceil(Program::SET) {
            let options = program.set_options(self.seed, set);
            let folder = self.out.join(format!("set-{:02}", set + 1));
            let last = self.count.min((set + 1) * Program::SET);
            self.write_set(program, &folder, &options, set * Program::SET + 1..=last)?;
        }
        Ok(())
    }

    fn write_package(
        &self,
        program: &'static Program,
        options: &Parameters,
    ) -> Result<(), Failure> {
        let mut package = kattis::Package::new(self.game, program, options, &self.out);
        for number in 1..=self.count {
            let input = program.case_input(self.seed, number, options, self.scope());
            let output = answer(program, options, &input);
            package.add(number, number == 1 && self.count > 1, input, &output)?;
        }
        package.finish()
    }

    fn write_set(
        &self,
        program: &Program,
        folder: &Path,
        options: &Parameters,
        numbers: impl Iterator<Item = u64>,
    ) -> Result<(), Failure> {
        let flags: Vec<_> = options
            .changed()
            .map(|(name, value)| format!("-D{}={value}", option_variable(name)))
            .collect();
        if !flags.is_empty() {
            write_file(&folder.join("params"), format!("{}\n", flags.join(" ")).as_bytes())?;
        }
        for number in numbers {
            let input = program.case_input(self.seed, number, options, self.scope());
            let output = answer(program, options, &input);
            write_file(&folder.join(format!("{number}.in")), input.as_bytes())?;
            write_file(&folder.join(format!("{number}.out")), &output)?;
        }
        Ok(())
    }
}

/// Writes the cases of a trial: the same as `ludoteka cases GAME --seed SEED -o FOLDER` writes.
///
/// # Errors
/// Fails if the game asks for no program, or the files cannot be written.
pub(crate) fn make(game: &'static GameSpec, seed: u64, folder: &Path) -> Result<(), errors::Error> {
    let (out, define) = (folder.to_path_buf(), Vec::new());
    let cases = Cases {
        game,
        count: CASES,
        seed,
        out,
        define,
        package: None,
        beyond_the_text: false,
        force: false,
    };
    let made = cases.run(&mut std::io::sink());
    made.map_err(|failure| errors::Error::machine(failure.to_string()))
}

/// Whether a program's constants differ from case to case.
fn varies(program: &Program) -> bool {
    let drawn = |seed| (program.vary)(&mut Random::new(seed));
    let first = drawn(0);
    (1..16).any(|seed| !drawn(seed).changed().eq(first.changed()))
}

/// The program's answer to an input.
///
/// # Panics
/// Panics if the program refuses the input, although the input is legal.
fn answer(program: &Program, options: &Parameters, input: &str) -> Vec<u8> {
    let mut output = Vec::new();
    let (mut bytes, clock) = (input.as_bytes(), ticking());
    let end = (program.run)(options, &mut Console::new(&mut bytes, &mut output, &clock));
    end.unwrap_or_else(|error| panic!("{} refuses its own case: {error}\n{input}", program.name));
    output
}
