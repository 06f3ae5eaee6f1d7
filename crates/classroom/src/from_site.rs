//! Programs that were handed in on a course's site: Moodle's zip and its grading worksheet become
//! versions of people.

use errors::Error;
use judge::{Person, Worksheet};
use rules::{Message, message};
use submission::{FromSite, divide_class};

use crate::assignment::Assignment;
use crate::moodle_time::{is_like_time, time_in};
use crate::register::Member;
use crate::roster::Roster;
use crate::trial_words::WORDS;
use crate::version::Upload;
use crate::workshop::Workshop;

/// What came with a zip.
#[derive(Debug, Default)]
pub struct TakenIn {
    /// The number of people whose program came.
    pub count: usize,
    /// The names of those who are nobody of the class.
    pub strangers: Vec<String>,
    /// The people without a program, and why it is none.
    pub without: Vec<(String, Message)>,
}

/// Makes versions of what people have handed in. Nothing is kept unless all can be told apart.
///
/// # Errors
/// Fails if the files are not Moodle's, a time in the worksheet cannot be read, or a version cannot
/// be kept.
pub(crate) fn take_in(
    workshop: &Workshop,
    roster: &Roster,
    assignment: &Assignment,
    (zip, worksheet): (&[u8], &[u8]),
) -> Result<TakenIn, Error> {
    let (sheet, members) = (Worksheet::of(worksheet)?, roster.members());
    let people: Vec<&Person> = members.iter().map(|member| &member.person).collect();
    let identifiers = sheet.identifiers(&people);
    // A group's submission is that of each of its members.
    let of = |one: &FromSite| -> Vec<(&Member, String)> {
        let whose = sheet.whose(&one.name, &one.number).into_iter();
        let member = |identifier: String| {
            let at = identifiers.iter().position(|known| known.as_ref() == Some(&identifier))?;
            Some((&members[at], identifier)).filter(|(member, _)| !member.id.is_empty())
        };
        whose.filter_map(member).collect()
    };
    let times = sheet.times(is_like_time);
    let (mut taken, mut all) = (TakenIn::default(), Vec::new());
    for one in divide_class(zip)? {
        if one.files.is_empty() {
            continue;
        }
        let found = of(&one);
        if found.is_empty() {
            taken.strangers.push(one.name.clone());
        }
        for (member, identifier) in found {
            let said = times.get(&identifier).map_or("", String::as_str);
            let uploaded = time_in(said).and_then(|time| assignment.closing.second(time));
            let unread = || message!(WORDS, "no-moodle-time", name = &one.name, said = said);
            let uploaded = uploaded.ok_or_else(|| Error::input(unread()))?;
            all.push((member, uploaded, one.files.clone()));
        }
    }
    for (member, uploaded, files) in all {
        let upload = Upload { files, training: assignment.training.clone() };
        match upload.program() {
            Ok(program) => {
                let by = &assignment.keys.name;
                workshop.take_in(&member.id, upload, &program, (uploaded, by))?;
                taken.count += 1;
            }
            Err(why) => taken.without.push((title(member), why.message().clone())),
        }
    }
    Ok(taken)
}

fn title(member: &Member) -> String {
    member.person.title().to_string()
}
