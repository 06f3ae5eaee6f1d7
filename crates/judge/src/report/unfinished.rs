//! Reports about programs that did not run on all cases.

use std::collections::HashMap;

use super::{Judged, Report};
use crate::candidate::not_run;
use crate::{CaseSet, Verdict};
use errors::Error;
use submission::Entry;

impl Report {
    /// The report about a program that this machine cannot compile, or cannot run.
    #[must_use]
    pub fn not_judged(entry: &Entry, sets: &[CaseSet], why: &Error) -> Report {
        let cases = sets.iter().flat_map(|set| &set.cases);
        let cases =
            cases.map(|case| not_run(case, Verdict::NotJudged(Box::new(why.whole())))).collect();
        Report { cases, ..Report::of(entry) }
    }

    /// The report about a program that was judged only on these cases. The cases may be in any
    /// order.
    #[must_use]
    pub fn interrupted(entry: &Entry, sets: &[CaseSet], mut cases: Vec<Judged>) -> Report {
        let names = sets.iter().flat_map(|set| &set.cases).map(|case| case.name.as_str());
        let places: HashMap<_, usize> = names.zip(0..).collect();
        cases.sort_by_key(|judged| places.get(judged.case.as_str()).copied());
        Report { cases, is_interrupted: true, ..Report::of(entry) }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::Case;
    use submission::Language;

    #[test]
    fn an_interrupted_program_has_its_cases_in_their_order() {
        let none = PathBuf::new;
        let case = |name: &str| Case {
            name: name.to_string(),
            input: none(),
            expected: none(),
            is_validation: false,
        };
        let cases = ["2", "10", "11"].map(case);
        let judged = [&cases[1], &cases[0]].map(|case| not_run(case, Verdict::Accepted));
        let sets = [CaseSet { defines: Vec::new(), cases: cases.to_vec() }];
        let entry = Entry::of_file("a.c".to_string(), PathBuf::new(), Language::C);
        let report = Report::interrupted(&entry, &sets, judged.to_vec());
        assert_eq!(
            report.cases.iter().map(|judged| judged.case.as_str()).collect::<Vec<_>>(),
            ["2", "10"]
        );
        assert!(!report.is_accepted(), "the third case was not judged");
    }
}
