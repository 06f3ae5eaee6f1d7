//! The page to hand out for one submission: its failures, their causes, and how to reproduce them.

use maud::{Markup, html};
use page::counted;

use super::super::{Heading, Judged, Report};
use super::board;
use super::parts::{terms, told, whole};
use crate::{Conditions, Mismatch, Verdict};
use errors::excerpt::in_a_line;
use submission::CompileError;

/// The greatest number of kinds of failures that are shown.
const MOST_KINDS: usize = 10;
const MOST_ALIKE: usize = 12;

pub(super) fn page(heading: &Heading, conditions: &Conditions, report: &Report) -> String {
    let name = in_a_line(&report.program);
    let failures = report.failures();
    let body = html! {
        header {
            p .what { (heading.title) }
            h1 { bdi { (name) } }
            (state(heading, report))
        }
        @for (error, more) in report.complaints() { (complaint(error, more)) }
        @for alike in failures.iter().take(MOST_KINDS) { (failure(heading, alike)) }
        @if failures.len() > MOST_KINDS {
            p .note { "and "
                (counted(failures.len() - MOST_KINDS, "more kind", "more kinds")) " of failures"
            }
        }
        (all(report))
        (terms(heading, conditions, None))
    };
    whole(&format!("{name}: {}", heading.title), &body)
}

fn state(heading: &Heading, report: &Report) -> Markup {
    let (accepted, cases) = (report.accepted(), report.cases.len());
    html! {
        p .state {
            @if report.does_not_compile() {
                span .badge .bad { "does not compile" } " "
            } @else if report.is_accepted() {
                span .badge .good { "passes every case" } " "
            }
            strong {
                (report.points(heading.points)) " of "
                (counted(heading.points, "point", "points"))
            } ", "
            (accepted) " of " (counted(cases, "case", "cases")) " passed"
        }
        @if report.fails_validation() {
            p .warning { "The program fails a validation case, so it gets no points." }
        }
        @if report.is_interrupted {
            p .warning { "The judge was interrupted before all cases were judged." }
        }
    }
}

fn complaint(error: &CompileError, more: usize) -> Markup {
    html! {
        section {
            h2 { "It does not compile" }
            @if !error.defines.is_empty() {
                p {
                    "with " code { (in_a_line(&error.defines.join(" "))) }
                    @if more > 0 {
                        ", and likewise with " (counted(more, "other set", "other sets"))
                        " of constants"
                    }
                }
            }
            @if !error.log.is_empty() { pre { (error.log.join("\n")) } }
            @if let Some(hint) = &error.hint { p { (told(&in_a_line(hint))) } }
            (reproduce(&error.by_author))
        }
    }
}

/// Shows the first of several failures of the same kind, and names the cases of the others.
fn failure(heading: &Heading, alike: &[&Judged]) -> Markup {
    let Some((judged, others)) = alike.split_first() else { return Markup::default() };
    html! {
        section {
            h2 {
                (in_a_line(&judged.verdict.to_string())) " "
                small { "case " bdi { (in_a_line(&judged.case)) } }
            }
            @for sentence in judged.sentences() { p .why { (told(&sentence)) } }
            @if let Some(explanation) = &judged.explanation {
                @if let Some(drawing) = &explanation.board {
                    (board::drawn(drawing, &explanation.squares, heading.sides))
                }
            }
            @if let Verdict::WrongAnswer(Mismatch::Differs(difference)) = &judged.verdict {
                dl .difference {
                    dt { "expected, line " (difference.line) } dd { code { (difference.expected) } }
                    dt { "found" } dd { code { (difference.found) } }
                }
            }
            @if !judged.stderr.is_empty() {
                p .label { "standard error" } pre { (judged.stderr.join("\n")) }
            }
            @if let Some(hint) = &judged.hint { p { (told(&in_a_line(hint))) } }
            @if judged.was_kept_waiting() {
                p { "The machine was busy meanwhile, and the program had to wait for a processor." }
            }
            @if let Some(line) = &judged.by_author { (reproduce(line)) }
            @if !others.is_empty() {
                p .note {
                    "and " (counted(others.len(), "more case", "more cases")) " of the same kind: "
                    @for other in others.iter().take(MOST_ALIKE) {
                        bdi { (in_a_line(&other.case)) } " "
                    }
                    @if others.len() > MOST_ALIKE { ".." }
                }
            }
        }
    }
}

fn reproduce(line: &str) -> Markup {
    html! { p .label { "to reproduce it" } pre .line { (in_a_line(line)) } }
}

fn all(report: &Report) -> Markup {
    html! {
        details {
            summary { "All cases" }
            div .wide {
                table {
                    thead { tr {
                        th scope="col" { "case" } th scope="col" { "verdict" }
                        th scope="col" .number { "time" }
                    } }
                    tbody {
                        @for judged in &report.cases {
                            tr .failed[!judged.verdict.is_accepted()] {
                                td { bdi { (in_a_line(&judged.case)) } }
                                td { (in_a_line(&judged.verdict.to_string())) }
                                td .number {
                                    @if judged.was_run() { (judged.wall.as_millis()) " ms" }
                                    @else { "–" }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
