//! The pages of a class's contests: what is announced, who stands where, the final; and what
//! organisers decide.

use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use classroom::{FinalState, GamePlace, Leaving, Room};
use errors::Error;
use maud::{Markup, html};
use serde::Deserialize;

use crate::class_words::{say, text};
use crate::contest_appeals::appeals;
use crate::contest_decisions::{decisions, who_takes_part};
use crate::contest_final;
use crate::contest_people::{closed, of_visitor};
use crate::contest_tables::Tables;
use crate::contest_view::View;
use crate::markdown::markdown;
use crate::pages::answer;
use crate::recorded::ShownGame;
use crate::refusal::Refusal;
use crate::site::{Answer, In, Shared, aside, sent_of};
use crate::testing::OpenClass;
use crate::visitor::Visitor;
use play::Layout;
use play::catalogue;

/// The contests, each with when it closes.
pub(crate) fn list(layout: Layout, open: &OpenClass) -> Markup {
    html! {
        ul class="records" {
            @for room in open.contests.rooms() {
                @let contest = room.contest();
                li {
                    a href={ "/contests/" (contest.keys.name) } { bdi { (contest.title()) } } " "
                    span class="quiet" { (contest.training.title()) ", " (state(layout, &room)) }
                }
            }
        }
    }
}

/// How far a contest is.
fn state(layout: Layout, room: &Room) -> String {
    let contest = room.contest();
    if let Some(begins) = room.begins_by_itself() {
        let when = text("final-begins-at").name("when", contest.closing.clock(begins));
        return when.told(layout.language);
    }
    let key = match (room.final_state(), room.closed()) {
        (FinalState::Waiting, None) if room.is_closing() => "contest-closing",
        (FinalState::Waiting, None) => {
            let when = contest.closing.clock(contest.closing.closes);
            let zone = &*contest.keys.zone;
            return text("closes-at").name("when", when).name("zone", zone).told(layout.language);
        }
        (FinalState::Waiting, Some(_)) => "contest-closed",
        (FinalState::Running, _) => "final-running",
        (FinalState::Paused, _) => "final-paused",
        (FinalState::Provisional, _) => "results-provisional",
        (FinalState::Confirmed, _) => "results-confirmed",
    };
    say(layout, key)
}

/// The page of a contest.
pub(crate) async fn contest(
    State(site): Shared,
    Extension(language): In,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Answer {
    aside(move || {
        let (visitor, layout) = (Visitor::of(&site, &headers)?, site.layout(language));
        let view = View::of(&site, layout, &visitor, &name)?;
        let (room, contest) = (&view.room, &view.contest);
        let progress = site.progress_of_final();
        let body = html! {
            main class="home test contest" {
                (visitor.line(site.testing()?, layout))
                h1 { bdi { (contest.title()) } }
                p class="lead" { (contest.training.title()) ": " (state(layout, room)) }
                @if let Some(own) = own_closing(&view) { p { (own) } }
                @if let Some(words) = view.open.contests.words(contest) { (markdown(&words)) }
                (contest_final::of_final(&view, progress))
                (appeals(&view))
                @if view.person.is_some() { (of_visitor(&view)) }
                @if view.is_organiser { (decisions(&view)) }
                @if contest.keys.standings_games > 0 { (Tables(&view).all()) }
                @if view.is_organiser { (who_takes_part(&view)) }
                (closed(&view))
                p { a href={ "/test/" (contest.training.name()) } { (layout.say("test-program")) } }
            }
        };
        let assets = ["trials.css", "games.css", "board.js", "replay.js", "deeds.js", "contest.js"];
        Ok(answer(&layout.whole(None, contest.title(), &assets, &body).into_string()))
    })
    .await
}

/// When the contest closes for the visitor, if that is later than for others.
fn own_closing(view: &View<'_>) -> Option<String> {
    let key = view.person.as_ref()?;
    let member = view.open.roster.members().into_iter().find(|member| member.id == *key)?;
    let (contest, one) = (&view.contest, &member.person);
    let closes = contest.closing.closes_for(&one.number, &one.email, &one.group);
    let is_later = closes > contest.closing.closes && view.room.closed().is_none();
    let later = text("closes-for-you").name("when", contest.closing.clock(closes));
    is_later.then(|| later.told(view.layout.language))
}

/// A game of the standings on its board.
pub(crate) async fn game(
    State(site): Shared,
    Extension(language): In,
    headers: HeaderMap,
    Path((name, file, byte)): Path<(String, String, String)>,
) -> Answer {
    aside(move || {
        let (visitor, layout) = (Visitor::of(&site, &headers)?, site.layout(language));
        let view = View::of(&site, layout, &visitor, &name)?;
        let none = || Refusal::new(StatusCode::NOT_FOUND, text("no-such-page"));
        let place = file.parse().ok().zip(byte.parse().ok());
        let place = place.map(|(file, byte)| GamePlace { file, byte }).ok_or_else(none)?;
        let pair = view.open.contests.pair_of_game(&view.room, place).ok_or_else(none)?;
        if !view.may_see(&pair) {
            return Err(none());
        }
        let spec = view.contest.training.spec;
        let recorded = view.open.contests.recording(&view.room, place);
        let (record, recording) = recorded?;
        let mut recording = recording.in_language(catalogue(spec), language);
        if let Some(report) = recording.foul.as_mut().and_then(|foul| foul.report.as_mut()) {
            // Commands have the names of both files, which tell their authors.
            (report.reproduce, report.unconfined) = (String::new(), None);
        }
        recording.players = [0, 1].map(|side| view.name(pair.entrants[record.contestant_at(side)]));
        let title = recording.players.join(" – ");
        let address = format!("/contests/{name}");
        let home = html! { a href=(address) { "← " bdi { (view.contest.title()) } } };
        let shown =
            ShownGame { spec, title: &title, number: recording.number, recording: &recording };
        Ok(shown.page(layout, &home, &html! {}, None))
    })
    .await
}

/// What an organiser's form sends.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Sent {
    name: String,
    how: Option<Leaving>,
    reason: String,
    to: String,
    answer: String,
}

/// Does what a button of an organiser says.
pub(crate) async fn act(
    State(site): Shared,
    Path((name, deed)): Path<(String, String)>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let sent: Sent = sent_of(&headers, body)?;
    aside(move || {
        let organiser = Visitor::organiser(&site, &headers)?;
        let contests = &site.class()?.contests;
        let act = || -> Result<(), Error> {
            let room = contests.room(&name)?;
            let number = |start| deed.strip_prefix(start).and_then(|number| number.parse().ok());
            match (&*deed, number("admit-"), number("out-")) {
                (_, Some(version), _) => contests.admit(&room, version),
                (_, _, Some(version)) => contests.take_out(&room, version),
                ("begin", ..) => contests.begin_final(&room),
                ("pause", ..) => contests.pause_final(&room),
                ("resume", ..) => contests.resume_final(&room),
                ("confirm", ..) => contests.confirm_final(&room),
                ("answer", ..) => contests.answer(&room, &sent.to, &sent.answer, &organiser.name),
                ("leave", ..) => {
                    let how = sent.how.ok_or_else(|| Error::input("expected how it leaves"))?;
                    contests.leave(&room, how, &sent.name, &sent.reason)
                }
                _ => Err(Error::not_found("there is no such button")),
            }
        };
        act()?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}
