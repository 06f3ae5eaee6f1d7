//! An assignment's way to Moodle and back. What people have handed in there becomes versions here. Of
//! the worksheet nothing is kept: it comes back filled, or as the archive of feedback files.

use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use classroom::{
    ForMoodle, Grade, HandIn, TakenIn, TestsShown, Told, feedback_archive, fill_worksheet,
};
use errors::excerpt::{in_a_line, short};
use maud::{Markup, html};
use page::Page;
use rules::{Argument, Message};
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
            form class="moodle" data-to={ "/api/assignments/" (name) "/moodle/" } {
                label {
                    (say(layout, "grading-worksheet")) " "
                    input type="file" name="worksheet" accept=".csv,text/csv" required;
                }
                p class="ways" {
                    button value="worksheet" { (say(layout, "fill-worksheet")) } " "
                    button value="feedback" { (say(layout, "feedback-files")) }
                }
                p class="quiet" { (say(layout, "for-moodle-what")) }
                div role="status" {}
            }
        }
    }
}

/// The form that takes what was handed in, if that is elsewhere.
pub(crate) fn way_in(view: &View<'_>) -> Markup {
    let (layout, name) = (view.layout, &view.assignment.keys.name);
    let is_meant = view.may_decide && view.assignment.keys.hand_in == HandIn::Moodle;
    let what = text("from-moodle-what").name("zone", view.assignment.closing.zone.as_str());
    html! {
        @if is_meant {
            details {
                summary { (say(layout, "from-moodle")) }
                form class="moodle" data-to={ "/api/assignments/" (name) "/" } {
                    label {
                        (say(layout, "all-submissions")) " "
                        input type="file" name="archive" accept=".zip,application/zip" required;
                    }
                    label {
                        (say(layout, "grading-worksheet")) " "
                        input type="file" name="worksheet" accept=".csv,text/csv" required;
                    }
                    p class="ways" { button value="hand-in" { (say(layout, "take-in")) } }
                    p class="quiet" { (what.told(layout.language)) }
                    div role="status" {}
                }
            }
        }
    }
}

/// What the form for submissions sends: bytes in base64.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HandedIn {
    archive: String,
    worksheet: String,
}

/// Takes in what people have handed in in Moodle.
pub(crate) async fn take_in(
    State(site): Shared,
    Extension(language): In,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let sent: HandedIn = sent_of(&headers, body)?;
    aside(move || {
        let (archive, worksheet) = (bytes_of(&sent.archive)?, bytes_of(&sent.worksheet)?);
        let (open, testing) = (site.class()?, site.testing()?);
        let take_in = || {
            let book = open.assignments.named(&name)?;
            open.assignments.take_in(&testing.workshop, &book, (&archive, &worksheet))
        };
        let taken = take_in()?;
        let sentences: Vec<_> =
            taken_in(&taken).iter().map(|message| message.told(language)).collect();
        let kind = [(header::CONTENT_TYPE, "application/json")];
        Ok((kind, json!({ "told": sentences }).to_string()).into_response())
    })
    .await
}

/// How many programs came, and who has none.
fn taken_in(taken: &TakenIn) -> Vec<Message> {
    let strangers = named("strangers-in-zip", &taken.strangers);
    let without = taken.without.iter().take(MOST_NAMES).map(|(name, why)| {
        text("without-program")
            .name("name", short(name))
            .with("why", Argument::Message(why.clone()))
    });
    let count = text("came-in").number("n", taken.count);
    [Some(count), strangers].into_iter().flatten().chain(without).collect()
}

fn bytes_of(base64: &str) -> Result<Vec<u8>, Refusal> {
    STANDARD.decode(base64).map_err(|_| Refusal::new(StatusCode::BAD_REQUEST, "expected base64"))
}

/// Names in a sentence; nothing if there are none.
fn named(key: &'static str, names: &[String]) -> Option<Message> {
    let more = if names.len() > MOST_NAMES { ", …" } else { "" };
    let names = &names[..names.len().min(MOST_NAMES)];
    (!names.is_empty()).then(|| text(key).name("names", names.join(", ") + more))
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
    let worksheet = bytes_of(&sent.worksheet)?;
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
        let made = made?;
        let sentences: Vec<_> =
            sentences(&made, &deed).iter().map(|message| message.told(language)).collect();
        let bytes = STANDARD.encode(&made.bytes);
        let kind = [(header::CONTENT_TYPE, "application/json")];
        let answer = json!({ "name": file, "bytes": bytes, "told": sentences });
        Ok((kind, answer.to_string()).into_response())
    })
    .await
}

/// How many people are in a file, and who is not.
fn sentences(made: &ForMoodle, deed: &str) -> Vec<Message> {
    let count = text("in-the-file").number("n", made.count);
    let [without, others] =
        [named("without-row", &made.without_row), named("rows-of-others", &made.others)];
    let lacks = (deed == "worksheet" && !made.has_comments).then(|| text("no-comments"));
    [Some(count), without, others, lacks].into_iter().flatten().collect()
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
    let is_given = grade.by_hand.as_ref().is_some_and(|line| line.points.is_some());
    let validation = found.filter(|found| found.fails_validation && !is_given);
    let validation = validation.map(|_| say(view.layout, "fails-validation"));
    let failure = found.filter(|_| shown == TestsShown::All);
    let failure = failure.map(|found| in_a_line(found.failure(language)));
    let reason = grade.by_hand.as_ref().map(|line| in_a_line(&line.reason));
    let parts = [points, place, tests, validation, failure, reason].into_iter().flatten();
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
