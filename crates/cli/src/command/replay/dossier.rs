//! Everything known about a program that lost by a foul.

use std::io::{self, Write};

use matches::record::Dossier;

use crate::palette::STRONG;
use crate::words::printable;

/// Writes the foul report with all texts unchanged. The title names the game.
pub(super) fn write(title: &str, dossier: &Dossier, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{title}")?;
    writeln!(
        out,
        "{}; at most {:.1} MiB of memory",
        printable(&dossier.ended()),
        dossier.peak_memory as f64 / f64::from(1 << 20)
    )?;
    let parts = [
        ("its input", &dossier.input),
        ("its last output", &dossier.output),
        ("its standard error", &dossier.stderr),
    ];
    for (title, text) in parts {
        let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        writeln!(out, "\n{STRONG}{title}, {} bytes{STRONG:#}", text.len())?;
        write!(out, "{}{end}", printable(text))?;
    }
    if let Some(hint) = &dossier.hint {
        writeln!(out, "\n{}", printable(hint))?;
    }
    writeln!(
        out,
        "\n{STRONG}a command that reproduces it{STRONG:#}\n{}",
        printable(&dossier.reproduce)
    )
}
