//! `cargo xtask test` runs all tests and counts them, including the skipped ones.
//!
//! Cargo builds the test binaries and says where they are. The binaries run in parallel, one for
//! each processor, since many tests wait for clocks and programs. When a binary ends, its whole
//! output is shown.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use crate::binaries::{Run, build, run_all};
use crate::tools::{TOOLS, Tool};

/// How many of the slowest binaries are listed at the end.
const SLOWEST: usize = 10;

/// Runs every test. With `all`, a test whose tools are missing counts as a failure.
pub(crate) fn run(all: bool) -> ExitCode {
    match tested(all) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether no test failed and, with `all`, none was skipped.
fn tested(all: bool) -> io::Result<bool> {
    let missing: Vec<&Tool> = TOOLS.iter().filter(|tool| !tool.is_here()).collect();
    let Some(binaries) = build()? else { return Ok(false) };
    let mut runs = run_all(binaries, all, show)?;
    let examples = documentation()?;
    show(&examples)?;
    runs.push(examples);
    let mut counts = Counts::default();
    runs.iter().for_each(|run| counts.add_output(&run.output));
    let finished = runs.iter().all(|run| run.success);
    print_slowest(runs);
    println!();
    for tool in &missing {
        println!(
            "skipped: {} ({} is not installed; Debian has it in `{}`)",
            tool.needed_for, tool.name, tool.package
        );
    }
    // A test whose tool is missing does nothing, and cargo's test runner counts it as passed. So
    // missing tools are listed as well.
    println!(
        "tests: {} passed, {} failed, {} skipped",
        counts.passed,
        counts.failed,
        counts.ignored + missing.len()
    );
    let skipped = missing.len() + counts.ignored > 0;
    Ok(finished && counts.failed == 0 && !(all && skipped))
}

/// Runs the examples in the documentation, which only cargo can build and run.
fn documentation() -> io::Result<Run> {
    let mut command = crate::cargo();
    command.args(["test", "--doc", "--workspace", "--locked", "--no-fail-fast"]);
    Run::of("examples in the documentation".to_string(), &mut command)
}

fn show(run: &Run) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "\n{} ({:.1} s)", run.name, run.took.as_secs_f64())?;
    out.write_all(run.output.trim_end().as_bytes())?;
    writeln!(out)
}

fn print_slowest(mut runs: Vec<Run>) {
    runs.sort_by_key(|run| std::cmp::Reverse(run.took));
    println!(
        "\nthe slowest test binaries, of {:.0} s in total:",
        runs.iter().map(|run| run.took).sum::<Duration>().as_secs_f64()
    );
    for run in runs.iter().take(SLOWEST) {
        println!("{:8.1} s  {}", run.took.as_secs_f64(), run.name);
    }
}

#[derive(Default)]
struct Counts {
    passed: usize,
    failed: usize,
    ignored: usize,
}

impl Counts {
    fn add_output(&mut self, output: &str) {
        output.lines().for_each(|line| self.add(line));
    }

    /// Adds the counts of a line such as `test result: ok. 6 passed; 0 failed; 0 ignored; ...`.
    /// Other lines are ignored.
    fn add(&mut self, line: &str) {
        let Some((_, result)) = line.split_once("test result: ") else { return };
        for part in result.split(['.', ';']) {
            let mut words = part.split_whitespace();
            let (Some(number), Some(what)) =
                (words.next().and_then(|n| n.parse::<usize>().ok()), words.next())
            else {
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
        counts.add_output(
            "test result: ok. 6 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out; \
                finished in 0.01s\n\
             test result: FAILED. 10 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; \
                finished in 1s\n\
             test some::test ... ok\n",
        );
        assert_eq!((counts.passed, counts.failed, counts.ignored), (16, 2, 1));
    }
}
