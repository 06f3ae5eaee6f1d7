//! The page of a class: the number of cases that each program passes, and the cases that most
//! programs fail.

use maud::{Markup, html};
use page::counted;

use super::super::{Heading, Report};
use super::parts::{terms, told, whole};
use crate::Conditions;
use errors::excerpt::in_a_line;

/// The greatest length of the list of cases that most programs fail.
const MOST_CASES: usize = 12;

pub(super) fn page(
    heading: &Heading,
    conditions: &Conditions,
    reports: &[Report],
    names: &[String],
) -> String {
    let passed = reports.iter().filter(|report| report.is_accepted()).count();
    let body = html! {
        header {
            h1 { (heading.title) }
            p .state {
                (counted(reports.len(), "program", "programs")) ", of which "
                strong { (counted(passed, "passes", "pass")) } " every case"
            }
        }
        section {
            h2 { "Programs" }
            div .wide {
                table {
                    thead { tr {
                        th scope="col" { "program" }
                        th scope="col" .number { "points of " (heading.points) }
                        th scope="col" { "cases passed" } th scope="col" { "first failure" }
                    } }
                    tbody {
                        @for (report, name) in reports.iter().zip(names) {
                            (row(heading, report, name))
                        }
                    }
                }
            }
            p .note {
                "The same results as a table for the gradebook: "
                a href="gradebook.csv" { "gradebook.csv" }
            }
        }
        (hardest(reports))
        (terms(heading, conditions, heading.compilers.as_deref()))
    };
    whole(&format!("{}: the class", heading.title), &body)
}

fn row(heading: &Heading, report: &Report, name: &str) -> Markup {
    let (accepted, cases) = (report.accepted(), report.cases.len());
    html! {
        tr {
            th scope="row" { a href=(name) { bdi { (in_a_line(&report.program)) } } }
            td .number { (report.points(heading.points)) }
            td .passed {
                span .bar aria-hidden="true" {
                    span style={ "width:" (100 * accepted / cases.max(1)) "%" } {}
                }
                " " (accepted) " of " (cases)
            }
            td { (state(report)) }
        }
    }
}

fn state(report: &Report) -> Markup {
    let failure = report.first_failure();
    html! {
        @if report.does_not_compile() {
            span .badge .bad { "does not compile" }
        } @else if report.is_interrupted {
            span .badge .bad { "interrupted" }
        } @else if let Some(judged) = failure {
            @if report.fails_validation() { span .badge .bad { "fails the validation" } " " }
            (in_a_line(&judged.case)) ": " (in_a_line(&judged.verdict.to_string()))
            @if let Some(sentence) = judged.sentences().first() { br; small { (told(sentence)) } }
        } @else {
            span .badge .good { "passes all" }
        }
    }
}

/// The cases that most programs fail. For each case, only the programs that were run on it count.
fn hardest(reports: &[Report]) -> Markup {
    let mut failed: Vec<(&str, usize)> = Vec::new();
    for judged in reports.iter().flat_map(|report| &report.cases).filter(|judged| judged.was_run())
    {
        let count = usize::from(!judged.verdict.is_accepted());
        match failed.iter_mut().find(|(name, _)| *name == judged.case) {
            Some((_, failures)) => *failures += count,
            None => failed.push((&judged.case, count)),
        }
    }
    failed.retain(|(_, count)| *count > 0);
    // Cases with the same number of failures keep their order, since the sort is stable.
    failed.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    html! {
        @if !failed.is_empty() && reports.len() > 1 {
            section {
                h2 { "Cases that most programs fail" }
                ul .cases {
                    @for (name, count) in failed.iter().take(MOST_CASES) {
                        li {
                            bdi { (in_a_line(name)) } " "
                            small { (counted(*count, "program", "programs")) }
                        }
                    }
                }
                @if let Some(more) = failed.len().checked_sub(MOST_CASES).filter(|more| *more > 0) {
                    p .note { "and " (counted(more, "more case", "more cases")) }
                }
            }
        }
    }
}
