//! What organisers see and decide about everybody's grades in an assignment, and the same as a table
//! for a gradebook.

use classroom::{Grade, Grading, Holder, Version};
use errors::cell::cell;
use errors::excerpt::short;
use maud::{Markup, html};
use rules::Language;

use crate::assignment_view::View;
use crate::class_words::{by_site, say, text};
use crate::contest_decisions::unknown_people;
use crate::own_grade::{by_hand, failure, on_scale, page_of};
use crate::tables::encoded;
use crate::visitor;

/// What an organiser sees and decides.
pub(crate) fn of_organiser(view: &View<'_>) -> Markup {
    let (layout, language) = (view.layout, view.layout.language);
    let name = &view.assignment.keys.name;
    let complaints = view.open.complaints().into_iter().chain(view.book.complaints());
    html! {
        @for why in complaints { p class="verdict bad" role="alert" { (why) } }
        (unknown_people(layout, &view.assignment.closing, view.open))
        @if let (Some(count), None) = (view.book.tests(), view.assignment.by_place()) {
            @let is_play = view.assignment.by_play().is_some();
            @let when = view.assignment.closing.clock(view.assignment.ends());
            p class="quiet" {
                @if !is_play { (text("hidden-tests").number("n", count).told(language)) " " }
                @if !view.book.is_closed() {
                    (text(if is_play { "played-after" } else { "run-after" })
                        .name("when", when).told(language))
                }
            }
        }
        p class="ways" {
            a class="button plain" href={ "/assignments/" (name) "/marks.csv" } download {
                (say(layout, "download-marks"))
            } " "
            a class="button plain" href={ "/assignments/" (name) "/programs.zip" } download {
                (say(layout, "download-programs"))
            }
            @if decides(view) && view.book.is_closed() {
                (button(view, "again", "judge-all-again", Some("judge-all-again-sure")))
            }
        }
        (table(view))
        (late_versions(view))
    }
}

/// The grades of all whom the organiser sees.
fn table(view: &View<'_>) -> Markup {
    let layout = view.layout;
    let done = match view.assignment.grading {
        Grading::Tests => "passed",
        Grading::Play(_) => "won-of",
        Grading::Places(_) => "place",
    };
    let has = |of: fn(&Grade) -> &str| view.grades.iter().any(|grade| !of(grade).is_empty());
    let columns = Columns {
        number: has(|grade| key(grade)),
        group: has(|grade| &grade.member.person.group),
        validation: view.assignment.keys.validation.is_some()
            || view.grades.iter().any(|grade| fails_validation(grade) == Some(true)),
        late: view.grades.iter().any(|grade| days(grade) > 0),
    };
    html! {
        (sieve(view))
        div class="wide" tabindex="0" role="region" aria-label=(say(layout, "grades")) {
            table class="grades sortable" {
                thead { tr {
                    th scope="col" { (layout.say("name")) }
                    @if columns.number { th scope="col" { (say(layout, "person-number")) } }
                    @if columns.group { th scope="col" { (say(layout, "group")) } }
                    th scope="col" { (say(layout, "version")) }
                    @if columns.validation { th scope="col" { (say(layout, "validation")) } }
                    th scope="col" class="amount" { (say(layout, "points")) }
                    th scope="col" class="amount" { (say(layout, done)) }
                    th scope="col" { (say(layout, "first-failure")) }
                    @if columns.late { th scope="col" class="amount" { (say(layout, "late-days")) } }
                    th scope="col" { (say(layout, "note")) }
                    @if view.may_mark { th scope="col" {} }
                } }
                tbody { @for grade in &view.grades { (row(view, &columns, grade)) } }
            }
        }
    }
}

/// The kinds of grades that are looked for, each with the key of its text.
const KINDS: [(&str, &str); 3] =
    [("none", "handed-in-nothing"), ("broken", "compiles-not"), ("half", "below-half")];

/// The fields that choose which rows are shown. Without a script they are hidden.
fn sieve(view: &View<'_>) -> Markup {
    let layout = view.layout;
    html! {
        form class="sieve" hidden {
            label { (say(layout, "look-for")) " " input type="search" name="text"; }
            label {
                (say(layout, "show-only")) " "
                select name="kind" {
                    option value="" { (say(layout, "show-all")) }
                    @for (kind, key) in KINDS { option value=(kind) { (say(layout, key)) } }
                }
            }
            output {}
        }
    }
}

/// The kinds that a grade is of.
fn kinds(grade: &Grade) -> String {
    let is_broken = grade.judgement.as_ref().is_some_and(|found| found.does_not_compile);
    let is_low = grade.points.is_some_and(|points| 2.0 * points < grade.measure.most);
    let is = [grade.counted.is_none(), is_broken, is_low];
    let kinds = KINDS.iter().zip(is).filter_map(|((kind, _), is)| is.then_some(*kind));
    kinds.collect::<Vec<_>>().join(" ")
}

/// The columns that have something in them.
struct Columns {
    number: bool,
    group: bool,
    validation: bool,
    late: bool,
}

/// Whether the program fails the validation; `None` if that is not known.
fn fails_validation(grade: &Grade) -> Option<bool> {
    grade.judgement.as_ref().map(|found| found.fails_validation)
}

/// What tells two people of one name apart: the number, else the address.
fn key(grade: &Grade) -> &str {
    let person = &grade.member.person;
    if person.number.is_empty() { &person.email } else { &person.number }
}

fn days(grade: &Grade) -> u32 {
    grade.counted.as_ref().map_or(0, |(entry, _)| entry.days)
}

fn row(view: &View<'_>, columns: &Columns, grade: &Grade) -> Markup {
    let language = view.layout.language;
    let (person, found) = (&grade.member.person, grade.judgement.as_deref());
    let points = grade.points.map(|points| language.decimal(&points.to_string()));
    html! { tr data-kinds=(kinds(grade)) {
        th scope="row" {
            a href={ "/people/of/" (encoded(&grade.member.id)) } { bdi { (short(person.title())) } }
        }
        @if columns.number { td { bdi { (short(key(grade))) } } }
        @if columns.group { td { bdi { (short(&person.group)) } } }
        td class="version" { @match &grade.counted {
            Some((_, version)) => {
                a href={ "/versions/" (version.number) } {
                    (version.ordinal) ". " bdi { (short(&version.name)) }
                }
            },
            None => "–",
        } }
        @if columns.validation { td { @match fails_validation(grade) {
            Some(true) => (say(view.layout, "validation-failed")),
            Some(false) => (say(view.layout, "validation-passed")),
            None => "",
        } } }
        td class="amount" data-by=[grade.points] {
            (points.unwrap_or_default())
            @if let Some(grade) = on_scale(view, grade) { " · " (grade) }
        }
        td class="amount" {
            @if let Some((place, all)) = found.and_then(|found| found.place) { (place) "/" (all) }
            @else if let (Some(found), Some((_, version)), None) =
                (found, &grade.counted, view.assignment.by_place()) {
                a href=(page_of(view, version.number)) { (found.passed) "/" (found.cases) }
            }
        }
        td class="failure" { (short(&failure(view, grade, language))) }
        @if columns.late { td class="amount" { @if days(grade) > 0 { (days(grade)) } } }
        td class="note" { (note(view, grade)) }
        @if view.may_mark { td data-unsought { (points_form(view, grade)) } }
    } }
}

/// Whether the organiser decides what counts. A contest decides about points by its places.
fn decides(view: &View<'_>) -> bool {
    view.may_decide && view.assignment.by_place().is_none()
}

/// What is to be known about a grade.
fn note(view: &View<'_>, grade: &Grade) -> Markup {
    let layout = view.layout;
    let is_chosen = grade.counted.as_ref().is_some_and(|(entry, _)| entry.is_chosen);
    let is_admitted = grade.counted.as_ref().is_some_and(|(entry, _)| entry.is_admitted);
    let is_awaited = view.book.is_closed() && grade.counted.is_some() && grade.judgement.is_none();
    html! {
        @if is_awaited { (say(layout, "not-judged-yet")) " " }
        @if let Some(by) = grade.counted.as_ref().and_then(|(_, one)| one.by_site.as_ref()) {
            (by_site(layout, by)) " "
        }
        @if is_admitted { (say(layout, "admitted-late")) " " }
        @if is_chosen { (say(layout, "chosen-by-author")) " " }
        @if let Some(line) = &grade.by_hand { (by_hand(view, line)) }
    }
}

/// The form with which an organiser gives points.
fn points_form(view: &View<'_>, grade: &Grade) -> Markup {
    let (layout, name) = (view.layout, &view.assignment.keys.name);
    let address = format!("/api/assignments/{name}/of/{}/points", encoded(&grade.member.id));
    html! {
        details {
            summary { (say(layout, "change-points")) }
            form data-post=(address) {
                label {
                    (say(layout, "points")) " "
                    input name="points" inputmode="decimal" autocomplete="off";
                }
                label {
                    (say(layout, "reason")) " "
                    input name="reason" required maxlength="500" autocomplete="off";
                }
                p class="quiet" { (say(layout, "no-points-what")) }
                button { (say(layout, "give-points")) }
            }
            @if let (true, Some((_, version))) =
                (decides(view) && grade.judgement.is_some(), &grade.counted) {
                (button(view, &format!("again-{}", version.number), "judge-again", None))
            }
        }
    }
}

/// The versions that came after the closing and do not count.
fn late_versions(view: &View<'_>) -> Markup {
    let layout = view.layout;
    let is_seen =
        |version: &Version| view.grades.iter().any(|grade| grade.member.id == version.person);
    let mut late = view.open.assignments.late(&view.book);
    late.retain(is_seen);
    html! {
        @if !late.is_empty() {
            h2 { (say(layout, "late-versions")) }
            ul class="records" {
                @for version in &late {
                    @let holder = Holder::Person(version.person.clone());
                    li {
                        a href={ "/people/of/" (encoded(&version.person)) } {
                            bdi { (visitor::name(view.open, &holder, layout)) }
                        } " "
                        a href={ "/versions/" (version.number) } { bdi { (version.name) } } " "
                        span class="quiet" { (view.assignment.closing.clock(version.uploaded)) } " "
                        @if view.may_decide {
                            (button(view, &format!("admit-{}", version.number), "admit", None))
                        }
                    }
                }
            }
        }
    }
}

fn button(view: &View<'_>, deed: &str, key: &'static str, sure: Option<&'static str>) -> Markup {
    let layout = view.layout;
    html! {
        button type="button" class="plain" data-question=[sure.map(|sure| say(layout, sure))]
            data-post={ "/api/assignments/" (view.assignment.keys.name) "/" (deed) } {
            (say(layout, key))
        }
    }
}

/// The columns of the table for a gradebook.
const COLUMNS: [&str; 14] = [
    "name",
    "number",
    "e-mail",
    "group",
    "version",
    "points",
    "of",
    "passed",
    "cases",
    "first failure",
    "late",
    "reason",
    "grade",
    "place",
];

/// The grades as comma-separated values. Numbers and addresses stay as they came, so that a course
/// site knows them again.
pub(crate) fn marks_csv(view: &View<'_>) -> String {
    let is_counted = view.assignment.by_place().is_none();
    let rows = view.grades.iter().map(|grade| {
        let counts = grade.judgement.as_ref().filter(|_| is_counted);
        let (person, found) = (&grade.member.person, grade.judgement.as_deref());
        let version = grade.counted.as_ref().map(|(_, version)| version.ordinal.to_string());
        let reason = grade.by_hand.as_ref().map_or("", |line| &line.reason);
        [
            cell(person.title()).into_owned(),
            person.number.clone(),
            person.email.clone(),
            cell(&person.group).into_owned(),
            version.unwrap_or_default(),
            grade.points.map(|points| points.to_string()).unwrap_or_default(),
            grade.measure.most.to_string(),
            counts.map(|found| found.passed.to_string()).unwrap_or_default(),
            counts.map(|found| found.cases.to_string()).unwrap_or_default(),
            cell(&failure(view, grade, Language::English)).into_owned(),
            days(grade).to_string(),
            cell(reason).into_owned(),
            cell(grade.on_scale().unwrap_or_default()).into_owned(),
            found
                .and_then(|found| found.place)
                .map(|(place, _)| place.to_string())
                .unwrap_or_default(),
        ]
    });
    let head = COLUMNS.map(str::to_string);
    [head].into_iter().chain(rows).map(|row| line(&row)).collect()
}

/// A line of comma-separated values (RFC 4180).
fn line(fields: &[String]) -> String {
    let quoted = |field: &String| {
        let is_plain = !field.contains([',', '"', '\n', '\r']);
        if is_plain { field.clone() } else { format!("\"{}\"", field.replace('"', "\"\"")) }
    };
    fields.iter().map(quoted).collect::<Vec<_>>().join(",") + "\r\n"
}
