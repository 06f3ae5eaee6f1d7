//! The standings, in words and columns.

use std::io::Write;
use std::path::Path;

use arena::schedule::Format;
use arena::tournament::results::{Stage, Tables};

use crate::failure::Failure;
use crate::palette::{FAINT, STRONG};
use crate::{terminal, words};

/// Writes the standings, what they prove, and where everything lies.
pub(super) fn write(tables: &Tables, folder: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let games = words::counted(tables.progress.games, "game");
    writeln!(out, "{STRONG}{}{STRONG:#}: {games} of {}", words::in_a_line(&tables.title), tables.game)?;
    let names: Vec<_> = tables.standings.iter().map(|line| words::in_a_line(&line.name)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    writeln!(out, "{FAINT}     {:width$}  points    won  drawn   lost  fouls{FAINT:#}", "")?;
    for (line, name) in tables.standings.iter().zip(&names) {
        let (place, points, games) = (line.place.to_string(), line.points.to_string(), line.games);
        let (won, drawn, lost, fouls) = (games.won, games.drawn, games.lost, line.fouls);
        writeln!(out, "{place:>4} {name:width$} {points:>7} {won:>6} {drawn:>6} {lost:>6} {fouls:>6}")?;
    }
    if let Format::Gauntlet { .. } = tables.schedule {
        writeln!(out, "{FAINT}     the challengers stand first, whatever they scored{FAINT:#}")?;
    }
    crosstable(tables, &names, width, out)?;
    for finding in &tables.findings {
        writeln!(out, "{}", words::in_a_line(finding))?;
    }
    if tables.stage == Stage::Running {
        writeln!(out, "the tournament is not over: the same command goes on with it")?;
    }
    writeln!(out, "{FAINT}everything is in{FAINT:#} {}", folder.join("index.html").display())?;
    Ok(())
}

/// The points of each against each other one, where the lines are no longer than text is. A knockout has a bracket instead.
fn crosstable(tables: &Tables, names: &[String], width: usize, out: &mut dyn Write) -> Result<(), Failure> {
    let order: Vec<_> = tables.standings.iter().map(|line| line.entrant).collect();
    let cell = |one, other| match tables.duel(one, other) {
        Some(duel) => duel.points[0].to_string(),
        None if one == other => String::new(),
        None => ".".to_string(),
    };
    let rows: Vec<Vec<_>> = order.iter().map(|&one| order.iter().map(|&other| cell(one, other)).collect()).collect();
    let widest = rows.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(0).max(2) + 2;
    let is_telling = order.len() > 2 && tables.bracket.is_empty() && !tables.duels.is_empty();
    if !is_telling || 5 + width + widest * order.len() > terminal::text_width() {
        return Ok(());
    }
    let places: Vec<_> = tables.standings.iter().map(|line| line.place.to_string()).collect();
    let head: String = places.iter().map(|place| format!("{place:>widest$}")).collect();
    writeln!(out, "{FAINT}     {:width$}{head}   points against each{FAINT:#}", "")?;
    for ((place, name), row) in places.iter().zip(names).zip(&rows) {
        let cells: String = row.iter().map(|cell| format!("{cell:>widest$}")).collect();
        writeln!(out, "{place:>4} {name:width$}{}", cells.trim_end())?;
    }
    Ok(())
}
