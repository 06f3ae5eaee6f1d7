//! Maps requests to responses.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Extension;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, Path, RawQuery, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use play::{Layout, Place, Position, Question, Want};
use rules::Language;
use search::GameSpec;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::archive::{Archive, Final};
use crate::assets;
use crate::chosen_language;
use crate::class_words;
use crate::engines::Engines;
use crate::folder::{self, FIRST, Folder, RESULTS};
use crate::games_list;
use crate::games_of;
use crate::guard::{self, Hosts};
use crate::intake::{Intake, LONGEST_QUESTION, PATIENCE, length};
use crate::packed;
use crate::pages::{self, Pages};
use crate::recorded;
use crate::refusal::{self, Refusal};
use crate::testing::{OpenClass, Testing};
use crate::watch::Live;

/// The time in which a request's content has to arrive and its response has to begin. An engine's
/// moves come later, as a stream.
const REQUEST_TIME: Duration = Duration::from_secs(30);

/// The games that are shown besides the games that visitors play.
#[derive(Clone)]
pub(crate) enum Shown {
    Nothing,
    /// Recorded games that are not published yet. Their number may grow.
    Games(Arc<Live>),
    /// Finished pages.
    Folder(Arc<dyn Folder>),
}

impl Shown {
    pub(crate) fn games(archive: Box<dyn Archive>) -> Shown {
        Shown::Games(Arc::new(Live::new(archive)))
    }

    /// The finished pages, if there are any. This call may read files.
    fn folder(&self) -> Option<&dyn Folder> {
        match self {
            Shown::Nothing => None,
            Shown::Games(live) => live.archive().published(),
            Shown::Folder(folder) => Some(&**folder),
        }
    }
}

/// The data from which responses are made.
pub(crate) struct Site {
    games: &'static [&'static GameSpec],
    shown: Shown,
    /// What is shown of a class's last final, and its folder.
    of_final: Mutex<Option<(PathBuf, Shown)>>,
    testing: Option<Testing>,
    hosts: Hosts,
    engines: Engines,
    pages: Pages,
    pub(crate) intake: Intake,
}

pub(crate) type Shared = State<Arc<Site>>;
/// The language in which a request is answered.
pub(crate) type In = Extension<Language>;
pub(crate) type Answer = Result<Response, Refusal>;

impl Site {
    pub(crate) fn new(
        games: &'static [&'static GameSpec],
        shown: Shown,
        testing: Option<Testing>,
        hosts: Hosts,
        cores: usize,
    ) -> Arc<Site> {
        let (records, trials) = (!matches!(shown, Shown::Nothing), testing.is_some());
        let place = Place::Server(assets::files);
        let pages = Pages::new(|language| Layout { games, records, trials, language, place });
        let (engines, intake) = (Engines::new(cores), Intake::new(PATIENCE));
        Arc::new(Site {
            games,
            shown,
            of_final: Mutex::default(),
            testing,
            hosts,
            engines,
            pages,
            intake,
        })
    }

    /// All pages, with `more` of them that use this site. `may_watch` says whether a visitor sees the
    /// games and results that are shown.
    pub(crate) fn router(self: Arc<Site>, more: Router<Arc<Site>>, may_watch: MayWatch) -> Router {
        Router::new()
            .route("/", get(home))
            .route("/play/{game}", get(play))
            .route("/play/{game}/", get(without_slash))
            .route("/rules/{game}", get(rules))
            .route("/rules/{game}/", get(without_slash))
            .route("/play", get(async || Redirect::to("/")))
            .route("/rules", get(async || Redirect::to("/")))
            .route("/games", get(first_games))
            .route("/games/events", get(follow))
            .route("/games/{number}", get(game))
            .route("/games/{number}/recording", get(recording))
            .route("/games/from/{first}", get(list))
            .route("/games/of/{name}", get(games_of))
            .route("/games/of/{name}/{kind}", get(games_of))
            .route("/games/of/{name}/{kind}/{first}", get(games_of))
            .route("/games/against/{opponent}/of/{name}", get(games_of))
            .route("/games/against/{opponent}/of/{name}/{kind}", get(games_of))
            .route("/games/against/{opponent}/of/{name}/{kind}/{first}", get(games_of))
            .route("/results", get(async || Redirect::to(RESULTS)))
            .route(RESULTS, get(async |site: Shared| file(site, Path(FIRST.to_string())).await))
            .route("/results/{*path}", get(file))
            .route("/assets/{sum}/{*name}", get(asset))
            .route("/api/{game}/position", post(position))
            .route("/api/{game}/best", post(best))
            .route("/api/{game}/values", post(values))
            .route("/api/{game}/review", post(review))
            .route_layer(middleware::from_fn_with_state((Arc::clone(&self), may_watch), admit))
            .merge(more)
            .fallback(async || no_page())
            .method_not_allowed_fallback(async || {
                Refusal::new(
                    StatusCode::METHOD_NOT_ALLOWED,
                    "this address does not accept this request method",
                )
            })
            .layer(DefaultBodyLimit::max(LONGEST_QUESTION))
            .layer(middleware::from_fn_with_state(Arc::clone(&self), guarded))
            .with_state(self)
    }

    pub(crate) fn game(&self, name: &str) -> Result<&'static GameSpec, Refusal> {
        let found = self.games.iter().copied().find(|spec| spec.name == name);
        found.ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "there is no such game"))
    }

    pub(crate) fn games(&self) -> &'static [&'static GameSpec] {
        self.games
    }

    pub(crate) fn layout(&self, language: Language) -> Layout {
        let records = !matches!(self.shown(), Shown::Nothing);
        let (trials, place) = (self.testing.is_some(), Place::Server(assets::files));
        Layout { games: self.games, records, trials, language, place }
    }

    /// Where programs are tested.
    pub(crate) fn testing(&self) -> Result<&Testing, Refusal> {
        let why = "no programs are tested here";
        self.testing.as_ref().ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, why))
    }

    /// The class whose programs are tested here.
    pub(crate) fn class(&self) -> Result<&OpenClass, Refusal> {
        let none = || Refusal::new(StatusCode::NOT_FOUND, class_words::text("no-such-page"));
        self.testing()?.class.as_ref().ok_or_else(none)
    }

    /// A refusal in this language, as a page for a person; other responses are unchanged.
    fn told(&self, response: Response, language: Language, is_for_person: bool) -> Response {
        let Some(refusal) = response.extensions().get::<Refusal>() else { return response };
        let refusal = refusal.clone().in_language(language);
        if !is_for_person {
            return refusal.into_response();
        }
        let layout = self.layout(language);
        let is_owned = self.testing.as_ref().is_some_and(|testing| testing.owner.is_some());
        let sentence = match response.status() {
            StatusCode::UNAUTHORIZED | StatusCode::GONE if is_owned => {
                &layout.say("open-printed-link")
            }
            StatusCode::NOT_FOUND => &layout.say("no-such-page"),
            StatusCode::UNAUTHORIZED => &layout.say("open-your-link"),
            StatusCode::GONE => &layout.say("link-is-shut"),
            _ => &refusal.sentence.to_string(),
        };
        let is_entrance = matches!(response.status(), StatusCode::UNAUTHORIZED | StatusCode::GONE);
        let page = match is_entrance {
            true if !is_owned => pages::turned_away(layout, sentence),
            _ => pages::refused(layout, sentence),
        };
        let page = pages::answer(&page);
        (response.status(), page).into_response()
    }

    /// What is shown besides the games that visitors play: in a class, the final that began last.
    fn shown(&self) -> Shown {
        let open = self.testing.as_ref().and_then(|testing| testing.class.as_ref());
        let Some((room, open)) = open.and_then(|open| Some((open.contests.last_final()?, open)))
        else {
            return self.shown.clone();
        };
        let path = room.results();
        let mut known = self.of_final.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, shown)) = &*known
            && *of == path
        {
            return shown.clone();
        }
        let shown = match (open.final_at)(&path) {
            None => return Shown::Nothing,
            Some(Final::Games(games)) => Shown::games(games),
            Some(Final::Folder(folder)) => Shown::Folder(Arc::from(folder)),
        };
        *known = Some((path, shown.clone()));
        shown
    }

    /// How many games of the final that began last are played, and how many it has.
    pub(crate) fn progress_of_final(&self) -> Option<[usize; 2]> {
        let Shown::Games(live) = self.shown() else { return None };
        let (view, _) = live.look().ok()?;
        Some([view.games, view.planned?])
    }

    fn live(&self) -> Result<Arc<Live>, Refusal> {
        match self.shown() {
            Shown::Games(live) => Ok(live),
            _ => Err(Refusal::new(StatusCode::NOT_FOUND, "no recorded games are shown here")),
        }
    }

    /// The game in a request's address, and the request's content.
    fn asked(
        &self,
        game: &str,
        headers: &HeaderMap,
        body: Result<Bytes, BytesRejection>,
    ) -> Result<(&'static GameSpec, Question), Refusal> {
        let spec = self.game(game)?;
        Ok((spec, Question::read(&json_of(headers, body)?)?))
    }
}

/// Whether a visitor sees the games and the results that are shown.
pub(crate) type MayWatch = fn(&Site, &HeaderMap) -> Result<(), Refusal>;

/// The content of a request, which has to be JSON.
pub(crate) fn json_of(
    headers: &HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Bytes, Refusal> {
    let kind =
        headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    // This check refuses forms on pages of other sites, because a form cannot send this content
    // type.
    if !kind.starts_with("application/json") {
        return Err(Refusal::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "expected the content type application/json",
        ));
    }
    body.map_err(|bad| Refusal::new(bad.status(), "the request is too long or incomplete"))
}

/// What a form or a button sends.
pub(crate) fn sent_of<T: DeserializeOwned>(
    headers: &HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<T, Refusal> {
    let bad =
        |bad| Refusal::new(StatusCode::BAD_REQUEST, format!("the request cannot be read: {bad}"));
    serde_json::from_slice(&json_of(headers, body)?).map_err(bad)
}

/// Refuses requests for another host, and adds the headers that limit what the page may do. Finds
/// the language of the response.
async fn guarded(State(site): Shared, mut request: Request, next: Next) -> Response {
    let language = chosen_language::of(request.headers());
    request.extensions_mut().insert(language);
    let is_packed = packed::is_wanted(request.headers());
    let is_for_person = refusal::is_for_person(request.headers());
    let mut response = match site.hosts.check(&request) {
        Ok(()) => match chosen_language::choice(request.uri()) {
            Some(choice) => choice,
            None => match timeout(REQUEST_TIME, next.run(request)).await {
                Ok(response) => response,
                Err(_) => Refusal::new(
                    StatusCode::REQUEST_TIMEOUT,
                    "the request did not arrive or was not answered in time",
                )
                .into_response(),
            },
        },
        Err(refusal) => refusal.into_response(),
    };
    response = site.told(response, language, is_for_person);
    if is_packed {
        response = packed::pack(response).await;
    }
    guard::protect(response.headers_mut());
    response
}

/// Counts the content of a question before it is read, and keeps a class's final from strangers.
async fn admit(
    State((site, may_watch)): State<(Arc<Site>, MayWatch)>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    if (path.starts_with("/games") || path.starts_with("/results"))
        && let Err(refusal) = may_watch(&site, request.headers())
    {
        return refusal.into_response();
    }
    if request.method() != Method::POST {
        return next.run(request).await;
    }
    match site.intake.enter(None, length(request.headers()).min(LONGEST_QUESTION)).await {
        Ok(_entered) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

async fn home(State(site): Shared, Extension(language): In) -> Response {
    site.pages.home(language)
}

async fn play(State(site): Shared, Extension(language): In, Path(game): Path<String>) -> Answer {
    let spec = site.game(&game)?;
    Ok(site.pages.play(language, spec))
}

async fn rules(State(site): Shared, Extension(language): In, Path(game): Path<String>) -> Answer {
    let spec = site.game(&game)?;
    Ok(site.pages.rules(language, spec))
}

/// Redirects to the same address without the slash at its end.
async fn without_slash(uri: Uri) -> Redirect {
    Redirect::to(uri.path().trim_end_matches('/'))
}

async fn first_games(site: Shared, language: In) -> Answer {
    list(site, language, Path("1".to_string())).await
}

/// The list of recorded games from an index on, or the first page of the folder.
async fn list(State(site): Shared, Extension(language): In, Path(first): Path<String>) -> Answer {
    aside(move || {
        if site.shown().folder().is_some() {
            return Ok(Redirect::to(RESULTS).into_response());
        }
        games_list::list(site.layout(language), &*site.live()?, number(&first)?)
    })
    .await
}

/// The games of a participant.
async fn games_of(
    State(site): Shared,
    Extension(language): In,
    Path(asked): Path<HashMap<String, String>>,
) -> Answer {
    let part = |name: &str, usual: &str| asked.get(name).map_or(usual, String::as_str).to_string();
    let asked = games_of::Asked {
        name: part("name", ""),
        opponent: asked.get("opponent").cloned(),
        kind: part("kind", "all"),
        first: number(&part("first", "1"))?,
    };
    aside(move || games_of::list(site.layout(language), &*site.live()?, &asked)).await
}

/// The page of a recorded game.
async fn game(State(site): Shared, Extension(language): In, Path(asked): Path<String>) -> Answer {
    let asked = number(&asked)?;
    aside(move || {
        let shown = site.shown();
        if let Some(folder) = shown.folder() {
            let page = format!("{RESULTS}{}", folder.page_of_game(asked));
            return Ok(Redirect::to(&page).into_response());
        }
        recorded::game(site.layout(language), &*site.live()?, asked)
    })
    .await
}

/// A game in the form that the script of its page reads.
async fn recording(
    State(site): Shared,
    Extension(language): In,
    Path(asked): Path<String>,
) -> Answer {
    let asked = number(&asked)?;
    aside(move || recorded::recording(&*site.live()?, asked, language)).await
}

/// The number of a game or of a place in the list.
fn number(text: &str) -> Result<usize, Refusal> {
    text.parse().map_err(|_| recorded::none())
}

/// A file of the folder.
async fn file(State(site): Shared, Path(path): Path<String>) -> Answer {
    aside(move || {
        let shown = site.shown();
        let folder = shown.folder().ok_or_else(no_page)?;
        let added = folder::added(folder, &path);
        let opened = folder.open(&path).and_then(|file| folder::answer(&path, file, added).ok());
        opened.ok_or_else(no_page)
    })
    .await
}

fn no_page() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, class_words::text("no-such-page"))
}

/// The changes to recorded games since a page was made or last updated.
async fn follow(
    State(site): Shared,
    Extension(language): In,
    RawQuery(asked): RawQuery,
    headers: HeaderMap,
) -> Answer {
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok());
    let seen = last.or(asked.as_deref().and_then(|asked| asked.strip_prefix("seen=")));
    site.live()?.follow(seen, language)
}

async fn asset(Path((_, name)): Path<(String, String)>) -> Answer {
    let asset = assets::find(&name)
        .ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "there is no such file"))?;
    // The address of a file changes with its content, so a browser may keep the file.
    let headers = [
        (header::CONTENT_TYPE, assets::kind(asset.name)),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    Ok((headers, Body::from(asset.text)).into_response())
}

async fn position(
    State(site): Shared,
    Path(game): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let (spec, question) = site.asked(&game, &headers, body)?;
    let message = move || {
        let opened = question.open(spec)?;
        serde_json::to_vec(&Position::of(&*opened.instance.table, &opened.movers))
            .map_err(|_| fault())
    };
    let message = aside(message).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], message).into_response())
}

async fn best(
    site: Shared,
    game: Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    think(site, game, headers, body, Want::Move).await
}

async fn values(
    site: Shared,
    game: Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    think(site, game, headers, body, Want::Values).await
}

async fn review(
    site: Shared,
    game: Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    think(site, game, headers, body, Want::Review).await
}

async fn think(
    State(site): Shared,
    Path(game): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
    want: Want,
) -> Answer {
    let (spec, question) = site.asked(&game, &headers, body)?;
    let (question, opened) =
        aside(move || Ok(question.open(spec).map(|opened| (question, opened))?)).await?;
    site.engines.think(question, opened, want)
}

/// Runs work in another thread, so that the server answers other requests meanwhile. The work may
/// take some milliseconds.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(fault()))
}

fn fault() -> Refusal {
    Refusal::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "this request caused an internal error of the server",
    )
}
