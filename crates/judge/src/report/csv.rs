//! Results as a table for a spreadsheet, with a row for each program.

use std::io::{self, Write};

use super::{Heading, Report, milliseconds};
use crate::Conditions;
use errors::cell::cell;
use errors::excerpt::in_a_line;
use submission::Versions;

const COLUMNS: [&str; 17] = [
    "program",
    "points",
    "of",
    "cases",
    "accepted",
    "failed",
    "first failure",
    "verdict",
    "wall ms",
    "cpu ms",
    "peak memory bytes",
    "level",
    "number",
    "e-mail",
    "remark",
    "grade",
    "cause",
];

/// Writes results as comma-separated values. Numbers and e-mail addresses of people stay as they came,
/// so that a course site knows them again.
///
/// # Errors
/// Fails if writing fails.
pub fn write_csv(
    heading: &Heading,
    conditions: &Conditions,
    reports: &[Report],
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(COLUMNS)?;
    for report in reports {
        writer.write_record(row(heading, conditions, report))?;
    }
    writer.flush()
}

fn row(heading: &Heading, conditions: &Conditions, report: &Report) -> [String; 17] {
    let mark = heading.marks.mark(report);
    let (cases, accepted) = (report.cases.len(), report.accepted());
    let failure = report.first_failure();
    let verdict = match failure {
        _ if report.does_not_compile() => "does not compile".to_string(),
        Some(judged) => judged.verdict.to_string(),
        None if report.is_interrupted => "interrupted".to_string(),
        None => String::new(),
    };
    [
        text(&report.program),
        mark.points.to_string(),
        mark.of.to_string(),
        cases.to_string(),
        accepted.to_string(),
        (cases - accepted).to_string(),
        failure.map_or(String::new(), |judged| text(&judged.case)),
        text(&verdict),
        milliseconds(report.wall()).to_string(),
        milliseconds(report.cpu()).to_string(),
        report.peak_memory().to_string(),
        conditions.level.number().to_string(),
        report.number.clone().unwrap_or_default(),
        report.email.clone().unwrap_or_default(),
        report.versions.as_ref().map_or(String::new(), |Versions { newest, older }| {
            text(&format!("judged: {newest}, the newest; older: {older}"))
        }),
        mark.grade.map_or(String::new(), |grade| text(&grade)),
        report
            .cause
            .as_ref()
            .map_or(String::new(), |cause| text(&cause.reading.told(heading.language))),
    ]
}

/// A text of others on one line, and no formula.
fn text(text: &str) -> String {
    cell(&in_a_line(text)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{conditions, heading, sample};
    use super::*;

    #[test]
    fn a_row_is_a_program() {
        let mut out = Vec::new();
        let mut report = sample();
        report.program = "=a,\"b\"<c>.c\u{1b}".to_string();
        report.compile_errors.clear();
        let reading = rules::Message::plain("it counts from 0");
        report.cause = Some(crate::Cause { reading, answers: 9, wrong: 3, case: "1".to_string() });
        report.number = Some("-17".to_string());
        report.email = Some("+a@x".to_string());
        report.versions = Some(Versions { newest: "b.c".to_string(), older: "a.c".to_string() });
        write_csv(&heading(), &conditions(), &[report], &mut out).expect("a vector takes bytes");
        let mut reader = ::csv::Reader::from_reader(&out[..]);
        let rows: Vec<_> = reader.records().map(|row| row.expect("well-formed")).collect();
        let expected = [
            "'=a,\"b\"<c>.c\u{241b}",
            "2.5",
            "10",
            "4",
            "1",
            "3",
            "set-01/2",
            "wrong answer: line 3",
            "6",
            "2.8",
            "2097152",
            "1",
            "-17",
            "+a@x",
            "judged: b.c, the newest; older: a.c",
            "",
            "it counts from 0",
        ];
        assert_eq!(rows, [expected.to_vec()]);
    }

    #[test]
    fn what_was_interrupted_does_not_pass_for_accepted() {
        let mut report = sample();
        report.cases.truncate(1);
        report.is_interrupted = true;
        assert!(!report.is_accepted());
        report.compile_errors.clear();
        let row = row(&heading(), &conditions(), &report);
        assert_eq!(row[..8], ["./=a,\"b\"<c>.c", "0", "10", "1", "1", "0", "", "interrupted"]);
    }
}
