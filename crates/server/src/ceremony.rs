//! The page on which an organiser reveals the places of a final, from the last to the first.
//! Printed, it is the table, and a diploma on a page of its own for each place.

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use classroom::Placed;
use maud::{Markup, html};

use crate::class_words::{say, text};
use crate::contest_view::View;
use crate::pages::answer;
use crate::site::{Answer, In, Shared, aside};
use crate::visitor::Visitor;
use play::Layout;

/// A place, and the person who has it.
struct Winner {
    placed: Placed,
    person: Option<String>,
}

/// The page of a contest whose final is over.
pub(crate) async fn ceremony(
    State(site): Shared,
    Extension(language): In,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Answer {
    aside(move || {
        let (visitor, layout) = (Visitor::of(&site, &headers)?, site.layout(language));
        let view = View::of(&site, layout, &visitor, &name)?;
        let places = view.open.contests.places(&view.room);
        let places = places?.into_iter();
        let winners = places.map(|placed| Winner { person: person(&view, &placed), placed });
        let winners: Vec<Winner> = winners.collect();
        let title = view.contest.title();
        let body = html! {
            main class="home ceremony" {
                p class="not-printed" {
                    a href={ "/contests/" (name) } { "← " bdi { (title) } }
                }
                h1 { bdi { (title) } }
                p class="quiet not-printed" { (say(layout, "ceremony-how")) }
                p class="ways not-printed" {
                    button type="button" id="next" class="main" { (say(layout, "next-place")) }
                }
                (table(layout, &winners))
                @for winner in &winners { (diploma(&view, winner)) }
            }
        };
        let assets = ["trials.css", "ceremony.css", "ceremony.js"];
        Ok(answer(&layout.whole(None, title, &assets, &body).into_string()))
    })
    .await
}

/// The person of the class whose program this is, if the organiser sees that person.
fn person(view: &View<'_>, placed: &Placed) -> Option<String> {
    let found = view.participants.iter().find(|one| one.name == placed.name)?;
    if !view.sees_person(&found.version.person) {
        return None;
    }
    view.open.roster.title(&found.version.person)
}

/// The rows are hidden until they are revealed; paper shows them all.
fn table(layout: Layout, winners: &[Winner]) -> Markup {
    html! {
        table class="places" {
            thead { tr {
                th scope="col" { (say(layout, "place")) }
                th scope="col" { (say(layout, "program")) }
            } }
            tbody aria-live="polite" {
                @for Winner { placed, .. } in winners {
                    tr class="concealed" {
                        td { (placed.place) }
                        th scope="row" {
                            bdi { (placed.name) }
                            @if let Some(author) = &placed.author {
                                " " span class="quiet" { bdi { (author) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn diploma(view: &View<'_>, Winner { placed, person }: &Winner) -> Markup {
    let (layout, contest) = (view.layout, &view.contest);
    let place = text("takes-place").number("n", placed.place).told(layout.language);
    let author = placed.author.as_ref().filter(|author| person.as_ref() != Some(author));
    html! {
        section class="diploma" {
            p class="kind" { (say(layout, "diploma")) }
            p class="who" { bdi { (person.as_ref().unwrap_or(&placed.name)) } }
            @if let Some(author) = author { p { bdi { (author) } } }
            p class="place" { (place) }
            p { bdi { (contest.title()) } }
            p { (contest.training.title()) ": " bdi { (placed.name) } }
            p class="quiet" { bdi { (view.open.class.title) } }
        }
    }
}
