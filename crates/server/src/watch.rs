//! Reports changes of an archive to spectators during play.
//!
//! While there are spectators, the archive is read once in every [`PERIOD`] for all of them. The
//! difference between two readings is a *change*, and has a number. A page that missed changes gets
//! all the missed changes in one event; if these changes are no longer kept, the page gets the
//! whole view.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::http::{HeaderName, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use rules::Language;
use tokio::sync::watch;

use crate::archive::Archive;
use crate::refusal::Refusal;
use crate::view::{ChangedRows, View};

/// How often the archive is read, and spectators are updated.
const PERIOD: Duration = Duration::from_millis(500);

/// How often a comment is sent, so that server and browser notice a broken connection.
const COMMENT: Duration = Duration::from_secs(10);

/// The number of changes that are kept for pages that missed them. A busy tournament has this many
/// changes in about two minutes.
const KEPT: usize = 256;

/// The greatest number of spectators.
const MOST: usize = 1000;

/// The current view, and earlier changes.
struct Shown {
    view: View,
    /// The number of the last change.
    change: u64,
    /// The last changes; `None` stands for a change of a table's size.
    kept: VecDeque<Option<ChangedRows>>,
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
        let view = View::of(&*self.archive, &now, &shown.view.newest);
        if view != shown.view {
            let changed = view.changed_since(&shown.view);
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
    /// All rows that have changed since the change numbered `seen`; `None` if they are no longer
    /// known.
    fn since(&self, seen: u64) -> Option<ChangedRows> {
        let missed = self.change.checked_sub(seen)? as usize;
        let first = self.kept.len().checked_sub(missed)?;
        let mut all = ChangedRows::new();
        for changed in self.kept.range(first..) {
            all.extend(changed.clone()?);
        }
        Some(all)
    }
}
