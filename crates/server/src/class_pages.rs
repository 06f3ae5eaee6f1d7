//! The organiser's pages: the people of a class, the queue, and what somebody has handed in; and
//! the page of a version's files, which its author sees as well.

use std::collections::BTreeSet;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use classroom::{Holder, Member, Right, Training, Trial, Version, WORDS, Workshop};
use errors::excerpt::short;
use maud::{Markup, html};
use page::{level, text};
use rules::message;
use tokio::sync::oneshot;

use crate::announce;
use crate::class_lists;
use crate::class_words;
use crate::door;
use crate::pages::{self, answer};
use crate::refusal::Refusal;
use crate::rights::{Verdict, Whose, may, may_have_work};
use crate::site::{Answer, In, Shared, aside, json_of};
use crate::tables::encoded;
use crate::testing::{OpenClass, Testing};
use crate::trial_pages::{about, ago, history, link, summary};
use crate::visitor::{self, Visitor};
use play::Layout;

/// At most this much of each file is shown, in bytes.
const SHOWN: usize = 256 << 10;

/// The table of all people.
pub(crate) async fn people(
    State(site): Shared,
    Extension(language): In,
    headers: HeaderMap,
) -> Answer {
    aside(move || {
        let visitor = Visitor::of(&site, &headers)?;
        site.class()?;
        let page = table(site.layout(language), site.testing()?, &visitor);
        Ok(answer(&page.unwrap_or_default()))
    })
    .await
}

fn table(layout: Layout, testing: &Testing, visitor: &Visitor) -> Option<String> {
    let (open, workshop) = (testing.class.as_ref()?, &testing.workshop);
    let say = |key| layout.say(key);
    let sees = |group: &str| may(visitor, Right::Read, Whose::Person(group)) == Verdict::Yes;
    let (everybody, all) = (open.roster.members(), workshop.versions(None));
    let known: BTreeSet<&str> = everybody.iter().map(|member| &*member.id).collect();
    let has_left = |person: &&str| !person.is_empty() && !known.contains(person) && sees("");
    let left: BTreeSet<&str> =
        all.iter().map(|(version, _)| &*version.person).filter(has_left).collect();
    let is_seen = |member: &&Member| sees(&member.person.group);
    let members: Vec<&Member> = everybody.iter().filter(is_seen).collect();
    let has_groups = everybody.iter().any(|member| !member.person.group.is_empty());
    let confinement = level(workshop.level().number());
    let body = html! {
        main class="home people" {
            (visitor.line(testing, layout))
            h1 { (open.class.title) }
            @if let Some(old) = open.roster.moved_from() {
                p class="verdict bad" role="alert" {
                    (class_words::text("links-moved").name("old", old)
                        .name("new", open.roster.base()).told(layout.language))
                }
            }
            @if let Some(why) = open.roster.complaint() { p class="verdict bad" role="alert" { (why) } }
            p class="quiet" {
                (text("confined-at").with("level", confinement).told(layout.language))
            }
            (door::section(layout, open, visitor))
            @for why in open.complaints() { p class="verdict bad" role="alert" { (why) } }
            @for book in open.assignments.all() {
                @for why in book.complaints() {
                    p class="verdict bad" role="alert" {
                        bdi { (book.assignment().title()) } ": " (why)
                    }
                }
            }
            (class_lists::lists(layout, open))
            @if may(visitor, Right::Run, Whose::Person("")) == Verdict::Yes {
                (announce::links(layout))
            }
            (queue(layout, testing, open, visitor))
            h2 { (say("people")) }
            @if members.is_empty() { p { (say("no-people")) } }
            @else {
                div class="wide" tabindex="0" role="region" aria-label=(say("people")) { table {
                    thead { tr {
                        th scope="col" { (say("name")) }
                        @if has_groups { th scope="col" { (class_words::say(layout, "group")) } }
                        @for training in &open.class.trainings {
                            th scope="col" { (training.title()) }
                        }
                    } }
                    tbody {
                        @for member in &members {
                            @let group = has_groups.then_some(&*member.person.group);
                            @let who = (&*member.id, member.person.title(), group);
                            (row(layout, open, workshop, who, &all))
                        }
                        @for id in left {
                            @let title = title(layout, open, id);
                            @let who = (id, &*title, has_groups.then_some(""));
                            (row(layout, open, workshop, who, &all))
                        }
                    }
                } }
            }
            @if may(visitor, Right::Run, Whose::Peoples) == Verdict::Yes {
                p { a href="/people/slips" { (class_words::say(layout, "slips")) } }
            }
            p { a href="/test" { (say("test-program")) } }
        }
    };
    Some(pages::of_people(layout, &open.class.title, &body))
}

/// The trials that are not over.
fn queue(layout: Layout, testing: &Testing, open: &OpenClass, visitor: &Visitor) -> Markup {
    let workshop = &testing.workshop;
    let sees = |trial: &usize| {
        let version = workshop.trial(*trial).and_then(|trial| workshop.version(trial.version));
        version.is_some_and(|one| may_have_work(testing, visitor, Right::Read, &one.person))
    };
    let mut waiting = workshop.queue();
    waiting.retain(|(trial, _)| sees(trial));
    html! {
        h2 { (layout.say("queue")) }
        @if waiting.is_empty() { p { (layout.say("queue-empty")) } }
        ul class="records" {
            @for (number, _) in waiting {
                @if let Some(trial) = workshop.trial(number) {
                    @let version = workshop.version(trial.version);
                    @let person = version.map_or_else(String::new, |version| version.person);
                    li { (summary(layout, number, &trial)) " "
                        bdi { (title(layout, open, &person)) } " "
                        span class="quiet" { (trial.training.title()) } }
                }
            }
        }
    }
}

/// The name of a person, with the group, unless it was forgotten; nothing for the organiser.
fn title(layout: Layout, open: &OpenClass, id: &str) -> String {
    match open.roster.title(id) {
        Some(_) => visitor::name(open, &Holder::Person(id.to_string()), layout),
        None if id.is_empty() => String::new(),
        None => layout.say("name-removed"),
    }
}

/// A person's row: for each training the number of versions, and the state of the last one.
fn row(
    layout: Layout,
    open: &OpenClass,
    workshop: &Workshop,
    (key, title, group): (&str, &str, Option<&str>),
    all: &[(Version, Vec<(usize, Trial)>)],
) -> Markup {
    let of = |training: &Training| {
        let is_own =
            |version: &Version| version.person == key && version.training.name() == training.name();
        let own: Vec<_> = all.iter().filter(|(version, _)| is_own(version)).collect();
        let Some((last, trials)) = own.last() else { return html! { td { "–" } } };
        let current = workshop.current(key, training.name());
        html! { td {
            @if let Some((number, trial)) = trials.last() { (link(layout, *number, trial)) " " }
            span class="quiet" {
                (text("of-versions").number("n", own.len()).told(layout.language)) ", "
                (ago(layout, last.uploaded))
                @if let Some(current) = current {
                    ", " (text("current-is").number("n", current.ordinal).told(layout.language))
                }
            }
        } }
    };
    html! { tr {
        th scope="row" { a href={ "/people/of/" (encoded(key)) } { bdi { (short(title)) } } }
        @if let Some(group) = group { td { bdi { (short(group)) } } }
        @for training in &open.class.trainings { (of(training)) }
    } }
}

/// What a person has handed in.
pub(crate) async fn person(
    State(site): Shared,
    Extension(language): In,
    headers: HeaderMap,
    Path(key): Path<String>,
) -> Answer {
    aside(move || {
        let (testing, open) = (site.testing()?, site.class()?);
        let (visitor, workshop) = (Visitor::of(&site, &headers)?, &testing.workshop);
        let (layout, versions) = (site.layout(language), workshop.versions(Some(&key)));
        let title = open.roster.title(&key);
        if title.is_none() && versions.is_empty() {
            return Err(Refusal::new(StatusCode::NOT_FOUND, message!(WORDS, "no-such-person")));
        }
        let (is_known, title) = (title.is_some(), self::title(layout, open, &key));
        let group = open.roster.group(&key);
        // Whoever sees a link can be that person.
        let may_renew = may(&visitor, Right::Run, Whose::Person(&group)) == Verdict::Yes;
        let may_run = may_have_work(testing, &visitor, Right::Run, &key);
        let body = html! {
            main class="home test" {
                (visitor.line(testing, layout))
                p { a href="/people" { "← " (layout.say("people")) } }
                h1 { bdi { (title) } @if !group.is_empty() { ", " bdi { (group) } } }
                @if may_renew { (pass(layout, open, &key)) }
                @if versions.is_empty() { p { (layout.say("nothing-yet")) } }
                (history(layout, workshop, &versions, may_run))
                @if is_known && may_renew { (forget_button(layout, &key)) }
            }
        };
        Ok(answer(&pages::of_people(layout, &title, &body)))
    })
    .await
}

/// A person's link and code, and the button that replaces them.
fn pass(layout: Layout, open: &OpenClass, key: &str) -> Markup {
    let say = |key| class_words::say(layout, key);
    html! {
        @if let Some((link, code)) = open.roster.pass(key) {
            details {
                summary { (say("link-and-code")) }
                p class="pass" { code { (link) } }
                p { code { (code) } }
                p { (say("renew-shuts")) }
                p {
                    button type="button" class="plain"
                        data-post={ "/api/people/of/" (encoded(key)) "/renew" } { (say("renew")) }
                }
            }
        }
    }
}

/// Gives a person another link and code, and shuts the old ones.
pub(crate) async fn renew(
    State(site): Shared,
    Path(key): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    json_of(&headers, body)?;
    aside(move || {
        let roster = &site.class()?.roster;
        roster.renew(&Holder::Person(key))?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

fn forget_button(layout: Layout, id: &str) -> Markup {
    html! {
        h2 { (layout.say("forget-person")) }
        p { (layout.say("forget-what")) }
        p { button type="button" class="plain" data-question=(layout.say("forget-sure"))
            data-post={ "/api/people/of/" (encoded(id)) "/forget" } {
                (layout.say("forget-person"))
            } }
    }
}

/// Forgets a person.
pub(crate) async fn forget(
    State(site): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    json_of(&headers, body)?;
    if site.class()?.roster.title(&id).is_none() {
        return Err(Refusal::new(StatusCode::NOT_FOUND, message!(WORDS, "no-such-person")));
    }
    let (told, heard) = oneshot::channel();
    // A program that is running is waited for, and the threads of `aside` are for short work.
    let ask = move || {
        let (open, workshop) = (site.class()?, &site.testing()?.workshop);
        open.roster.forget(workshop, &id).map_err(Refusal::from)
    };
    std::thread::spawn(move || told.send(ask()));
    let gone = |_| Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "the person is not forgotten yet");
    heard.await.map_err(gone)??;
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, r#"{"to":"/people"}"#).into_response())
}

/// The files of a version.
pub(crate) async fn version(
    State(site): Shared,
    Extension(language): In,
    headers: HeaderMap,
    Path(number): Path<String>,
) -> Answer {
    aside(move || {
        let (testing, version) = (site.testing()?, visitor::version(&site, &number)?);
        let line = Visitor::of(&site, &headers)?.line(testing, site.layout(language));
        let workshop = &testing.workshop;
        let entry = workshop.program(version.number)?;
        let layout = site.layout(language);
        let body = html! {
            main class="home test" {
                (line)
                p { a href={ "/test/" (version.training.name()) } {
                    "← " (version.training.title())
                } }
                h1 { bdi { (version.name) } }
                p class="quiet" {
                    (text("version-of").number("n", version.ordinal)
                        .name("about", about(layout, &version)).told(layout.language))
                    ", " (ago(layout, version.uploaded))
                }
                @for (path, bytes) in entry.bundle.iter().flat_map(|bundle| bundle.all()) {
                    h2 { bdi { (path.display()) } }
                    pre class="source" tabindex="0" { (readable(bytes)) }
                }
            }
        };
        Ok(answer(&pages::of_people(layout, &version.name, &body)))
    })
    .await
}

/// The beginning of a file as text; only its size, if it is none.
fn readable(bytes: &[u8]) -> String {
    if bytes.contains(&0) {
        return format!("({} B)", bytes.len());
    }
    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(SHOWN)]).into_owned();
    if bytes.len() > SHOWN { shown + "…" } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_files_are_not_shown() {
        assert_eq!(readable(b"\x7fELF\0"), "(5 B)");
        assert_eq!(readable("ż".as_bytes()), "ż");
    }
}
