//! Results as JSON, for programs to read.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use rules::{Language, Message};

use super::{Heading, Judged, Report, Uncompiled, milliseconds};
use crate::{Conditions, GroupMark, Mismatch, PartMark, Reason, Verdict};

#[derive(Serialize)]
struct File<'a> {
    ludoteka: &'a str,
    game: &'a str,
    level: u8,
    time_ms: f64,
    memory_bytes: u64,
    valgrind: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    compilers: Option<&'a str>,
    interrupted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    passed_over: Option<&'a Message>,
    programs: Vec<Program<'a>>,
}

#[derive(Serialize)]
struct Program<'a> {
    program: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    inputs_sha256: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    newest: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    older: Option<&'a str>,
    interrupted: bool,
    compiles: bool,
    accepted: usize,
    points: f64,
    of: f64,
    fails_validation: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    grade: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    groups: Vec<Group>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    deductions: Vec<Deduction>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<Part>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<Fault<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<Cause<'a>>,
    smallest: Option<BTreeMap<&'a str, &'a str>>,
    cases: Vec<Case<'a>>,
    compile_errors: Vec<Compilation<'a>>,
}

#[derive(Serialize)]
struct Group {
    title: String,
    points: f64,
    of: f64,
    passed: usize,
    cases: usize,
}

#[derive(Serialize)]
struct Deduction {
    reason: &'static str,
    points: f64,
}

#[derive(Serialize)]
struct Fault<'a> {
    case: &'a str,
    place: Option<&'a str>,
    what: &'a str,
    source: Option<&'a str>,
}

#[derive(Serialize)]
struct Cause<'a> {
    reading: &'a Message,
    answers: usize,
    wrong: usize,
    case: &'a str,
}

#[derive(Serialize)]
struct Part {
    name: String,
    points: Option<f64>,
    of: f64,
}

#[derive(Serialize)]
struct Case<'a> {
    case: &'a str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    particulars: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<Difference>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    explanation: &'a [Message],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    board: Vec<String>,
    wall_ms: f64,
    cpu_ms: f64,
    waited_ms: f64,
    peak_memory_bytes: u64,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    stderr: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reproduce: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unconfined: Option<&'a str>,
}

#[derive(Serialize)]
struct Difference {
    line: usize,
    expected: String,
    found: String,
}

#[derive(Serialize)]
struct Compilation<'a> {
    defines: &'a [String],
    log: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a Message>,
    reproduce: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    unconfined: Option<&'a str>,
}

/// Writes results as one JSON object, whose keys docs/judge.md lists. `is_interrupted` says that
/// not everything was judged.
///
/// # Errors
/// Fails if writing fails.
pub fn write_json(
    heading: &Heading,
    conditions: &Conditions,
    reports: &[Report],
    is_interrupted: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let file = File {
        ludoteka: &heading.version,
        game: &heading.game,
        level: conditions.level.number(),
        time_ms: milliseconds(conditions.time),
        memory_bytes: conditions.memory,
        valgrind: conditions.valgrind,
        compilers: heading.compilers.as_deref(),
        interrupted: is_interrupted,
        passed_over: heading.passed_over.as_ref(),
        programs: reports.iter().map(|report| program(heading, report)).collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &file)?;
    writeln!(out)
}

fn program<'a>(heading: &Heading, report: &'a Report) -> Program<'a> {
    let mark = heading.marks.mark(report);
    Program {
        program: &report.program,
        inputs_sha256: report.inputs_sha256.as_deref(),
        number: report.number.as_deref(),
        email: report.email.as_deref(),
        newest: report.versions.as_ref().map(|versions| versions.newest.as_str()),
        older: report.versions.as_ref().map(|versions| versions.older.as_str()),
        interrupted: report.is_interrupted,
        compiles: !report.does_not_compile(),
        accepted: report.accepted(),
        points: mark.points,
        of: mark.of,
        fails_validation: mark.fails_validation,
        grade: mark.grade,
        groups: mark.groups.into_iter().map(group).collect(),
        deductions: mark.deductions.iter().map(deduction).collect(),
        parts: mark.parts.into_iter().map(part).collect(),
        fault: report.fault.as_ref().map(|fault| Fault {
            case: &fault.case,
            place: fault.mistake.place.as_deref(),
            what: &fault.mistake.what,
            source: fault.mistake.source.as_deref(),
        }),
        smallest: report.smallest.as_ref().map(|smallest| {
            smallest.files.iter().map(|(name, content)| (*name, content.as_str())).collect()
        }),
        cause: report.cause.as_ref().map(|cause| Cause {
            reading: &cause.reading,
            answers: cause.answers,
            wrong: cause.wrong,
            case: &cause.case,
        }),
        cases: report.cases.iter().map(case).collect(),
        compile_errors: report.compile_errors.iter().map(compilation).collect(),
    }
}

fn group(GroupMark { title, points, of, passed, cases }: GroupMark) -> Group {
    Group { title, points, of, passed, cases }
}

fn deduction(deduction: &crate::Deduction) -> Deduction {
    let reason = match deduction.reason {
        Reason::Slow(..) => "slow",
        Reason::Leak => "leak",
        Reason::Warned => "warned",
    };
    Deduction { reason, points: deduction.points }
}

fn part(PartMark { name, points, of }: PartMark) -> Part {
    Part { name, points, of }
}

fn case(judged: &Judged) -> Case<'_> {
    Case {
        case: &judged.case,
        verdict: judged.verdict.name(),
        particulars: judged.verdict.particulars(Language::English),
        difference: difference(&judged.verdict),
        explanation: judged.explanation.as_ref().map_or(&[], |told| &told.sentences),
        board: judged.board(),
        wall_ms: milliseconds(judged.wall),
        cpu_ms: milliseconds(judged.cpu),
        waited_ms: milliseconds(judged.waited),
        peak_memory_bytes: judged.peak_memory,
        stderr: &judged.stderr,
        hint: judged.hint.as_ref(),
        reproduce: judged.reproduce.as_ref().map(|lines| lines.confined.as_str()),
        unconfined: judged.reproduce.as_ref().and_then(|lines| lines.unconfined.as_deref()),
    }
}

fn difference(verdict: &Verdict) -> Option<Difference> {
    match verdict {
        Verdict::WrongAnswer(Mismatch::Differs(first)) => {
            let [expected, found] = [&first.expected, &first.found].map(ToString::to_string);
            Some(Difference { line: first.line, expected, found })
        }
        _ => None,
    }
}

fn compilation(Uncompiled { error, reproduce, .. }: &Uncompiled) -> Compilation<'_> {
    Compilation {
        defines: &error.defines,
        log: &error.log,
        hint: error.hint.as_ref(),
        reproduce: &reproduce.confined,
        unconfined: reproduce.unconfined.as_deref(),
    }
}
