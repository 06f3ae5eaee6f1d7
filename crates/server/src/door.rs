//! The open door of a class, for visitors without a link: they type a name, and wait until an
//! organiser lets them in. Until then they are strangers.

use std::time::Instant;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Redirect};
use classroom::{Holder, Reply, Right};
use maud::{Markup, html};
use serde::Deserialize;

use crate::class_words::{self, say};
use crate::connections::{Client, network};
use crate::entrance::{entered, home, shared};
use crate::pages::{self, answer};
use crate::refusal::Refusal;
use crate::rights::{Verdict, Whose, may};
use crate::site::{Answer, In, Shared, aside, json_of, sent_of};
use crate::testing::OpenClass;
use crate::visitor::{Visitor, cookie, cookies, kept};
use play::Layout;

/// The name of the cookie with the secret of somebody who waits, and of the one that says that the
/// computer is shared. Nobody is remembered at the door for longer than two hours.
const NAME: &str = "ludoteka-door";
const IS_SHARED: &str = "ludoteka-shared";
const KEPT: u32 = 2 * 60 * 60;

/// A page that waits is loaded again after so many seconds.
const AGAIN: &str = "4";

/// The page on which a name is typed, and on which one waits.
pub(crate) async fn join(
    State(site): Shared,
    Extension(language): In,
    headers: HeaderMap,
) -> Answer {
    let (open, layout) = (site.class()?, site.layout(language));
    if let Some(holder) = Visitor::of(&site, &headers)?.holder() {
        return Ok(Redirect::to(home(&holder)).into_response());
    }
    let reply = cookies(&headers, NAME).find_map(|secret| open.door.reply(secret));
    let page = |body: &Markup| {
        let body = html! { main class="home test" { h1 { (open.class.title) } (body) } };
        answer(&pages::of_people(layout, &open.class.title, &body))
    };
    if let Some(Reply::Admitted(id)) = &reply {
        let is_shared = cookies(&headers, IS_SHARED).next().is_some();
        if let Some(token) = open.roster.token(&Holder::Person(id.clone())) {
            let mine = (header::SET_COOKIE, cookie(&headers, &token, is_shared));
            let waits = (header::SET_COOKIE, kept(NAME, "", 0, &headers));
            return Ok((AppendHeaders([mine, waits]), Redirect::to("/test")).into_response());
        }
    }
    if reply == Some(Reply::Waiting) {
        let body = html! { p role="status" { (say(layout, "door-wait")) } };
        return Ok(([(header::REFRESH, AGAIN)], page(&body)).into_response());
    }
    Ok(page(&html! {
        @if reply == Some(Reply::Refused) {
            p class="verdict bad" { (say(layout, "door-refused")) }
        }
        @if open.door.is_open() { (form(layout)) }
        @else { p { (say(layout, "door-shut")) } }
        p { a href="/enter" { (say(layout, "i-have-code")) } }
    }))
}

fn form(layout: Layout) -> Markup {
    html! {
        form data-post="/api/join" {
            p {
                label for="name" { (say(layout, "door-name")) } " "
                input id="name" name="name" required maxlength="60" autocomplete="name";
            }
            (shared(layout))
            p { button type="submit" class="main" { (say(layout, "door-ask")) } }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Joining {
    name: String,
    shared: Option<String>,
}

/// Somebody asks to be let in.
pub(crate) async fn knock(
    State(site): Shared,
    Extension(Client(from)): Extension<Client>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let Joining { name, shared } = sent_of(&headers, body)?;
    let from = network(from.to_canonical());
    let secret =
        site.class()?.door.knock(&name, from, Instant::now()).map_err(Refusal::of_refused)?;
    let seconds = if shared.is_some() { KEPT } else { 0 };
    let is_shared = (header::SET_COOKIE, kept(IS_SHARED, "1", seconds, &headers));
    let entered = entered("/join", kept(NAME, &secret, KEPT, &headers));
    Ok((AppendHeaders([is_shared]), entered).into_response())
}

/// An organiser opens or shuts the door.
pub(crate) async fn set(
    State(site): Shared,
    Path(deed): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    json_of(&headers, body)?;
    let is_open = is_first(&deed, ["open", "shut"])?;
    aside(move || {
        site.class()?.door.set_open(is_open)?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

/// An organiser admits somebody to the organiser's group, or refuses.
pub(crate) async fn decide(
    State(site): Shared,
    Path((id, deed)): Path<(String, String)>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    json_of(&headers, body)?;
    let is_admitted = is_first(&deed, ["admit", "refuse"])?;
    aside(move || {
        let (open, visitor) = (site.class()?, Visitor::of(&site, &headers)?);
        let group = match visitor {
            Visitor::Organiser(organiser) => organiser.group,
            Visitor::Person(_) | Visitor::Stranger => String::new(),
        };
        let admit = |id: &str, name: &str| open.roster.admit(id, name, &group);
        let decided = open.door.decide(&id, if is_admitted { Some(&admit) } else { None });
        decided?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

/// Whether a deed is the first of two.
fn is_first(deed: &str, two: [&str; 2]) -> Result<bool, Refusal> {
    let place = two.iter().position(|known| *known == deed);
    let none = || Refusal::new(StatusCode::NOT_FOUND, class_words::text("no-such-page"));
    place.map(|place| place == 0).ok_or_else(none)
}

/// The part of the organiser's page: the switch, and who waits.
pub(crate) fn section(layout: Layout, open: &OpenClass, visitor: &Visitor) -> Markup {
    let (is_open, waiting) = (open.door.is_open(), open.door.waiting());
    let button = |to: &str, text| {
        html! { button type="button" class="plain" data-post=(to) { (say(layout, text)) } }
    };
    html! {
        @if may(visitor, Right::Run, Whose::Peoples) == Verdict::Yes {
            h2 { (say(layout, "door")) }
            p {
                @if is_open {
                    (say(layout, "door-is-open")) " " code { (open.roster.base()) "/join" } " "
                    (button("/api/people/door/shut", "door-to-shut"))
                } @else {
                    (say(layout, "door-what")) " " (button("/api/people/door/open", "door-to-open"))
                }
            }
            ul class="waiting" {
                @for (id, name) in waiting {
                    li {
                        bdi { (name) } " "
                        (button(&format!("/api/people/waiting/{id}/admit"), "admit")) " "
                        (button(&format!("/api/people/waiting/{id}/refuse"), "refuse"))
                    }
                }
            }
        }
    }
}
