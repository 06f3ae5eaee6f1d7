//! Whose the rows of a grading worksheet are. A site may number the people of each assignment anew,
//! so what stands beside the number counts first.

use std::collections::HashMap;

use super::Worksheet;
use super::worksheet::identifier;
use crate::Person;
use crate::people::key;

/// The beginnings of "group" in the languages that have the word: `grupa`, `Gruppe`, `groupe`.
const GROUP: [&str; 2] = ["gru", "gro"];

/// What stands in the rows, and the row that it stands in; `None` if it stands in two.
type Cells = HashMap<String, Option<usize>>;

/// Where people are found.
struct Rows<'a> {
    sheet: &'a Worksheet,
    cells: Cells,
    /// The cells of columns in which no two rows have the same, such as numbers of students.
    keys: Cells,
    identifiers: Cells,
}

impl Worksheet {
    /// For each person the identifier of their row: by the e-mail address, else by the number, in a
    /// column of its own or as the identifier, else by a name that nobody else has. An identifier
    /// alone tells who somebody is only if the rows have nothing else. A row that two people have
    /// is nobody's.
    #[must_use]
    pub fn identifiers(&self, people: &[&Person]) -> Vec<Option<String>> {
        let rows = Rows::of(self);
        let mut names = HashMap::<String, usize>::new();
        for person in people {
            *names.entry(key(&person.name)).or_default() += 1;
        }
        let is_only = |person: &Person| names.get(&key(&person.name)) == Some(&1);
        let by_name = |person: &Person| rows.cell(&person.name).filter(|_| is_only(person));
        let sure = |person: &Person| {
            rows.cell(&person.email)
                .or_else(|| rows.key(&person.number))
                .or_else(|| rows.identifier(person).filter(|row| rows.has_name(*row, &person.name)))
        };
        let mut found: Vec<Option<usize>> =
            people.iter().map(|person| sure(person).or_else(|| by_name(person))).collect();
        if found.iter().all(Option::is_none) {
            found = people.iter().map(|person| rows.identifier(person)).collect();
        }
        let mut owners = HashMap::<usize, usize>::new();
        found.iter().flatten().for_each(|row| *owners.entry(*row).or_default() += 1);
        let told = |row: &usize| identifier(&self.rows[*row]).map(str::to_string);
        let is_sure = |row: &usize| owners.get(row) == Some(&1);
        found.iter().map(|row| row.as_ref().filter(|row| is_sure(row)).and_then(told)).collect()
    }

    /// Whose a submission is that the site names so: the identifiers of a group's members if its name
    /// stands in the column of groups, since a group has a number of its own; else the identifier
    /// that is the number. Beside a column of groups the row has to have the name, too.
    #[must_use]
    pub fn whose(&self, sender: &str, number: &str) -> Vec<String> {
        let sender = sender.strip_suffix(&format!("_{number}")).unwrap_or(sender);
        let sender = in_a_folder(sender);
        let rows = || self.rows.iter().skip(1);
        let group = self.group();
        let is_member = |row: &&csv::StringRecord| {
            let cell = group.and_then(|column| row.get(column));
            !sender.is_empty() && cell.is_some_and(|cell| in_a_folder(cell) == sender)
        };
        let mut found: Vec<_> = rows().filter(is_member).collect();
        if found.is_empty() {
            let is_own = |row: &&csv::StringRecord| {
                let is_named = group.is_none() || sender.is_empty() || self.is_named(row, &sender);
                is_named && identifier(row) == Some(number)
            };
            found = rows().filter(is_own).collect();
        }
        found.into_iter().filter_map(identifier).map(str::to_string).collect()
    }

    /// The column of groups, which only an assignment for groups has.
    fn group(&self) -> Option<usize> {
        let is_group =
            |title: &str| GROUP.iter().any(|start| title.trim().to_lowercase().starts_with(start));
        let titles = self.rows.first()?;
        (1..self.grade).find(|column| titles.get(*column).is_some_and(is_group))
    }

    /// Whether a row has this name, which may have a group's before it; of anonymous students it is
    /// the identifier without its number.
    fn is_named(&self, row: &csv::StringRecord, sender: &str) -> bool {
        let words: Vec<&str> = sender.split([' ', '-']).collect();
        let is_in = |cell: &str| {
            let cell = in_a_folder(cell);
            !cell.is_empty() && cell.split([' ', '-']).all(|word| words.contains(&word))
        };
        let anonymous = row.get(0).unwrap_or_default().trim();
        let anonymous = anonymous.trim_end_matches(|c: char| c.is_ascii_digit());
        is_in(anonymous) || self.naming(row).any(|(_, cell)| is_in(cell))
    }

    /// When each person handed something in, as the site writes it, by identifiers: what stands in
    /// the first column behind the grades that has times.
    #[must_use]
    pub fn times(&self, is_time: impl Fn(&str) -> bool) -> HashMap<String, String> {
        let rows = &self.rows[1..];
        let has_time =
            |column: &usize| rows.iter().any(|row| row.get(*column).is_some_and(&is_time));
        let columns = rows.iter().map(csv::StringRecord::len).max().unwrap_or_default();
        let Some(column) = (self.grade + 1..columns).find(has_time) else {
            return HashMap::new();
        };
        let times = rows.iter().filter_map(|row| Some((identifier(row)?, row.get(column)?)));
        times.map(|(who, time)| (who.to_string(), time.to_string())).collect()
    }

    /// What names the people of the rows without one of these identifiers.
    #[must_use]
    pub fn others(&self, identifiers: &[Option<String>]) -> Vec<String> {
        let known: Vec<&str> = identifiers.iter().flatten().map(String::as_str).collect();
        let is_other =
            |row: &&csv::StringRecord| identifier(row).is_some_and(|one| !known.contains(&one));
        let name = |row: &csv::StringRecord| {
            let named = row.get(1).filter(|name| self.grade > 2 && !name.is_empty());
            named.or(row.get(0)).unwrap_or_default().to_string()
        };
        self.rows.iter().skip(1).filter(is_other).map(name).collect()
    }

    /// The cells that may name somebody: those between the identifier and the grade.
    fn naming<'a>(&self, row: &'a csv::StringRecord) -> impl Iterator<Item = (usize, &'a str)> {
        let cells = row.iter().enumerate().take(self.grade).skip(1);
        cells.filter(|(_, cell)| !cell.trim().is_empty())
    }
}

impl<'a> Rows<'a> {
    fn of(sheet: &'a Worksheet) -> Rows<'a> {
        let [mut cells, mut keys, mut identifiers] = [Cells::new(), Cells::new(), Cells::new()];
        let mut columns = HashMap::<usize, Cells>::new();
        for (place, row) in sheet.rows.iter().enumerate().skip(1) {
            note(&mut identifiers, identifier(row).unwrap_or_default(), place);
            for (column, cell) in sheet.naming(row) {
                note(&mut cells, cell, place);
                note(columns.entry(column).or_default(), cell, place);
            }
        }
        let mut distinct: Vec<_> = columns.into_iter().collect();
        distinct.retain(|(_, cells)| cells.values().all(Option::is_some));
        distinct.sort_by_key(|(column, _)| *column);
        for (_, column) in distinct {
            for (cell, row) in column {
                keys.entry(cell).or_insert(row);
            }
        }
        Rows { sheet, cells, keys, identifiers }
    }

    fn cell(&self, text: &str) -> Option<usize> {
        *self.cells.get(&key(text))?
    }

    fn key(&self, text: &str) -> Option<usize> {
        *self.keys.get(&key(text))?
    }

    fn identifier(&self, person: &Person) -> Option<usize> {
        *self.identifiers.get(&key(&person.number))?
    }

    fn has_name(&self, row: usize, name: &str) -> bool {
        let name = key(name);
        self.sheet.naming(&self.sheet.rows[row]).any(|(_, cell)| key(cell) == name)
    }
}

/// A name as Moodle writes it in folders (`clean_filename`), in small letters.
fn in_a_folder(name: &str) -> String {
    let kept = name.replace('_', " ").replace(
        |c: char| {
            c.is_control() || ['&', '<', '>', '"', '`', '|', '\'', ':', '\\', '/'].contains(&c)
        },
        "",
    );
    let words: Vec<_> = kept.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}

fn note(cells: &mut Cells, cell: &str, row: usize) {
    let known = cells.entry(key(cell)).or_insert(Some(row));
    if *known != Some(row) {
        *known = None;
    }
}
