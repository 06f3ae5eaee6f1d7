//! Everything known about a program that lost by a foul.

use std::io::{self, Write};
use std::path::Path;

use players::FoulReport;
use submission::shell;

use crate::palette::STRONG;
use crate::words::printable;

/// Writes the foul report with all its texts in full. The title names the game. The reproducing
/// command has to run in `folder`; `None` means the current folder.
pub(super) fn write(
    title: &str,
    report: &FoulReport,
    folder: Option<&Path>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{title}")?;
    writeln!(out, "{}", printable(&report.ended_with_peak().to_string()))?;
    let parts = [
        ("its input", &report.input),
        ("its last output", &report.output),
        ("its standard error", &report.stderr),
    ];
    for (title, text) in parts {
        let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        writeln!(out, "\n{STRONG}{title}, {} bytes{STRONG:#}", text.len())?;
        write!(out, "{}{end}", printable(text))?;
    }
    if let Some(hint) = &report.hint {
        writeln!(out, "\n{}", printable(&hint.to_string()))?;
    }
    let run_there = |line: &str| match folder {
        // With the parentheses, the reader's shell stays in its current folder.
        Some(folder) => format!("(cd {} && {line})", shell::file(folder)),
        None => line.to_string(),
    };
    let line = printable(&run_there(&report.reproduce));
    writeln!(
        out,
        "\n{STRONG}a command that plays the game again in the sandbox{STRONG:#}\n{line}"
    )?;
    let Some(line) = &report.unconfined else { return Ok(()) };
    let line = printable(&run_there(line));
    writeln!(out, "\n{STRONG}without the sandbox, if you trust the program{STRONG:#}\n{line}")
}
