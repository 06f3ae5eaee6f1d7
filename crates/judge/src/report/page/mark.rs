//! Where a program's points come from, and what a person remarks.

use maud::{Markup, html};
use rules::{Language, time_text};

use crate::texts::text;
use crate::{Deduction, Mark, Reason, Remark};
use errors::excerpt::in_a_line;

/// A number of points as people write it.
pub(in crate::report) fn number(points: f64, language: Language) -> String {
    match language {
        Language::English => points.to_string(),
        Language::Polish | Language::Romanian => points.to_string().replace('.', ","),
    }
}

/// The sums; nothing if there is only one.
pub(super) fn sums(mark: &Mark, language: Language) -> Markup {
    let say = |key| text(key).told(language);
    if mark.groups.is_empty() && mark.deductions.is_empty() && mark.parts.is_empty() {
        return Markup::default();
    }
    let number = |points: f64| number(points, language);
    let of = |points: f64, all: f64| {
        text("of").name("n", number(points)).name("all", number(all)).told(language)
    };
    html! {
        div .wide {
            table .sums {
                thead { tr {
                    th scope="col" { (say("part")) } th scope="col" .number { (say("points")) }
                } }
                tbody {
                    @for group in &mark.groups {
                        @let cases = text("passed-of").number("n", group.passed);
                        tr {
                            td {
                                bdi { (in_a_line(&group.title)) } br;
                                small { (cases.number("all", group.cases).told(language)) }
                            }
                            td .number { (of(group.points, group.of)) }
                        }
                    }
                    @for deduction in &mark.deductions {
                        tr {
                            td { (why(deduction, language)) }
                            td .number { "−" (number(deduction.points)) }
                        }
                    }
                    @for part in &mark.parts {
                        tr {
                            td { bdi { (in_a_line(&part.name)) } }
                            td .number {
                                @if let Some(points) = part.points { (of(points, part.of)) }
                                @else { (say("not-yet")) }
                            }
                        }
                    }
                    @if mark.free > 0.0 {
                        tr { td { (say("free")) } td .number { (number(mark.free)) } }
                    }
                }
            }
        }
    }
}

/// Why points were taken off.
fn why(deduction: &Deduction, language: Language) -> String {
    match deduction.reason {
        Reason::Slow(cases, after, counts) => text("slow")
            .number("n", cases)
            .name("time", time_text(after))
            .name("share", format!("{} %", 100.0 * counts))
            .told(language),
        Reason::Leak => text("leaks").told(language),
        Reason::Warned => text("warned").told(language),
    }
}

/// What a person remarks.
pub(super) fn remarks(remarks: &[Remark], language: Language) -> Markup {
    html! {
        @if !remarks.is_empty() {
            section {
                h2 { (text("remarks").told(language)) }
                ul {
                    @for Remark { line, text: remark } in remarks {
                        li {
                            @if let Some(line) = line {
                                strong {
                                    (text("source-line").name("line", in_a_line(line)).told(language))
                                }
                                ": "
                            }
                            (in_a_line(remark))
                        }
                    }
                }
            }
        }
    }
}
