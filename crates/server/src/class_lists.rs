//! The list of a class's contests and assignments.

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use maud::{Markup, html};

use crate::assignment_pages;
use crate::class_words::say;
use crate::contest_pages;
use crate::pages::{self, answer};
use crate::site::{Answer, In, Shared, aside};
use crate::testing::OpenClass;
use crate::visitor::Visitor;
use play::Layout;

/// The list of all contests and assignments.
pub(crate) async fn contests(
    State(site): Shared,
    Extension(language): In,
    headers: HeaderMap,
) -> Answer {
    aside(move || {
        let (open, visitor) = (site.class()?, Visitor::of(&site, &headers)?);
        let layout = site.layout(language);
        let body = html! {
            main class="home" {
                (visitor.line(site.testing()?, layout))
                h1 { (open.class.title) }
                (lists(layout, open))
            }
        };
        Ok(answer(&pages::of_people(layout, &open.class.title, &body)))
    })
    .await
}

/// The contests and the assignments, as far as there are any.
pub(crate) fn lists(layout: Layout, open: &OpenClass) -> Markup {
    html! {
        @if !open.contests.rooms().is_empty() {
            h2 { (say(layout, "contests")) }
            (contest_pages::list(layout, open))
        }
        @if !open.assignments.all().is_empty() {
            h2 { (say(layout, "assignments")) }
            (assignment_pages::list(layout, open))
        }
    }
}
