//! The page to hand out for one submission: its failures, their causes, and how to reproduce them.

use maud::{Markup, html};
use rules::{Language, Message};

use super::super::{Heading, Judged, Report, Uncompiled};
use super::board;
use super::mark::{number, remarks, sums};
use super::parts::{terms, told, verdict, whole};
use crate::texts::text;
use crate::{Cause, Conditions, Excerpt, Fault, Mismatch, Reason, Reproduction, Smallest, Verdict};
use errors::excerpt::in_a_line;
use submission::Versions;

/// The greatest number of kinds of failures that are shown.
const MOST_KINDS: usize = 10;
const MOST_ALIKE: usize = 12;

pub(in crate::report) fn page(
    heading: &Heading,
    conditions: &Conditions,
    report: &Report,
) -> String {
    let (name, language) = (in_a_line(&report.program), heading.language);
    let (complaints, failures) = (report.complaints(), report.failures());
    let more = failures.len().saturating_sub(MOST_KINDS);
    let body = html! {
        header {
            p .what { (heading.title) }
            h1 { bdi { (name) } }
            (state(heading, report))
        }
        @for (place, (error, more)) in complaints.iter().enumerate() {
            (complaint(error, *more, place == 0, language))
        }
        @if let Some(cause) = &report.cause { (because(cause, language)) }
        @if let Some(fault) = &report.fault { (found(fault, language)) }
        @if let Some(smallest) = &report.smallest { (smaller(heading, smallest)) }
        @for (place, alike) in failures.iter().take(MOST_KINDS).enumerate() {
            (failure(heading, alike, place == 0 && complaints.is_empty() && report.smallest.is_none()))
        }
        @if more > 0 { p .note { (text("more-kinds").number("n", more).told(language)) } }
        (all(report, language))
        (terms(heading, conditions, None))
    };
    whole(language, &format!("{name}: {}", heading.title), &body)
}

fn state(heading: &Heading, report: &Report) -> Markup {
    let say = |message: Message| message.told(heading.language);
    let mark = heading.marks.mark(report);
    let [points, all] = [mark.points, mark.of].map(|points| number(points, heading.language));
    let points = text("points-of").name("points", points).name("all", all);
    let passed = text("passed-of").number("n", report.accepted()).number("all", report.cases.len());
    html! {
        p .state {
            @if report.does_not_compile() {
                span .badge .bad { (say(text("does-not-compile"))) } " "
            } @else if report.is_accepted() {
                span .badge .good { (say(text("passes-every-case"))) } " "
            }
            strong { (say(points)) } ", " (say(passed))
            @if let Some(grade) = &mark.grade {
                ", " strong { (say(text("grade-is").name("grade", in_a_line(grade)))) }
            }
        }
        @if let Some(Versions { newest, older }) = &report.versions {
            p { (say(text("newest-counts").name("newest", in_a_line(newest)).name("older", in_a_line(older)))) }
        }
        @if mark.fails_validation { p .warning { (say(text("no-points"))) } }
        @if report.is_interrupted { p .warning { (say(text("was-interrupted"))) } }
        (sums(&mark, heading.language))
        @if mark.deductions.iter().any(|deduction| deduction.reason == Reason::Warned) {
            p .label { (say(text("warned"))) }
            pre { (report.warnings.join("\n")) }
        }
        (remarks(&report.by_hand.remarks, heading.language))
    }
}

fn complaint(uncompiled: &Uncompiled, more: usize, is_first: bool, language: Language) -> Markup {
    let error = &uncompiled.error;
    let key = if more > 0 { "with-other-constants" } else { "with-constants" };
    let constants = in_a_line(&error.defines.join(" "));
    let constants = text(key).name("constants", constants).number("n", more).told(language);
    html! {
        section {
            h2 { (text("compile-error").told(language)) }
            @if !error.defines.is_empty() { p { (told(&constants)) } }
            @for diagnosis in page::diagnoses(&error.log.join("\n")) {
                p .why {
                    (told(&in_a_line(&diagnosis.told(language))))
                    @if let Some(source) = &diagnosis.source { br; code { (source) } }
                }
            }
            @if !error.log.is_empty() { pre { (error.log.join("\n")) } }
            @if let Some(hint) = &error.hint { p { (hinted(hint, language)) } }
            (reproduce(&uncompiled.by_author, is_first, language))
        }
    }
}

/// The reading of the rules that explains all answers.
fn because(cause: &Cause, language: Language) -> Markup {
    html! {
        section {
            h2 { (text("cause").told(language)) }
            p .why { (told(&in_a_line(&cause.message().told(language)))) }
        }
    }
}

/// What a second run with checks has found.
fn found(fault: &Fault, language: Language) -> Markup {
    let case = text("second-run").name("case", in_a_line(&fault.case)).told(language);
    html! {
        section {
            h2 { (text("looked-closer").told(language)) }
            p .why {
                (told(&case)) " "
                @if let Some(place) = &fault.mistake.place { strong { (place) } ": " }
                (fault.mistake.what)
                @if let Some(source) = &fault.mistake.source { br; code { (source) } }
            }
        }
    }
}

/// A smaller case on which the program fails in the same way, with its files to save.
fn smaller(heading: &Heading, smallest: &Smallest) -> Markup {
    let say = |key| text(key).told(heading.language);
    html! {
        section {
            h2 { (say("smaller")) }
            p {
                (say("save-it")) " "
                @for (name, content) in &smallest.files {
                    a download=(name) href=(data_url(content)) { (name) } " "
                }
            }
            pre { (smallest.files[0].1.trim_end()) }
        }
        (failure(heading, &[&smallest.judged], true))
    }
}

/// A text as an address that a browser saves without asking a server.
fn data_url(text: &str) -> String {
    let escaped = text.bytes().map(|byte| match byte {
        b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    format!("data:text/plain;charset=utf-8,{}", escaped.collect::<String>())
}

/// A part of an output, and the mark for its end.
fn excerpt(excerpt: &Excerpt, language: Language) -> Markup {
    html! {
        @if !excerpt.part.is_empty() { code { (excerpt.part) } " " }
        @if excerpt.is_end { (text("the-end").told(language)) }
    }
}

/// A hint in this language.
fn hinted(hint: &Message, language: Language) -> Markup {
    told(&in_a_line(&hint.told(language)))
}

/// Shows the first of several failures of the same kind, and names the cases of the others.
fn failure(heading: &Heading, alike: &[&Judged], is_first: bool) -> Markup {
    let Some((judged, others)) = alike.split_first() else { return Markup::default() };
    let language = heading.language;
    let say = |key| text(key).told(language);
    html! {
        section {
            h2 {
                (verdict(judged, language)) " "
                small { (say("case")) " " bdi { (in_a_line(&judged.case)) } }
            }
            @for sentence in judged.sentences(language) { p .why { (told(&sentence)) } }
            @if let Some(explanation) = &judged.explanation {
                @if let Some(drawing) = &explanation.board {
                    (board::drawn(drawing, &explanation.squares, heading))
                }
            }
            @if let Verdict::WrongAnswer(Mismatch::Differs(difference)) = &judged.verdict {
                @let line = text("expected-line").number("line", difference.line).told(language);
                dl .difference {
                    dt { (line) } dd { (excerpt(&difference.expected, language)) }
                    dt { (say("found")) } dd { (excerpt(&difference.found, language)) }
                }
            }
            @if !judged.stderr.is_empty() {
                p .label { (say("standard-error")) } pre { (judged.stderr.join("\n")) }
            }
            @if let Some(hint) = &judged.hint { p { (hinted(hint, language)) } }
            @if judged.was_kept_waiting() { p { (say("machine-busy")) } }
            @if let Some(lines) = &judged.by_author { (reproduce(lines, is_first, language)) }
            @if !others.is_empty() {
                p .note {
                    (text("more-alike").number("n", others.len()).told(language)) " "
                    @for other in others.iter().take(MOST_ALIKE) {
                        bdi { (in_a_line(&other.case)) } " "
                    }
                    @if others.len() > MOST_ALIKE { ".." }
                }
            }
        }
    }
}

/// The commands that reproduce a failure. The one without the sandbox repeats the compiler's
/// options, so only the first failure of a page has it.
fn reproduce(lines: &Reproduction, is_first: bool, language: Language) -> Markup {
    html! {
        p .label { (text("to-reproduce").told(language)) }
        pre .line { (in_a_line(&lines.confined)) }
        @if let Some(line) = lines.unconfined.as_ref().filter(|_| is_first) {
            p .label { (text("without-sandbox").told(language)) }
            pre .line { (in_a_line(line)) }
        }
    }
}

fn all(report: &Report, language: Language) -> Markup {
    let say = |key| text(key).told(language);
    html! {
        details {
            summary { (say("all-cases")) }
            div .wide {
                table {
                    thead { tr {
                        th scope="col" { (say("case")) } th scope="col" { (say("verdict")) }
                        th scope="col" .number { (say("time")) }
                    } }
                    tbody {
                        @for judged in &report.cases {
                            tr .failed[!report.passes(judged)] {
                                td { bdi { (in_a_line(&judged.case)) } }
                                td { (verdict(judged, language)) }
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
