//! What organisers know and decide about a contest: who takes part, when the final begins, who leaves
//! it.

use classroom::{Absence, Closing, FinalState, Holder, Version};
use errors::excerpt::short;
use maud::{Markup, html};

use crate::class_words::{say, text};
use crate::contest_final;
use crate::contest_view::View;
use crate::tables::encoded;
use crate::testing::OpenClass;
use crate::visitor;
use play::Layout;

/// What an organiser should know and decide.
pub(crate) fn decisions(view: &View<'_>) -> Markup {
    let layout = view.layout;
    let say = |key| say(layout, key);
    let complaints = [view.open.contests.complaint(), view.room.complaint()];
    html! {
        h2 { (say("organise")) }
        @for why in complaints.into_iter().flatten() {
            p class="verdict bad" role="alert" { (why) }
        }
        (unknown_people(view.layout, &view.contest.closing, view.open))
        @if let Some(words) = &view.contest.keys.words
            && view.open.contests.words(&view.contest).is_none()
        {
            p class="verdict bad" role="alert" {
                (text("no-words").name("file", words.clone()).told(layout.language))
            }
        }
        @if let Some([from, to]) = view.room.gap() {
            p class="verdict bad" role="alert" {
                (text("server-gap").name("from", view.contest.closing.clock(from))
                    .name("to", view.contest.closing.clock(to)).told(layout.language))
            }
        }
        (buttons(view))
    }
}

/// People and groups that `class.toml` names and the class does not have.
pub(crate) fn unknown_people(layout: Layout, closing: &Closing, open: &OpenClass) -> Markup {
    let members = open.roster.members();
    let names: Vec<String> = closing.unknown(&members).into_iter().map(short).collect();
    html! {
        @if !names.is_empty() {
            p class="verdict bad" role="alert" {
                (text("unknown-people").name("names", names.join(", ")).told(layout.language))
            }
        }
    }
}

/// Who takes part, and who does not.
pub(crate) fn who_takes_part(view: &View<'_>) -> Markup {
    let say = |key| say(view.layout, key);
    let is_before = view.room.closed().is_some() && view.room.final_state() == FinalState::Waiting;
    let may_take_out = view.may_decide && is_before;
    html! {
        h2 { (say("participants")) }
        @if view.participants.is_empty() { p { (say("nobody-yet")) } }
        ul class="records" {
            @for one in view.participants.iter().filter(|one| view.sees_person(&one.version.person)) {
                li {
                    (author(view, &one.version)) " " a href={ "/versions/" (one.version.number) } {
                        bdi { (one.name) }
                    }
                    @if one.late { " " span class="quiet" { (say("admitted-late")) } }
                    @if may_take_out {
                        " " (button(view, &format!("out-{}", one.version.number), "take-out",
                            Some("take-out-sure")))
                    }
                }
            }
        }
        @let late = late(view);
        @if !late.is_empty() {
            h3 { (say("late-versions")) }
            ul class="records" { @for version in &late { (late_version(view, version)) } }
        }
        (absent(view))
    }
}

fn author_name(view: &View<'_>, version: &Version) -> String {
    let holder = classroom::Holder::Person(version.person.clone());
    visitor::name(view.open, &holder, view.layout)
}

fn author(view: &View<'_>, version: &Version) -> Markup {
    let name = author_name(view, version);
    html! { a href={ "/people/of/" (encoded(&version.person)) } { bdi { (name) } } }
}

/// The versions after the closing whose authors the visitor sees.
fn late(view: &View<'_>) -> Vec<Version> {
    let mut late = view.open.contests.late(&view.room);
    late.retain(|version| view.sees_person(&version.person));
    late
}

fn late_version(view: &View<'_>, version: &Version) -> Markup {
    html! {
        li {
            (author(view, version)) " " a href={ "/versions/" (version.number) } {
                bdi { (version.name) }
            }
            " " span class="quiet" { (view.contest.closing.clock(version.uploaded)) } " "
            @if view.may_decide && view.room.final_state() == FinalState::Waiting {
                (admit(view, version.number))
            }
        }
    }
}

/// The button that lets a version count.
fn admit(view: &View<'_>, version: usize) -> Markup {
    button(view, &format!("admit-{version}"), "admit", None)
}

/// The buttons about the final.
fn buttons(view: &View<'_>) -> Markup {
    let state = view.room.final_state();
    let is_closed = view.room.closed().is_some();
    html! {
        @if view.may_decide {
            @if state == FinalState::Waiting { (contest_final::reckoned(view)) }
            p class="ways" {
                @match state {
                    FinalState::Waiting if is_closed => {
                        (button(view, "begin", "begin-final", Some("begin-final-sure")))
                    }
                    FinalState::Waiting => span class="quiet" { (say(view.layout, "final-later")) },
                    FinalState::Running => (button(view, "pause", "pause-final", None)),
                    FinalState::Paused => (button(view, "resume", "resume-final", None)),
                    FinalState::Provisional => {
                        @let appeals = view.open.contests.appeals(&view.room);
                        @let is_open = appeals.iter().any(|(_, answer)| answer.is_none());
                        (button(view, "confirm", "confirm-final", Some(
                            if is_open { "confirm-unanswered-sure" } else { "confirm-final-sure" }
                        )))
                    }
                    FinalState::Confirmed => {}
                }
                @if matches!(state, FinalState::Provisional | FinalState::Confirmed) {
                    " " a class="button plain"
                        href={ "/contests/" (view.contest.keys.name) "/ceremony" } {
                        span { (say(view.layout, "ceremony")) }
                    } " "
                    a class="button plain" download
                        href={ "/contests/" (view.contest.keys.name) "/results.zip" } {
                        span { (say(view.layout, "download-results")) }
                    }
                }
            }
            @if matches!(state, FinalState::Paused | FinalState::Provisional) {
                (leaving(view))
            }
        }
        @if matches!(state, FinalState::Provisional | FinalState::Confirmed) {
            p class="quiet" { (say(view.layout, "verify-by")) }
            pre { "ludoteka verify " (view.room.results().display()) }
        }
    }
}

fn button(view: &View<'_>, deed: &str, key: &'static str, sure: Option<&'static str>) -> Markup {
    let layout = view.layout;
    html! {
        button type="button" data-question=[sure.map(|sure| say(layout, sure))]
            data-post={ "/api/contests/" (view.contest.keys.name) "/" (deed) } { (say(layout, key)) }
    }
}

/// The form by which an organiser takes a program out, or back in.
fn leaving(view: &View<'_>) -> Markup {
    let say = |key| say(view.layout, key);
    html! {
        form data-post={ "/api/contests/" (view.contest.keys.name) "/leave" }
            data-question=(say("leave-sure")) {
            h3 { (say("leaves")) }
            label { (say("program")) " "
                select name="name" required {
                    option value="" { "–" }
                    @for one in &view.participants {
                        option value=(one.name) {
                            (one.name) " – " (author_name(view, &one.version))
                        }
                    }
                }
            } " "
            label { (say("leaves-how")) " "
                select name="how" {
                    @for how in ["disqualify", "withdraw", "restore"] {
                        option value=(how) { (say(how)) }
                    }
                }
            } " "
            label { (say("reason")) " " input name="reason" required maxlength="200"; } " "
            button { (say("leaves-do")) }
        }
    }
}

/// Those who do not take part, for organisers.
fn absent(view: &View<'_>) -> Markup {
    let (layout, mut absent) = (view.layout, view.open.contests.absent(&view.room));
    absent.retain(|(id, _)| view.sees_person(id));
    let may_admit = view.may_decide && view.room.final_state() == FinalState::Waiting;
    html! {
        @if !absent.is_empty() {
            h3 { (say(layout, "absent")) }
            ul class="records" {
                @for (id, why) in absent {
                    @let key = match why {
                        Absence::Own => "absent-own",
                        Absence::LeftOut => "absent-left-out",
                        Absence::Late => "absent-late",
                        Absence::TakenOut(_) => "absent-taken-out",
                        Absence::NoVersion => "absent-no-version",
                    };
                    @let name = visitor::name(view.open, &Holder::Person(id.clone()), layout);
                    li {
                        a href={ "/people/of/" (encoded(&id)) } { bdi { (name) } } " "
                        span class="quiet" { (say(layout, key)) }
                        @if let (Absence::TakenOut(version), true) = (why, may_admit) {
                            " " (admit(view, version))
                        }
                    }
                }
            }
        }
    }
}
