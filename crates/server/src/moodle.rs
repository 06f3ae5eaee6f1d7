//! An assignment's points and pages for Moodle. Moodle's worksheet is sent and nothing of it is kept:
//! the answer is the filled worksheet, or the archive of feedback files.

use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use classroom::{ForMoodle, Grade, TestsShown, Told, feedback_archive, fill_worksheet};
use errors::excerpt::{in_a_line, short};
use maud::{Markup, html};
use page::Page;
use rules::Message;
use serde::Deserialize;
use serde_json::json;

use crate::assignment_view::View;
use crate::class_words::{say, text};
use crate::own_grade::{achieved, came_late, passed, placed, points_of, verdicts};
use crate::refusal::Refusal;
use crate::site::{Answer, In, Shared, aside, sent_of};
use crate::visitor::Visitor;

/// So many names are told.
const MOST_NAMES: usize = 20;

/// The form that takes a worksheet.
pub(crate) fn form(view: &View<'_>) -> Markup {
    let (layout, name) = (view.layout, &view.assignment.keys.name);
    html! {
        details {
            summary { (say(layout, "for-moodle")) }
            form id="moodle" data-to={ "/api/assignments/" (name) "/moodle/" } {
                label {
                    (say(layout, "grading-worksheet")) " "
                    input type="file" name="worksheet" accept=".csv,text/csv" required;
                }
                p class="ways" {
                    button value="worksheet" { (say(layout, "fill-worksheet")) } " "
                    button value="feedback" { (say(layout, "feedback-files")) }
                }
                p class="quiet" { (say(layout, "for-moodle-what")) }
                div role="status" id="moodle-told" {}
            }
        }
    }
}

/// What the form sends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sent {
    /// The bytes of the worksheet in base64.
    worksheet: String,
}

/// Answers with the filled worksheet, or with the archive of feedback files.
pub(crate) async fn answer(
    State(site): Shared,
    Extension(language): In,
    Path((name, deed)): Path<(String, String)>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let sent: Sent = sent_of(&headers, body)?;
    let worksheet = STANDARD
        .decode(sent.worksheet)
        .map_err(|_| Refusal::new(StatusCode::BAD_REQUEST, "expected base64"))?;
    aside(move || {
        let visitor = Visitor::of(&site, &headers)?;
        let view = View::of(&site, site.layout(language), &visitor, &name)?;
        let told = |has_pages: bool| -> Vec<Told<'_>> {
            view.grades.iter().map(|grade| told(&view, grade, has_pages)).collect()
        };
        let (file, made) = match &*deed {
            "worksheet" => {
                ("grades.csv", fill_worksheet(&worksheet, &view.assignment, &told(false)))
            }
            "feedback" => ("feedback.zip", feedback_archive(&worksheet, &told(true))),
            _ => return Err(Refusal::new(StatusCode::NOT_FOUND, text("no-such-page"))),
        };
        let made = made.map_err(|error| Refusal::of_error(&error))?;
        let sentences: Vec<_> =
            sentences(&made).iter().map(|message| message.told(language)).collect();
        let bytes = STANDARD.encode(&made.bytes);
        let kind = [(header::CONTENT_TYPE, "application/json")];
        let answer = json!({ "name": file, "bytes": bytes, "told": sentences });
        Ok((kind, answer.to_string()).into_response())
    })
    .await
}

/// How many people are in a file, and who is not.
fn sentences(made: &ForMoodle) -> Vec<Message> {
    let named = |key, names: &[String]| {
        let more = if names.len() > MOST_NAMES { ", …" } else { "" };
        let names = &names[..names.len().min(MOST_NAMES)];
        (!names.is_empty()).then(|| text(key).name("names", names.join(", ") + more))
    };
    let count = text("in-the-file").number("n", made.count);
    let [without, others] =
        [named("without-row", &made.without_row), named("rows-of-others", &made.others)];
    [Some(count), without, others].into_iter().flatten().collect()
}

/// What Moodle tells a person: no more than the person's own page does.
fn told<'a>(view: &View<'_>, grade: &'a Grade, has_pages: bool) -> Told<'a> {
    let pages = if has_pages { pages(view, grade) } else { Vec::new() };
    Told { grade, comment: comment(view, grade), pages }
}

fn comment(view: &View<'_>, grade: &Grade) -> String {
    let (language, shown) = (view.layout.language, view.assignment.keys.tests_shown);
    let points = grade.points.map(|points| points_of(view, grade, points));
    let found = grade.judgement.as_ref().filter(|_| shown != TestsShown::Nothing);
    let found = found.filter(|_| view.assignment.by_place().is_none());
    let place = placed(view, grade);
    let tests = found.map(|found| passed(view, found));
    let failure = found.filter(|_| shown == TestsShown::All);
    let failure = failure.map(|found| in_a_line(found.failure(language)));
    let reason = grade.by_hand.as_ref().map(|line| in_a_line(&line.reason));
    let parts = [points, place, tests, failure, reason].into_iter().flatten();
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

/// A page that is complete without a server, and the judge's page if people see it.
fn pages(view: &View<'_>, grade: &Grade) -> Vec<(&'static str, String)> {
    const STYLE: &str = "body { max-width: 45rem; margin: 2rem auto; padding: 0 1rem; \
        font: 1rem/1.5 sans-serif; } .points { font-size: 1.3rem; font-weight: 600; } \
        :is(th, td) { padding: 0.2rem 0.8rem 0.2rem 0; text-align: left; }";
    let (layout, shown) = (view.layout, view.assignment.keys.tests_shown);
    let Some(points) = grade.points else { return Vec::new() };
    let body = html! {
        h1 { bdi { (view.assignment.title()) } }
        p { bdi { (short(grade.member.person.title())) } }
        @match &grade.counted {
            Some((entry, version)) => {
                p {
                    (text("your-version-counts").number("n", version.ordinal)
                        .name("name", version.name.as_str()).told(layout.language))
                }
                (came_late(view, entry))
            }
            None if view.assignment.by_place().is_some() => {},
            None => p { (say(layout, "nothing-counted")) },
        }
        (achieved(view, grade, points))
        @if let Some(place) = placed(view, grade) { p { (place) } }
        @if let Some(found) = &grade.judgement { (verdicts(view, found)) }
    };
    let (language, style) = (layout.language, Some(STYLE));
    let page = Page { language, title: view.assignment.title(), style, ..Page::default() };
    let mut pages = vec![("points.html", page.with(&body).into_string())];
    if let (Some((_, version)), true) = (&grade.counted, shown == TestsShown::All) {
        pages
            .extend(view.book.page(version.number, language).ok().map(|page| ("tests.html", page)));
    }
    pages
}
