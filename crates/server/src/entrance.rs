//! The way into a class: a link or a code becomes a cookie, and a button ends it.
//!
//! A link that is opened where somebody else is known, or that a page of another site leads to,
//! asks first. Otherwise a classmate could make one's next upload theirs with a link of their own,
//! source included.

use std::time::Instant;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use classroom::Holder;
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::json;

use crate::class_words::{self, say};
use crate::connections::Client;
use crate::pages::{self, answer};
use crate::refusal::Refusal;
use crate::site::{Answer, In, Shared, Site, json_of, sent_of};
use crate::visitor::{LONGEST, Visitor, cookie, name, no_cookie, told_with_name};
use play::Layout;

/// A token and the holder of its link.
fn opened(site: &Site, token: &str) -> Result<Holder, Refusal> {
    let holder = Some(token).filter(|token| token.len() <= LONGEST);
    let roster = &site.class()?.roster;
    holder.and_then(|token| roster.holder(token)).ok_or_else(shut)
}

fn shut() -> Refusal {
    Refusal::new(StatusCode::GONE, class_words::text("link-is-shut"))
}

/// Opens a link: its token becomes a cookie and leaves the address, or the page asks first.
pub(crate) async fn link(
    State(site): Shared,
    Extension(language): In,
    headers: HeaderMap,
    Path(token): Path<String>,
) -> Answer {
    if let Some(owner) = &site.testing()?.owner {
        return owner.open(&token).ok_or_else(shut);
    }
    let (holder, open) = (opened(&site, &token)?, site.class()?);
    let here = Visitor::of(&site, &headers)?.holder();
    if here.as_ref() == Some(&holder) {
        return Ok(Redirect::to(home(&holder)).into_response());
    }
    if here.is_none() && !is_from_elsewhere(&headers) {
        let cookie = [(header::SET_COOKIE, cookie(&headers, &token, false))];
        return Ok((AppendHeaders(cookie), Redirect::to(home(&holder))).into_response());
    }
    let layout = site.layout(language);
    let [other, here] = [Some(holder), here].map(|one| one.map(|one| name(open, &one, layout)));
    Ok(answer(&question(
        layout,
        &open.class.title,
        &token,
        &other.unwrap_or_default(),
        here.as_deref(),
    )))
}

/// Whether a page of another site led here. Browsers say so on TLS and on this machine; on plain
/// HTTP they name the page, unless the page forbids it.
fn is_from_elsewhere(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    match (text("sec-fetch-site"), text("referer"), text("host")) {
        (Some(site), ..) => site != "none" && site != "same-origin",
        (None, Some(referer), Some(host)) => {
            let (_, place) = referer.split_once("://").unwrap_or_default();
            place.split('/').next() != Some(host)
        }
        _ => false,
    }
}

/// Where a holder begins.
pub(crate) fn home(holder: &Holder) -> &'static str {
    match holder {
        Holder::Organiser(_) => "/people",
        Holder::Person(_) => "/test",
    }
}

/// The page that asks whether one is the holder of a link.
fn question(layout: Layout, title: &str, token: &str, other: &str, here: Option<&str>) -> String {
    let body = html! {
        main class="home test" {
            h1 { (title) }
            @if let Some(here) = here { p { (told_with_name(layout, "you-are", here)) } }
            p { (told_with_name(layout, "link-of", other)) }
            p { (say(layout, "only-if-you")) }
            form data-post="/api/link" {
                input type="hidden" name="token" value=(token);
                (shared(layout))
                p class="ways" {
                    button type="submit" class="main" { (told_with_name(layout, "go-on-as", other)) }
                    @if let Some(here) = here {
                        a class="button plain" href="/test" {
                            span { (told_with_name(layout, "stay", here)) }
                        }
                    }
                }
            }
        }
    };
    pages::of_people(layout, title, &body)
}

/// The box for a computer that others use.
pub(crate) fn shared(layout: Layout) -> Markup {
    html! {
        p { label { input type="checkbox" name="shared"; " " (say(layout, "shared-computer")) } }
    }
}

/// The page on which a code is typed.
pub(crate) async fn enter(
    State(site): Shared,
    Extension(language): In,
    headers: HeaderMap,
) -> Answer {
    let (testing, open, layout) = (site.testing()?, site.class()?, site.layout(language));
    let title = &open.class.title;
    let body = html! {
        main class="home test" {
            (Visitor::find(testing, &headers).line(testing, layout))
            h1 { (title) }
            form data-post="/api/enter" {
                p {
                    label for="code" { (say(layout, "type-code")) }
                    input id="code" class="code" name="code" required maxlength="20"
                        autocomplete="off" autocapitalize="characters" spellcheck="false";
                }
                (shared(layout))
                p { button type="submit" class="main" { (say(layout, "enter")) } }
            }
            p class="quiet" { (say(layout, "no-code")) }
        }
    };
    Ok(answer(&pages::of_people(layout, title, &body)))
}

/// What a form sends; a box that is not ticked is not sent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Opening {
    token: String,
    shared: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entering {
    code: String,
    shared: Option<String>,
}

/// Somebody says to be the holder of a link.
pub(crate) async fn open_link(
    State(site): Shared,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let Opening { token, shared } = sent_of(&headers, body)?;
    let holder = opened(&site, &token)?;
    Ok(entered(home(&holder), cookie(&headers, &token, shared.is_some())))
}

/// Somebody types a code.
pub(crate) async fn open_code(
    State(site): Shared,
    Extension(Client(from)): Extension<Client>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let Entering { code, shared } = sent_of(&headers, body)?;
    let open = site.class()?;
    let look = || {
        let holder = open.roster.holder_of_code(&code)?;
        Some((open.roster.token(&holder)?, holder))
    };
    let found = open.tries.find(from, Instant::now(), look).map_err(|wait| {
        let why = class_words::text("too-many-codes");
        Refusal::new(StatusCode::TOO_MANY_REQUESTS, why).until(Some(wait))
    })?;
    let none = || Refusal::senseless(class_words::text("no-such-code"));
    let (token, holder) = found.ok_or_else(none)?;
    Ok(entered(home(&holder), cookie(&headers, &token, shared.is_some())))
}

/// Ends the cookie.
pub(crate) async fn leave(
    State(site): Shared,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    site.class()?;
    json_of(&headers, body)?;
    Ok(entered("/enter", no_cookie(&headers)))
}

/// The response after which a browser is somebody else, and goes to this page.
pub(crate) fn entered(to: &str, cookie: String) -> Response {
    let headers =
        [(header::CONTENT_TYPE, "application/json".to_string()), (header::SET_COOKIE, cookie)];
    (headers, json!({ "to": to }).to_string()).into_response()
}
