//! The table of points for play.

use std::io::{self, Write};

use errors::cell::cell;
use matches::Bands;
use search::SkillLevel;
use submission::Entry;

use super::played::Played;
use crate::palette::{FAINT, STRONG, WRONG};
use crate::words::{counted, in_a_line};

/// The games and the points of a program.
pub(super) struct Graded {
    program: String,
    handed_in_by: Option<String>,
    number: Option<String>,
    /// The games against each level; only the reason if there were none.
    played: Vec<Played>,
    points: f64,
}

impl Graded {
    pub(super) fn of(entry: &Entry, played: Vec<Played>, bands: &Bands) -> Graded {
        let points = played.iter().map(|played| bands.points(played.share)).sum();
        let (handed_in_by, number) = (entry.handed_in_by.clone(), entry.number.clone());
        Graded { program: entry.name.clone(), handed_in_by, number, played, points }
    }

    /// The first foul, or why no game was played.
    fn why(&self) -> Option<&str> {
        self.played.iter().find_map(|played| played.why.as_deref())
    }

    /// The row in a worksheet of the course's site, which knows people by a number.
    pub(super) fn for_worksheet(&self, levels: &[SkillLevel], most: f64) -> Option<judge::Graded> {
        let against = levels.iter().zip(&self.played).filter_map(|(level, played)| {
            let share = share(played)?;
            Some(format!("{level}: {share}"))
        });
        let why = self.why().map(in_a_line);
        let parts = [format!("{} / {most}", self.points)].into_iter().chain(against).chain(why);
        Some(judge::Graded {
            sender: self.handed_in_by.clone().unwrap_or_default(),
            number: self.number.clone()?,
            points: self.points,
            grade: None,
            comment: parts.collect::<Vec<_>>().join("; "),
        })
    }
}

/// A share with its range, in percent.
fn share(played: &Played) -> Option<String> {
    let share = played.share?;
    let [value, low, high] = [share.value, share.low, share.high].map(|part| 100.0 * part);
    Some(format!("{value:.0} % ({low:.0} to {high:.0})"))
}

/// Writes the table, and the first foul of each program.
pub(super) fn write(
    title: &str,
    seed: u64,
    levels: &[SkillLevel],
    most: f64,
    graded: &[Graded],
    out: &mut dyn Write,
) -> io::Result<()> {
    const SHARE: usize = 18;
    let version = env!("CARGO_PKG_VERSION");
    let programs = counted(graded.len() as u64, "program");
    writeln!(
        out,
        "{STRONG}{title}{STRONG:#}: {programs}, seed {seed}, engines of Ludoteka {version}"
    )?;
    let names: Vec<_> = graded.iter().map(|one| in_a_line(&one.program)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(7);
    write!(out, "{FAINT}{:width$}", "program")?;
    for level in levels {
        write!(out, "  {:>SHARE$}", level.to_string())?;
    }
    writeln!(out, "  {:>6}{FAINT:#}", format!("of {most}"))?;
    for (one, name) in graded.iter().zip(&names) {
        write!(out, "{name:width$}")?;
        for place in 0..levels.len() {
            let share = one.played.get(place).and_then(share).unwrap_or_else(|| "-".to_string());
            write!(out, "  {share:>SHARE$}")?;
        }
        writeln!(out, "  {:>6}", one.points)?;
    }
    for (one, name) in graded.iter().zip(&names) {
        let fouls: u64 = one.played.iter().map(|played| played.fouls).sum();
        if let Some(why) = one.why() {
            let why = in_a_line(why);
            let more = if fouls > 1 {
                format!(" ({} in all)", counted(fouls, "foul"))
            } else {
                String::new()
            };
            writeln!(out, "{WRONG}{name}: {why}{WRONG:#}{FAINT}{more}{FAINT:#}")?;
        }
    }
    Ok(())
}

/// The rows for a spreadsheet.
pub(super) fn csv(
    levels: &[SkillLevel],
    most: f64,
    graded: &[Graded],
    out: &mut dyn Write,
) -> io::Result<()> {
    const COLUMNS: [&str; 7] = ["won", "drawn", "lost", "fouls", "share", "low", "high"];
    let mut writer = csv::Writer::from_writer(out);
    let of_level =
        levels.iter().flat_map(|level| COLUMNS.map(|column| format!("{level} {column}")));
    let first = ["program", "number", "points", "of"].map(str::to_string);
    writer.write_record(first.into_iter().chain(of_level).chain(["remark".to_string()]))?;
    for one in graded {
        let [program, why] = [&one.program, one.why().unwrap_or_default()]
            .map(|text| cell(&in_a_line(text)).into_owned());
        let number = one.number.clone().unwrap_or_default();
        let first = [program, number, one.points.to_string(), most.to_string()];
        let played = (0..levels.len()).flat_map(|place| numbers(one.played.get(place)));
        writer.write_record(first.into_iter().chain(played).chain([why]))?;
    }
    writer.flush()
}

/// The numbers of the games against a level; empty if there were none.
fn numbers(played: Option<&Played>) -> [String; 7] {
    let Some((played, share)) = played.and_then(|played| Some((played, played.share?))) else {
        return Default::default();
    };
    let [won, drawn, lost, fouls] =
        [played.won, played.drawn, played.lost, played.fouls].map(|count| count.to_string());
    let [share, low, high] =
        [share.value, share.low, share.high].map(|share| format!("{share:.3}"));
    [won, drawn, lost, fouls, share, low, high]
}
