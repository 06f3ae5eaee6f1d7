//! `cargo xtask test` runs the tests and counts them, including the skipped ones. First it says
//! what it will run, and which tools are missing.
//!
//! Cargo builds the test binaries and says where they are. The binaries run in parallel, one for
//! each processor, since many tests wait for clocks and programs. When a binary ends, its whole
//! output is shown.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::binaries::{Binary, Run, build, run_all};
use crate::tools::{TOOLS, Tool};

/// Test binaries that take long and guard little: they are left to `cargo xtask test --nightly`. The
/// guide to a sixth game is followed in a second build of the workspace, the kept scripts for clusters
/// need a scheduler, and the engines of pages without a server a second compiler.
const NIGHTLY: [&str; 3] =
    ["xtask tests/sixth_game.rs", "cli tests/cluster.rs", "web tests/engine.rs"];

/// Which tests are run, and what a missing tool means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Those for which this machine has the tools.
    Possible,
    /// The same, but a test whose tools are missing counts as a failure.
    All,
    /// [`All`](Extent::All) and those of [`NIGHTLY`].
    Nightly,
}

const EXAMPLES: &str = "examples in the documentation";

/// What takes longest, as the list at the end of a run shows it.
const LONGEST: [&str; 5] = [
    "cli tests/matches/main.rs",
    "server tests/browser.rs",
    "cli tests/tournaments/main.rs",
    "cli tests/commands/main.rs",
    EXAMPLES,
];

/// How many of the slowest binaries are listed at the end.
const SLOWEST: usize = 10;

/// Runs the tests.
pub(crate) fn run(extent: Extent) -> ExitCode {
    match tested(extent) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether no test failed and, unless a tool may be missing, none was skipped.
fn tested(extent: Extent) -> io::Result<bool> {
    let all = extent != Extent::Possible;
    let missing: Vec<&Tool> = TOOLS.iter().filter(|tool| !tool.is_here()).collect();
    announce(&missing, all);
    let start = Instant::now();
    let Some(mut binaries) = build()? else { return Ok(false) };
    let built = start.elapsed();
    if extent != Extent::Nightly {
        binaries.retain(|binary| !NIGHTLY.contains(&binary.name.as_str()));
        println!("left to `cargo xtask test --nightly`: {}", NIGHTLY.join(", "));
    }
    binaries.push(documentation());
    // The longest begin first, so that no processor waits for one of them at the end.
    let place = |name: &str| LONGEST.iter().position(|longest| *longest == name);
    binaries.sort_by_key(|binary| place(&binary.name).unwrap_or(LONGEST.len()));
    let mut progress = Progress { finished: 0, all: binaries.len(), failed: 0 };
    let slots = std::thread::available_parallelism().map_or(1, usize::from);
    println!("running {} test binaries and the examples, {slots} at a time", binaries.len() - 1);
    let runs = run_all(binaries, all, |run| progress.show(run))?;
    let mut counts = Counts::default();
    runs.iter().for_each(|run| counts.add_output(&run.output));
    let finished = runs.iter().all(|run| run.success);
    print_slowest(runs);
    println!();
    let [built, ran] = [built, start.elapsed() - built].map(|time| time.as_secs());
    println!("built in {built} s, ran in {ran} s");
    missing.iter().for_each(|tool| println!("skipped: {}", lack(tool)));
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

/// The examples in the documentation, which only cargo can build and run.
fn documentation() -> Binary {
    let mut command = crate::cargo();
    command.args(["test", "--doc", "--workspace", "--locked", "--no-fail-fast"]);
    Binary { name: EXAMPLES.to_string(), command }
}

/// Says what will be run, and what this machine lacks.
fn announce(missing: &[&Tool], all: bool) {
    println!(
        "the tests of the workspace, and the examples in its documentation: first they are built, \
        then they run for some minutes"
    );
    let consequence = if all { "this will fail" } else { "this will be skipped" };
    missing.iter().for_each(|tool| println!("{consequence}: {}", lack(tool)));
    if missing.is_empty() {
        println!("no tool is missing");
    }
}

/// What cannot be tested without this tool, and where the tool is to be had.
fn lack(tool: &Tool) -> String {
    let Tool { needed_for, name, package, .. } = tool;
    format!("{needed_for} ({name} is not installed; Debian has it in `{package}`)")
}

/// How many test binaries have ended.
struct Progress {
    finished: usize,
    all: usize,
    failed: usize,
}

impl Progress {
    /// Shows the output of a binary that has ended, and how far the tests are.
    fn show(&mut self, run: &Run) -> io::Result<()> {
        self.finished += 1;
        self.failed += usize::from(!run.success);
        let Progress { finished, all, failed } = self;
        let failed = if *failed > 0 { format!(", {failed} failed") } else { String::new() };
        let mut out = io::stdout().lock();
        let took = run.took.as_secs_f64();
        writeln!(out, "\n[{finished} of {all}{failed}] {} ({took:.1} s)", run.name)?;
        out.write_all(run.output.trim_end().as_bytes())?;
        writeln!(out)
    }
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
