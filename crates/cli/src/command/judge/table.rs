//! Writes results as tables for people.

use std::io::{self, Write};
use std::mem;
use std::time::Duration;

use anstyle::Style;
use judge::{Fault, Judged, Mismatch, Report, Reproduction, Smallest, Uncompiled, Verdict};
use rules::Language;
use search::GameSpec;

use crate::drawing::Board;
use crate::palette::{CODE, FAINT, STRONG, WRONG};
use crate::terminal;
use crate::words::{counted, grouped, in_a_line};

/// Writes every case of a program, then explanations of the failed cases, then totals.
pub(super) fn write_cases(game: &GameSpec, report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let verdicts: Vec<_> =
        report.cases.iter().map(|judged| in_a_line(&judged.verdict.to_string())).collect();
    let case_width = width(report.cases.iter().map(|judged| judged.case.as_str()), "case");
    let verdict_width = width(verdicts.iter().map(String::as_str), "verdict").min(WIDEST);
    let header = format!(
        "{:case_width$}  {:verdict_width$}  {}",
        "case",
        "verdict",
        columns(["wall", "cpu", "memory"])
    );
    writeln!(out, "{STRONG}{header}{STRONG:#}")?;
    for (judged, verdict) in report.cases.iter().zip(&verdicts) {
        let style = verdict_style(&judged.verdict);
        let verdict = format!("{:verdict_width$}", cut(verdict));
        writeln!(
            out,
            "{:case_width$}  {style}{verdict}{style:#}  {}",
            in_a_line(&judged.case),
            measured(judged)
        )?;
    }
    write_failures(game, report, out)?;
    write_totals(report, out)
}

/// Writes a line for every program, then the first failure of each program that failed.
pub(super) fn write_programs(reports: &[Report], out: &mut dyn Write) -> io::Result<()> {
    let program_width = width(reports.iter().map(|report| report.program.as_str()), "program");
    let header = format!(
        "{:program_width$}  {:>9}  {}",
        "program",
        "accepted",
        columns(["wall", "cpu", "memory"])
    );
    writeln!(out, "{STRONG}{header}  first failure{STRONG:#}")?;
    for report in reports {
        let accepted = format!("{}/{}", report.accepted(), report.cases.len());
        let figures =
            columns([&time(report.wall()), &time(report.cpu()), &memory(report.peak_memory())]);
        let style = if report.is_accepted() { Style::new() } else { WRONG };
        write!(
            out,
            "{:program_width$}  {style}{accepted:>9}{style:#}  {figures}",
            in_a_line(&report.program)
        )?;
        match report.first_failure() {
            _ if report.does_not_compile() => writeln!(out, "  does not compile")?,
            Some(judged) => writeln!(out, "  {}", in_a_cell(judged, header.len() + 2))?,
            None if report.is_interrupted => writeln!(out, "  interrupted")?,
            None => writeln!(out)?,
        }
    }
    write_first_failures(reports, out)?;
    let passed = reports.iter().filter(|report| report.is_accepted()).count();
    writeln!(out, "\n{passed} of {} pass all cases", counted(reports.len() as u64, "program"))
}

/// The text about a failed case, for the end of a row that already uses `taken` columns. Details
/// are left out if the terminal has no room.
fn in_a_cell(judged: &Judged, taken: usize) -> String {
    let cell = |verdict: &str| format!("{}: {verdict}", in_a_line(&judged.case));
    let whole = cell(&cut(&in_a_line(&judged.verdict.to_string())));
    let fits = terminal::columns().is_none_or(|columns| taken + whole.chars().count() <= columns);
    if fits { whole } else { cell(judged.verdict.name()) }
}

/// Writes in full the first failures, for which the table has little room.
fn write_first_failures(reports: &[Report], out: &mut dyn Write) -> io::Result<()> {
    let failed = reports.iter().filter(|report| report.first_failure().is_some());
    let failed: Vec<_> = failed.collect();
    for report in failed.iter().take(MOST_PROGRAMS) {
        let program = in_a_line(&report.program);
        match (report.complaints().first(), report.failures().first()) {
            (Some(&complaint), _) => {
                write_complaint(&format!("{program}  "), complaint, Details::Few, out)?;
            }
            (None, Some(alike)) => {
                let name = format!("{program}  case {}", in_a_line(&alike[0].case));
                write_failure(None, &name, alike, Details::Few, out)?;
            }
            (None, None) => {}
        }
    }
    match failed.len().saturating_sub(MOST_PROGRAMS) {
        0 => Ok(()),
        left => writeln!(
            out,
            "\nand {left} more programs failed: --only PROGRAM shows one of them, --json all"
        ),
    }
}

/// The first failure is shown in full for at most this many programs of a folder.
const MOST_PROGRAMS: usize = 20;

/// Verdicts are cut at this many columns; below the table they are shown in full.
const WIDEST: usize = 40;

fn cut(verdict: &str) -> String {
    if verdict.chars().count() <= WIDEST {
        return verdict.to_string();
    }
    verdict.chars().take(WIDEST - 3).chain("...".chars()).collect()
}

fn width<'a>(texts: impl Iterator<Item = &'a str>, header: &str) -> usize {
    texts.map(|text| text.chars().count()).max().unwrap_or(0).max(header.len())
}

fn columns([wall, cpu, memory]: [&str; 3]) -> String {
    format!("{wall:>10}  {cpu:>10}  {memory:>10}")
}

fn measured(judged: &Judged) -> String {
    if !judged.was_run() {
        return columns(["-"; 3]);
    }
    columns([&time(judged.wall), &time(judged.cpu), &memory(judged.peak_memory)])
}

fn time(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    if ms < 10_000.0 { format!("{ms:.1} ms") } else { format!("{:.1} s", ms / 1000.0) }
}

fn memory(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}

fn verdict_style(verdict: &Verdict) -> Style {
    if verdict.is_accepted() { Style::new() } else { WRONG }
}

fn write_failures(game: &GameSpec, report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut details = Details::All;
    for complaint in report.complaints() {
        write_complaint("", complaint, mem::replace(&mut details, Details::Few), out)?;
    }
    if let Some(cause) = &report.cause {
        writeln!(out, "\n{STRONG}cause{STRONG:#}  {}", cause.message())?;
    }
    if let Some(fault) = &report.fault {
        write_fault(fault, out)?;
    }
    if let Some(smallest) = &report.smallest {
        write_smallest(game, smallest, mem::replace(&mut details, Details::Few), out)?;
    }
    let failures = report.failures();
    for alike in failures.iter().take(MOST_TOLD) {
        let name = in_a_line(&alike[0].case);
        write_failure(Some(game), &name, alike, mem::replace(&mut details, Details::Few), out)?;
    }
    match failures.len().saturating_sub(MOST_TOLD) {
        0 => Ok(()),
        left => writeln!(
            out,
            "\nand {}: --cases FOLDER/NAME.in shows one case, --json all",
            counted(left as u64, "more kind")
        ),
    }
}

/// Writes what a second run with checks has found.
fn write_fault(fault: &Fault, out: &mut dyn Write) -> io::Result<()> {
    let case = in_a_line(&fault.case);
    writeln!(out, "\n{STRONG}a closer look{STRONG:#}  on case {case}:")?;
    let place = fault.mistake.place.as_ref().map_or(String::new(), |place| format!("{place}: "));
    writeln!(out, "  {place}{}", fault.mistake.what)?;
    if let Some(source) = &fault.mistake.source {
        writeln!(out, "  {CODE}{source}{CODE:#}")?;
    }
    Ok(())
}

/// Writes a smaller case on which the program fails in the same way.
fn write_smallest(
    game: &GameSpec,
    smallest: &Smallest,
    details: Details,
    out: &mut dyn Write,
) -> io::Result<()> {
    let save = "it fails in the same way on these files; save them for the command below:";
    writeln!(out, "\n{STRONG}a smaller case{STRONG:#}  {save}")?;
    for (name, content) in &smallest.files {
        writeln!(out, "  {FAINT}{name}{FAINT:#}")?;
        content.lines().try_for_each(|line| writeln!(out, "    {}", in_a_line(line)))?;
    }
    write_failure(Some(game), "smallest", &[&smallest.judged], details, out)
}

/// At most this many kinds of failures are shown in full. Of each kind, at most `MOST_ALIKE`
/// further cases are named.
const MOST_TOLD: usize = 10;
const MOST_ALIKE: usize = 6;

fn write_complaint(
    whose: &str,
    (Uncompiled { error, reproduce, .. }, more): (&Uncompiled, usize),
    details: Details,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut with = if error.defines.is_empty() {
        String::new()
    } else {
        format!(" with {}", error.defines.join(" "))
    };
    if more > 0 {
        with += &format!("; the errors are the same with {}", counted(more as u64, "other set"));
    }
    writeln!(out, "\n{STRONG}{whose}does not compile{with}{STRONG:#}")?;
    for diagnosis in page::diagnoses(&error.log.join("\n")) {
        writeln!(out, "  {}", in_a_line(&diagnosis.told(Language::English)))?;
    }
    for line in &error.log {
        writeln!(out, "  {line}")?;
    }
    if let Some(hint) = &error.hint {
        writeln!(out, "  {hint}")?;
    }
    write_reproduction(reproduce, details, out)
}

/// Whether the command without the sandbox is written. It repeats the compiler's options, so only
/// the first failure of a program has it.
#[derive(Clone, Copy, PartialEq)]
enum Details {
    All,
    Few,
}

/// Writes the commands that reproduce a failure. The one that is safe comes first.
fn write_reproduction(
    lines: &Reproduction,
    details: Details,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "  {CODE}{}{CODE:#}", lines.confined)?;
    let Some(line) = lines.unconfined.as_ref().filter(|_| details == Details::All) else {
        return Ok(());
    };
    writeln!(out, "  {FAINT}{WITHOUT_SANDBOX}{FAINT:#}")?;
    writeln!(out, "  {CODE}{line}{CODE:#}")
}

/// The warning before a command that a stranger's program might abuse.
const WITHOUT_SANDBOX: &str = "or without the sandbox, if you trust the program:";

/// Draws the board before a wrong answer.
fn write_board(game: &GameSpec, judged: &Judged, out: &mut dyn Write) -> io::Result<()> {
    let Some(explanation) = &judged.explanation else { return Ok(()) };
    let Some(drawing) = &explanation.board else { return Ok(()) };
    let board =
        Board { drawing, sides: game.sides, last: &[], choices: &[], marked: &explanation.squares };
    write!(out, "{}", board.text(terminal::columns()))
}

/// Writes the first of several equal failures, and names the other failures; the board is drawn if
/// the game is given.
fn write_failure(
    game: Option<&GameSpec>,
    name: &str,
    alike: &[&Judged],
    details: Details,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some((judged, others)) = alike.split_first() else { return Ok(()) };
    writeln!(out, "\n{STRONG}{name}{STRONG:#}  {}", in_a_line(&judged.verdict.to_string()))?;
    for sentence in judged.sentences(Language::English) {
        writeln!(out, "  {sentence}")?;
    }
    if let Some(game) = game {
        write_board(game, judged, out)?;
    }
    if let Verdict::WrongAnswer(Mismatch::Differs(difference)) = &judged.verdict {
        writeln!(out, "  {FAINT}expected{FAINT:#}  {}", difference.expected)?;
        writeln!(out, "  {FAINT}found   {FAINT:#}  {}", difference.found)?;
    }
    for line in &judged.stderr {
        writeln!(out, "  {FAINT}stderr{FAINT:#}  {line}")?;
    }
    if let Some(hint) = &judged.hint {
        writeln!(out, "  {hint}")?;
    }
    if judged.was_kept_waiting() {
        let waited = time(judged.waited);
        writeln!(out, "  the machine was busy: the program waited {waited} for a processor")?;
    }
    if let Some(lines) = &judged.reproduce {
        write_reproduction(lines, details, out)?;
    }
    if others.is_empty() {
        return Ok(());
    }
    let names: Vec<_> =
        others.iter().take(MOST_ALIKE).map(|judged| in_a_line(&judged.case)).collect();
    let rest = if others.len() > MOST_ALIKE { ", .." } else { "" };
    writeln!(
        out,
        "  and {} failed in the same way: {}{rest}",
        counted(others.len() as u64, "more case"),
        names.join(", ")
    )
}

fn write_totals(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let tally =
        report.tally().into_iter().map(|(name, count)| format!("{} {name}", grouped(count as u64)));
    let tally = tally.collect::<Vec<_>>().join(", ");
    let figures = [time(report.wall()), time(report.cpu()), memory(report.peak_memory())];
    let [wall, cpu, peak] = figures;
    let cases = counted(report.cases.len() as u64, "case");
    writeln!(
        out,
        "\n{STRONG}{}{STRONG:#}: {cases}: {tally}; wall {wall}, cpu {cpu}, peak memory {peak}",
        in_a_line(&report.program)
    )
}
