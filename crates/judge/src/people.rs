//! The list of the people of a class, from which the gradebook takes e-mail addresses.

use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use crate::Report;
use errors::{Error, excerpt};

/// A person in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// The name.
    pub name: String,
    /// The e-mail address; empty if the list has none.
    pub email: String,
    /// The number that a course site has for the person; empty if the list has none.
    pub number: String,
    /// The class or group, which tells two people of one name apart; empty if the list has none.
    pub group: String,
    /// The line of the list.
    pub line: u64,
}

/// An e-mail address as it is compared: capitals do not count.
#[must_use]
pub fn address_key(email: &str) -> String {
    email.to_lowercase()
}

impl Person {
    /// What names the person in a sentence: the number, else the e-mail address, else the name.
    #[must_use]
    pub fn key(&self) -> &str {
        [&self.number, &self.email].into_iter().find(|key| !key.is_empty()).unwrap_or(&self.name)
    }

    /// Somebody of whom no more than the key is known.
    #[must_use]
    pub fn of_key(key: &str) -> Person {
        let (key, nobody) = (key.to_string(), Person::default());
        if key.contains('@') {
            Person { email: key, ..nobody }
        } else if key.contains(|c: char| c.is_ascii_digit()) {
            Person { number: key, ..nobody }
        } else {
            Person { name: key, ..nobody }
        }
    }

    /// The name to show.
    #[must_use]
    pub fn title(&self) -> &str {
        if self.name.is_empty() { self.key() } else { &self.name }
    }
}

/// The columns of a list, by their names in lower case: English, Polish and Romanian, as course
/// sites export them.
const EMAIL: &[&str] =
    &["e-mail", "email", "email address", "e-mail address", "adres e-mail", "adresă de email"];
const NUMBER: &[&str] = &[
    "number",
    "id",
    "id number",
    "numer",
    "numer id",
    "numer albumu",
    "nr albumu",
    "numer indeksu",
    "indeks",
    "număr",
    "număr id",
    "număr matricol",
];
const NAME: &[&str] = &[
    "name",
    "full name",
    "student",
    "imię i nazwisko",
    "nazwisko i imię",
    "nume complet",
    "nume și prenume",
];
const GROUP: &[&str] =
    &["group", "groups", "class", "grupa", "grupy", "klasa", "grupă", "grupe", "clasă", "clasa"];
const FIRST: &[&str] = &["first name", "firstname", "imię", "prenume"];
const LAST: &[&str] = &["last name", "lastname", "surname", "nazwisko", "nume"];

/// The places of the columns in a line.
struct Columns {
    email: Option<usize>,
    number: Option<usize>,
    group: Option<usize>,
    /// The columns whose texts form the name.
    name: Vec<usize>,
}

impl Columns {
    fn read(header: &csv::StringRecord) -> Result<Columns, String> {
        let place = |names: &[&str]| {
            let is_one = |column: &str| names.contains(&&*column.trim().to_lowercase());
            header.iter().position(is_one)
        };
        let parts = || Some(vec![place(FIRST)?, place(LAST)?]);
        let whole = || place(NAME).or_else(|| place(LAST)).map(|column| vec![column]);
        let name = parts().or_else(whole).unwrap_or_default();
        let number = place(NUMBER);
        if number.is_none() && name.is_empty() {
            return Err("there is no column `name` or `number`".to_string());
        }
        Ok(Columns { email: place(EMAIL), number, group: place(GROUP), name })
    }
}

/// Reads a list of people: a table whose values are separated by commas, semicolons or tabs, or by
/// the character that a line `sep=;` before it names, as Excel writes it. The table's first line
/// names the columns: `name` (or `first name` and `last name`) or `number`, `e-mail` and `group`.
/// Other columns are ignored, and so are lines without a name and a number.
///
/// # Errors
/// Fails if the text is not UTF-8, or its first line names no column that tells who a person is.
pub fn people_in(list: &[u8]) -> Result<Vec<Person>, Error> {
    let mut list = List::open(list)?;
    let mut people = Vec::new();
    while let Some((person, _)) = list.next()? {
        people.extend(person);
    }
    Ok(people)
}

/// A list without the lines of some people. All other bytes stay as they are.
///
/// # Errors
/// As [`people_in`].
pub fn people_without(list: &[u8], is_out: impl Fn(&Person) -> bool) -> Result<Vec<u8>, Error> {
    let (mut lines, mut left, mut end) = (List::open(list)?, Vec::new(), 0);
    while let Some((person, bytes)) = lines.next()? {
        if person.as_ref().is_some_and(&is_out) {
            left.extend_from_slice(&list[end..bytes.start]);
            end = bytes.end;
        }
    }
    left.extend_from_slice(&list[end..]);
    Ok(left)
}

/// The person on a line, if it has one, and the line's bytes.
type Line = (Option<Person>, Range<usize>);

/// A list that is being read.
pub(crate) struct List<'a> {
    columns: Columns,
    reader: csv::Reader<&'a [u8]>,
    /// The line that was read last.
    record: csv::StringRecord,
    list: &'a [u8],
    /// The bytes before the table.
    start: usize,
    /// The lines before the table.
    lines: u64,
}

impl<'a> List<'a> {
    pub(crate) fn open(list: &'a [u8]) -> Result<List<'a>, Error> {
        if str::from_utf8(list).is_err() {
            return Err(Error::input("it is not UTF-8").with_hint("save it as CSV in UTF-8"));
        }
        let table = list.strip_prefix("\u{feff}".as_bytes()).unwrap_or(list);
        let (delimiter, table, lines) = match separator(table) {
            Some((mark, table)) => (mark, table, 1),
            None => (usual_separator(table), table, 0),
        };
        let mut reader =
            csv::ReaderBuilder::new().flexible(true).delimiter(delimiter).from_reader(table);
        let header = reader.headers().map_err(|error| Error::input(error.to_string()))?;
        let columns = Columns::read(header).map_err(|why| {
            Error::input(format!("{why}: expected a first line such as `name,e-mail,number`"))
        })?;
        let record = csv::StringRecord::new();
        Ok(List { columns, reader, record, list, start: list.len() - table.len(), lines })
    }

    /// The person on the next line, if the line has one, and the line's bytes.
    pub(crate) fn next(&mut self) -> Result<Option<Line>, Error> {
        let before = self.place();
        let is_one = self.reader.read_record(&mut self.record);
        if !is_one.map_err(|error| Error::input(error.to_string()))? {
            return Ok(None);
        }
        let text = |column: Option<usize>| {
            column.map(|column| self.field(column)).unwrap_or_default().to_string()
        };
        let name: Vec<&str> = self.columns.name.iter().map(|column| self.field(*column)).collect();
        let person = Person {
            name: name.join(" ").trim().to_string(),
            email: text(self.columns.email),
            number: text(self.columns.number),
            group: text(self.columns.group),
            line: self.lines + self.record.position().map_or(0, csv::Position::line),
        };
        let is_nobody = person.name.is_empty() && person.number.is_empty();
        Ok(Some(((!is_nobody).then_some(person), before..self.place())))
    }

    /// What stands in a column of the line that was read last.
    pub(crate) fn field(&self, column: usize) -> &str {
        self.record.get(column).unwrap_or_default().trim()
    }

    /// The names of the columns.
    pub(crate) fn titles(&mut self) -> Result<Vec<String>, Error> {
        let titles = self.reader.headers().map_err(|error| Error::input(error.to_string()))?;
        Ok(titles.iter().map(|title| title.trim().to_string()).collect())
    }

    fn place(&self) -> usize {
        // The list is in memory, so its length fits.
        let place = self.start + self.reader.position().byte() as usize;
        // The reader stops between the two characters of a line's end.
        let is_between =
            self.list[..place].ends_with(b"\r") && self.list[place..].starts_with(b"\n");
        place + usize::from(is_between)
    }
}

/// What `sep=;` on the first line names, and the lines after it.
fn separator(list: &[u8]) -> Option<(u8, &[u8])> {
    let (mark, rest) = list.strip_prefix(b"sep=")?.split_first()?;
    let table = rest.strip_prefix(b"\r").unwrap_or(rest).strip_prefix(b"\n")?;
    Some((*mark, table))
}

/// The mark that is most frequent on the first line. Of equally frequent ones, the last one counts.
pub(crate) fn usual_separator(list: &[u8]) -> u8 {
    let first = list.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let count = |mark: &u8| first.iter().filter(|&byte| byte == mark).count();
    [b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b',')
}

/// The e-mail addresses of the people of a class.
#[derive(Debug)]
pub struct People {
    by_number: HashMap<String, String>,
    /// `None` if two people have this name.
    by_name: HashMap<String, Option<String>>,
}

impl People {
    /// Reads a list that has a column with e-mail addresses.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or lacks a column.
    pub fn read(path: &Path) -> Result<People, Error> {
        let list = fs::read(path).map_err(|error| Error::file("read", path, &error))?;
        let bad = |why: String| Error::input(format!("{}: {why}", path.display()));
        let opened = List::open(&list).map_err(|error| bad(error.to_string()))?;
        if opened.columns.email.is_none() {
            return Err(bad("there is no column `e-mail`".to_string()));
        }
        let mut people = People { by_number: HashMap::new(), by_name: HashMap::new() };
        for person in people_in(&list).map_err(|error| bad(error.to_string()))? {
            if !person.number.is_empty() {
                people.by_number.insert(person.number, person.email.clone());
            }
            let key = key(&person.name);
            let known = people.by_name.contains_key(&key);
            people.by_name.insert(key, (!known).then_some(person.email));
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

/// Whether two names are those of one person.
pub(crate) fn same_name(one: &str, other: &str) -> bool {
    !one.is_empty() && key(one) == key(other)
}

/// A name as it is compared: its words in alphabetical order, since some lists write the family
/// name first.
pub(crate) fn key(name: &str) -> String {
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
    fn lists_of_course_sites_are_read() {
        let polish =
            "\u{feff}Imię;Nazwisko;Numer ID;Adres e-mail\nAnna;Żak;7;a@x\n;;;\n\"Jan\";Lis;;\n";
        let found = people_in(polish.as_bytes()).expect("a list");
        let person = |name: &str, email: &str, number: &str, line| {
            let [name, email, number] = [name, email, number].map(str::to_string);
            Person { name, email, number, group: String::new(), line }
        };
        assert_eq!(found, [person("Anna Żak", "a@x", "7", 2), person("Jan Lis", "", "", 4)]);
        let romanian = people_in("Nume,Prenume\nPopa,Ion\n".as_bytes()).expect("a list");
        assert_eq!(romanian[0].name, "Ion Popa");
        for column in ["Group", "class", "Klasa", "Grupă"] {
            let list = format!("name,{column}\nOla,3 B\n");
            assert_eq!(people_in(list.as_bytes()).expect("a list")[0].group, "3 B", "{column}");
        }
        people_in(b"name\n\xff\n").expect_err("not UTF-8");
    }

    #[test]
    fn the_first_line_of_excel_names_the_separator() {
        for start in ["sep=;\n", "\u{feff}sep=;\r\n"] {
            let list = format!("{start}\"name\";e-mail, the first\nAla, Kot;\n");
            let found = people_in(list.as_bytes()).expect("a list");
            assert_eq!((&*found[0].name, found[0].line), ("Ala, Kot", 3), "{start:?}");
        }
        let quoted = people_in("\u{feff}\"name\"\nAla\n".as_bytes()).expect("a list");
        assert_eq!(quoted[0].name, "Ala");
    }

    #[test]
    fn a_line_is_taken_out_and_no_other_byte() {
        let list = "\u{feff}sep=;\r\nname;number\r\nAla;1\r\n\r\n\"Jan\r\nLis\";2\r\nOla;3";
        let left = |number: &str| {
            let left = people_without(list.as_bytes(), |person| person.number == number);
            String::from_utf8(left.expect("a list")).expect("text")
        };
        assert_eq!(left("9"), list);
        assert_eq!(left("2"), list.replace("\r\n\r\n\"Jan\r\nLis\";2", ""));
        assert_eq!(left("3"), list.replace("Ola;3", ""));
        let plain = people_without(b"name\nAla\nJan\n", |person| person.name == "Ala");
        assert_eq!(plain.expect("a list"), b"name\nJan\n");
    }

    #[test]
    fn a_list_without_addresses_or_without_people_is_refused() {
        for list in ["", "name,number\n", "e-mail\n"] {
            assert_eq!(emails(list, &[]).expect_err("no list").kind(), errors::ErrorKind::Input);
        }
    }
}
