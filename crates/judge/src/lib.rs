//! Runs a program on cases in the sandbox, and decides for each answer whether it is right.
//!
//! [`find_programs`](submission::find_programs) finds the programs, and [`find_cases`] finds the
//! cases. A [`Judge`] judges a program under its [`Conditions`]. A [`Report`] has the result of
//! each case.
//!
//! This crate knows no game and no player. The game defines through [`rules`] what a right answer
//! is.

mod candidate;
mod cases;
mod comparison;
mod conditions;
mod explanation;
mod hint;
mod judging;
mod params;
mod people;
mod report;
mod reproduce;
mod sanitizer;
mod texts;
mod verdict;

pub use candidate::Candidate;
pub use cases::{Case, CaseSet, FoundCases, as_validation, check_hidden, check_inputs, find_cases};
pub use comparison::{Difference, Excerpt, Mismatch};
pub use conditions::Conditions;
pub use judging::Judge;
pub use people::{People, Person, address_key, people_in, people_without};
pub use report::{Heading, Judged, Report, Uncompiled, pages, write_csv, write_json, write_junit};
pub use reproduce::Reproduction;
pub use verdict::{NotRun, Verdict};
