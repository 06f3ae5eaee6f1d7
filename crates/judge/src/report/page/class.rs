//! The page of a class: the number of cases that each program passes, and the cases that most
//! programs fail.

use maud::{Markup, html};
use rules::Language;

use super::super::{Heading, Report};
use super::mark::number;
use super::parts::{terms, told, verdict, whole};
use crate::texts::text;
use crate::{Conditions, Mark};
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
    let language = heading.language;
    let say = |key| text(key).told(language);
    let count = |key, n: usize| text(key).number("n", n).told(language);
    let points =
        text("points-column").name("all", number(heading.marks.most(), language)).told(language);
    let has_scale = heading.marks.has_scale();
    let body = html! {
        header {
            h1 { (heading.title) }
            p .state {
                (count("programs", reports.len())) "; "
                strong { (count("pass-every-case", passed)) }
            }
        }
        section {
            h2 { (say("programs-heading")) }
            div .wide {
                table {
                    thead { tr {
                        th scope="col" { (say("program")) }
                        th scope="col" .number { (points) }
                        @if has_scale { th scope="col" { (say("grade")) } }
                        th scope="col" { (say("passed-column")) }
                        th scope="col" { (say("first-failure")) }
                    } }
                    tbody {
                        @for (report, name) in reports.iter().zip(names) {
                            (row(heading, report, name))
                        }
                    }
                }
            }
            @if let Some(names) = &heading.passed_over {
                @let names = text("passed-over").with("names", names.clone());
                p .note { (in_a_line(&names.told(language))) }
            }
            p .note {
                (say("gradebook")) " " a href="gradebook.csv" { "gradebook.csv" }
            }
        }
        (hardest(reports, language))
        (terms(heading, conditions, heading.compilers.as_deref()))
    };
    let title = text("the-class").name("title", &heading.title).told(language);
    whole(language, &title, &body)
}

fn row(heading: &Heading, report: &Report, name: &str) -> Markup {
    let mark = heading.marks.mark(report);
    let (accepted, cases) = (report.accepted(), report.cases.len());
    let passed = text("of").number("n", accepted).number("all", cases).told(heading.language);
    html! {
        tr {
            th scope="row" { a href=(name) { bdi { (in_a_line(&report.program)) } } }
            td .number { (number(mark.points, heading.language)) }
            @if heading.marks.has_scale() {
                td { (in_a_line(mark.grade.as_deref().unwrap_or("–"))) }
            }
            td .passed {
                span .bar aria-hidden="true" {
                    span style={ "width:" (100 * accepted / cases.max(1)) "%" } {}
                }
                " " (passed)
            }
            td { (state(report, &mark, heading.language)) }
        }
    }
}

fn state(report: &Report, mark: &Mark, language: Language) -> Markup {
    let failure = report.first_failure();
    let say = |key| text(key).told(language);
    html! {
        @if report.does_not_compile() {
            span .badge .bad { (say("does-not-compile")) }
        } @else if report.is_interrupted {
            span .badge .bad { (say("interrupted")) }
        } @else if let Some(judged) = failure {
            @if mark.fails_validation {
                span .badge .bad { (say("fails-validation")) } " "
            }
            (in_a_line(&judged.case)) ": " (verdict(judged, language))
            @if let Some(sentence) = judged.sentences(language).first() { br; small { (told(sentence)) } }
            @for cause in causes(report, language) {
                br; small { strong { (say("cause")) ": " } (told(&in_a_line(&cause))) }
            }
        } @else {
            span .badge .good { (say("passes-every-case")) }
        }
    }
}

/// What a program reads in another way, and what checks have found in its source.
fn causes(report: &Report, language: Language) -> Vec<String> {
    let reading = report.cause.as_ref().map(|cause| cause.reading.told(language));
    let mistake = report.fault.as_ref().map(|fault| fault.mistake.message().told(language));
    reading.into_iter().chain(mistake).collect()
}

/// The cases that most programs fail. For each case, only the programs that were run on it count.
fn hardest(reports: &[Report], language: Language) -> Markup {
    let counted = |key, n: usize| text(key).number("n", n).told(language);
    let mut failed: Vec<(&str, usize)> = Vec::new();
    let all = reports.iter().flat_map(|report| report.cases.iter().map(move |one| (report, one)));
    for (report, judged) in all.filter(|(_, judged)| judged.was_run()) {
        let count = usize::from(!report.passes(judged));
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
                h2 { (text("hardest").told(language)) }
                ul .cases {
                    @for (name, count) in failed.iter().take(MOST_CASES) {
                        li {
                            bdi { (in_a_line(name)) } " "
                            small { (counted("programs", *count)) }
                        }
                    }
                }
                @if let Some(more) = failed.len().checked_sub(MOST_CASES).filter(|more| *more > 0) {
                    p .note { (counted("more-cases", more)) }
                }
            }
        }
    }
}
