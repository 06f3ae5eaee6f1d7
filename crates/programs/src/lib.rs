//! The five programs that the games' rules ask for. Each reads standard input and writes standard
//! output.
//!
//! Each program is a small executable in `src/bin`, made by [`program!`]. Options are set on the
//! command line, as `-DPOLA=4` or `--pola 4`. A C compiler sets the constants of a C program with
//! options like `-DPOLA=4`.
//!
//! Exit codes: 0 for success, even if nobody reads the answers to the end; 1 if the input makes no
//! sense, or a constant is out of its range; 2 if an option does not exist; 70 if the program has a
//! fault.

use std::ffi::OsString;
use std::io::{self, ErrorKind, IsTerminal};
use std::panic::{UnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Duration;

use rules::{Console, Parameters, Program, ProgramError};

mod clock;
mod help;
mod options;

pub use clock::ticking;
pub use options::{BadOption, define, option_variable};
use options::{Request, is_flag, read};

/// Exit code: the input makes no sense.
pub const BAD_INPUT: u8 = 1;
/// Exit code: the command line makes no sense.
pub const BAD_USAGE: u8 = 2;
/// Exit code: the program has a fault.
pub const OWN_FAULT: u8 = 70;

/// Defines `main` for the program of this name.
#[macro_export]
macro_rules! program {
    ($name:literal) => {
        fn main() -> ::std::process::ExitCode {
            $crate::main($name)
        }
    };
}

/// The `main` of a program's executable: runs the program with the arguments of this process.
#[must_use]
pub fn main(name: &str) -> ExitCode {
    guarded(name, || run(name, std::env::args_os().skip(1)))
}

/// Runs the program `name` with these arguments and the standard streams of this process.
#[must_use]
pub fn run(name: &str, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let elapsed = clock::since_process_start();
    let spec = games::find(name);
    let Some((title, program)) = spec.and_then(|spec| Some((spec.title, spec.program.as_ref()?)))
    else {
        eprintln!("{name}: there is no such program");
        return ExitCode::from(BAD_USAGE);
    };
    match read(program.options, arguments) {
        Ok(Request::Run(options)) => converse(program, &options, &elapsed),
        Ok(Request::Help) => print(program, &help::text(title, program)),
        Err(bad) => {
            eprintln!("{}: {bad} (see `{} --help`)", program.name, program.name);
            ExitCode::from(if matches!(bad, BadOption::Value(_)) { BAD_INPUT } else { BAD_USAGE })
        }
    }
}

fn converse(program: &Program, options: &Parameters, elapsed: &dyn Fn() -> Duration) -> ExitCode {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut errors = io::stderr();
    let mut console = Console::new(&mut input, &mut output, elapsed);
    if errors.is_terminal() {
        console = console.with_notes(&mut errors);
    }
    let end = (program.run)(options, &mut console);
    // Answers before an error are part of the output, so they are written before the error message.
    let flushed = console.flush().map_err(ProgramError::Io);
    report(program, end.and(flushed))
}

fn print(program: &Program, text: &str) -> ExitCode {
    use std::io::Write;
    let mut output = io::stdout().lock();
    let end = output.write_all(text.as_bytes()).and_then(|()| output.flush());
    report(program, end.map_err(ProgramError::Io))
}

/// Prints an error and returns the exit code. It is not an error if the reader stops reading the
/// output.
fn report(program: &Program, end: Result<(), ProgramError>) -> ExitCode {
    match end {
        Ok(()) => ExitCode::SUCCESS,
        Err(ProgramError::Io(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", program.name);
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Calls `work`. If it panics, prints a message and returns [`OWN_FAULT`].
pub fn guarded(name: &str, work: impl FnOnce() -> ExitCode + UnwindSafe) -> ExitCode {
    catch_unwind(work).unwrap_or_else(|_| {
        eprintln!(
            "{name}: this is a fault of the program, not of its input; please \
             report the lines above"
        );
        ExitCode::from(OWN_FAULT)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_does_not_look_like_success() {
        let code = guarded("test", || panic!("on purpose"));
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::from(OWN_FAULT)));
    }
}
