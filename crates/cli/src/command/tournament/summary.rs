//! The standings, in words and columns.

use std::io::Write;
use std::path::Path;

use arena::tournament::results::{Stage, Tables};

use crate::failure::Failure;
use crate::palette::{FAINT, STRONG};
use crate::words;

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
    for finding in &tables.findings {
        writeln!(out, "{}", words::in_a_line(finding))?;
    }
    if tables.stage == Stage::Running {
        writeln!(out, "the tournament is not over: the same command goes on with it")?;
    }
    writeln!(out, "{FAINT}everything is in{FAINT:#} {}", folder.join("index.html").display())?;
    Ok(())
}
