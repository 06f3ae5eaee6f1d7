//! The engine's thinking time.

use std::time::{Duration, Instant};

use rules::Table;
use search::{EngineAtLevel, Limits, SearchResult, StopWhen};

/// How long an engine may think about a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub(super) limits: Limits,
    /// `None`: until the limits are reached.
    pub(super) time: Option<Duration>,
}

impl Budget {
    /// What the engine finds at this table; `None` when the game is over.
    pub(super) fn search(&self, engine: &mut EngineAtLevel, table: &dyn Table) -> Option<SearchResult> {
        let start = Instant::now();
        let mut handler = StopWhen(|_| self.time.is_some_and(|time| start.elapsed() >= time));
        engine.choose(table, &table.moves(), self.limits, &mut handler)
    }
}
