//! Engines that think on request. For each core, at most one engine thinks; other requests wait in
//! line. Results are streamed as server-sent events, and an engine stops as soon as nobody reads
//! its stream.
//!
//! The event `waiting` has the number of requests ahead. The event `thinking` has the value of the
//! best line so far. The event `move` ends a search for a move. The event `values` follows each
//! iteration over all moves, and the event `done` follows the last iteration. A review sends an
//! event `reviewed` for each move of the game, later another one if more is known, and then `done`.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::{HeaderName, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use rules::Side;
use search::{
    EngineAtLevel, Handler, Instance, Limits, MoveReport, MoveValue, MoveWorth, Score,
    SearchResult, SkillLevel, Worth,
};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::question::{Opened, Question};
use crate::refusal::Refusal;
use crate::review::{Reader, review};

/// The greatest number of waiting requests.
const LONGEST_LINE: usize = 100;

/// The greatest number of events that wait for a slow reader.
const EVENTS_AHEAD: usize = 16;

/// The least time between two events, since nobody reads faster.
const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// The greatest number of moves in a reported principal variation.
const LONGEST_PV: usize = 8;

/// The kind of question to an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    /// The move that the engine would make.
    Move,
    /// The value of each legal move.
    Values,
    /// What each move of the game gave away.
    Review,
}

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
        let last = thought(&question, opened, want, &events);
        // If the reader has gone away, the event is not needed.
        let _ = events.blocking_send(last);
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

/// Runs the search, and returns the last event.
fn thought(question: &Question, opened: Opened, want: Want, events: &Sender<Event>) -> Event {
    let mut instance = opened.instance;
    if instance.table.outcome().is_some() && want != Want::Review {
        return event("done", &json!({ "values": [] }));
    }
    let mut handler = Thinker {
        events,
        start: Instant::now(),
        time: question.time(),
        told: None,
        point: instance.engine.point(),
        side: instance.table.turn(),
    };
    match want {
        Want::Review => {
            let mut reader = Reading { events, end: handler.start + handler.time };
            review(instance, question.from(), handler.time, &mut reader);
            event("done", &json!({}))
        }
        Want::Values => {
            let worths = instance.values(Limits::NONE, &mut handler);
            let known = worths.into_iter().filter(Worth::is_known).map(|worth| worth.value);
            event("done", &handler.worth_of_all(&known.collect::<Vec<_>>()))
        }
        Want::Move => {
            let level = question.level().unwrap_or(SkillLevel::FULL);
            let Instance { table, engine, .. } = instance;
            let mut engine = EngineAtLevel::new(engine, level, question.seed());
            let result = engine.choose(&*table, &table.moves(), Limits::NONE, &mut handler);
            event("move", &result.map_or(json!({}), |result| handler.found(&result)))
        }
    }
}

/// Sends what a review finds. No report may be lost, since the next one is about another move.
struct Reading<'a> {
    events: &'a Sender<Event>,
    end: Instant,
}

impl Reader for Reading<'_> {
    fn is_gone(&self) -> bool {
        self.events.is_closed()
    }

    fn tell(&mut self, report: &MoveReport) {
        while self.events.capacity() == 0 && !self.is_gone() && Instant::now() < self.end {
            std::thread::sleep(BETWEEN_REPORTS / 10);
        }
        let _ = self.events.try_send(event("reviewed", &json!(report)));
    }
}

/// Follows a search: ends it when its time is over or nobody reads the stream, and sends its
/// results.
struct Thinker<'a> {
    events: &'a Sender<Event>,
    start: Instant,
    time: Duration,
    told: Option<Instant>,
    point: Score,
    side: Side,
}

impl Thinker<'_> {
    fn found(&self, result: &SearchResult) -> Value {
        let pv = &result.pv[..result.pv.len().min(LONGEST_PV)];
        let worth = MoveWorth::of(result.score, result.is_exact, self.point);
        json!({
            "side": self.side.index(),
            "move": result.pv[0],
            "pv": pv,
            "depth": result.depth,
            "nodes": result.nodes,
            "worth": worth,
        })
    }

    fn worth_of_all(&self, values: &[MoveValue]) -> Value {
        let value = |value: &MoveValue| {
            json!([value.mv, MoveWorth::of(value.score, value.is_exact, self.point), value.depth])
        };
        let values: Vec<_> = values.iter().map(value).collect();
        json!({ "side": self.side.index(), "values": values })
    }

    /// Sends an event, unless the last one was a moment ago or the reader is slow. A skipped event
    /// does not matter, since the next one is newer.
    fn tell(&mut self, name: &str, data: impl FnOnce(&Self) -> Value) {
        if self.told.is_none_or(|told| told.elapsed() >= BETWEEN_REPORTS) {
            self.told = Some(Instant::now());
            let _ = self.events.try_send(event(name, &data(self)));
        }
    }
}

impl Handler for Thinker<'_> {
    fn stop(&mut self, _nodes: u64) -> bool {
        self.events.is_closed() || self.is_over(1.0)
    }

    fn is_over(&mut self, share: f64) -> bool {
        self.start.elapsed() >= self.time.mul_f64(share)
    }

    fn report(&mut self, info: &SearchResult) {
        self.tell("thinking", |thinker| thinker.found(info));
    }

    fn values(&mut self, values: &[MoveValue]) {
        self.tell("values", |thinker| thinker.worth_of_all(values));
    }
}
