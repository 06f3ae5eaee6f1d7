//! `cargo xtask test`: the whole test suite, and an honest count of it.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Command, ExitCode, Stdio};

use crate::tools::{TOOLS, Tool};

/// Runs every test. With `all`, a test that this machine lacks the tools for is a failure.
pub(crate) fn run(all: bool) -> ExitCode {
    let missing: Vec<&Tool> = TOOLS.iter().filter(|tool| !tool.is_here()).collect();
    let (counts, finished) = match cargo_test(all) {
        Ok(result) => result,
        Err(error) => {
            eprintln!("xtask: cargo test could not be run: {error}");
            return ExitCode::FAILURE;
        }
    };
    println!();
    for tool in &missing {
        println!("skipped: {} ({} is not installed; Debian has it in `{}`)", tool.needed_for, tool.name, tool.package);
    }
    // A test whose tool is missing does nothing, which the runner takes for passed; so the tools are counted as well.
    println!("tests: {} passed, {} failed, {} skipped", counts.passed, counts.failed, counts.ignored + missing.len());
    let skipped = missing.len() + counts.ignored > 0;
    if finished && counts.failed == 0 && !(all && skipped) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[derive(Default)]
struct Counts {
    passed: usize,
    failed: usize,
    ignored: usize,
}

/// Runs `cargo test`, shows what it prints, and adds up its results.
fn cargo_test(all: bool) -> io::Result<(Counts, bool)> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    let mut command = Command::new(cargo);
    command.args(["test", "--workspace", "--locked", "--no-fail-fast"]).stdout(Stdio::piped());
    if all {
        command.env("LUDOTEKA_TESTS", "all");
    }
    let mut child = command.spawn()?;
    let mut counts = Counts::default();
    let output = child.stdout.take().expect("standard output is piped");
    for line in BufReader::new(output).lines() {
        let line = line?;
        writeln!(io::stdout(), "{line}")?;
        counts.add(&line);
    }
    Ok((counts, child.wait()?.success()))
}

impl Counts {
    /// Adds a line such as `test result: ok. 6 passed; 0 failed; 0 ignored; ...`; other lines count nothing.
    fn add(&mut self, line: &str) {
        let Some((_, result)) = line.split_once("test result: ") else { return };
        for part in result.split(['.', ';']) {
            let mut words = part.split_whitespace();
            let (Some(number), Some(what)) = (words.next().and_then(|n| n.parse::<usize>().ok()), words.next()) else {
                continue;
            };
            match what {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.ignored += number,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_added_up() {
        let mut counts = Counts::default();
        counts.add("test result: ok. 6 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out; finished in 0.01s");
        counts.add("test result: FAILED. 10 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1s");
        counts.add("test some::test ... ok");
        assert_eq!((counts.passed, counts.failed, counts.ignored), (16, 2, 1));
    }
}
