//! The page of slips: for each person the link, as a square that a camera reads, and the code.

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use classroom::{Member, Right};
use errors::excerpt::short;
use maud::{Markup, html};
use qrcodegen::{QrCode, QrCodeEcc};

use crate::class_words::{say, text};
use crate::pages::{self, answer};
use crate::rights::{Verdict, Whose, may};
use crate::site::{Answer, In, Shared, aside};
use crate::testing::OpenClass;
use crate::visitor::Visitor;
use play::Layout;

/// The light edge around a square, in modules, by which a camera finds it.
const EDGE: i32 = 4;

/// The slips of the people whose links the visitor may see.
pub(crate) async fn slips(
    State(site): Shared,
    Extension(language): In,
    headers: HeaderMap,
) -> Answer {
    aside(move || {
        let (open, visitor) = (site.class()?, Visitor::of(&site, &headers)?);
        let layout = site.layout(language);
        let mut members = open.roster.members();
        members.retain(|one| {
            may(&visitor, Right::Run, Whose::Person(&one.person.group)) == Verdict::Yes
        });
        let body = html! {
            main class="home slips-page" {
                div class="not-printed" {
                    p { a href="/people" { "← " (layout.say("people")) } }
                    h1 { (say(layout, "slips")) }
                    p { (say(layout, "slips-how")) }
                }
                div class="slips" { @for member in &members { (slip(layout, open, member)) } }
            }
        };
        Ok(answer(&pages::of_people(layout, &open.class.title, &body)))
    })
    .await
}

fn slip(layout: Layout, open: &OpenClass, member: &Member) -> Markup {
    let place = format!("{}/enter", open.roster.base());
    html! {
        @if let Some((link, code)) = open.roster.pass(&member.id) {
            section class="slip" {
                @if let Some(square) = square(&link) { (square) }
                div {
                    h2 { bdi { (short(member.person.title())) } }
                    @if !member.person.group.is_empty() {
                        p { bdi { (short(&member.person.group)) } }
                    }
                    p class="code" { code { (code) } }
                    p { (text("slip-enter").name("place", place).told(layout.language)) }
                    p class="quiet" { (open.class.title) ". " (say(layout, "slip-secret")) }
                }
            }
        }
    }
}

/// A link as a QR code; `None` if it is longer than any code.
fn square(link: &str) -> Option<Markup> {
    let code = QrCode::encode_text(link, QrCodeEcc::Medium).ok()?;
    let size = code.size();
    let places = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
    let dark: String = places
        .filter(|&(x, y)| code.get_module(x, y))
        .map(|(x, y)| format!("M{} {}h1v1h-1z", x + EDGE, y + EDGE))
        .collect();
    let whole = size + 2 * EDGE;
    Some(html! {
        svg class="square" viewBox={ "0 0 " (whole) " " (whole) } role="img" aria-label="QR"
            shape-rendering="crispEdges" {
            rect width=(whole) height=(whole) fill="#fff" {}
            path d=(dark) fill="#000" {}
        }
    })
}
