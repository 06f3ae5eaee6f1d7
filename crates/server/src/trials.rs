//! Requests of the pages on which programs are tested.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use classroom::{Holder, Refused, Right, Training, TrainingKeys, Trial, Upload, Version, WORDS};
use rules::message;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::oneshot;

use crate::class_words;
use crate::class_words::text;
use crate::intake::{LARGEST_UPLOAD, LONGEST_CLASS, LONGEST_UPLOAD};
use crate::pages::{answer, download, page_of_cases};
use crate::refusal::Refusal;
use crate::site::{Answer, In, Shared, Site, aside, json_of, sent_of};
use crate::trial_pages::{Seen, TrialPage};
use crate::visitor::{Visitor, name, version};
use crate::{
    announce, assignment_pages, ceremony, class_lists, class_pages, contest_pages, contest_people,
    contest_results, door, entrance, moodle, rights, slips, trial_lines, trial_pages,
};
use play::{Question, catalogue};

pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/link/{token}", get(entrance::link))
        .route("/enter", get(entrance::enter))
        .route("/api/link", post(entrance::open_link))
        .route("/api/enter", post(entrance::open_code))
        .route("/api/leave", post(entrance::leave))
        .route("/join", get(door::join))
        .route("/api/join", post(door::knock))
        .route("/test", get(trainings))
        .route("/test/{training}", get(form))
        .route("/announce/{table}", get(announce::form))
        .route("/api/announce", post(announce::announce))
        .route("/contests", get(class_lists::contests))
        .route("/contests/{contest}", get(contest_pages::contest))
        .route("/contests/{contest}/games/{file}/{byte}", get(contest_pages::game))
        .route("/contests/{contest}/ceremony", get(ceremony::ceremony))
        .route("/contests/{contest}/results/", get(contest_results::first))
        .route("/contests/{contest}/results/{*path}", get(contest_results::file))
        .route("/contests/{contest}/results.zip", get(contest_results::archive))
        .route("/api/contests/{contest}/{deed}", post(contest_pages::act))
        .route("/api/contests/{contest}/own/{deed}", post(contest_people::act))
        .route("/assignments/{assignment}", get(assignment_pages::assignment))
        .route("/assignments/{assignment}/marks.csv", get(assignment_pages::marks))
        .route("/assignments/{assignment}/programs.zip", get(assignment_pages::programs))
        .route("/assignments/{assignment}/pages/{version}", get(assignment_pages::page))
        .route("/api/assignments/{assignment}/of/{key}/points", post(assignment_pages::give))
        .route("/api/assignments/{assignment}/own/{deed}", post(assignment_pages::choose))
        .route("/api/assignments/{assignment}/moodle/{deed}", post(moodle::answer).layer(large()))
        .route("/assignments/{assignment}/games/{version}/{game}", get(assignment_pages::game))
        .route(
            "/api/assignments/{assignment}/hand-in",
            post(moodle::take_in).layer(DefaultBodyLimit::max(LONGEST_CLASS)),
        )
        .route("/api/assignments/{assignment}/{deed}", post(assignment_pages::act))
        .route("/people", get(class_pages::people))
        .route("/people/slips", get(slips::slips))
        .route("/api/people/door/{deed}", post(door::set))
        .route("/api/people/waiting/{id}/{deed}", post(door::decide))
        .route("/people/of/{key}", get(class_pages::person))
        .route("/api/people/of/{key}/forget", post(class_pages::forget))
        .route("/api/people/of/{key}/renew", post(class_pages::renew))
        .route("/versions/{version}", get(class_pages::version))
        .route("/starters/{game}/{name}", get(starter))
        .route("/trials", get(async || Redirect::to("/test")))
        .route("/trials/{trial}", get(trial))
        .route("/trials/{trial}/now", get(now))
        .route("/trials/{trial}/cases", get(cases))
        .route("/trials/{trial}/games.jsonl", get(records))
        .route("/trials/{trial}/games/{game}", get(recording))
        .route("/api/{game}/test", post(upload).layer(large()))
        .route("/api/trials/{trial}/{deed}", post(act))
        .route("/api/versions/{version}/current", post(make_current))
        .route("/api/{game}/reply/{version}", post(reply))
}

/// Lets a request be as long as an upload.
fn large() -> DefaultBodyLimit {
    DefaultBodyLimit::max(LONGEST_UPLOAD)
}

/// What a page sends to test a program.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sent {
    /// Whose program the page said that it is, by key. Another tab may have let in somebody else.
    person: Option<String>,
    /// The name of the role; a class decides it.
    role: Option<String>,
    /// The parameters that were set; a class decides them.
    #[serde(default)]
    set: BTreeMap<String, String>,
    /// The files: their names or paths, and their bytes in base64.
    files: Vec<(String, String)>,
}

impl Sent {
    fn read(
        body: &[u8],
        visitor: &Visitor,
        training: Training,
        site: &Site,
    ) -> Result<Upload, Refusal> {
        let sent: Sent = serde_json::from_slice(body)
            .map_err(|bad| bad_request(format!("the request cannot be read: {bad}")))?;
        if sent.person.is_some_and(|person| person != visitor.key()) {
            return Err(Refusal::new(StatusCode::CONFLICT, text("somebody-else")));
        }
        let is_chosen = sent.role.is_some() || !sent.set.is_empty();
        let training = match &site.testing()?.class {
            Some(_) if is_chosen => {
                return Err(Refusal::senseless(text("class-decides")));
            }
            Some(_) => training,
            None => {
                let (role, parameters) = (sent.role, sent.set);
                let keys = TrainingKeys { role, parameters, ..training.keys };
                Training::open(keys, site.games())
                    .map_err(|bad| Refusal::senseless(bad.to_string()))?
            }
        };
        let mut files = Vec::new();
        for (name, text) in sent.files {
            let bytes = STANDARD.decode(text);
            files.push((name, bytes.map_err(|_| bad_request("expected base64".to_string()))?));
        }
        if files.is_empty() {
            return Err(Refusal::senseless(text("no-files")));
        }
        let size: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
        if size > LARGEST_UPLOAD {
            return Err(too_large());
        }
        Ok(Upload { files, training })
    }
}

fn too_large() -> Refusal {
    let why = text("too-large-upload").number("n", LARGEST_UPLOAD >> 20);
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, why)
}

fn bad_request(why: String) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, why)
}

async fn trainings(State(site): Shared, Extension(language): In, headers: HeaderMap) -> Answer {
    let (testing, visitor) = (site.testing()?, Visitor::of(&site, &headers)?);
    let all = testing.trainings(site.games());
    let seen = Seen::of(testing, site.layout(language), &visitor);
    Ok(answer(&trial_pages::trainings(&seen, &all)))
}

async fn form(
    State(site): Shared,
    Extension(language): In,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Answer {
    let (testing, visitor) = (site.testing()?, Visitor::of(&site, &headers)?);
    let training = testing.training(&name, site.games())?;
    let seen = Seen::of(testing, site.layout(language), &visitor);
    Ok(answer(&trial_pages::form(&seen, &training)))
}

/// A program to begin with.
async fn starter(State(site): Shared, Path((game, name)): Path<(String, String)>) -> Answer {
    let starters = site.testing()?.starters;
    let found = starters.iter().find(|starter| starter.game == game && starter.name == name);
    let none = || Refusal::new(StatusCode::NOT_FOUND, "there is no such starter");
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, found.ok_or_else(none)?.text).into_response())
}

/// A trial, its version, and its number. `rights.rs` has decided that the visitor may see it.
fn found(site: &Site, number: &str) -> Result<(usize, Trial, Version), Refusal> {
    let workshop = &site.testing()?.workshop;
    let found = || {
        let number = number.parse().ok()?;
        let trial = workshop.trial(number)?;
        let version = workshop.version(trial.version)?;
        Some((number, trial, version))
    };
    found().ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, message!(WORDS, "no-such-trial")))
}

async fn trial(
    State(site): Shared,
    Extension(language): In,
    headers: HeaderMap,
    Path(number): Path<String>,
) -> Answer {
    aside(move || {
        let (number, trial, version) = found(&site, &number)?;
        let testing = site.testing()?;
        let own = testing.workshop.versions(Some(&version.person));
        let (layout, visitor) = (site.layout(language), Visitor::of(&site, &headers)?);
        let author = testing.class.as_ref().and_then(|open| {
            open.roster.title(&version.person)?;
            Some(name(open, &Holder::Person(version.person.clone()), layout))
        });
        let may_run = rights::may_have_work(testing, &visitor, Right::Run, &version.person);
        let line = visitor.line(testing, layout);
        let workshop = &testing.workshop;
        let page = TrialPage { layout, workshop, number, trial, version, author, line, may_run };
        Ok(answer(&trial_pages::trial(&page, &own)))
    })
    .await
}

/// The lines of a trial if they have changed since the change that the query names.
async fn now(
    State(site): Shared,
    Extension(language): In,
    Path(number): Path<String>,
    RawQuery(query): RawQuery,
) -> Answer {
    let (number, trial, _) = found(&site, &number)?;
    let seen = query.as_deref().and_then(|query| query.strip_prefix("seen=")?.parse().ok());
    if seen == Some(trial.change) {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let workshop = &site.testing()?.workshop;
    let news = trial_lines::news(site.layout(language), workshop, number, &trial);
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, news.to_string()).into_response())
}

/// The judge's page about the cases.
async fn cases(State(site): Shared, Extension(language): In, Path(number): Path<String>) -> Answer {
    aside(move || {
        let (number, ..) = found(&site, &number)?;
        let page = site.testing()?.workshop.cases(number, language);
        Ok(page_of_cases(&page?))
    })
    .await
}

/// All games of a trial, to be downloaded.
async fn records(State(site): Shared, Path(number): Path<String>) -> Answer {
    aside(move || {
        let (number, ..) = found(&site, &number)?;
        let lines = site.testing()?.workshop.lines(number)?;
        Ok(download("games.jsonl", "application/jsonl; charset=utf-8", lines))
    })
    .await
}

/// A game of a trial in the form that the page's script reads.
async fn recording(
    State(site): Shared,
    Extension(language): In,
    Path((number, game)): Path<(String, String)>,
) -> Answer {
    aside(move || {
        let (number, trial, _) = found(&site, &number)?;
        let none = |_| Refusal::new(StatusCode::NOT_FOUND, message!(WORDS, "no-such-game"));
        let game = game.parse().map_err(none)?;
        let recording = site.testing()?.workshop.recording(number, game);
        let recording = recording?;
        let recording = recording.in_language(catalogue(trial.training.spec), language);
        let kind = [(header::CONTENT_TYPE, "application/json")];
        Ok((kind, json!(recording).to_string()).into_response())
    })
    .await
}

async fn upload(
    State(site): Shared,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let (testing, visitor) = (site.testing()?, Visitor::of(&site, &headers)?);
    let training = testing.training(&name, site.games())?;
    if body.as_ref().is_err_and(|bad| bad.status() == StatusCode::PAYLOAD_TOO_LARGE) {
        return Err(too_large());
    }
    let body = json_of(&headers, body)?;
    aside(move || {
        let upload = Sent::read(&body, &visitor, training, &site)?;
        site.testing()?
            .workshop
            .upload(visitor.key(), upload)
            .map(made)
            .map_err(Refusal::of_refused)
    })
    .await
}

/// What a button asks for.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Asked {
    /// The version to play against.
    version: usize,
}

/// Does what a button of a trial's page says.
async fn act(
    State(site): Shared,
    Path((number, deed)): Path<(String, String)>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let (number, trial, _) = found(&site, &number)?;
    let asked: Asked = sent_of(&headers, body)?;
    aside(move || {
        let workshop = &site.testing()?.workshop;
        let done = match deed.as_str() {
            "again" => workshop.again(number, true),
            "anew" => workshop.again(number, false),
            "against" => workshop.against(trial.version, asked.version),
            "withdraw" => workshop.withdraw(number).map(|()| number).map_err(Refused::from),
            _ => return Err(Refusal::new(StatusCode::NOT_FOUND, "there is no such button")),
        };
        done.map(made).map_err(Refusal::of_refused)
    })
    .await
}

/// A version's move, for a person who plays against it.
async fn reply(
    State(site): Shared,
    Extension(language): In,
    Path((game, number)): Path<(String, String)>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let spec = site.game(&game)?;
    let version = version(&site, &number)?;
    if version.training.spec.name != spec.name {
        return Err(Refusal::senseless(text("other-game-program")));
    }
    let number = version.number;
    let (parameters, moves) = Question::read(&json_of(&headers, body)?)?.moves_from_start(spec)?;
    let (told, heard) = oneshot::channel();
    // A program may think for seconds, and the threads of `aside` are for short work.
    let ask = move || {
        let workshop = &site.testing()?.workshop;
        workshop.reply(number, parameters, moves).map_err(Refusal::from)
    };
    std::thread::spawn(move || told.send(ask()));
    let gone = |_| Refusal::new(StatusCode::SERVICE_UNAVAILABLE, text("no-answer"));
    let kind = [(header::CONTENT_TYPE, "application/json")];
    let answer = match heard.await.map_err(gone)?? {
        Ok(name) => json!({ "move": name }),
        Err(foul) => json!({ "foul": class_words::told(&foul, spec, language) }),
    };
    Ok((kind, answer.to_string()).into_response())
}

/// Makes a version its author's current one.
async fn make_current(
    State(site): Shared,
    Path(number): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let number = version(&site, &number)?.number;
    json_of(&headers, body)?;
    aside(move || {
        let workshop = &site.testing()?.workshop;
        workshop.make_current(number)?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

/// The response that names a trial.
fn made(trial: usize) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (kind, json!({ "trial": trial }).to_string()).into_response()
}
