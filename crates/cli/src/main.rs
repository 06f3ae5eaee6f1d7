//! Ludoteka's command line, with commands that show games, play them, count moves, measure speed,
//! and make test cases.
//!
//! Each command is a file or folder that reads arguments, makes a call, and prints the result. No
//! code in this crate knows which games exist.
//!
//! Exit codes: 0 if everything went well, or the reader of the output has gone away; 1 if the input
//! or the machine prevents the task; 2 if the command line is wrong; 3 if there is more to do: `solve`
//! has reached a limit, or after `merge` pairs are open; 70 if this program has a bug; 130 after
//! Ctrl-C.

mod address;
mod arguments;
mod command;
mod drawing;
mod engine_arguments;
mod failure;
mod interrupt;
mod palette;
mod progress_line;
mod records;
mod slots;
mod sprt;
mod terminal;
mod width;
mod words;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use command::Command;

/// Board games for programming courses: rules, engines, test cases, and opponents to play against.
#[derive(Parser, Debug)]
#[command(name = "ludoteka", version = VERSION, after_help = EXAMPLES)]
struct Ludoteka {
    #[command(subcommand)]
    command: Command,
}

/// The version, and the commit of a release that was built in its repository.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), env!("LUDOTEKA_COMMIT"));

const EXAMPLES: &str = "\
Examples:
  ludoteka games                          # the games
  ludoteka play mnk --set k=3             # a game against the engine
  ludoteka show mnk b2 a1                 # the board after two moves
  ludoteka cases mnk --count 20 -o cases  # test cases for a program
  ludoteka help play                      # more about one command";

fn main() -> ExitCode {
    // This binary, executed again, is also the process that starts untrusted programs.
    sandbox::serve_if_asked();
    sandbox::outlive_file_limit();
    programs::guarded("ludoteka", run)
}

fn run() -> ExitCode {
    match Ludoteka::try_parse() {
        Ok(ludoteka) => {
            ludoteka.command.run(Ludoteka::command).unwrap_or_else(|failure| failure.report())
        }
        Err(other) => {
            // It is no failure if a reader stops before the end of the help.
            let _ = match address::without_password(&other.to_string()) {
                Some(shown) => write!(std::io::stderr(), "{shown}"),
                None => other.print(),
            };
            ExitCode::from(if other.use_stderr() { programs::BAD_USAGE } else { 0 })
        }
    }
}
