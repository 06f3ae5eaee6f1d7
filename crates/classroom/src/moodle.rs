//! What goes back to Moodle about an assignment: its grading worksheet with grades, and an archive of
//! feedback files. Both need the worksheet, which has Moodle's number of each person.

use errors::Error;
use errors::excerpt::short;
use judge::{Feedback, Graded, Person, Worksheet, write_feedback_files};

use crate::assignment::Assignment;
use crate::grades::Grade;

/// What a person is told.
#[derive(Debug)]
pub struct Told<'a> {
    /// The person's grade.
    pub grade: &'a Grade,
    /// What the person reads beside the points.
    pub comment: String,
    /// The names and the contents of the person's feedback files; empty if there are no points yet.
    pub pages: Vec<(&'static str, String)>,
}

/// A file for Moodle, and who is not in it.
#[derive(Debug)]
pub struct ForMoodle {
    /// The file.
    pub bytes: Vec<u8>,
    /// The number of people who are in it.
    pub count: usize,
    /// The names of the people who have no row in the worksheet.
    pub without_row: Vec<String>,
    /// The names in rows of nobody else.
    pub others: Vec<String>,
    /// Whether the worksheet has a column for comments.
    pub has_comments: bool,
}

/// The worksheet with the grades of these people who have points.
///
/// # Errors
/// Fails if this is no worksheet, or its greatest grade is another one.
pub fn fill_worksheet(
    worksheet: &[u8],
    assignment: &Assignment,
    told: &[Told<'_>],
) -> Result<ForMoodle, Error> {
    let sheet = Worksheet::of(worksheet)?;
    let measure = told.first().map(|one| &one.grade.measure);
    let most = measure.map_or(assignment.points(), |measure| measure.most);
    sheet.check(most, measure.is_some_and(|measure| !measure.scale.is_empty()))?;
    let (of, found) = found(&sheet, told);
    let graded = |(one, number): (&Told<'_>, String)| {
        let grade = one.grade.on_scale().map(str::to_string);
        let (sender, comment) = (String::new(), one.comment.clone());
        Some(Graded { sender, number, points: one.grade.points?, grade, comment })
    };
    let graded: Vec<_> = found.into_iter().filter_map(graded).collect();
    let (bytes, _) = sheet.filled(&graded).map_err(|bad| Error::bug(bad.to_string()))?;
    Ok(ForMoodle { bytes, count: graded.len(), ..of })
}

/// The archive of these people's feedback files.
///
/// # Errors
/// Fails if this is no worksheet.
pub fn feedback_archive(worksheet: &[u8], told: &[Told<'_>]) -> Result<ForMoodle, Error> {
    let sheet = Worksheet::of(worksheet)?;
    let (of, found) = found(&sheet, told);
    let mut bytes = Vec::new();
    let count = found.iter().filter(|(one, _)| !one.pages.is_empty()).count();
    let files = found.into_iter().flat_map(|(one, number)| {
        let sender = folder_name(one.grade.member.person.title());
        let folder = format!("{sender}_{number}_assignsubmission_file_");
        one.pages.iter().map(move |(name, page)| Feedback {
            folder: folder.clone(),
            name: (*name).to_string(),
            page: page.clone(),
        })
    });
    write_feedback_files(files, &mut bytes).map_err(|bad| Error::bug(bad.to_string()))?;
    Ok(ForMoodle { bytes, count, ..of })
}

/// The people who have a row, each with Moodle's number; and who has none.
fn found<'a, 't>(
    sheet: &Worksheet,
    told: &'a [Told<'t>],
) -> (ForMoodle, Vec<(&'a Told<'t>, String)>) {
    let people: Vec<&Person> = told.iter().map(|one| &one.grade.member.person).collect();
    let identifiers = sheet.identifiers(&people);
    let others = sheet.others(&identifiers).iter().map(|name| short(name)).collect();
    let (mut found, mut without_row) = (Vec::new(), Vec::new());
    for (one, identifier) in told.iter().zip(identifiers) {
        match identifier {
            Some(number) => found.push((one, number)),
            None => without_row.push(title(&one.grade.member.person)),
        }
    }
    let (bytes, has_comments) = (Vec::new(), sheet.has_comments());
    (ForMoodle { bytes, count: 0, without_row, others, has_comments }, found)
}

/// The name of a person, with what tells two people of one name apart.
fn title(person: &Person) -> String {
    let [title, key] = [person.title(), person.key()].map(short);
    if title == key { title } else { format!("{title} ({key})") }
}

/// A name as that of a folder in an archive. Moodle reads the number between the first underscores.
fn folder_name(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || c == ' ' { c } else { '-' };
    name.chars().take(60).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_out_of_no_folder_and_hides_no_number() {
        assert_eq!(folder_name("../Anna_9_Żak\u{202e}"), "---Anna-9-Żak-");
    }
}
