//! Engines that think on request. For each core, at most one engine thinks; other requests wait in
//! line. Results are streamed as server-sent events, and an engine stops as soon as nobody reads
//! its stream.
//!
//! The event `waiting` has the number of requests ahead. All other events are those of [`think`].

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::{HeaderName, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use play::{Asker, Opened, Question, Want, think};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::refusal::Refusal;

/// The greatest number of waiting requests.
const LONGEST_LINE: usize = 100;

/// The greatest number of events that wait for a slow reader.
const EVENTS_AHEAD: usize = 16;

/// The time between two events for a request that waits.
const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// The line of requests for an engine.
pub(crate) struct Engines {
    free: Arc<Semaphore>,
    line: Arc<Mutex<Line>>,
}

#[derive(Default)]
struct Line {
    waiting: BTreeSet<u64>,
    next: u64,
}

/// A place in the line. When this value is dropped, the place becomes free.
struct Place {
    line: Arc<Mutex<Line>>,
    number: u64,
}

impl Place {
    fn ahead(&self) -> usize {
        let line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        line.waiting.range(..self.number).count()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.line.lock().unwrap_or_else(PoisonError::into_inner).waiting.remove(&self.number);
    }
}

impl Engines {
    /// Makes room for `cores` engines that think at the same time.
    pub(crate) fn new(cores: usize) -> Engines {
        Engines { free: Arc::new(Semaphore::new(cores)), line: Arc::default() }
    }

    /// Starts a search, and returns its stream of events.
    pub(crate) fn think(
        &self,
        question: Question,
        opened: Opened,
        want: Want,
    ) -> Result<Response, Refusal> {
        let place = self.place()?;
        let (sender, receiver) = channel(EVENTS_AHEAD);
        tokio::spawn(serve(Arc::clone(&self.free), place, question, opened, want, sender));
        let events = Sse::new(stream(receiver))
            .keep_alive(KeepAlive::new().interval(Duration::from_secs(10)));
        // A proxy that buffers the stream would delay the events.
        Ok(([(HeaderName::from_static("x-accel-buffering"), "no")], events).into_response())
    }

    fn place(&self) -> Result<Place, Refusal> {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        if line.waiting.len() >= LONGEST_LINE {
            return Err(Refusal::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too many requests wait for an engine; try again later",
            ));
        }
        let number = line.next;
        line.next += 1;
        line.waiting.insert(number);
        Ok(Place { line: Arc::clone(&self.line), number })
    }
}

fn stream(
    receiver: Receiver<Event>,
) -> impl futures_util::Stream<Item = Result<Event, Infallible>> {
    futures_util::stream::unfold(receiver, |mut receiver| async {
        let event = receiver.recv().await?;
        Some((Ok(event), receiver))
    })
}

fn event(name: &str, data: &Value) -> Event {
    Event::default().event(name).data(data.to_string())
}

/// Waits for a free engine, and lets the engine think as long as somebody reads the stream.
async fn serve(
    free: Arc<Semaphore>,
    place: Place,
    question: Question,
    opened: Opened,
    want: Want,
    events: Sender<Event>,
) {
    let turn = free.acquire_owned();
    tokio::pin!(turn);
    let permit = loop {
        tokio::select! {
            biased;
            permit = &mut turn => break permit,
            () = events.closed() => return,
            () = tokio::time::sleep(BETWEEN_REPORTS) => {
                // A slow reader may miss this event, but then gets the next one.
                let _ = events.try_send(event("waiting", &json!({ "ahead": place.ahead() })));
            }
        }
    };
    drop(place);
    // The permit moves into the thread, because the thread may last longer than the request.
    let work = move || {
        let _permit = permit;
        give_way();
        let mut reader = Reader { events: &events, start: Instant::now() };
        think(&question, opened, want, &mut reader);
    };
    // If an engine fails or gets no thread, the stream ends without a last event, and the page
    // reports the failure.
    let _ = std::thread::Builder::new().name("engine".to_string()).spawn(work);
}

/// How much lower an engine's priority is than the server's.
#[cfg(target_os = "linux")]
const NICE: i32 = 5;

/// Lowers the priority of this thread, so that a browser on the same machine and other requests
/// come first. A thread may not raise its priority again, so each search has its own thread.
fn give_way() {
    // On systems other than Linux, this call would change the priority of the whole process.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(NICE);
}

/// Sends the events of an engine to a reader, who may be slow.
struct Reader<'a> {
    events: &'a Sender<Event>,
    start: Instant,
}

impl Asker for Reader<'_> {
    fn is_gone(&self) -> bool {
        self.events.is_closed()
    }

    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn hint(&mut self, name: &'static str, data: Value) {
        let _ = self.events.try_send(event(name, &data));
    }

    fn tell(&mut self, name: &'static str, data: Value) {
        // If the reader has gone away, the event is not needed.
        let _ = self.events.blocking_send(event(name, &data));
    }
}
