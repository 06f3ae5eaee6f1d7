//! Pages of results: one for the class, and one to hand out for each submission. Each page is
//! complete: it needs no script and loads nothing from a network. Text is escaped where it is
//! inserted, and control characters are shown as symbols.

mod board;
mod class;
mod mark;
mod parts;
mod submission;

use std::collections::HashMap;

pub(super) use self::mark::number;
pub(super) use self::submission::page as submission_page;
use super::{Heading, Report};
use crate::Conditions;
use ::submission::without_marks;

/// The pages of a class and their file names: `index.html`, and a page for each submission. A
/// submission's page has no links, so it can be handed out.
#[must_use]
pub fn pages(
    heading: &Heading,
    conditions: &Conditions,
    reports: &[Report],
) -> Vec<(String, String)> {
    let names = names(reports);
    let class = ("index.html".to_string(), class::page(heading, conditions, reports, &names));
    let each = names.iter().zip(reports);
    let each =
        each.map(|(name, report)| (name.clone(), submission::page(heading, conditions, report)));
    std::iter::once(class).chain(each).collect()
}

/// The file names of the submissions' pages. All names are different, and have only characters that
/// every system and server accepts.
pub(super) fn names(reports: &[Report]) -> Vec<String> {
    const LONGEST: usize = 60;
    let mut known: HashMap<String, usize> = HashMap::new();
    let name = |report: &Report| {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
        let name: String =
            without_marks(&report.program).chars().take(LONGEST).map(plain).collect();
        let name = name.trim_matches('-').to_string();
        let name = if name.is_empty() || name.eq_ignore_ascii_case("index") {
            format!("program-{name}")
        } else {
            name
        };
        let count = known.entry(name.to_ascii_lowercase()).or_default();
        *count += 1;
        if *count == 1 { format!("{name}.html") } else { format!("{name}--{count}.html") }
    };
    reports.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use quick_xml::Reader;
    use quick_xml::events::Event;
    use rules::{Catalogue, Drawing, Explanation, Language, Message, Square};

    use super::super::tests::{conditions, heading, sample};
    use super::*;
    use crate::Verdict;

    fn explained() -> Report {
        let mut report = sample();
        report.program = "Ana <b>& \"Ł\"\u{202e}\u{1b}[31m.c".to_string();
        let board = Drawing::bare(vec!["a".to_string(), "b".to_string()], vec!["1".to_string()]);
        report.cases[1].explanation = Some(Explanation {
            sentences: vec![
                Message::new(Catalogue::new(&["why = `{found}` is wrong"]), "why")
                    .name("found", "<script>\u{7}"),
            ],
            board: Some(board),
            squares: vec![Square { column: 1, row: 0 }],
        });
        report
    }

    /// The text of a page, and the names of its elements. Panics if the page is not well-formed.
    fn read(page: &str) -> (String, Vec<String>) {
        let mut reader = Reader::from_str(page);
        reader.config_mut().check_end_names = false;
        let (mut text, mut names) = (String::new(), Vec::new());
        loop {
            match reader.read_event().expect("well-formed") {
                Event::Start(tag) | Event::Empty(tag) => {
                    names.push(String::from_utf8_lossy(tag.name().as_ref()).into_owned());
                }
                Event::Text(part) => text += &part.decode().expect("UTF-8"),
                Event::GeneralRef(part) => {
                    let part = part.decode().expect("UTF-8");
                    text += quick_xml::escape::resolve_predefined_entity(&part).expect("known");
                }
                Event::Eof => return (text, names),
                _ => {}
            }
        }
    }

    #[test]
    fn nothing_in_a_page_can_steer_and_everything_is_told() {
        let pages = pages(&heading(), &conditions(), &[explained(), sample()]);
        assert_eq!(
            pages.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>()[0],
            "index.html"
        );
        for (name, page) in &pages {
            assert!(
                name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b)),
                "{name}"
            );
            assert!(
                !page.chars().any(|c| c != '\n' && (c.is_control() || c == '\u{202e}')),
                "{name}"
            );
            let (_, names) = read(page);
            assert!(!names.iter().any(|name| name == "script" || name == "b"), "{name}");
        }
        let (text, names) = read(&pages[1].1);
        for part in [
            "<script>\u{2407} is wrong",
            "Ana <b>& \"Ł\"",
            "expected `;` before",
            "gcc x.c -o x",
            "2.5",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(pages[1].1.contains("<code>&lt;script&gt;\u{2407}</code>"), "{}", pages[1].1);
        assert!(!text.contains("unzip"), "the author has no class.zip");
        assert_eq!(names.iter().filter(|name| *name == "svg").count(), 1);
        assert!(!pages[1].1.contains("index.html"), "a page that is handed out has no links");
        assert!(pages[0].1.contains(&format!("href=\"{}\"", pages[1].0)));
    }

    #[test]
    fn pages_are_in_the_language_of_the_heading() {
        for language in Language::ALL {
            let pages = pages(&Heading { language, ..heading() }, &conditions(), &[sample()]);
            let crash = Verdict::Crash(11).told(language);
            assert!(pages[1].1.contains(&crash), "{crash}");
            for (name, page) in pages {
                let html = format!("<html lang=\"{}\">", language.code());
                assert!(page.contains(&html), "{name} in {language:?}");
            }
        }
    }

    #[test]
    fn every_submission_has_a_page_of_its_own() {
        let named = |name: &str| Report { program: name.to_string(), ..sample() };
        let names = names(&["a.c", "A.c", "a c", "index", "..", "ą/ż.c"].map(named));
        assert_eq!(names[5], "a-z-c.html", "the name resembles the submission's");
        let mut distinct: Vec<_> = names.iter().map(|name| name.to_lowercase()).collect();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), 6, "{names:?}");
        assert!(!distinct.contains(&"index.html".to_string()), "{names:?}");
    }
}
