//! The list of the people of a class, from which the gradebook takes e-mail addresses.

use std::collections::HashMap;
use std::fs::File;
use std::path::Path;

use crate::Report;
use errors::{Error, excerpt};

/// The people of a class, with their e-mail addresses.
///
/// The list is a table of comma-separated values, such as a course site exports. Its first line
/// names the columns: `e-mail` (or `email`, `email address`), and `name` (or `first name` and `last
/// name`) or
/// `number`. Other columns are ignored.
#[derive(Debug)]
pub struct People {
    by_number: HashMap<String, String>,
    /// `None` if two people have this name.
    by_name: HashMap<String, Option<String>>,
}

/// The places of the columns in a line.
struct Columns {
    email: usize,
    number: Option<usize>,
    /// The columns whose texts form the name.
    name: Vec<usize>,
}

impl Columns {
    fn read(header: &csv::StringRecord) -> Result<Columns, String> {
        let place = |names: &[&str]| {
            let is_one = |column: &str| {
                names.iter().any(|name| {
                    column.trim_start_matches('\u{feff}').trim().eq_ignore_ascii_case(name)
                })
            };
            header.iter().position(is_one)
        };
        let email = place(&["e-mail", "email", "email address", "e-mail address"])
            .ok_or("there is no column `e-mail`")?;
        let number = place(&["number", "id", "id number"]);
        let parts = || {
            Some(vec![
                place(&["first name", "firstname"])?,
                place(&["last name", "lastname", "surname"])?,
            ])
        };
        let whole = place(&["name", "full name", "student"]).map(|column| vec![column]);
        let name = whole.or_else(parts).unwrap_or_default();
        if number.is_none() && name.is_empty() {
            return Err("there is no column `name` or `number`".to_string());
        }
        Ok(Columns { email, number, name })
    }
}

impl People {
    /// Reads a list.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or lacks a column.
    pub fn read(path: &Path) -> Result<People, Error> {
        let file = File::open(path).map_err(|error| Error::file("read", path, &error))?;
        let bad = |why: String| Error::input(format!("{}: {why}", path.display()));
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(file);
        let columns = reader.headers().map_err(|error| bad(error.to_string()))?;
        let columns = Columns::read(columns).map_err(|why| {
            bad(format!("{why}: expected a first line such as `name,e-mail,number`"))
        })?;
        let mut people = People { by_number: HashMap::new(), by_name: HashMap::new() };
        for line in reader.records() {
            let line = line.map_err(|error| bad(error.to_string()))?;
            let field = |column: usize| line.get(column).unwrap_or_default().trim();
            let email = field(columns.email).to_string();
            if let Some(number) = columns.number.map(field).filter(|number| !number.is_empty()) {
                people.by_number.insert(number.to_string(), email.clone());
            }
            let name: Vec<&str> = columns.name.iter().map(|column| field(*column)).collect();
            let key = key(&name.join(" "));
            let known = people.by_name.contains_key(&key);
            people.by_name.insert(key, (!known).then_some(email));
        }
        Ok(people)
    }

    /// Adds the e-mail addresses of the senders. A number counts before a name, and a name that two
    /// people have gives none.
    pub fn fill_in(&self, reports: &mut [Report]) {
        for report in reports {
            let by_number = report.number.as_ref().and_then(|number| self.by_number.get(number));
            let by_name = || self.by_name.get(&key(&report.program))?.as_ref();
            report.email = by_number.or_else(by_name).map(|email| excerpt::in_a_line(email));
        }
    }
}

/// A name as it is compared: its words in alphabetical order, since some lists write the family
/// name first.
fn key(name: &str) -> String {
    let mut words: Vec<_> = name.split_whitespace().map(str::to_lowercase).collect();
    words.sort();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::sample;

    fn emails(list: &str, senders: &[(&str, Option<&str>)]) -> Result<Vec<Option<String>>, Error> {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), list).expect("it is written");
        let of = |(name, number): &(&str, Option<&str>)| Report {
            program: name.to_string(),
            number: number.map(str::to_string),
            ..sample()
        };
        let mut reports: Vec<_> = senders.iter().map(of).collect();
        People::read(file.path())?.fill_in(&mut reports);
        Ok(reports.into_iter().map(|report| report.email).collect())
    }

    #[test]
    fn people_are_known_by_number_or_else_by_name() {
        let list = "First name,Surname,Number,Email address\nAnna,Żak,7,a@x\nJan,Lis,8,j@x\nJan,Lis,9,k@x\n";
        let senders = [
            ("Żak Anna", None),
            ("Somebody", Some("8")),
            ("Jan Lis", None),
            ("Jan Lis", Some("9")),
            ("Ola", None),
        ];
        let expected = [Some("a@x"), Some("j@x"), None, Some("k@x"), None];
        assert_eq!(
            emails(list, &senders).expect("a list"),
            expected.map(|email| email.map(str::to_string))
        );
    }

    #[test]
    fn a_list_without_addresses_or_without_people_is_refused() {
        for list in ["", "name,number\n", "e-mail\n"] {
            assert_eq!(emails(list, &[]).expect_err("no list").kind(), errors::ErrorKind::Input);
        }
    }
}
