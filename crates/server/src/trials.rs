//! Requests of the pages on which programs are tested.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use classroom::{Role, Training, Trial, Upload};
use errors::{Error, ErrorKind};
use rules::Parameters;
use search::GameSpec;
use serde::Deserialize;
use serde_json::json;

use crate::pages::answer;
use crate::refusal::Refusal;
use crate::site::{Answer, In, Shared, Site, aside, json_of};
use crate::{trial_lines, trial_pages};

/// The greatest size of an upload in bytes, as files and as JSON: base64 takes four bytes for three.
const LARGEST_UPLOAD: usize = 4 << 20;
const LONGEST_UPLOAD: usize = LARGEST_UPLOAD / 3 * 4 + (256 << 10);

/// The judge's page brings its own style, and no script.
const POLICY_OF_CASES: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/test", get(games))
        .route("/test/{game}", get(form))
        .route("/starters/{game}/{name}", get(starter))
        .route("/trials", get(async || Redirect::to("/test")))
        .route("/trials/{trial}", get(trial))
        .route("/trials/{trial}/now", get(now))
        .route("/trials/{trial}/cases", get(cases))
        .route("/trials/{trial}/games.jsonl", get(records))
        .route("/trials/{trial}/games/{game}", get(recording))
        .route("/api/{game}/test", post(upload).layer(DefaultBodyLimit::max(LONGEST_UPLOAD)))
        .route("/api/trials/{trial}/{deed}", post(act))
}

/// What a page sends to test a program.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sent {
    /// The name of the role.
    role: String,
    /// The parameters that were set.
    #[serde(default)]
    set: BTreeMap<String, String>,
    /// The files: their names or paths, and their bytes in base64.
    files: Vec<(String, String)>,
}

impl Sent {
    fn read(body: &[u8], spec: &'static GameSpec) -> Result<Upload, Refusal> {
        let sent: Sent = serde_json::from_slice(body)
            .map_err(|bad| bad_request(format!("the request cannot be read: {bad}")))?;
        let role = Role::of(spec).iter().copied().find(|role| role.name() == sent.role);
        let role = role.ok_or_else(|| bad_request("the game has no such role".to_string()))?;
        let mut parameters = Parameters::new(spec.parameters);
        for (name, value) in &sent.set {
            parameters.set(name, value).map_err(|bad| Refusal::senseless(bad.to_string()))?;
        }
        (spec.open)(&parameters, None).map_err(|bad| Refusal::senseless(bad.to_string()))?;
        let mut files = Vec::new();
        for (name, text) in sent.files {
            let bytes = STANDARD.decode(text);
            files.push((name, bytes.map_err(|_| bad_request("expected base64".to_string()))?));
        }
        if files.is_empty() {
            return Err(Refusal::senseless("there are no files"));
        }
        let size: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
        if size > LARGEST_UPLOAD {
            let why = format!("the files have more than {} MiB", LARGEST_UPLOAD >> 20);
            return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, why));
        }
        Ok(Upload { files, training: Training { spec, role, parameters } })
    }
}

fn bad_request(why: String) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, why)
}

/// The refusal for an error of the workshop.
fn refused(error: &Error) -> Refusal {
    let status = match error.kind() {
        ErrorKind::Input => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorKind::NotFound => StatusCode::NOT_FOUND,
        ErrorKind::Conflict => StatusCode::CONFLICT,
        ErrorKind::Corrupt | ErrorKind::Machine | ErrorKind::Bug => {
            StatusCode::INTERNAL_SERVER_ERROR
        }
    };
    Refusal::new(status, error.to_string())
}

async fn games(State(site): Shared, Extension(language): In) -> Answer {
    let versions = site.testing()?.workshop.versions();
    Ok(answer(&trial_pages::games(site.layout(language), &versions)))
}

async fn form(State(site): Shared, Extension(language): In, Path(game): Path<String>) -> Answer {
    let (spec, testing) = (site.game(&game)?, site.testing()?);
    let (layout, versions) = (site.layout(language), testing.workshop.versions());
    Ok(answer(&trial_pages::form(layout, spec, &versions, testing.starters)))
}

/// A program to begin with.
async fn starter(State(site): Shared, Path((game, name)): Path<(String, String)>) -> Answer {
    let starters = site.testing()?.starters;
    let found = starters.iter().find(|starter| starter.game == game && starter.name == name);
    let none = || Refusal::new(StatusCode::NOT_FOUND, "there is no such starter");
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, found.ok_or_else(none)?.text).into_response())
}

/// A trial and its number.
fn found(site: &Site, number: &str) -> Result<(usize, Trial), Refusal> {
    let workshop = &site.testing()?.workshop;
    let number = number.parse().ok();
    let trial = number.and_then(|number: usize| Some((number, workshop.trial(number)?)));
    trial.ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "there is no such trial"))
}

async fn trial(State(site): Shared, Extension(language): In, Path(number): Path<String>) -> Answer {
    aside(move || {
        let (number, trial) = found(&site, &number)?;
        let workshop = &site.testing()?.workshop;
        let version = workshop.version(trial.version);
        let version = version.ok_or_else(|| Refusal::senseless("the version is gone"))?;
        let layout = site.layout(language);
        let versions = workshop.versions();
        Ok(answer(&trial_pages::trial(layout, number, &trial, &version, &versions)))
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
    let seen = query.as_deref().and_then(|query| query.strip_prefix("seen=")?.parse().ok());
    let change =
        number.parse().ok().and_then(|number| site.testing().ok()?.workshop.change(number));
    if seen.is_some() && seen == change {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let (number, trial) = found(&site, &number)?;
    let news = trial_lines::news(site.layout(language), number, &trial);
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, news.to_string()).into_response())
}

/// The judge's page about the cases.
async fn cases(State(site): Shared, Extension(language): In, Path(number): Path<String>) -> Answer {
    aside(move || {
        let (_, trial) = found(&site, &number)?;
        let none = || Refusal::new(StatusCode::NOT_FOUND, "no cases have been run yet");
        let page = trial.cases.as_ref().ok_or_else(none)?.page(trial.training.spec, language);
        let mut response = answer(&page);
        let policy = HeaderValue::from_static(POLICY_OF_CASES);
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        Ok(response)
    })
    .await
}

/// All games of a trial, to be downloaded.
async fn records(State(site): Shared, Path(number): Path<String>) -> Answer {
    aside(move || {
        let (_, trial) = found(&site, &number)?;
        let headers = [
            (header::CONTENT_TYPE, "application/jsonl; charset=utf-8"),
            (header::CONTENT_DISPOSITION, "attachment; filename=\"games.jsonl\""),
        ];
        Ok((headers, trial.lines()).into_response())
    })
    .await
}

/// A game of a trial in the form that the page's script reads.
async fn recording(State(site): Shared, Path((number, game)): Path<(String, String)>) -> Answer {
    aside(move || {
        let (_, trial) = found(&site, &number)?;
        let none = |why: String| Refusal::new(StatusCode::NOT_FOUND, why);
        let game = game.parse().map_err(|_| none("there is no such game".to_string()))?;
        let recording = trial.recording(game).map_err(none)?;
        let kind = [(header::CONTENT_TYPE, "application/json")];
        Ok((kind, json!(recording).to_string()).into_response())
    })
    .await
}

async fn upload(
    State(site): Shared,
    Path(game): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let spec = site.game(&game)?;
    site.testing()?;
    let body = json_of(&headers, body)?;
    aside(move || {
        let upload = Sent::read(&body, spec)?;
        let trial =
            site.testing()?.workshop.upload(upload).map_err(|error| match error.kind() {
                // The files were received, but none of them is a program.
                ErrorKind::NotFound => Refusal::senseless(error.to_string()),
                _ => refused(&error),
            })?;
        Ok(made(trial))
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
    let body = json_of(&headers, body)?;
    let asked: Asked = serde_json::from_slice(&body)
        .map_err(|bad| bad_request(format!("the request cannot be read: {bad}")))?;
    let (number, trial) = found(&site, &number)?;
    let workshop = &site.testing()?.workshop;
    let done = match deed.as_str() {
        "again" => workshop.again(number, true),
        "anew" => workshop.again(number, false),
        "against" => workshop.against(trial.version, asked.version),
        "withdraw" => workshop.withdraw(number).map(|()| number),
        _ => Err(Error::not_found("there is no such button")),
    };
    done.map(made).map_err(|error| refused(&error))
}

/// The response that names a trial.
fn made(trial: usize) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (kind, json!({ "trial": trial }).to_string()).into_response()
}
