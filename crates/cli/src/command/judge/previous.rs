//! What was judged before: programs whose files and cases are the same need not be judged again.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use errors::Error;
use judge::{CaseSet, Report};
use matches::record::checksum;
use serde_json::Value;
use submission::Entry;

use crate::words::counted;

/// The files and the cases of the programs of earlier results, by the programs' names.
pub(super) struct Previous(BTreeMap<String, String>);

impl Previous {
    /// Reads results that `--json` has written. Of a program in several files, the last one counts.
    ///
    /// # Errors
    /// Fails if a file is none of these.
    pub(super) fn read(paths: &[PathBuf]) -> Result<Previous, Error> {
        let mut known = BTreeMap::new();
        for path in paths {
            let text =
                fs::read_to_string(path).map_err(|error| Error::file("read", path, &error))?;
            let programs = programs(&text).ok_or_else(|| {
                let why = "expected results that `judge --json` has written, with `inputs_sha256`";
                Error::input(format!("--previous {}: {why}", path.display()))
            })?;
            known.extend(programs);
        }
        Ok(Previous(known))
    }

    /// The programs that are new or have changed.
    pub(super) fn changed(&self, entries: Vec<Entry>, cases: &str) -> Vec<Entry> {
        let is_same = |entry: &Entry| {
            let judged = judged(entry, cases).ok();
            judged.is_some() && self.0.get(&entry.name) == judged.as_ref()
        };
        entries.into_iter().filter(|entry| !is_same(entry)).collect()
    }
}

/// What was judged, for each program that was judged to the end.
fn programs(text: &str) -> Option<Vec<(String, String)>> {
    let results: Value = serde_json::from_str(text).ok()?;
    let programs = results["programs"].as_array()?.iter();
    let whole = programs.filter(|program| program["interrupted"] == false);
    let known = |program: &Value| {
        let text = |key: &str| Some(program[key].as_str()?.to_string());
        Some((text("program")?, text("inputs_sha256")?))
    };
    whole.map(known).collect()
}

/// A checksum of all that the results of a program come from, but for the judge and its options.
fn judged(entry: &Entry, cases: &str) -> Result<String, Error> {
    entry.check_found()?;
    let program = checksum(&entry.bytes()?);
    Ok(checksum(format!("{program} {cases}").as_bytes()))
}

/// Adds to the reports what they come from. A program that cannot be read is judged again.
pub(super) fn note(reports: &mut [Report], entries: &[Entry], cases: &str) {
    for (report, entry) in reports.iter_mut().zip(entries) {
        report.inputs_sha256 = judged(entry, cases).ok();
    }
}

/// A checksum of all cases, with their names and constants.
///
/// # Errors
/// Fails if a case cannot be read.
pub(super) fn cases_checksum(sets: &[CaseSet]) -> Result<String, Error> {
    let read = |path: &Path| {
        fs::read(path)
            .map(|bytes| checksum(&bytes))
            .map_err(|error| Error::file("read", path, &error))
    };
    let mut all = String::new();
    for set in sets {
        all += &set.defines.join(" ");
        for case in &set.cases {
            let (input, expected) = (read(&case.input)?, read(&case.expected)?);
            all += &format!("\n{} {} {input} {expected}", case.name, case.is_validation);
        }
    }
    Ok(checksum(all.as_bytes()))
}

/// How many programs are judged, and how many are not.
pub(super) fn told(changed: usize, all: usize) -> String {
    let same = counted((all - changed) as u64, "program");
    format!("{changed} of {all} programs are new or have changed; {same} as before")
}
