//! Results as tables for people.

use std::io::{self, Write};
use std::time::Duration;

use anstyle::Style;
use arena::entry::CompileError;
use arena::judge::{Judged, Mismatch, Report, Verdict};

use crate::palette::{CODE, FAINT, STRONG, WRONG};
use crate::words::{counted, grouped, in_a_line};

/// Writes every case of a program, then what is wrong with those not passed, then totals.
pub(super) fn write_cases(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let verdicts: Vec<_> = report.cases.iter().map(|judged| in_a_line(&judged.verdict.to_string())).collect();
    let case_width = width(report.cases.iter().map(|judged| judged.case.as_str()), "case");
    let verdict_width = width(verdicts.iter().map(String::as_str), "verdict").min(WIDEST);
    let header =
        format!("{:case_width$}  {:verdict_width$}  {}", "case", "verdict", columns(["wall", "cpu", "memory"]));
    writeln!(out, "{STRONG}{header}{STRONG:#}")?;
    for (judged, verdict) in report.cases.iter().zip(&verdicts) {
        let style = verdict_style(&judged.verdict);
        let verdict = format!("{:verdict_width$}", cut(verdict));
        writeln!(out, "{:case_width$}  {style}{verdict}{style:#}  {}", in_a_line(&judged.case), measured(judged))?;
    }
    write_failures(report, out)?;
    write_totals(report, out)
}

/// Writes a line for every program, then what does not compile.
pub(super) fn write_programs(reports: &[Report], out: &mut dyn Write) -> io::Result<()> {
    let program_width = width(reports.iter().map(|report| report.program.as_str()), "program");
    let header = format!("{:program_width$}  {:>9}  {}", "program", "accepted", columns(["wall", "cpu", "memory"]));
    writeln!(out, "{STRONG}{header}  first failure{STRONG:#}")?;
    for report in reports {
        let accepted = format!("{}/{}", report.accepted(), report.cases.len());
        let figures = columns([&time(report.wall()), &time(report.cpu()), &memory(report.peak_memory())]);
        let style = if report.is_accepted() { Style::new() } else { WRONG };
        write!(out, "{:program_width$}  {style}{accepted:>9}{style:#}  {figures}", in_a_line(&report.program))?;
        match report.first_failure() {
            Some(judged) => {
                let verdict = in_a_line(&judged.verdict.to_string());
                writeln!(out, "  {}: {}", in_a_line(&judged.case), cut(&verdict))?;
            }
            None if report.is_interrupted => writeln!(out, "  interrupted")?,
            None => writeln!(out)?,
        }
    }
    reports.iter().try_for_each(|report| write_first_failure(report, out))?;
    let passed = reports.iter().filter(|report| report.is_accepted()).count();
    writeln!(out, "\n{passed} of {} pass all cases", counted(reports.len() as u64, "program"))
}

/// Writes what the table has no room for.
fn write_first_failure(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let Some(judged) = report.first_failure() else { return Ok(()) };
    let verdict = judged.verdict.to_string();
    let verdict = Some(&verdict).filter(|verdict| verdict.chars().count() > WIDEST);
    if verdict.is_none() && judged.reproduce.is_none() {
        return Ok(());
    }
    writeln!(out, "\n{STRONG}{}{STRONG:#}", in_a_line(&report.program))?;
    for line in verdict.into_iter().chain(&judged.hint) {
        writeln!(out, "  {line}")?;
    }
    match &judged.reproduce {
        Some(line) => writeln!(out, "  {CODE}{line}{CODE:#}"),
        None => Ok(()),
    }
}

/// Verdicts are cut at this many columns; what is cut stands below the table in full.
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
    if matches!(judged.verdict, Verdict::CompileError | Verdict::NotExecuted(_) | Verdict::NotJudged(_)) {
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

fn write_failures(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for error in &report.compile_errors {
        write_compile_error(error, out)?;
    }
    let ran = report.cases.iter().filter(|judged| judged.verdict != Verdict::CompileError);
    let failures: Vec<_> = ran.filter(|judged| !judged.verdict.is_accepted()).collect();
    failures.iter().take(MOST_TOLD).try_for_each(|judged| write_failure(judged, out))?;
    match failures.len().saturating_sub(MOST_TOLD) {
        0 => Ok(()),
        left => writeln!(out, "\nand {left} more: --cases FOLDER/NAME.in tells of one, --json of all"),
    }
}

/// Failures that are told in full.
const MOST_TOLD: usize = 10;

fn write_compile_error(error: &CompileError, out: &mut dyn Write) -> io::Result<()> {
    let with = if error.defines.is_empty() { String::new() } else { format!(" with {}", error.defines.join(" ")) };
    writeln!(out, "\n{STRONG}compile error{with}{STRONG:#}")?;
    for line in &error.log {
        writeln!(out, "  {line}")?;
    }
    writeln!(out, "  {CODE}{}{CODE:#}", error.reproduce)
}

fn write_failure(judged: &Judged, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{STRONG}{}{STRONG:#}  {}", in_a_line(&judged.case), in_a_line(&judged.verdict.to_string()))?;
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
        writeln!(out, "  the machine was busy: it waited {} for a processor", time(judged.waited))?;
    }
    match &judged.reproduce {
        Some(line) => writeln!(out, "  {CODE}{line}{CODE:#}"),
        None => Ok(()),
    }
}

fn write_totals(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let tally = report.tally().into_iter().map(|(name, count)| format!("{} {name}", grouped(count as u64)));
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
