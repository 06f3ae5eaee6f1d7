//! Who may see and do what. This is the only place that decides it: a route that is not in the
//! table is not answered, and pages that list several people's things ask [`may`] about each.

use axum::extract::{MatchedPath, RawPathParams, Request, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use classroom::{Audience, Organiser, Right};

use crate::class_words::text;
use crate::intake::length;
use crate::refusal::Refusal;
use crate::site::{Shared, Site};
use crate::testing::Testing;
use crate::visitor::Visitor;

/// What a route is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Object {
    /// The way in, and files that are no secret.
    Entrance,
    /// The visitor's own pages and uploads.
    Own,
    /// What somebody has handed in: the version, or the version of the trial, that the address
    /// names.
    Version,
    Trial,
    /// A person, as organisers see one, by the key that the address names.
    Person,
    /// The people; each organiser sees those of their group.
    People,
    /// The contest that the address names, as its audience sees it.
    Contest,
    /// What only an organiser of the whole class decides.
    Class,
}

/// What each route of a class is about, and the right that an organiser needs.
const ROUTES: &[(&str, Object, Right)] = &[
    ("/link/{token}", Object::Entrance, Right::Read),
    ("/enter", Object::Entrance, Right::Read),
    ("/join", Object::Entrance, Right::Read),
    ("/api/join", Object::Entrance, Right::Read),
    ("/starters/{game}/{name}", Object::Entrance, Right::Read),
    ("/api/link", Object::Entrance, Right::Read),
    ("/api/enter", Object::Entrance, Right::Read),
    ("/api/leave", Object::Entrance, Right::Read),
    ("/test", Object::Own, Right::Read),
    ("/test/{training}", Object::Own, Right::Read),
    ("/trials", Object::Own, Right::Read),
    ("/api/{game}/test", Object::Own, Right::Run),
    ("/versions/{version}", Object::Version, Right::Read),
    ("/api/versions/{version}/current", Object::Version, Right::Run),
    ("/api/{game}/reply/{version}", Object::Version, Right::Read),
    ("/trials/{trial}", Object::Trial, Right::Read),
    ("/trials/{trial}/now", Object::Trial, Right::Read),
    ("/trials/{trial}/cases", Object::Trial, Right::Read),
    ("/trials/{trial}/games.jsonl", Object::Trial, Right::Read),
    ("/trials/{trial}/games/{game}", Object::Trial, Right::Read),
    ("/api/trials/{trial}/{deed}", Object::Trial, Right::Run),
    ("/announce/{table}", Object::Class, Right::Run),
    ("/api/announce", Object::Class, Right::Run),
    ("/contests", Object::Own, Right::Read),
    ("/contests/{contest}", Object::Contest, Right::Read),
    ("/contests/{contest}/games/{file}/{byte}", Object::Contest, Right::Read),
    ("/contests/{contest}/ceremony", Object::People, Right::Read),
    ("/contests/{contest}/results/", Object::Contest, Right::Read),
    ("/contests/{contest}/results/{*path}", Object::Contest, Right::Read),
    ("/contests/{contest}/results.zip", Object::People, Right::Read),
    ("/api/contests/{contest}/{deed}", Object::Class, Right::Run),
    ("/api/contests/{contest}/own/{deed}", Object::Own, Right::Run),
    ("/assignments/{assignment}", Object::Own, Right::Read),
    ("/assignments/{assignment}/marks.csv", Object::People, Right::Read),
    ("/assignments/{assignment}/programs.zip", Object::People, Right::Read),
    ("/assignments/{assignment}/pages/{version}", Object::Version, Right::Read),
    ("/assignments/{assignment}/games/{version}/{game}", Object::Version, Right::Read),
    ("/api/assignments/{assignment}/of/{key}/points", Object::Person, Right::Mark),
    ("/api/assignments/{assignment}/own/{deed}", Object::Own, Right::Run),
    ("/api/assignments/{assignment}/moodle/{deed}", Object::People, Right::Read),
    ("/api/assignments/{assignment}/hand-in", Object::Class, Right::Run),
    ("/api/assignments/{assignment}/{deed}", Object::Class, Right::Run),
    ("/people", Object::People, Right::Read),
    ("/people/slips", Object::People, Right::Run),
    ("/api/people/door/{deed}", Object::People, Right::Run),
    ("/api/people/waiting/{id}/{deed}", Object::People, Right::Run),
    ("/people/of/{key}", Object::Person, Right::Read),
    ("/api/people/of/{key}/renew", Object::Person, Right::Run),
    ("/api/people/of/{key}/forget", Object::Person, Right::Run),
];

/// Whose a thing is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Whose<'a> {
    /// Anybody may have it.
    Anybodys,
    /// The visitor's own, whoever that is.
    Visitors,
    /// Handed in by the person with this key, who is in this group. The empty key is that of all
    /// organisers together.
    Work(&'a str, &'a str),
    /// This person of this group, as organisers see one.
    Person(&'a str),
    /// The people of whichever group.
    Peoples,
    /// There is no such thing.
    Nobodys,
}

/// What a visitor is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Yes,
    /// Nobody knows who this is.
    WhoAreYou,
    /// Nobody is told that somebody else's thing exists.
    ThereIsNone,
    /// The organiser may see it, but lacks this right.
    NoRight,
}

/// Whether a visitor may have something for which an organiser needs this right.
pub(crate) fn may(visitor: &Visitor, right: Right, whose: Whose<'_>) -> Verdict {
    let has_right = |organiser: &Organiser| match organiser.rights.contains(&right) {
        true => Verdict::Yes,
        false => Verdict::NoRight,
    };
    match (visitor, whose) {
        (_, Whose::Anybodys) => Verdict::Yes,
        (Visitor::Stranger, _) => Verdict::WhoAreYou,
        (_, Whose::Nobodys) => Verdict::ThereIsNone,
        (Visitor::Person(_), Whose::Visitors) => Verdict::Yes,
        (Visitor::Person(own), Whose::Work(key, _)) if own == key => Verdict::Yes,
        (Visitor::Person(_), _) => Verdict::ThereIsNone,
        (Visitor::Organiser(organiser), Whose::Work("", _)) => has_right(organiser),
        (Visitor::Organiser(organiser), Whose::Work(_, group) | Whose::Person(group))
            if !organiser.has_group(group) =>
        {
            Verdict::ThereIsNone
        }
        (Visitor::Organiser(organiser), _) => has_right(organiser),
    }
}

/// Whether a visitor may have what this person has handed in.
pub(crate) fn may_have_work(
    testing: &Testing,
    visitor: &Visitor,
    right: Right,
    person: &str,
) -> bool {
    let group = testing.group(person);
    may(visitor, right, Whose::Work(person, &group)) == Verdict::Yes
}

impl Verdict {
    fn checked(self) -> Result<(), Refusal> {
        let (status, why) = match self {
            Verdict::Yes => return Ok(()),
            Verdict::WhoAreYou => (StatusCode::UNAUTHORIZED, "open-link"),
            Verdict::ThereIsNone => (StatusCode::NOT_FOUND, "no-such-page"),
            Verdict::NoRight => (StatusCode::FORBIDDEN, "no-right"),
        };
        Err(Refusal::new(status, text(why)))
    }
}

/// Decides about the object that an address names.
fn decide(
    testing: &Testing,
    visitor: &Visitor,
    path: &str,
    parameter: impl Fn(&str) -> Option<String>,
) -> Verdict {
    let Some(&(_, object, right)) = ROUTES.iter().find(|(known, ..)| *known == path) else {
        return Verdict::ThereIsNone;
    };
    let number = |name| parameter(name)?.parse().ok();
    let workshop = &testing.workshop;
    let author = |version: Option<usize>| Some(workshop.version(version?)?.person);
    let key = match object {
        Object::Version => author(number("version")),
        Object::Trial => author(
            number("trial").and_then(|trial| workshop.trial(trial)).map(|trial| trial.version),
        ),
        Object::Person => parameter("key"),
        _ => None,
    };
    let group = key.as_deref().map(|key| testing.group(key)).unwrap_or_default();
    let whose = match (object, &key) {
        (Object::Entrance, _) => Whose::Anybodys,
        (Object::Own, _) => Whose::Visitors,
        (Object::Contest, _) if is_public(testing, parameter("contest")) => Whose::Anybodys,
        (Object::Contest, _) => Whose::Visitors,
        (Object::Class, _) => Whose::Person(""),
        (Object::People, _) => Whose::Peoples,
        (Object::Version | Object::Trial, Some(key)) => Whose::Work(key, &group),
        (Object::Person, Some(_)) => Whose::Person(&group),
        (Object::Version | Object::Trial | Object::Person, None) => Whose::Nobodys,
    };
    may(visitor, right, whose)
}

/// Whether everybody sees a contest of this name.
fn is_public(testing: &Testing, name: Option<String>) -> bool {
    let room = testing.class.as_ref().zip(name).map(|(open, name)| open.contests.room(&name));
    matches!(room, Some(Ok(room)) if room.contest().keys.standings == Audience::Everyone)
}

/// Refuses strangers the games and the results of a final whose contest they do not see.
pub(crate) fn of_shown_final(site: &Site, headers: &HeaderMap) -> Result<(), Refusal> {
    let Ok(testing) = site.testing() else { return Ok(()) };
    let room = testing.class.as_ref().and_then(|open| open.contests.last_final());
    match room.map(|room| room.contest().keys.standings) {
        None | Some(Audience::Everyone) => Ok(()),
        Some(_) => may(&Visitor::find(testing, headers), Right::Read, Whose::Visitors).checked(),
    }
}

/// Lets a request through if the visitor may make it, and writes down what an organiser changes.
pub(crate) async fn checked(
    State(site): Shared,
    path: MatchedPath,
    parameters: RawPathParams,
    request: Request,
    next: Next,
) -> Response {
    // Without a workshop there is nothing to protect, and handlers say so.
    let Ok(testing) = site.testing() else { return next.run(request).await };
    let visitor = Visitor::find(testing, request.headers());
    let parameter = |name: &str| {
        let value = parameters.iter().find(|(known, _)| *known == name);
        value.map(|(_, value)| value.to_string())
    };
    if let Err(refusal) = decide(testing, &visitor, path.as_str(), parameter).checked() {
        return refusal.into_response();
    }
    let is_change = request.method() == Method::POST;
    let person = if visitor == Visitor::Stranger { None } else { Some(visitor.key()) };
    let length = if is_change { length(request.headers()) } else { 0 };
    let _entered = match site.intake.enter(person, length).await {
        Ok(entered) => entered,
        Err(refusal) => return refusal.into_response(),
    };
    let address = request.uri().path().to_string();
    let response = next.run(request).await;
    if is_change && response.status().is_success() && is_logged(path.as_str()) {
        log(testing, &visitor, &address);
    }
    response
}

/// Whether what an organiser does by this route stands in the log.
fn is_logged(path: &str) -> bool {
    ROUTES.iter().any(|(known, _, right)| *known == path && *right != Right::Read)
}

/// Writes down a change with the ids in its address: names are in no file that is only added to.
fn log(testing: &Testing, visitor: &Visitor, address: &str) {
    let (Some(open), Visitor::Organiser(organiser)) = (&testing.class, visitor) else { return };
    let name = if organiser.is_first() { "organiser" } else { &organiser.name };
    let (place, deed) = address.rsplit_once('/').unwrap_or_default();
    let place = place.trim_start_matches("/api/");
    if let Err(error) = open.log.add(name, deed, place) {
        eprintln!("ludoteka: {error}");
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn organiser(group: &str, rights: &[Right]) -> Visitor {
        let (name, group) = ("Ewa".to_string(), group.to_string());
        let rights: BTreeSet<Right> = rights.iter().copied().collect();
        Visitor::Organiser(Organiser { name, group, rights })
    }

    /// For each visitor the verdict on each object, to read and to run: `+` yes, `?` who are you,
    /// `0` there is none, `-` no right.
    #[test]
    fn the_table() {
        use Right::{Mark, Read, Run};
        let objects = [
            Whose::Anybodys,
            Whose::Visitors,
            Whose::Work("ola", "3a"),
            Whose::Work("jan", "3b"),
            Whose::Work("", ""),
            Whose::Person("3a"),
            Whose::Person("3b"),
            Whose::Peoples,
            Whose::Nobodys,
        ];
        let rows = [
            (Visitor::Stranger, "+????????", "+????????"),
            (Visitor::Person("ola".to_string()), "+++000000", "+++000000"),
            (Visitor::Person("jan".to_string()), "++0+00000", "++0+00000"),
            (Visitor::Person("left".to_string()), "++0000000", "++0000000"),
            (Visitor::Organiser(Organiser::first()), "++++++++0", "++++++++0"),
            (organiser("", &[Read]), "++++++++0", "+-------0"),
            (organiser("", &[Run]), "+-------0", "++++++++0"),
            (organiser("", &[Mark]), "+-------0", "+-------0"),
            (organiser("3A", &[Read]), "+++0++0+0", "+--0--0-0"),
            (organiser("3b", &[Read, Run]), "++0++0++0", "++0++0++0"),
            (organiser("4", &[Read, Run]), "++00+00+0", "++00+00+0"),
        ];
        for (visitor, read, run) in rows {
            for (right, expected) in [(Read, read), (Run, run)] {
                let verdicts = objects.map(|whose| match may(&visitor, right, whose) {
                    Verdict::Yes => '+',
                    Verdict::WhoAreYou => '?',
                    Verdict::ThereIsNone => '0',
                    Verdict::NoRight => '-',
                });
                assert_eq!(verdicts.iter().collect::<String>(), expected, "{visitor:?} {right:?}");
            }
        }
    }

    #[test]
    fn every_route_stands_in_the_table_once() {
        let routes = include_str!("trials.rs").split(".route(").skip(1);
        let routes: Vec<&str> = routes.filter_map(|rest| rest.split('"').nth(1)).collect();
        let known: Vec<&str> = ROUTES.iter().map(|(path, ..)| *path).collect();
        assert_eq!(routes.iter().collect::<BTreeSet<_>>(), known.iter().collect::<BTreeSet<_>>());
        assert_eq!(routes.len(), known.len());
    }
}
