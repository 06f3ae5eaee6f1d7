//! Runs a program on cases in the sandbox, and decides for each answer whether it is right.
//!
//! [`find_programs`](submission::find_programs) finds the programs, and [`find_cases`] finds the
//! cases. A [`Judge`] judges a program under its [`Conditions`]. A [`Report`] has the result of
//! each case.
//!
//! This crate knows no game and no player. The game defines through [`rules`] what a right answer
//! is.

mod by_hand;
mod candidate;
mod cases;
mod cause;
mod comparison;
mod conditions;
mod doubt;
mod explanation;
mod given;
mod hint;
mod judging;
mod marks;
mod mistake;
mod params;
mod people;
mod report;
mod reproduce;
mod sanitizer;
mod second_run;
mod smallest;
mod texts;
mod verdict;

pub use by_hand::ByHand;
pub use candidate::Candidate;
pub use cases::{Case, CaseSet, FoundCases, as_validation, check_hidden, check_inputs, find_cases};
pub use cause::Cause;
pub use comparison::{Difference, Excerpt, Mismatch};
pub use conditions::Conditions;
pub use given::{Given, Remark};
pub use judging::Judge;
pub use marks::{Deduction, GroupMark, Mark, Marks, PartMark, Reason, grade_on};
pub use mistake::{Mistake, checks};
pub use people::{People, Person, address_key, people_in, people_without};
pub use report::{
    Feedback, Graded, Heading, Judged, Report, Smallest, Uncompiled, Worksheet, graded, pages,
    write_archive, write_csv, write_feedback, write_feedback_files, write_json, write_junit,
};
pub use reproduce::Reproduction;
pub use second_run::Fault;
pub use texts::WORDS;
pub use verdict::{NotRun, Verdict};
