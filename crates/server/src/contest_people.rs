//! How a visitor takes part in a contest, and the programs that were closed.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use classroom::{Absence, ClosedEntry, Entrant, FinalState, Sources};
use maud::{Markup, html};
use serde::Deserialize;

use crate::class_words::{say, text};
use crate::contest_final;
use crate::contest_view::View;
use crate::refusal::Refusal;
use crate::site::{Answer, Shared, aside, sent_of};
use crate::visitor::Visitor;

/// The version with which the visitor takes part, or why there is none.
pub(crate) fn of_visitor(view: &View<'_>) -> Markup {
    let (layout, person) = (view.layout, view.person.as_deref());
    let absent = view.open.contests.absent(&view.room).into_iter();
    let mut absent = absent.filter(|(id, _)| Some(&**id) == person);
    let why = absent.next().map(|(_, why)| why);
    let is_open = view.room.closed().is_none();
    let is_waiting = view.room.final_state() == FinalState::Waiting;
    let own = view.own();
    let mut left = view.open.contests.left(&view.room).into_iter();
    let has_left = left.find(|one| own.is_some_and(|own| own.name == one.name));
    html! {
        p {
            @match (has_left, own, why) {
                (Some(left), ..) => (contest_final::who_left(view, &left)),
                (_, Some(own), _) => (text("you-take-part").number("n", own.version.ordinal)
                    .name("name", own.name.clone()).told(layout.language)),
                (.., Some(Absence::Own)) => (say(layout, "you-are-absent")),
                (.., Some(Absence::LeftOut)) => (say(layout, "you-are-left-out")),
                (.., Some(Absence::Late)) => (say(layout, "you-are-late")),
                (.., Some(Absence::TakenOut(_))) => (say(layout, "you-are-taken-out")),
                _ => (say(layout, "you-take-no-part")),
            }
        }
        @if is_waiting && view.has_late_version() && why != Some(Absence::Late) {
            p { (say(layout, "late-does-not-count")) }
        }
        @match why {
            Some(Absence::Own) if is_open => p { (button(view, "present", "take-part-again")) },
            None if is_open && view.own().is_some() => {
                p { (button(view, "absent", "take-no-part")) }
            }
            _ => {}
        }
    }
}

/// The button with which an author ends a program's rest.
pub(crate) fn play_again(view: &View<'_>) -> Markup {
    html! { p { (button(view, "again", "play-again")) } }
}

fn button(view: &View<'_>, deed: &str, key: &'static str) -> Markup {
    let name = &view.contest.keys.name;
    html! {
        button type="button" data-post={ "/api/contests/" (name) "/own/" (deed) } {
            (say(view.layout, key))
        }
    }
}

/// What a participant's form sends.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Sent {
    game: String,
    why: String,
}

/// Does what a button of a participant says.
pub(crate) async fn act(
    State(site): Shared,
    Path((name, deed)): Path<(String, String)>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let sent: Sent = sent_of(&headers, body)?;
    aside(move || {
        let none = || Refusal::new(StatusCode::NOT_FOUND, text("no-such-page"));
        let person = Visitor::person(&site, &headers)?;
        let contests = &site.class()?.contests;

        let room = contests.room(&name)?;
        match &*deed {
            "absent" | "present" => contests.set_absent(&room, &person, deed == "absent"),
            "again" => contests.play_again(&room, &person),
            "appeal" => contests.appeal(&room, &person, &sent.game, &sent.why),
            _ => return Err(none()),
        }?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

/// The programs that were closed, for everybody who sees the contest. Who does not see the whole
/// table is told the names of none but the own program.
pub(crate) fn closed(view: &View<'_>) -> Markup {
    let layout = view.layout;
    let sealed = |entry: &ClosedEntry| !entry.seal.salt.is_empty();
    let entries = view.room.closed().map(|closed| closed.entries).unwrap_or_default();
    let mut entries: Vec<_> = entries.into_iter().filter(sealed).collect();
    entries.sort_by_key(|entry| entry.seal.shown());
    let is_over =
        matches!(view.room.final_state(), FinalState::Provisional | FinalState::Confirmed);
    let are_open = is_over && view.contest.keys.sources == Sources::AfterTheFinal;
    html! {
        @if !entries.is_empty() {
            details {
                summary { (say(layout, "sealed")) }
                p { (say(layout, "sealed-how")) }
                ul class="records seals" {
                    @for entry in &entries {
                        @let entrant = Entrant::Version(entry.version);
                        li {
                            @if view.sees_all() || view.is_own(entrant) {
                                bdi { (view.name(entrant)) } " "
                            }
                            code { (entry.seal.shown()) }
                            @if are_open {
                                " " (say(layout, "salt")) " " code { (entry.seal.salt) }
                            }
                        }
                    }
                }
            }
        }
    }
}
