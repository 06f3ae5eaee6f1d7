//! Reports on programs that were not run on all cases.

use super::Report;
use crate::Refused;
use crate::entry::Entry;
use crate::judge::judging::not_run;
use crate::judge::{CaseSet, Verdict};

impl Report {
    /// On a program that this machine can neither compile nor run.
    #[must_use]
    pub fn not_judged(entry: &Entry, sets: &[CaseSet], why: &Refused) -> Report {
        let cases = sets.iter().flat_map(|set| &set.cases);
        let cases = cases.map(|case| not_run(case, Verdict::NotJudged(why.to_string()))).collect();
        Report { program: entry.name.clone(), cases, compile_errors: Vec::new() }
    }
}
