//! What a person sees of their own grade in an assignment.

use classroom::{
    AgainstLevel, ByHand, Entry, Grade, Grading, HandIn, Holder, Judgement, TestsShown, Version,
    WORDS,
};
use errors::excerpt::short;
use maud::{Markup, html};
use rules::{Argument, Language, message};

use crate::assignment_view::View;
use crate::class_words::{by_site, say, text};
use crate::visitor;

/// What a person sees of their own grade.
pub(crate) fn of_person(view: &View<'_>, grade: &Grade) -> Markup {
    let (layout, language) = (view.layout, view.layout.language);
    let is_closed = view.book.is_closed();
    if view.assignment.by_place().is_some() {
        return html! { @if let Some(points) = grade.points {
            (achieved(view, grade, points))
            @if let Some(place) = placed(view, grade) { p { (place) } }
        } };
    }
    html! {
        h2 { (say(layout, "your-program")) }
        @if view.assignment.keys.hand_in == HandIn::Moodle && !is_closed {
            p { (say(layout, "hand-in-elsewhere")) }
        }
        @match &grade.counted {
            Some((entry, version)) => {
                p {
                    (text("your-version-counts").number("n", version.ordinal)
                        .name("name", version.name.as_str()).told(language)) " "
                    a href={ "/versions/" (version.number) } { (say(layout, "its-files")) }
                }
                @if let Some(by) = &version.by_site { p { (by_site(layout, by)) } }
                (came_late(view, entry))
                (choice(view, grade, entry))
                @if is_closed && grade.judgement.is_none() {
                    p { (say(layout, "judged-soon")) }
                }
            }
            None => p {
                (say(layout, if is_closed { "nothing-counted" } else { "nothing-counts-yet" }))
            },
        }
        @if let Some(points) = grade.points { (achieved(view, grade, points)) }
        @if let (Some(judgement), Some((_, version))) = (&grade.judgement, &grade.counted) {
            (tests(view, judgement, version))
        }
    }
}

/// The place in a final, if there are points by it.
pub(crate) fn placed(view: &View<'_>, grade: &Grade) -> Option<String> {
    let language = view.layout.language;
    let place = grade.judgement.as_ref().and_then(|found| found.place);
    let place = place.map(|(n, all)| text("place-of").number("n", n).number("all", all));
    let place = place.map(|place| place.told(language));
    place.or_else(|| view.is_without_place(grade).then(|| failure(view, grade, language)))
}

/// The first failure, or that there is no place in the final; empty if there is nothing to tell.
pub(crate) fn failure(view: &View<'_>, grade: &Grade, language: Language) -> String {
    match &grade.judgement {
        Some(found) => found.failure(language).to_string(),
        None if view.is_without_place(grade) => message!(WORDS, "without-place").told(language),
        None => String::new(),
    }
}

/// The versions in time, each with a button that lets it count.
fn choice(view: &View<'_>, grade: &Grade, counted: &Entry) -> Markup {
    let layout = view.layout;
    let versions = view.open.assignments.choosable(&view.book, &grade.member);
    let own = format!("/api/assignments/{}/own/choose", view.assignment.keys.name);
    html! {
        @if versions.len() > 1 {
            details {
                summary { (say(layout, "choose-version")) }
                ul class="records" {
                    @for version in versions.iter().rev() {
                        li {
                            a href={ "/versions/" (version.number) } {
                                (version.ordinal) ". " bdi { (version.name) }
                            } " "
                            span class="quiet" {
                                (view.assignment.closing.clock(version.uploaded))
                            } " "
                            @if version.number == counted.version {
                                strong { (say(layout, "this-counts")) }
                            } @else {
                                button type="button" class="plain"
                                    data-post={ (own) "-" (version.number) } {
                                    (say(layout, "let-this-count"))
                                }
                            }
                        }
                    }
                }
                @if counted.is_chosen {
                    p {
                        (say(layout, "you-have-chosen")) " "
                        button type="button" class="plain" data-post=(own) {
                            (say(layout, "let-usual-count"))
                        }
                    }
                }
            }
        }
    }
}

/// How late a version came.
pub(crate) fn came_late(view: &View<'_>, entry: &Entry) -> Markup {
    let layout = view.layout;
    html! {
        @if entry.days > 0 {
            p { (text("came-late").number("n", entry.days).told(layout.language))
                @if entry.is_admitted { ", " (say(layout, "admitted-late")) } "." }
        }
    }
}

/// The points of how many, with the grade.
pub(crate) fn points_of(view: &View<'_>, grade: &Grade, points: f64) -> String {
    let all = grade.measure.most;
    let told = text("points-of").with("n", decimal(points)).with("all", decimal(all));
    let on_scale = on_scale(view, grade).map(|grade| format!(", {grade}"));
    told.told(view.layout.language) + &on_scale.unwrap_or_default()
}

/// The grade, said to be one.
pub(crate) fn on_scale(view: &View<'_>, grade: &Grade) -> Option<String> {
    let told = text("grade-is").name("grade", short(grade.on_scale()?));
    Some(told.told(view.layout.language))
}

/// The points, and how they come about.
pub(crate) fn achieved(view: &View<'_>, grade: &Grade, points: f64) -> Markup {
    let (layout, language) = (view.layout, view.layout.language);
    let given = grade.by_hand.as_ref();
    let is_given = given.is_some_and(|line| line.points.is_some());
    html! {
        p class="verdict points" { (points_of(view, grade, points)) }
        @if let (Some(found), false) = (&grade.judgement, is_given) {
            @if found.points > points {
                p { (text("late-days-took").with("n", decimal(found.points)).told(language)) }
            }
            @if found.fails_validation && view.assignment.keys.tests_shown != TestsShown::Nothing {
                p { (say(layout, "fails-validation")) }
            }
        }
        @if let Some(line) = given { p { (by_hand(view, line)) } }
    }
}

pub(crate) fn decimal(points: f64) -> Argument {
    Argument::Decimal(points.to_string())
}

/// Who has given points by hand, and why.
pub(crate) fn by_hand(view: &View<'_>, line: &ByHand) -> Markup {
    let holder = Holder::Organiser(line.who.clone());
    let who = visitor::name(view.open, &holder, view.layout);
    html! {
        (text("points-given").name("who", who).told(view.layout.language)) " "
        bdi { (line.reason) }
    }
}

/// What a person sees of the tests, or of the games against our engines.
pub(crate) fn tests(view: &View<'_>, found: &Judgement, version: &Version) -> Markup {
    let is_whole = view.assignment.keys.tests_shown == TestsShown::All || view.is_organiser;
    html! {
        (verdicts(view, found))
        @if is_whole && view.assignment.by_play().is_some() {
            (games_against(view, found, version))
        } @else if is_whole {
            p { a href=(page_of(view, version.number)) { (say(view.layout, "see-tests")) } }
        }
    }
}

/// The number of tests that passed, and the verdicts if no page of the judge tells them; or what was
/// won against each level.
pub(crate) fn verdicts(view: &View<'_>, found: &Judgement) -> Markup {
    let (layout, shown) = (view.layout, view.assignment.keys.tests_shown);
    match view.assignment.grading {
        Grading::Play(_) => return against_levels(view, found),
        Grading::Places(_) => return html! {},
        Grading::Tests => {}
    }
    let verdicts = found.verdicts.get(layout.language.code());
    html! {
        @if shown != TestsShown::Nothing { p { (passed(view, found)) } }
        @if shown == TestsShown::Verdict {
            div class="wide" tabindex="0" role="region" aria-label=(say(layout, "tests")) {
                table class="verdicts" {
                    thead { tr {
                        th scope="col" { (say(layout, "test")) }
                        th scope="col" { (say(layout, "verdict")) }
                    } }
                    tbody { @for (case, verdict) in verdicts.into_iter().flatten() {
                        tr { th scope="row" { bdi { (case) } } td { (verdict) } }
                    } }
                }
            }
        }
    }
}

/// What a version won against each level, and its first foul.
fn against_levels(view: &View<'_>, found: &Judgement) -> Markup {
    let layout = view.layout;
    let shown = if view.is_organiser { TestsShown::All } else { view.assignment.keys.tests_shown };
    html! {
        @if shown != TestsShown::Nothing {
            @if !found.against.is_empty() {
                div class="wide" tabindex="0" role="region" aria-label=(say(layout, "points")) {
                    table class="grades" {
                        thead { tr {
                            th scope="col" { (say(layout, "level-of-engine")) }
                            @for key in ["games-won", "games-drawn", "games-lost", "fouls"] {
                                th scope="col" class="amount" { (layout.say(key)) }
                            }
                            th scope="col" class="amount" { (say(layout, "share-with-range")) }
                            th scope="col" class="amount" { (say(layout, "points")) }
                        } }
                        tbody { @for one in &found.against { tr {
                            th scope="row" { (one.level) }
                            @for count in [one.won, one.drawn, one.lost, one.fouls] {
                                td class="amount" { (count) }
                            }
                            td class="amount" { (share(one)) }
                            td class="amount" { (decimal(one.points).told(layout.language)) }
                        } } }
                    }
                }
            }
            @let why = found.failure(layout.language);
            @if shown == TestsShown::All && !why.is_empty() {
                p { (say(layout, "first-failure")) ": " (why) }
            }
        }
    }
}

/// A share with its range, in percent.
fn share(one: &AgainstLevel) -> String {
    let [value, low, high] = one.share.map(|part| (100.0 * part).round());
    format!("{value} % ({low} – {high})")
}

/// Links to the games of a version against each level, each with its margin.
fn games_against(view: &View<'_>, found: &Judgement, version: &Version) -> Markup {
    let layout = view.layout;
    let games = format!("/assignments/{}/games/{}", view.assignment.keys.name, version.number);
    let mut number = 0;
    html! {
        @if !found.against.is_empty() {
            details {
                summary { (layout.say("games")) }
                @for one in &found.against {
                    p class="games" {
                        (text("against-level").number("n", one.level).told(layout.language)) " "
                        @for margin in &one.margins {
                            ({ number += 1; "" })
                            a href={ (games) "/" (number) } { (format!("{margin:+}")) } " "
                        }
                    }
                }
            }
        }
    }
}

pub(crate) fn passed(view: &View<'_>, found: &Judgement) -> String {
    let key = if view.assignment.by_play().is_some() { "games-passed" } else { "tests-passed" };
    let told = text(key).number("n", found.passed).number("all", found.cases);
    told.told(view.layout.language)
}

/// The address of the judge's page about a version.
pub(crate) fn page_of(view: &View<'_>, version: usize) -> String {
    format!("/assignments/{}/pages/{version}", view.assignment.keys.name)
}
