//! Ludoteka's command line: look at games, play them, count, measure, make test cases.
//!
//! One file a command: arguments in, one call, words out. Nothing here knows which games exist.
//!
//! Exit codes: 0 when all went well or whoever reads the output has gone away, 1 when what was asked for cannot be
//! done, 2 when the command line makes no sense, 70 when the fault is ours; 130 after Ctrl-C.

mod address;
mod arguments;
mod command;
mod drawing;
mod engine_arguments;
mod failure;
mod interrupt;
mod palette;
mod records;
mod slots;
mod terminal;
mod width;
mod words;

use std::process::ExitCode;

use clap::Parser;

use command::Command;

/// Board games for programming courses: rules, engines, test cases, and somebody to play against.
#[derive(Parser, Debug)]
#[command(name = "ludoteka", version, after_help = EXAMPLES)]
struct Ludoteka {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka games                          # what there is to play
  ludoteka play mnk --set k=3             # a game against the engine
  ludoteka show mnk b2 a1                 # the board after two moves
  ludoteka cases mnk --count 20 -o cases  # test cases for a program
  ludoteka help play                      # more about one command";

fn main() -> ExitCode {
    // The process that starts strangers' programs is this binary, executed again.
    sandbox::serve_if_asked();
    sandbox::outlive_file_limit();
    programs::guarded("ludoteka", run)
}

fn run() -> ExitCode {
    match Ludoteka::try_parse() {
        Ok(ludoteka) => ludoteka.command.run().unwrap_or_else(|failure| failure.report()),
        Err(other) => {
            // Help that nobody reads to its end is no failure.
            let _ = other.print();
            ExitCode::from(if other.use_stderr() { programs::BAD_USAGE } else { 0 })
        }
    }
}
