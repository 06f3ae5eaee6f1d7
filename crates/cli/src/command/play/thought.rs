//! The engine's thinking time, and the details that it shows during a search.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use rules::Table;
use search::{EngineAtLevel, Handler, Limits, Outlook, SearchResult};

use super::status::Status;
use crate::words;

/// How long an engine may think about a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub(super) limits: Limits,
    /// The time limit; `None` if only `limits` end the search.
    pub(super) time: Option<Duration>,
}

/// A search shows no details before this time, since they would vanish before anybody could read
/// them.
const WORTH_SHOWING: Duration = Duration::from_millis(200);

impl Budget {
    /// The engine's choice at this table; `None` if the game is over. During the search, details
    /// are shown on `out`, if `out` is a terminal.
    ///
    /// # Errors
    /// Fails if `out` cannot be written to.
    pub(super) fn search(
        &self,
        engine: &mut EngineAtLevel,
        table: &dyn Table,
        out: &mut dyn Write,
    ) -> io::Result<Option<SearchResult>> {
        let mut thought = Thought {
            start: Instant::now(),
            time: self.time,
            status: Status::new(out),
            shown: Ok(()),
        };
        thought.shown = thought.status.show("thinking ...");
        let result = engine.choose(table, &table.moves(), self.limits, &mut thought);
        thought.shown.and_then(|()| thought.status.wipe()).map(|()| result)
    }
}

/// Follows a search: stops it when the time is over, and shows each iteration.
struct Thought<'a> {
    start: Instant,
    time: Option<Duration>,
    status: Status<'a>,
    /// The first error in writing the details, if there was one.
    shown: io::Result<()>,
}

impl Handler for Thought<'_> {
    fn stop(&mut self, _nodes: u64) -> bool {
        self.shown.is_err() || self.time.is_some_and(|time| self.start.elapsed() >= time)
    }

    fn go_on(&mut self, outlook: &Outlook) -> bool {
        self.time.is_none_or(|time| outlook.is_worth_it(self.start.elapsed(), time))
    }

    fn report(&mut self, info: &SearchResult) {
        if self.shown.is_ok() && self.start.elapsed() >= WORTH_SHOWING {
            self.shown = self.status.show(&format!(
                "thinking ... {} ({})",
                info.pv[0],
                words::evaluation(info)
            ));
        }
    }
}
