//! The standings, in words and columns.

use std::io::Write;
use std::path::Path;

use pairing::Format;
use tournament::Publish;
use tournament::private_folder;
use tournament::results::{Stage, Tables};

use crate::failure::Failure;
use crate::palette::{FAINT, STRONG};
use crate::{terminal, width, words};

/// Writes the standings, the conclusions from the standings, and where the files are.
pub(super) fn write(
    tables: &Tables,
    folder: &Path,
    publish: Publish,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let games = words::counted(tables.progress.games, "game");
    writeln!(
        out,
        "{STRONG}{}{STRONG:#}: {games} of {}",
        words::in_a_line(&tables.title),
        tables.game
    )?;
    if tables.stages.is_empty() {
        standings(tables, out)?;
    }
    for (number, stage) in (1..).zip(&tables.stages) {
        writeln!(out, "{FAINT}stage {number}{FAINT:#}")?;
        standings(stage, out)?;
    }
    if !tables.stages.is_empty() {
        writeln!(out, "{FAINT}all stages{FAINT:#}")?;
        lines(tables, out)?;
    }
    for conclusion in &tables.conclusions {
        writeln!(out, "{}", words::in_a_line(&conclusion.says.to_string()))?;
    }
    if tables.stage == Stage::Running {
        writeln!(out, "the tournament is not over: the same command continues it")?;
    }
    writeln!(out, "{FAINT}everything is in{FAINT:#} {}", folder.join("index.html").display())?;
    let kept = match publish {
        Publish { sources: true, stderr: true, .. } => return Ok(()),
        Publish { sources: false, stderr: true, .. } => "the programs, which are",
        Publish { sources: true, stderr: false, .. } => "standard error, which is",
        Publish { sources: false, stderr: false, .. } => "programs and standard error, which are",
    };
    let private = private_folder(folder);
    if private.is_dir() {
        writeln!(out, "{FAINT}except {kept} not published:{FAINT:#} {}", private.display())?;
    }
    Ok(())
}

/// The standings of a tournament or of one stage, and the points against each other.
fn standings(tables: &Tables, out: &mut dyn Write) -> Result<(), Failure> {
    let (names, widest) = lines(tables, out)?;
    if let Format::Gauntlet { .. } = tables.schedule {
        writeln!(out, "{FAINT}     challengers come first, whatever their score{FAINT:#}")?;
    }
    crosstable(tables, &names, widest, out)
}

/// A line for each participant. Returns the names as they are shown, and the width of the widest.
fn lines(tables: &Tables, out: &mut dyn Write) -> Result<(Vec<String>, usize), Failure> {
    let names: Vec<_> = tables.standings.iter().map(|line| words::in_a_line(&line.name)).collect();
    let widest = names.iter().map(|name| width::columns(name)).max().unwrap_or(0);
    writeln!(out, "{FAINT}     {:widest$}  points    won  drawn   lost  fouls{FAINT:#}", "")?;
    for (line, name) in tables.standings.iter().zip(&names) {
        let (place, points, games) = (line.place.to_string(), line.points.to_string(), line.games);
        let (won, drawn, lost, fouls) = (games.won, games.drawn, games.lost, line.fouls);
        let name = width::filled(name, widest);
        writeln!(out, "{place:>4} {name} {points:>7} {won:>6} {drawn:>6} {lost:>6} {fouls:>6}")?;
    }
    Ok((names, widest))
}

/// The points of each participant against each other participant, unless the lines would be too
/// long. A knockout has a bracket instead.
fn crosstable(
    tables: &Tables,
    names: &[String],
    widest_name: usize,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let order: Vec<_> = tables.standings.iter().map(|line| line.participant).collect();
    let cell = |one, other| match tables.duel(one, other) {
        Some(duel) => duel.points[0].to_string(),
        None if one == other => String::new(),
        None => ".".to_string(),
    };
    let rows: Vec<Vec<_>> =
        order.iter().map(|&one| order.iter().map(|&other| cell(one, other)).collect()).collect();
    let widest =
        rows.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(0).max(2) + 2;
    let is_telling = order.len() > 2 && tables.bracket.is_empty() && !tables.duels.is_empty();
    if !is_telling || 5 + widest_name + widest * order.len() > terminal::text_width() {
        return Ok(());
    }
    // Columns are named by row numbers, since several participants may share a place.
    let head: String = (1..=rows.len()).map(|row| format!("{row:>widest$}")).collect();
    writeln!(out, "{FAINT}     {:widest_name$}{head}   points against each{FAINT:#}", "")?;
    for ((number, name), row) in (1..).zip(names).zip(&rows) {
        let cells: String = row.iter().map(|cell| format!("{cell:>widest$}")).collect();
        writeln!(out, "{number:>4} {}{}", width::filled(name, widest_name), cells.trim_end())?;
    }
    Ok(())
}
