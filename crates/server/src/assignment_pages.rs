//! The pages of a class's assignments: what is announced, what somebody has achieved, and what
//! organisers see and decide.

use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use classroom::{ByPlace, ByPlay, Grade, Gradebook, Grading, Progress, TestsShown};
use errors::Error;
use maud::{Markup, html};
use rules::Message;
use serde::Deserialize;

use crate::assignment_tables::{marks_csv, of_organiser};
use crate::assignment_view::View;
use play::catalogue;

use crate::class_words::{say, text};
use crate::markdown::markdown;
use crate::moodle;
use crate::own_grade::{decimal, of_person, tests};
use crate::pages::{ZIP, answer, download, page_of_cases};
use crate::recorded::ShownGame;
use crate::refusal::Refusal;
use crate::site::{Answer, In, Shared, aside, json_of, sent_of};
use crate::testing::OpenClass;
use crate::visitor::Visitor;
use play::Layout;

/// The assignments, each with how far it is.
pub(crate) fn list(layout: Layout, open: &OpenClass) -> Markup {
    html! {
        ul class="records" {
            @for book in open.assignments.all() {
                @let assignment = book.assignment();
                li {
                    a href={ "/assignments/" (assignment.keys.name) } {
                        bdi { (assignment.title()) }
                    } " "
                    span class="quiet" {
                        (assignment.training.title()) ", "
                        (state(open, &book, false).told(layout.language))
                    }
                }
            }
        }
    }
}

/// How far an assignment is. How many people have handed in something is for organisers.
fn state(open: &OpenClass, book: &Gradebook, is_organiser: bool) -> Message {
    let assignment = book.assignment();
    let closing = &assignment.closing;
    if assignment.by_place().is_some() && !book.is_closed() {
        return text("points-after-final");
    }
    match open.assignments.progress(book) {
        Progress::Open => text("closes-at")
            .name("when", closing.clock(closing.closes))
            .name("zone", closing.zone.as_str()),
        Progress::Awaited => text("waits-for-zip"),
        Progress::Waiting => text("judged-after").name("when", closing.clock(assignment.ends())),
        Progress::Judging { done, all } if is_organiser => {
            text("judged-so-far").number("n", done).number("all", all)
        }
        Progress::Judging { .. } => text("is-being-judged"),
        Progress::Judged { all } if is_organiser => text("judged-all").number("n", all),
        Progress::Judged { .. } => text("is-judged"),
    }
}

/// The page of an assignment.
pub(crate) async fn assignment(
    State(site): Shared,
    Extension(language): In,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Answer {
    aside(move || {
        let (visitor, layout) = (Visitor::of(&site, &headers)?, site.layout(language));
        let view = View::of(&site, layout, &visitor, &name)?;
        let (assignment, open) = (&view.assignment, view.open);
        let state = state(open, &view.book, view.is_organiser).told(language);
        let body = html! {
            main class="home test contest assignment" {
                (visitor.line(site.testing()?, layout))
                h1 { bdi { (assignment.title()) } }
                p class="lead" { (assignment.training.title()) ": " (state) }
                @if let Some(grade) = view.own() { (own_closing(&view, grade)) }
                @if let Some(words) = open.assignments.words(assignment) { (markdown(&words)) }
                @match &assignment.grading {
                    Grading::Tests => (how_tested(&view)),
                    Grading::Play(play) => (how_played(layout, play)),
                    Grading::Places(places) => (how_placed(&view, places)),
                }
                @if view.is_organiser {
                    (of_organiser(&view)) (moodle::way_in(&view)) (moodle::form(&view))
                }
                @else if let Some(grade) = view.own() { (of_person(&view, grade)) }
                @else { p { (say(layout, "without-you")) } }
                p { a href={ "/test/" (assignment.training.name()) } {
                    (layout.say("test-program"))
                } }
            }
        };
        let assets = ["trials.css", "deeds.js", "moodle.js", "tables.js"];
        let assets = if view.is_organiser { &assets[..] } else { &assets[..2] };
        Ok(answer(&layout.whole(None, assignment.title(), assets, &body).into_string()))
    })
    .await
}

/// How places become points.
fn how_placed(view: &View<'_>, by: &ByPlace) -> Markup {
    let (layout, contest) = (view.layout, view.open.contests.room(&by.contest));
    let title = contest.map_or_else(|_| by.contest.clone(), |one| one.contest().title().into());
    html! {
        p {
            (say(layout, "points-by-place")) " "
            a href={ "/contests/" (by.contest) } { bdi { (title) } }
        }
        ul {
            @for (place, points) in &by.places {
                li {
                    (text("up-to-place").number("n", *place)
                        .with("points", decimal(*points)).told(layout.language))
                }
            }
        }
    }
}

/// How tests become points, and what will be seen of them.
fn how_tested(view: &View<'_>) -> Markup {
    let layout = view.layout;
    let (Some(grade), false) = (view.own(), view.book.is_closed()) else { return html! {} };
    let points = text("how-tested").with("points", decimal(grade.measure.most));
    let shown = match view.assignment.keys.tests_shown {
        TestsShown::All => "shows-tests",
        TestsShown::Verdict => "shows-verdicts",
        TestsShown::Nothing => "shows-points",
    };
    html! {
        p class="quiet" {
            (points.told(layout.language)) " "
            @if view.book.has_validation() { (say(layout, "how-validated")) " " }
            (say(layout, shown))
        }
    }
}

/// How play becomes points.
fn how_played(layout: Layout, play: &ByPlay) -> Markup {
    let language = layout.language;
    let levels: Vec<_> = play.levels.iter().map(|level| level.number().to_string()).collect();
    let games = text("games-against-levels").number("n", 2 * play.pairs);
    html! {
        p { (games.name("levels", levels.join(", ")).told(language)) }
        ul {
            @for (percent, points) in play.bands() {
                li {
                    (text("band").with("percent", decimal(*percent))
                        .with("points", decimal(*points)).told(language))
                }
            }
        }
    }
}

/// When the assignment closes for the visitor, if that is later than for others, and what late days
/// cost.
fn own_closing(view: &View<'_>, grade: &Grade) -> Markup {
    let (closing, language) = (&view.assignment.closing, view.layout.language);
    let closes = closing.closes_for_member(&grade.member);
    html! {
        @if !view.book.is_closed() {
            @if closes > closing.closes {
                p { (text("hand-in-until").name("when", closing.clock(closes)).told(language)) }
            }
            @if let Some(late) = view.assignment.late {
                p class="quiet" {
                    (text("late-days-count").number("n", late.days).told(language)) " "
                    @if late.percent_a_day > 0 {
                        (text("late-days-cost").number("percent", late.percent_a_day).told(language)) " "
                    }
                    @if let Some(most) = late.at_most {
                        (text("late-days-most").number("percent", most).told(language))
                    }
                }
            }
        }
    }
}

/// The grades as a table for a gradebook.
pub(crate) async fn marks(
    State(site): Shared,
    Extension(language): In,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Answer {
    aside(move || {
        let visitor = Visitor::of(&site, &headers)?;
        let view = View::of(&site, site.layout(language), &visitor, &name)?;
        Ok(download("marks.csv", "text/csv; charset=utf-8", marks_csv(&view)))
    })
    .await
}

/// The programs that count, as a zip.
pub(crate) async fn programs(
    State(site): Shared,
    Extension(language): In,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Answer {
    aside(move || {
        let visitor = Visitor::of(&site, &headers)?;
        let view = View::of(&site, site.layout(language), &visitor, &name)?;
        let zip = view.open.assignments.programs(&view.grades);
        let zip = zip?;
        Ok(download("programs.zip", ZIP, zip))
    })
    .await
}

/// What the judge, or the games against our engines, say about a version. `rights.rs` has decided that
/// the visitor may see the version.
pub(crate) async fn page(
    State(site): Shared,
    Extension(language): In,
    headers: HeaderMap,
    Path((name, version)): Path<(String, String)>,
) -> Answer {
    aside(move || {
        let visitor = Visitor::of(&site, &headers)?;
        let view = View::of(&site, site.layout(language), &visitor, &name)?;
        let is_shown = view.assignment.keys.tests_shown == TestsShown::All || view.is_organiser;
        let none = || Refusal::new(StatusCode::NOT_FOUND, text("no-such-page"));
        let version = version.parse().ok().filter(|_| is_shown).ok_or_else(none)?;
        match view.assignment.grading {
            Grading::Play(_) => of_play(&view, version).ok_or_else(none),
            Grading::Places(_) => Err(none()),
            Grading::Tests => {
                let page = view.book.page(version, language);
                Ok(page_of_cases(&page?))
            }
        }
    })
    .await
}

/// The page about the games of a version against our engines.
fn of_play(view: &View<'_>, version: usize) -> Option<Response> {
    let layout = view.layout;
    let counted = |grade: &&Grade| {
        grade.counted.as_ref().is_some_and(|(_, counted)| counted.number == version)
    };
    let grade = view.grades.iter().find(counted)?;
    let (found, (_, version)) = (grade.judgement.as_ref()?, grade.counted.as_ref()?);
    let address = format!("/assignments/{}", view.assignment.keys.name);
    let body = html! {
        main class="home test contest assignment" {
            p { a href=(address) { "← " bdi { (view.assignment.title()) } } }
            h1 { bdi { (grade.member.person.title()) } }
            (tests(view, found, version))
        }
    };
    let title = grade.member.person.title();
    Some(answer(&layout.whole(None, title, &["trials.css"], &body).into_string()))
}

/// A game of a version against our engines. `rights.rs` has decided that the visitor may see the
/// version.
pub(crate) async fn game(
    State(site): Shared,
    Extension(language): In,
    headers: HeaderMap,
    Path((name, version, number)): Path<(String, String, String)>,
) -> Answer {
    aside(move || {
        let (visitor, layout) = (Visitor::of(&site, &headers)?, site.layout(language));
        let view = View::of(&site, layout, &visitor, &name)?;
        let is_shown = view.assignment.keys.tests_shown == TestsShown::All || view.is_organiser;
        let none = || Refusal::new(StatusCode::NOT_FOUND, text("no-such-page"));
        let both = version.parse().ok().zip(number.parse().ok()).filter(|_| is_shown);
        let (version, number) = both.ok_or_else(none)?;
        let recording = view.book.recording(version, number);
        let recording = recording?;
        let spec = view.assignment.training.spec;
        let recording = recording.in_language(catalogue(spec), language);
        let title = recording.players.join(" – ");
        let address = format!("/assignments/{name}");
        let home = html! { a href=(address) { "← " bdi { (view.assignment.title()) } } };
        let shown = ShownGame { spec, title: &title, number, recording: &recording };
        Ok(shown.page(layout, &home, &html! {}, None))
    })
    .await
}

/// What an organiser's form sends.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Sent {
    /// A number, or nothing if the points of the tests count again.
    points: String,
    reason: String,
}

/// Gives a person points by hand.
pub(crate) async fn give(
    State(site): Shared,
    Path((name, key)): Path<(String, String)>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let sent: Sent = sent_of(&headers, body)?;
    aside(move || {
        let organiser = Visitor::organiser(&site, &headers)?;
        // Whoever writes `7,5` means the same; what is no number is refused as one.
        let points = sent.points.trim().replace(',', ".");
        let points = (!points.is_empty()).then(|| points.parse().unwrap_or(f64::NAN));
        let all = &site.class()?.assignments;
        let give = |book: Arc<Gradebook>| {
            all.set_points(&book, &key, points, &sent.reason, &organiser.name)
        };
        all.named(&name).and_then(give)?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

/// Lets a version count that its author has chosen.
pub(crate) async fn choose(
    State(site): Shared,
    Path((name, deed)): Path<(String, String)>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    json_of(&headers, body)?;
    aside(move || {
        let none = || Refusal::new(StatusCode::NOT_FOUND, text("no-such-page"));
        let person = Visitor::person(&site, &headers)?;
        let chosen = deed.strip_prefix("choose").ok_or_else(none)?;
        let chosen = match chosen.strip_prefix('-') {
            Some(number) => Some(number.parse().map_err(|_| none())?),
            None => None,
        };
        let all = &site.class()?.assignments;
        all.named(&name).and_then(|book| all.choose(&book, &person, chosen))?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

/// Does what a button of an organiser says.
pub(crate) async fn act(
    State(site): Shared,
    Path((name, deed)): Path<(String, String)>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    json_of(&headers, body)?;
    aside(move || {
        let all = &site.class()?.assignments;
        let act = || -> Result<(), Error> {
            let book = all.named(&name)?;
            let number = |start| deed.strip_prefix(start).and_then(|number| number.parse().ok());
            match (&*deed, number("admit-"), number("again-")) {
                ("again", ..) => all.judge_again(&book, None),
                (_, Some(version), _) => all.admit(&book, version),
                (_, _, Some(version)) => all.judge_again(&book, Some(version)),
                _ => Err(Error::not_found("there is no such button")),
            }
        };
        act()?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}
