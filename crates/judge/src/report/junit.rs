//! Results as JUnit XML, which continuous integration shows. Each program is a suite, and each case
//! is a test.

use std::fmt::Write as _;
use std::io::{self, Write};

use quick_xml::Writer;
use quick_xml::events::BytesText;

use rules::Language;

use super::{Heading, Judged, Report};
use crate::{Conditions, Mismatch, NotRun, Verdict};

/// Writes results as JUnit XML.
///
/// # Errors
/// Fails if writing fails.
pub fn write_junit(
    heading: &Heading,
    conditions: &Conditions,
    reports: &[Report],
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    let mut writer = Writer::new_with_indent(&mut *out, b' ', 2);
    let tests: usize = reports.iter().map(|report| report.cases.len()).sum();
    let failures = tests - reports.iter().map(Report::accepted).sum::<usize>();
    let name = format!("ludoteka judge {}", heading.game);
    let counts = [("tests", tests.to_string()), ("failures", failures.to_string())];
    let element = writer.create_element("testsuites").with_attribute(("name", name.as_str()));
    let element =
        element.with_attributes(counts.iter().map(|(name, count)| (*name, count.as_str())));
    element.write_inner_content(|writer| {
        reports.iter().try_for_each(|report| suite(heading, conditions, report, writer))
    })?;
    writeln!(out)
}

fn suite<W: Write>(
    heading: &Heading,
    conditions: &Conditions,
    report: &Report,
    writer: &mut Writer<W>,
) -> io::Result<()> {
    let failures = report.cases.len() - report.accepted();
    let attributes = [
        ("name", xml_text(&report.program)),
        ("tests", report.cases.len().to_string()),
        ("failures", failures.to_string()),
        ("time", format!("{:.6}", report.wall().as_secs_f64())),
    ];
    let element = writer.create_element("testsuite");
    let element =
        element.with_attributes(attributes.iter().map(|(name, value)| (*name, value.as_str())));
    element.write_inner_content(|writer| {
        properties(heading, conditions, writer)?;
        report.cases.iter().try_for_each(|judged| test(report, judged, writer))
    })?;
    Ok(())
}

/// The level at which the program was confined, and how it was compiled.
fn properties<W: Write>(
    heading: &Heading,
    conditions: &Conditions,
    writer: &mut Writer<W>,
) -> io::Result<()> {
    let mut properties = vec![("level", conditions.level.number().to_string())];
    properties.extend(heading.compilers.as_ref().map(|line| ("compilers", xml_text(line))));
    writer.create_element("properties").write_inner_content(|writer| {
        properties.iter().try_for_each(|(name, value)| {
            let property = writer.create_element("property").with_attribute(("name", *name));
            property.with_attribute(("value", value.as_str())).write_empty().map(drop)
        })
    })?;
    Ok(())
}

fn test<W: Write>(report: &Report, judged: &Judged, writer: &mut Writer<W>) -> io::Result<()> {
    let attributes = [
        ("classname", xml_text(&report.program)),
        ("name", xml_text(&judged.case)),
        ("time", format!("{:.6}", judged.wall.as_secs_f64())),
    ];
    let element = writer.create_element("testcase");
    let element =
        element.with_attributes(attributes.iter().map(|(name, value)| (*name, value.as_str())));
    if report.passes(judged) {
        element.write_empty()?;
        return Ok(());
    }
    let (message, text) =
        (xml_text(&judged.verdict.to_string()), xml_text(&details(report, judged)));
    element.write_inner_content(|writer| {
        let failure =
            writer.create_element("failure").with_attribute(("type", judged.verdict.name()));
        failure
            .with_attribute(("message", message.as_str()))
            .write_text_content(BytesText::new(&text))?;
        Ok(())
    })?;
    Ok(())
}

/// The details that help a person to find the mistake.
fn details(report: &Report, judged: &Judged) -> String {
    let mut text = String::new();
    if let Verdict::WrongAnswer(Mismatch::Differs(first)) = &judged.verdict {
        let _ = writeln!(text, "expected: {}\nfound:    {}", first.expected, first.found);
    }
    for sentence in judged.sentences(Language::English) {
        let _ = writeln!(text, "{sentence}");
    }
    let log = report
        .compile_errors
        .iter()
        .filter(|_| judged.verdict == Verdict::NotRun(NotRun::DoesNotCompile));
    for line in log.flat_map(|uncompiled| &uncompiled.error.log).chain(&judged.stderr) {
        let _ = writeln!(text, "{line}");
    }
    if let Some(hint) = &judged.hint {
        let _ = writeln!(text, "{hint}");
    }
    if let Some(lines) = &judged.reproduce {
        let _ = writeln!(text, "reproduce: {}", lines.confined);
        if let Some(line) = &lines.unconfined {
            let _ = writeln!(text, "without the sandbox, if you trust the program: {line}");
        }
    }
    text
}

/// Replaces control characters. The name of a file may contain them, but XML cannot contain most of
/// them, even escaped.
fn xml_text(text: &str) -> String {
    let is_text = |c: char| matches!(c, ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    let allowed = |c: char| is_text(c) || matches!(c, '\t' | '\n' | '\r');
    text.chars().map(|c| if allowed(c) { c } else { '\u{fffd}' }).collect()
}

#[cfg(test)]
mod tests {
    use quick_xml::Reader;
    use quick_xml::events::Event;

    use super::super::tests::{conditions, heading, sample};
    use super::*;

    /// Returns the names of the elements and their text. Panics if the XML is not well-formed.
    fn read(xml: &str) -> (Vec<String>, String) {
        let mut reader = Reader::from_str(xml);
        let (mut names, mut text) = (Vec::new(), String::new());
        loop {
            match reader.read_event().expect("well-formed XML") {
                Event::Start(tag) | Event::Empty(tag) => {
                    for attribute in tag.attributes() {
                        let value = attribute.expect("attributes are well-formed");
                        text += &value.unescape_value().expect("escapes are known");
                        text.push('\n');
                    }
                    names.push(String::from_utf8(tag.name().as_ref().to_vec()).expect("UTF-8"));
                }
                Event::Text(part) => text += &part.decode().expect("UTF-8"),
                Event::GeneralRef(part) => {
                    text += quick_xml::escape::resolve_predefined_entity(
                        &part.decode().expect("UTF-8"),
                    )
                    .expect("known");
                }
                Event::Eof => return (names, text),
                _ => {}
            }
        }
    }

    #[test]
    fn the_file_is_well_formed_and_says_everything() {
        let mut report = sample();
        report.program.push('\u{1}');
        let mut out = Vec::new();
        write_junit(&heading(), &conditions(), &[report], &mut out).expect("a vector takes bytes");
        let (names, text) = read(std::str::from_utf8(&out).expect("UTF-8"));
        let count = |name: &str| names.iter().filter(|known| *known == name).count();
        assert_eq!((count("testsuite"), count("testcase"), count("failure")), (1, 4, 3));
        assert!(text.contains("level\n1\n"), "{text}");
        for part in [
            "=a,\"b\"<c>.c\u{fffd}",
            "expected: <a>",
            "found:    \"&\"",
            "]]> & ␛[31m",
            "expected `;` before",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
