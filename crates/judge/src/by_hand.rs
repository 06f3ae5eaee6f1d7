//! Points and remarks that a person gives, from a table with a row for each student.

use std::fs;
use std::path::Path;

use errors::{Error, excerpt};

use crate::given::{Given, Remark};
use crate::people::{List, same_name};
use crate::{Marks, Person, Report};

/// The table of what a person gives.
#[derive(Debug)]
pub struct ByHand(Vec<(Person, Given)>);

/// The column of remarks: each line of a cell is one.
const REMARKS: [&str; 3] = ["remarks", "uwagi", "observații"];

impl ByHand {
    /// Reads a table with the column `name` or `number`, a column for each part of the marks, and
    /// `remarks` if there are any.
    ///
    /// # Errors
    /// Fails if the file cannot be read, lacks a column, or a number is not within the points of
    /// its part.
    pub fn read(path: &Path, marks: &Marks) -> Result<ByHand, Error> {
        let table = fs::read(path).map_err(|error| Error::file("read", path, &error))?;
        let bad = |why: String| Error::input(format!("{}: {why}", path.display()));
        rows(&table, marks).map(ByHand).map_err(|error| bad(error.to_string()))
    }

    /// Gives each program its row. A number counts before a name. Returns the people of the table
    /// who have no program here, and those of whose name there are several.
    pub fn fill_in(&self, reports: &mut [Report]) -> [Vec<String>; 2] {
        let [mut without, mut several] = [Vec::new(), Vec::new()];
        for (person, given) in &self.0 {
            let by_number = |report: &&mut Report| report.number.as_ref() == Some(&person.number);
            let mut found: Vec<&mut Report> = reports.iter_mut().filter(by_number).collect();
            if found.is_empty() {
                let by_name = |report: &&mut Report| same_name(&report.program, &person.name);
                found = reports.iter_mut().filter(by_name).collect();
            }
            match &mut found[..] {
                [report] => report.by_hand = given.clone(),
                [] => without.push(excerpt::in_a_line(person.title())),
                _ => several.push(excerpt::in_a_line(person.title())),
            }
        }
        [without, several]
    }
}

fn rows(table: &[u8], marks: &Marks) -> Result<Vec<(Person, Given)>, Error> {
    let mut list = List::open(table)?;
    let titles: Vec<String> = list.titles()?.iter().map(|title| title.to_lowercase()).collect();
    let column = |name: &str| titles.iter().position(|title| *title == name.to_lowercase());
    let parts: Vec<_> = marks
        .parts()
        .iter()
        .map(|part| {
            let missing = || Error::input(format!("there is no column `{}`", part.name));
            column(&part.name).map(|at| (at, part)).ok_or_else(missing)
        })
        .collect::<Result<_, _>>()?;
    let remarks = REMARKS.iter().find_map(|name| column(name));
    let mut rows: Vec<(Person, Given)> = Vec::new();
    while let Some((person, _)) = list.next()? {
        let Some(person) = person else { continue };
        let is_same = |other: &Person| match (&*person.number, &*other.number) {
            ("", "") => same_name(&person.name, &other.name),
            (number, other) => number == other,
        };
        if let Some((other, _)) = rows.iter().find(|(other, _)| is_same(other)) {
            let (who, line, first) = (excerpt::short(person.title()), person.line, other.line);
            let what = format!("line {line}: {who} has line {first} already");
            return Err(Error::input(format!("{what}: expected one line, or different numbers")));
        }
        let points = parts.iter().map(|(at, part)| {
            let cell = list.field(*at).replace(',', ".");
            if cell.is_empty() {
                return Ok(None);
            }
            let points = cell.parse().ok().filter(|points| (0.0..=part.points).contains(points));
            points.map(Some).ok_or_else(|| {
                let (line, name, most) = (person.line, &part.name, part.points);
                let cell = excerpt::short(&cell);
                let expected = format!("expected a number from 0 to {most}");
                Error::input(format!("line {line}: {name} = {cell}: {expected}"))
            })
        });
        let points = points.collect::<Result<_, _>>()?;
        let cell = remarks.map(|at| list.field(at)).unwrap_or_default();
        let remarks = cell.lines().map(str::trim).filter(|line| !line.is_empty());
        let remarks = remarks.map(remark).collect();
        rows.push((person, Given { points, remarks }));
    }
    Ok(rows)
}

/// A remark as it is written: `17: text` and `main.c:17: text` are about a line.
fn remark(text: &str) -> Remark {
    let whole = || Remark { line: None, text: text.to_string() };
    let Some((place, rest)) = text.split_once(": ") else { return whole() };
    let number = place.rsplit(':').next().unwrap_or(place);
    let is_line = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    if !is_line {
        return whole();
    }
    Remark { line: Some(place.to_string()), text: rest.trim().to_string() }
}
