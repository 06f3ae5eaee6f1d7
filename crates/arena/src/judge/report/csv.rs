//! Results as a table for a spreadsheet: a row a program.

use std::io::{self, Write};

use super::{Report, milliseconds};
use crate::judge::Conditions;

const COLUMNS: [&str; 10] = [
    "program",
    "cases",
    "accepted",
    "failed",
    "first failure",
    "verdict",
    "wall ms",
    "cpu ms",
    "peak memory bytes",
    "level",
];

/// Writes results as comma-separated values.
///
/// # Errors
/// When writing fails.
pub fn write_csv(conditions: &Conditions, reports: &[Report], out: &mut dyn Write) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(COLUMNS)?;
    for report in reports {
        writer.write_record(row(conditions, report))?;
    }
    writer.flush()
}

fn row(conditions: &Conditions, report: &Report) -> [String; 10] {
    let (cases, accepted) = (report.cases.len(), report.accepted());
    let failure = report.first_failure();
    let none = if report.is_interrupted { "interrupted" } else { "" };
    [
        report.program.clone(),
        cases.to_string(),
        accepted.to_string(),
        (cases - accepted).to_string(),
        failure.map_or(String::new(), |judged| judged.case.clone()),
        failure.map_or(none.to_string(), |judged| judged.verdict.to_string()),
        milliseconds(report.wall()).to_string(),
        milliseconds(report.cpu()).to_string(),
        report.peak_memory().to_string(),
        conditions.level.number().to_string(),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::tests::{conditions, sample};
    use super::*;

    #[test]
    fn a_row_is_a_program() {
        let mut out = Vec::new();
        write_csv(&conditions(), &[sample()], &mut out).expect("a vector takes bytes");
        let mut reader = ::csv::Reader::from_reader(&out[..]);
        let rows: Vec<_> = reader.records().map(|row| row.expect("well-formed")).collect();
        let expected =
            ["./=a,\"b\"<c>.c", "4", "1", "3", "set-01/2", "wrong answer: line 3", "6", "2.8", "2097152", "1"];
        assert_eq!(rows, [expected.to_vec()]);
    }

    #[test]
    fn what_was_interrupted_does_not_pass_for_accepted() {
        let mut report = sample();
        report.cases.truncate(1);
        report.is_interrupted = true;
        assert!(!report.is_accepted());
        assert_eq!(row(&conditions(), &report)[..6], ["./=a,\"b\"<c>.c", "1", "1", "0", "", "interrupted"]);
    }
}
