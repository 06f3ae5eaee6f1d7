//! Points, what a person gives by hand, and what goes back to the course's site.

use std::path::{Path, PathBuf};

use judge::{ByHand, CaseSet, Conditions, Graded, Heading, Marks, Report, Worksheet};

use super::output_files;
use super::work::Done;
use crate::failure::Failure;
use crate::words::in_a_line;

/// The points of a program that passes all cases, if nothing else is said.
const POINTS: u32 = 100;

/// How cases become points: what `cases.toml` in their folder says, or `--points`.
pub(super) fn of(
    cases: &Path,
    sets: &mut [CaseSet],
    points: Option<u32>,
) -> Result<Marks, Failure> {
    let all = f64::from(points.unwrap_or(POINTS));
    // The points of one case are no mark.
    if !cases.is_dir() {
        return Ok(Marks::plain(all));
    }
    let marks = Marks::read(cases, sets, all)?;
    if points.is_some() && marks.has_groups() {
        let file = cases.join("cases.toml");
        return Err(Failure::Usage(format!(
            "--points: the groups in {} give the points: expected one of them",
            file.display()
        )));
    }
    Ok(marks)
}

/// The files that a teacher gives beside the programs.
pub(super) struct ByTeacher {
    by_hand: Option<ByHand>,
    worksheet: Option<(PathBuf, Worksheet)>,
}

impl ByTeacher {
    /// Reads the table of what a person gives and the worksheet, before anything is judged.
    pub(super) fn read(
        by_hand: Option<&Path>,
        worksheet: Option<&PathBuf>,
        marks: &Marks,
    ) -> Result<ByTeacher, Failure> {
        let by_hand = by_hand.map(|path| ByHand::read(path, marks)).transpose()?;
        let read = |path: &PathBuf| {
            let sheet = Worksheet::read(path)?;
            sheet.check(marks.most(), marks.has_scale())?;
            Ok::<_, Failure>((path.clone(), sheet))
        };
        Ok(ByTeacher { by_hand, worksheet: worksheet.map(read).transpose()? })
    }

    /// Gives each program what a person gives to it.
    pub(super) fn fill_in(&self, reports: &mut [Report]) {
        let left = self.by_hand.as_ref().map(|by_hand| by_hand.fill_in(reports));
        let [without, several] = left.unwrap_or_default();
        tell("--by-hand: without a program of that name", &without);
        tell("--by-hand: several have this name, so write a column `number`", &several);
    }

    /// Fills the worksheet in. After Ctrl-C it stays as it is.
    pub(super) fn write_grades(&self, heading: &Heading, done: &Done) -> Result<(), Failure> {
        let Some((path, sheet)) = self.worksheet.as_ref().filter(|_| !done.is_interrupted) else {
            return Ok(());
        };
        fill(path, sheet, &judge::graded(heading, &done.reports))
    }
}

/// Writes grades into a worksheet.
pub(in crate::command) fn fill(
    path: &Path,
    sheet: &Worksheet,
    grades: &[Graded],
) -> Result<(), Failure> {
    let (bytes, left) =
        sheet.filled(grades).map_err(|error| Failure::file("fill", path, &error))?;
    tell("--grades: these have no row in the worksheet", &left);
    if !sheet.has_comments() {
        anstream::eprintln!("ludoteka: --grades: the worksheet has no column for comments");
    }
    output_files::write(Some(path), |file| file.write_all(&bytes))
}

/// Writes the pages to hand out as feedback files.
pub(super) fn write_feedback(
    path: Option<&Path>,
    heading: &Heading,
    conditions: &Conditions,
    reports: &[Report],
) -> Result<(), Failure> {
    output_files::write(path, |file| {
        let left = judge::write_feedback(heading, conditions, reports, file)?;
        tell("--feedback: not from an archive of Moodle", &left);
        Ok(())
    })
}

/// Names who was left out, on standard error.
fn tell(what: &str, names: &[String]) {
    /// So many are named.
    const MOST: usize = 10;
    if names.is_empty() {
        return;
    }
    let more = names.len().saturating_sub(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let names: Vec<_> = names.iter().take(MOST).map(|name| in_a_line(name)).collect();
    anstream::eprintln!("ludoteka: {what}: {}{more}", names.join(", "));
}
