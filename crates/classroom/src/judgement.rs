//! What the hidden tests, games against our engines, or a final found about a version, as it is
//! kept.

use std::collections::BTreeMap;

use judge::Marks;
use rules::Language;
use serde::{Deserialize, Serialize};

use crate::cases::Results;

/// What the hidden tests, its games against our engines, or a final found about a version.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// The points, before anything is taken for late days.
    pub points: f64,
    /// The points of a program without faults.
    pub of: f64,
    /// The grades, each from a percentage of the points on; empty if there are none.
    pub scale: Vec<(f64, String)>,
    /// So many cases were passed, or games were won, of so many.
    pub passed: usize,
    /// The number of cases or games.
    pub cases: usize,
    /// Whether a validation case failed, so that there are no points.
    pub fails_validation: bool,
    /// Whether the program does not compile.
    #[serde(default)]
    pub does_not_compile: bool,
    /// For each language's code: the first failed case with its verdict, or the first foul. Empty
    /// if there is none.
    pub failure: BTreeMap<String, String>,
    /// For each language's code: each case, and the name of its verdict.
    pub verdicts: BTreeMap<String, Vec<(String, String)>>,
    /// What the version won against each level; empty if it was tested.
    #[serde(default)]
    pub against: Vec<AgainstLevel>,
    /// The place in a contest's final, and the number of programs there.
    #[serde(default)]
    pub place: Option<(u64, u64)>,
}

impl Judgement {
    /// The results of a program whose cases become points so.
    pub(crate) fn of(results: &Results, marks: &Marks) -> Judgement {
        let report = &results.report;
        let mark = marks.mark(report);
        let by_language = |language: Language| language.code().to_string();
        let verdicts = |language: Language| {
            let cases = report.cases.iter();
            cases.map(|one| (one.case.clone(), one.verdict.named(language))).collect()
        };
        let failure = |language: Language| {
            let failed = report.first_failure()?;
            let told = format!("{}: {}", failed.case, failed.verdict.told(language));
            Some((by_language(language), told))
        };
        Judgement {
            points: mark.points,
            of: mark.of,
            scale: marks.scale().to_vec(),
            passed: report.accepted(),
            cases: report.cases.len(),
            fails_validation: mark.fails_validation,
            does_not_compile: report.does_not_compile(),
            failure: Language::ALL.into_iter().filter_map(failure).collect(),
            verdicts: Language::ALL.map(|one| (by_language(one), verdicts(one))).into(),
            ..Judgement::default()
        }
    }

    /// The first failed case with its verdict; empty if all passed.
    #[must_use]
    pub fn failure(&self, language: Language) -> &str {
        self.failure.get(language.code()).map_or("", String::as_str)
    }
}

/// What a program won against a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgainstLevel {
    /// The level.
    pub level: u8,
    /// Games won.
    pub won: u64,
    /// Drawn games.
    pub drawn: u64,
    /// Lost games.
    pub lost: u64,
    /// Those of the lost games that were lost by a foul.
    pub fouls: u64,
    /// The share of the points with its 95 % range, from 0 to 1: the share, the lower end, the
    /// upper end.
    pub share: [f64; 3],
    /// The points for it.
    pub points: f64,
    /// The program's margin in each game, in the order of the games.
    pub margins: Vec<i32>,
}

impl AgainstLevel {
    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}
