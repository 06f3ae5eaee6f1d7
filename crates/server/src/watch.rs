//! Reports changes of an archive to spectators during play.
//!
//! While there are spectators, the archive is read once in every [`PERIOD`] for all of them. The
//! difference between two readings is a *change*, and has a number. A page that missed changes gets
//! all the missed changes in one event; if these changes are no longer kept, the page gets the
//! whole view.

use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::http::{HeaderName, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use rules::Language;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::archive::{Archive, Column, Now, Running, Table};
use crate::refusal::Refusal;
use page::{say, text};

/// How often the archive is read, and spectators are updated.
const PERIOD: Duration = Duration::from_millis(500);

/// How often a comment is sent, so that server and browser notice a broken connection.
const COMMENT: Duration = Duration::from_secs(10);

/// The number of changes that are kept for pages that missed them. A busy tournament has this many
/// changes in about two minutes.
const KEPT: usize = 256;

/// The greatest number of spectators.
const MOST: usize = 1000;

/// A text in every language, in the order of [`Language::ALL`].
type InLanguages = [String; Language::ALL.len()];

/// The heading and the texts of a table, row by row, beginning with the names of columns.
pub(crate) fn cells(table: &Table, language: Language) -> (String, Vec<Vec<String>>) {
    let column = |column: &Column| match column {
        Column::Key(key) => say(language, key),
        Column::Name(name) => name.clone(),
    };
    let head = table.columns.iter().map(column).collect();
    (say(language, table.heading), [vec![head], table.rows.clone()].concat())
}

/// The texts on the page of an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct View {
    pub(crate) tables: Vec<Table>,
    /// How many games there are.
    pub(crate) games: usize,
    /// The progress, in a sentence.
    pub(crate) progress: InLanguages,
    /// The games in progress.
    pub(crate) running: Vec<RunningEntry>,
    /// The latest games, the newest first.
    pub(crate) newest: Vec<Entry>,
    pub(crate) is_over: bool,
    /// Whether finished pages now show these games.
    pub(crate) is_published: bool,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) number: usize,
    /// The players; `None` if the game cannot be read.
    pub(crate) players: Option<String>,
    /// The game and its result, or why the game cannot be read.
    pub(crate) about: InLanguages,
}

impl Entry {
    pub(crate) fn of(archive: &dyn Archive, number: usize) -> Entry {
        match archive.game(number) {
            Ok(game) => {
                let title = game.spec.title;
                let about =
                    Language::ALL.map(|language| format!("{title}, {}", game.result(language)));
                Entry { number, players: Some(game.met()), about }
            }
            Err(why) => Entry { number, players: None, about: Language::ALL.map(|_| why.clone()) },
        }
    }
}

/// A game in progress, in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RunningEntry {
    pub(crate) entry: Entry,
    pub(crate) moves: usize,
    /// Whether the game is over but not stored, because the other game of its pair is being played.
    pub(crate) is_over: bool,
}

impl RunningEntry {
    fn of(Running { number, game, moves }: &Running) -> RunningEntry {
        let about = Language::ALL.map(|language| {
            let now = match game.outcome {
                Some(_) => text("pair-goes-on").name("result", game.result(language)),
                None => text("moves-so-far").number("n", *moves),
            };
            format!("{}, {}", game.spec.title, now.told(language))
        });
        let entry = Entry { number: *number, players: Some(game.met()), about };
        RunningEntry { entry, moves: *moves, is_over: game.outcome.is_some() }
    }
}

/// The changed cells. The key is the cell's table, row and column, and the value is the cell's new
/// text.
type Changed = BTreeMap<[usize; 3], String>;

/// The current view, and earlier changes.
struct Shown {
    view: View,
    /// The number of the last change.
    change: u64,
    /// The last changes; `None` stands for a change of a table's size.
    kept: VecDeque<Option<Changed>>,
}

/// An archive that is watched.
pub(crate) struct Live {
    archive: Box<dyn Archive>,
    /// Identifies this server, since an earlier server may have used the same numbers for its
    /// changes.
    epoch: u64,
    shown: Mutex<Shown>,
    news: watch::Sender<u64>,
    is_watched: Mutex<bool>,
}

impl Live {
    pub(crate) fn new(archive: Box<dyn Archive>) -> Live {
        let epoch = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_millis() as u64);
        let shown = Shown { view: View::default(), change: 0, kept: VecDeque::new() };
        let (news, _) = watch::channel(0);
        Live { archive, epoch, shown: Mutex::new(shown), news, is_watched: Mutex::default() }
    }

    pub(crate) fn archive(&self) -> &dyn Archive {
        &*self.archive
    }

    /// The current view, and the id of its last change, which a page sends back.
    ///
    /// # Errors
    /// Fails if the archive cannot be read; the error is a sentence.
    pub(crate) fn look(&self) -> Result<(View, String), String> {
        let now = self.archive.now()?;
        let mut shown = self.shown();
        let view = view(&*self.archive, &now, &shown.view.newest);
        if view != shown.view {
            let changed = changed(&shown.view, &view);
            shown.kept.push_back(changed);
            if shown.kept.len() > KEPT {
                shown.kept.pop_front();
            }
            shown.view = view;
            shown.change += 1;
            self.news.send_replace(shown.change);
        }
        Ok((shown.view.clone(), self.id(shown.change)))
    }

    /// The changes after `seen` as a stream of events. The stream is empty if the page has seen
    /// everything and the tournament is over.
    ///
    /// # Errors
    /// Fails if there are too many spectators.
    pub(crate) fn follow(
        self: &Arc<Live>,
        seen: Option<&str>,
        language: Language,
    ) -> Result<Response, Refusal> {
        let seen = seen.and_then(|seen| self.change_of(seen));
        let is_all = { self.shown().view.is_over && seen == Some(self.shown().change) };
        if is_all {
            // After this response a browser does not open the stream again.
            return Ok(StatusCode::NO_CONTENT.into_response());
        }
        if self.news.receiver_count() >= MOST {
            return Err(Refusal::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too many spectators; try again later",
            ));
        }
        let (live, news) = (Arc::clone(self), self.watched());
        let follower = Follower { live, language, news, seen, has_ended: false };
        let events = futures_util::stream::unfold(follower, |mut follower| async {
            let event = follower.next().await?;
            Some((Ok::<_, Infallible>(event), follower))
        });
        let events = Sse::new(events).keep_alive(KeepAlive::new().interval(COMMENT));
        // A proxy that buffers the stream would delay the changes.
        Ok(([(HeaderName::from_static("x-accel-buffering"), "no")], events).into_response())
    }

    /// Reads the archive again and again, as long as there are spectators.
    fn watched(self: &Arc<Live>) -> watch::Receiver<u64> {
        let mut is_watched = self.is_watched.lock().unwrap_or_else(PoisonError::into_inner);
        let news = self.news.subscribe();
        if !mem::replace(&mut *is_watched, true) {
            tokio::spawn(Arc::clone(self).watch());
        }
        news
    }

    async fn watch(self: Arc<Live>) {
        loop {
            let live = Arc::clone(&self);
            // A failure is ignored, since the archive may be readable later. Pages show the error
            // when they are loaded.
            let _ = tokio::task::spawn_blocking(move || live.look().map(drop)).await;
            tokio::time::sleep(PERIOD).await;
            let mut is_watched = self.is_watched.lock().unwrap_or_else(PoisonError::into_inner);
            if self.news.receiver_count() == 0 {
                *is_watched = false;
                return;
            }
        }
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn id(&self, change: u64) -> String {
        format!("{}.{change}", self.epoch)
    }

    /// The number of the change with this id, if the id is from this server.
    fn change_of(&self, id: &str) -> Option<u64> {
        let (epoch, change) = id.split_once('.')?;
        change.parse().ok().filter(|_| epoch.parse() == Ok(self.epoch))
    }
}

/// A page that follows the changes.
struct Follower {
    live: Arc<Live>,
    language: Language,
    news: watch::Receiver<u64>,
    /// The last change that the page has.
    seen: Option<u64>,
    has_ended: bool,
}

impl Follower {
    /// Waits for changes that the page has not seen. Returns `None` once the page has been told
    /// that there will be no more games.
    async fn next(&mut self) -> Option<Event> {
        while !self.has_ended {
            self.news.mark_unchanged();
            if let Some(event) = self.unseen() {
                return Some(event);
            }
            self.news.changed().await.ok()?;
        }
        None
    }

    /// The changes that the page has not seen, in one event.
    fn unseen(&mut self) -> Option<Event> {
        let live = Arc::clone(&self.live);
        let shown = live.shown();
        if self.seen == Some(shown.change) {
            return None;
        }
        let changed = self.seen.and_then(|seen| shown.since(seen));
        let name = if changed.is_some() { "update" } else { "snapshot" };
        let data = shown.view.told(changed.as_ref(), self.language);
        self.has_ended = shown.view.is_over;
        self.seen = Some(shown.change);
        Some(Event::default().id(live.id(shown.change)).event(name).data(data.to_string()))
    }
}

impl Shown {
    /// All cells that have changed since the change numbered `seen`; `None` if they are no longer
    /// known.
    fn since(&self, seen: u64) -> Option<Changed> {
        let missed = self.change.checked_sub(seen)? as usize;
        let first = self.kept.len().checked_sub(missed)?;
        let mut all = Changed::new();
        for changed in self.kept.range(first..) {
            all.extend(changed.clone()?);
        }
        Some(all)
    }
}

impl View {
    /// The data of an event: the changed cells, or all cells.
    fn told(&self, changed: Option<&Changed>, language: Language) -> Value {
        let index = language as usize;
        let entry = |entry: &Entry| json!([entry.number, entry.players, entry.about[index]]);
        let running = |RunningEntry { entry, moves, is_over }: &RunningEntry| {
            json!([entry.number, entry.players, entry.about[index], moves, is_over])
        };
        let mut told = json!({
            "running": self.running.iter().map(running).collect::<Vec<_>>(),
            "games": self.games,
            "progress": self.progress[index],
            "newest": self.newest.iter().map(entry).collect::<Vec<_>>(),
            "over": self.is_over,
            "published": self.is_published,
        });
        match changed {
            Some(changed) => {
                let cells = changed
                    .iter()
                    .map(|([table, row, column], text)| json!([table, row, column, text]));
                told["cells"] = cells.collect();
            }
            None => {
                let table = |table| json!(cells(table, language));
                told["tables"] = self.tables.iter().map(table).collect();
            }
        }
        told
    }
}

/// The texts of an archive. Games that are in `known` are not read again.
fn view(archive: &dyn Archive, now: &Now, known: &[Entry]) -> View {
    let entry = |&number: &usize| {
        let told = known.iter().find(|entry| entry.number == number);
        told.cloned().unwrap_or_else(|| Entry::of(archive, number))
    };
    View {
        tables: now.tables.clone(),
        games: now.games,
        progress: Language::ALL.map(|language| progress(now, language)),
        running: now.running.iter().map(RunningEntry::of).collect(),
        newest: now.newest.iter().rev().map(entry).collect(),
        is_over: now.is_over,
        is_published: now.is_over && archive.published().is_some(),
    }
}

fn progress(now: &Now, language: Language) -> String {
    let games = |key| text(key).number("n", now.games);
    if now.is_over {
        return games("all-played").told(language);
    }
    let played = match now.planned {
        Some(planned) => games("played-of").number("all", planned),
        None => games("played"),
    }
    .told(language);
    let playing = text("being-played").number("n", now.playing).told(language);
    if now.playing > 0 { format!("{played} {playing}") } else { played }
}

/// The cells that have changed; `None` if a table has changed its columns or its size.
fn changed(before: &View, now: &View) -> Option<Changed> {
    let is_alike = |(old, new): (&Table, &Table)| {
        old.columns == new.columns && old.rows.len() == new.rows.len()
    };
    let is_as_many = before.tables.len() == now.tables.len();
    if !is_as_many || !before.tables.iter().zip(&now.tables).all(is_alike) {
        return None;
    }
    let mut changed = Changed::new();
    for (table, (old, new)) in before.tables.iter().zip(&now.tables).enumerate() {
        for (row, (old, new)) in old.rows.iter().zip(&new.rows).enumerate() {
            for (column, (old, new)) in old.iter().zip(new).enumerate() {
                if old != new {
                    // The first row has the names of the columns.
                    changed.insert([table, row + 1, column], new.clone());
                }
            }
        }
    }
    Some(changed)
}
