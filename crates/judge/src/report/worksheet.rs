//! Moodle's grading worksheet, which comes back with grades and feedback, and the archive of
//! feedback files. Both are what Moodle's import of an assignment takes.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use errors::{Error, excerpt};
use rules::{Argument, Language, Message};
use zip::write::SimpleFileOptions;

use super::page::{names, number, submission_page};
use super::{Heading, Report};
use crate::people::usual_separator;
use crate::texts::text;
use crate::{Conditions, Mark};

/// A grading worksheet: a row for each student of the assignment.
#[derive(Debug)]
pub struct Worksheet {
    has_mark: bool,
    delimiter: u8,
    ends_in_return: bool,
    /// The titles, and a row for each student.
    pub(super) rows: Vec<csv::StringRecord>,
    /// The column of grades.
    pub(super) grade: usize,
    /// The column of the greatest grade, which is the same in all rows; `None` for a scale.
    most: Option<f64>,
    /// The column of comments, if the assignment has them.
    comments: Option<usize>,
    has_comma: bool,
}

/// The mark at the start of a file in UTF-8, which Excel needs.
const MARK: &str = "\u{feff}";

/// The names of the column of grades, and parts of the names of the columns of comments: English,
/// Polish and Romanian, and what others have like them. In other languages the place before the
/// greatest grade tells the former, and the latter is the last one.
const GRADE: [&str; 4] = ["grade", "ocena", "notă", "nota"];
const COMMENTS: [&str; 4] = ["comment", "koment", "coment", "komment"];

impl Worksheet {
    /// Reads a worksheet, whatever its language and its separator.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or is no worksheet.
    pub fn read(path: &Path) -> Result<Worksheet, Error> {
        let bytes = fs::read(path).map_err(|error| Error::file("read", path, &error))?;
        Worksheet::of(&bytes).map_err(|why| Error::input(format!("{}: {why}", path.display())))
    }

    /// Reads the bytes of a worksheet.
    ///
    /// # Errors
    /// Fails if they are no worksheet.
    pub fn of(bytes: &[u8]) -> Result<Worksheet, Error> {
        let no_sheet = || Error::input(text("no-worksheet"));
        let text = str::from_utf8(bytes).map_err(|_| no_sheet())?;
        let table = text.strip_prefix(MARK).unwrap_or(text);
        let delimiter = usual_separator(table.as_bytes());
        let mut reader = csv::ReaderBuilder::new();
        let mut reader =
            reader.has_headers(false).delimiter(delimiter).from_reader(table.as_bytes());
        let rows: Vec<_> = reader.records().collect::<Result<_, _>>().map_err(|_| no_sheet())?;
        let (titles, people) = rows.split_first().ok_or_else(no_sheet)?;
        if people.is_empty() || people.iter().any(|row| identifier(row).is_none()) {
            return Err(no_sheet());
        }
        let titles: Vec<String> = titles.iter().map(|title| title.trim().to_lowercase()).collect();
        let numbers = |column: usize| {
            let mut cells = people.iter().map(|row| decimal(row.get(column).unwrap_or_default()));
            let first = cells.next().flatten()?;
            cells.all(|cell| cell == Some(first)).then_some(first)
        };
        let named = titles.iter().position(|title| GRADE.contains(&&**title));
        let before_most = || (2..titles.len()).find(|column| numbers(*column).is_some());
        let grade = named.or_else(|| before_most().map(|column| column - 1));
        let grade = grade.ok_or_else(no_sheet)?;
        // Before the comments stand what may be changed, and a time, of which no cell is empty.
        let is_last = |column: &usize| {
            let mut cells = people.iter().map(|row| row.get(*column).unwrap_or_default().trim());
            *column >= grade + 4 && cells.any(str::is_empty)
        };
        let comments = titles
            .iter()
            .rposition(|title| COMMENTS.iter().any(|part| title.contains(part)))
            .or_else(|| titles.len().checked_sub(1).filter(is_last));
        let is_decimal = |cell: &str| cell.contains(',') && decimal(cell).is_some();
        Ok(Worksheet {
            has_mark: text.starts_with(MARK),
            delimiter,
            ends_in_return: table.contains("\r\n"),
            grade,
            most: numbers(grade + 1),
            comments,
            has_comma: people.iter().any(|row| {
                [grade, grade + 1].iter().filter_map(|column| row.get(*column)).any(is_decimal)
            }),
            rows,
        })
    }

    /// Whether it has a column of comments, as far as its titles and its order tell.
    #[must_use]
    pub fn has_comments(&self) -> bool {
        self.comments.is_some()
    }

    /// Checks that the worksheet's greatest grade is the greatest number of points.
    ///
    /// # Errors
    /// Fails if they differ, or there are grades and no scale that makes them.
    pub fn check(&self, points: f64, has_scale: bool) -> Result<(), Error> {
        match self.most {
            Some(most) if most != points => {
                let [most, points] =
                    [most, points].map(|number| Argument::Decimal(number.to_string()));
                let why = text("other-greatest-grade").with("most", most).with("points", points);
                Err(Error::input(why))
            }
            None if !has_scale => Err(Error::input(text("worksheet-of-scale"))),
            _ => Ok(()),
        }
    }

    /// The worksheet with these grades; a group's is that of all its members. Other rows and columns
    /// stay. Also returns those who have no row.
    ///
    /// # Errors
    /// Fails if writing fails.
    pub fn filled(&self, grades: &[Graded]) -> io::Result<(Vec<u8>, Vec<String>)> {
        let (mut by_number, mut left) = (HashMap::new(), Vec::new());
        for graded in grades {
            let found = self.whose(&graded.sender, &graded.number);
            if found.is_empty() {
                let who = [&*graded.sender, &graded.number].join(" ");
                left.push(excerpt::in_a_line(who.trim()));
            }
            by_number.extend(found.into_iter().map(|number| (number, graded)));
        }
        let mut out = if self.has_mark { MARK.as_bytes().to_vec() } else { Vec::new() };
        let end = match self.ends_in_return {
            true => csv::Terminator::CRLF,
            false => csv::Terminator::Any(b'\n'),
        };
        let mut writer = csv::WriterBuilder::new();
        let mut writer = writer.delimiter(self.delimiter).terminator(end).from_writer(&mut out);
        for (place, row) in self.rows.iter().enumerate() {
            let number = identifier(row).filter(|_| place > 0);
            let Some(graded) = number.and_then(|number| by_number.remove(number)) else {
                writer.write_record(row)?;
                continue;
            };
            let cells = row.iter().enumerate().map(|(column, cell)| match column {
                _ if column == self.grade => self.cell(graded),
                // The site may read a comment as HTML.
                _ if Some(column) == self.comments => {
                    graded.comment.replace('<', "‹").replace('>', "›")
                }
                _ => cell.to_string(),
            });
            writer.write_record(cells)?;
        }
        writer.flush()?;
        drop(writer);
        Ok((out, left))
    }

    /// A grade as this worksheet writes it.
    fn cell(&self, graded: &Graded) -> String {
        let grade = match self.most {
            Some(_) => graded.points.to_string(),
            None => return graded.grade.clone().unwrap_or_default(),
        };
        if self.has_comma { grade.replace('.', ",") } else { grade }
    }
}

/// What a worksheet is told about a person.
#[derive(Clone, Debug)]
pub struct Graded {
    /// The name of the person or group, as the site has it in the name of the submission's folder;
    /// empty if the number alone tells.
    pub sender: String,
    /// The number that the site has for the person or group.
    pub number: String,
    /// The points.
    pub points: f64,
    /// The grade, if there is a scale.
    pub grade: Option<String>,
    /// What the person reads beside it.
    pub comment: String,
}

/// What a worksheet is told about these programs: those whose senders have a number, and that were
/// judged to the end.
#[must_use]
pub fn graded(heading: &Heading, reports: &[Report]) -> Vec<Graded> {
    let judged = reports.iter().filter(|report| !report.is_interrupted);
    let one = |report: &Report| {
        let (mark, number) = (heading.marks.mark(report), report.number.clone()?);
        let comment = comment(heading.language, report, &mark);
        let sender = report.handed_in_by.clone().unwrap_or_default();
        Some(Graded { sender, number, points: mark.points, grade: mark.grade, comment })
    };
    judged.filter_map(one).collect()
}

/// The number at the end of a row's first cell: `Participant 123` in any language.
pub(super) fn identifier(row: &csv::StringRecord) -> Option<&str> {
    let cell = row.get(0)?.trim();
    let digits = cell.bytes().rev().take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| &cell[cell.len() - digits..])
}

/// A number with a point or a comma.
fn decimal(cell: &str) -> Option<f64> {
    let is_number = cell.bytes().all(|byte| byte.is_ascii_digit() || b",.".contains(&byte));
    if is_number { cell.replace(',', ".").parse().ok() } else { None }
}

/// What the student reads beside the grade.
fn comment(language: Language, report: &Report, mark: &Mark) -> String {
    let [points, all] = [mark.points, mark.of].map(|points| number(points, language));
    let points = text("points-of").name("points", points).name("all", all);
    let passed = text("passed-of").number("n", report.accepted()).number("all", report.cases.len());
    let failure = report.first_failure().map(|judged| {
        let verdict = excerpt::in_a_line(&judged.verdict.told(language));
        let case = text("case").told(language);
        Message::plain(format!("{case} {}: {verdict}", excerpt::in_a_line(&judged.case)))
    });
    let failure = match () {
        () if report.does_not_compile() => Some(text("does-not-compile")),
        () if mark.fails_validation => Some(text("no-points")),
        () => failure,
    };
    let grade = mark.grade.as_ref().map(|grade| text("grade-is").name("grade", grade));
    let told = [Some(points), grade, Some(passed), failure].into_iter().flatten();
    let told: Vec<String> = told.map(|message| message.told(language)).collect();
    told.join("; ")
}

/// A file that the site hands to a person.
#[derive(Clone, Debug)]
pub struct Feedback {
    /// The folder that the person's submission has in the site's archive. The site reads the number
    /// and the plugin between its underscores.
    pub folder: String,
    /// The name of the file.
    pub name: String,
    /// What is in it.
    pub page: String,
}

/// Writes an archive of feedback files: each in the folder that the person's submission has in the
/// site's archive.
///
/// # Errors
/// Fails if writing fails.
pub fn write_feedback_files(
    files: impl Iterator<Item = Feedback>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let file = |Feedback { folder, name, page }| (format!("{folder}/{name}"), page.into_bytes());
    write_archive(files.map(file), out)
}

/// Writes a zip of these files, each with its path in it.
///
/// # Errors
/// Fails if writing fails.
pub fn write_archive(
    files: impl Iterator<Item = (String, Vec<u8>)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut archive = zip::ZipWriter::new_stream(out);
    for (path, bytes) in files {
        archive.start_file(path, SimpleFileOptions::default())?;
        archive.write_all(&bytes)?;
    }
    archive.finish()?;
    Ok(())
}

/// Writes the pages of these programs as an archive of feedback files. Returns the programs that
/// came from no archive of the site.
///
/// # Errors
/// Fails if writing fails.
pub fn write_feedback(
    heading: &Heading,
    conditions: &Conditions,
    reports: &[Report],
    out: &mut dyn Write,
) -> io::Result<Vec<String>> {
    let mut left = Vec::new();
    let files = names(reports).into_iter().zip(reports).filter_map(|(name, report)| {
        let Some(folder) = report.at_site.clone().filter(|_| report.number.is_some()) else {
            left.push(excerpt::in_a_line(&report.program));
            return None;
        };
        Some(Feedback { folder, name, page: submission_page(heading, conditions, report) })
    });
    write_feedback_files(files, out)?;
    Ok(left)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{conditions, heading, sample};
    use super::*;
    use crate::Person;

    const ENGLISH: &str = "Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum \
        Grade\",\"Grade can be changed\",\"Last modified (submission)\",\"Last modified (grade)\",\
        \"Feedback comments\"\r\n\
        \"Participant 7\",\"Żak, Anna\",a@x,\"Submitted\",,10.00,Yes,\"Monday, 1 June\",-,\r\n\
        \"Participant 12\",Jan,j@x,\"No submission\",3.00,10.00,Yes,-,-,old\r\n";

    fn report(number: &str) -> Report {
        let program = "Anna Żak".to_string();
        Report {
            number: Some(number.to_string()),
            handed_in_by: Some(program.clone()),
            at_site: Some(format!("Anna Żak_{number}_assignsubmission_file")),
            program,
            ..sample()
        }
    }

    fn filled(sheet: &str) -> (Vec<csv::StringRecord>, String, Vec<String>) {
        let sheet = Worksheet::of(sheet.as_bytes()).expect("a worksheet");
        sheet.check(10.0, false).expect("ten points");
        let (bytes, left) =
            sheet.filled(&graded(&heading(), &[report("7"), report("8")])).expect("bytes");
        let text = String::from_utf8(bytes).expect("text");
        let table = text.strip_prefix(MARK).unwrap_or(&text);
        let mut reader = csv::ReaderBuilder::new();
        let reader = reader.delimiter(sheet.delimiter).from_reader(table.as_bytes());
        (reader.into_records().map(|row| row.expect("a row")).collect(), text, left)
    }

    #[test]
    fn a_worksheet_comes_back_with_grades_and_nothing_else_changed() {
        let (rows, text, left) = filled(ENGLISH);
        let was: Vec<_> = csv::Reader::from_reader(ENGLISH.as_bytes())
            .into_records()
            .map(|row| row.expect("a row"))
            .collect();
        assert_eq!((&rows[0][4], &rows[1], left), ("2.5", &was[1], vec!["Anna Żak 8".to_string()]));
        assert!(!rows[0][9].is_empty() && !rows[0][9].contains(['<', '>']), "{:?}", &rows[0][9]);
        for column in [0, 1, 2, 3, 5, 6, 7, 8] {
            assert_eq!(rows[0][column], was[0][column]);
        }
        assert!(text.ends_with("\r\n") && !text.starts_with(MARK));
    }

    #[test]
    fn languages_separators_commas_and_anonymous_students_are_known() {
        let polish = "\u{feff}Identyfikator;Status;Ocena;Ocena maksymalna;Komentarz zwrotny\n\
            Uczestnik 7;-;;10,00;\n";
        let (rows, text, _) = filled(polish);
        assert_eq!((&rows[0][2], text.starts_with(MARK)), ("2,5", true));
        assert!(!rows[0][4].is_empty());
        let german = "ID,Status,Bewertung,Bestwertung,x\nTeilnehmer 7,-,,10.00,\n";
        assert_eq!((&filled(german).0[0][2], &filled(german).0[0][4]), ("2.5", ""));
        let other = "Azonosító,Pont,Legtöbb,Igen,Idő,Megjegyzés\nRésztvevő 7,,10.00,I,-,\n";
        assert!(!filled(other).0[0][5].is_empty(), "the last column");
        let times = Worksheet::of("ID,Pont,Max,Igen,Idő,Idő\nR 7,,10,I,-,-\n".as_bytes());
        assert!(!times.expect("a worksheet").has_comments());
    }

    #[test]
    fn a_groups_submission_is_its_members_and_nobody_elses_with_its_number() {
        let whose = |sheet: &str, sender: &str, number: &str| {
            let sheet = Worksheet::of(sheet.as_bytes()).expect("a worksheet");
            sheet.whose(sender, number).join(" ")
        };
        let groups = "ID,Name,Status,Gruppe,Grade,Most\nP 1,Anna Żak,-,Team A/1,,10\n\
            P 2,Jan Lis,-,Team A/1,,10\nP 55,Ola O'Hara,-,Team B,,10\n";
        assert_eq!(whose(groups, "Team A1", "55"), "1 2");
        assert_eq!(whose(groups, "Team C", "55"), "", "Ola has only the same number");
        for name in ["Ola OHara", "Ola OHara_55", "3 B-Ola OHara"] {
            assert_eq!(whose(groups, name, "55"), "55", "{name}");
        }
        let nameless = "ID,Status,Group,Grade,Most\nP 1,-,Team A,,10\nP 2,-,,,10\n";
        assert_eq!(whose(nameless, "Team A", "2"), "1");
        assert_eq!(whose(nameless, "P_2", "2"), "2");
        assert_eq!(whose("ID,Name,Grade,Most\nP 2,Jan,,10\n", "J. Lis", "2"), "2");
    }

    #[test]
    fn people_are_found_by_address_number_or_name_and_by_the_identifier_at_last() {
        fn person(name: &str, email: &str, number: &str) -> Person {
            let [name, email, number] = [name, email, number].map(str::to_string);
            Person { name, email, number, ..Person::default() }
        }
        let found = |sheet: &str, people: &[Person]| {
            let sheet = Worksheet::of(sheet.as_bytes()).expect("a worksheet");
            let found = sheet.identifiers(&people.iter().collect::<Vec<_>>());
            let others = sheet.others(&found).join(" ");
            let found: Vec<_> = found.into_iter().map(Option::unwrap_or_default).collect();
            format!("{} | {others}", found.join(" "))
        };
        let sheet = "ID,Name,Number,Mail,Group,Grade,Most\nP 1,Żak Anna,s7,a@x,1,,10\n\
            P 2,Jan Lis,s8,,1,,10\nP 3,Jan Lis,s9,,2,,10\nP 4,Ola,s4,,3,,10\n";
        let people = [
            person("Somebody", "A@x", "s8"),
            person("Jan Lis", "", "s9"),
            person("Jan Lis", "", "2"),
            person("Jan Lis", "", "1"),
            person("ola", "o@x", ""),
        ];
        assert_eq!(found(sheet, &people), "1 3 2  4 | ", "`1` is neither a group nor Anna");
        assert_eq!(found(sheet, &people[..1]), "1 | Jan Lis Jan Lis Ola");
        let twice = [person("Jan", "a@x", ""), person("Żak Anna", "", "")];
        assert_eq!(found(sheet, &twice)[..3], *"  |");
        assert_eq!(found(sheet, &[person("Ola", "", ""), person("Ola", "", "")])[..3], *"  |");
        let nameless = "ID,Status,Grade,Most\nP 1,-,,10\nP 2,-,,10\n";
        assert_eq!(found(nameless, &[person("Jan", "", "2")]), "2 | P 1");
    }

    #[test]
    fn other_tables_and_other_sums_are_refused() {
        for table in ["", "Identifier,Grade\n", "name,Grade\nAnna,3\n", "Identifier,x\nP 7,a\n"] {
            Worksheet::of(table.as_bytes()).expect_err(table);
        }
        let sheet = Worksheet::of(ENGLISH.as_bytes()).expect("a worksheet");
        assert!(sheet.check(20.0, false).is_err());
        let scale = Worksheet::of(b"Identifier,Grade,Scale\nParticipant 7,,\"2,3,5\"\n");
        assert!(scale.expect("a worksheet").check(20.0, false).is_err(), "no scale");
    }

    #[test]
    fn feedback_lies_in_the_folders_of_the_submissions() {
        let mut out = Vec::new();
        let reports = [report("7"), sample()];
        let left = write_feedback(&heading(), &conditions(), &reports, &mut out).expect("bytes");
        assert_eq!(left.len(), 1);
        let archive = zip::ZipArchive::new(io::Cursor::new(out)).expect("an archive");
        let names: Vec<_> = archive.file_names().map(|name| name.expect("a name")).collect();
        assert_eq!(names, ["Anna Żak_7_assignsubmission_file/Anna-Zak.html"]);
    }
}
