//! The answers of an engine: the sequence of events that it tells whoever asked.
//!
//! The event `thinking` has the value of the best line so far. The event `move` ends a search for a
//! move. The event `values` follows each iteration over all moves, and the event `done` follows the
//! last iteration. A review tells an event `reviewed` for each move of the game, later another one if
//! more is known, and then `done`.

use std::time::Duration;

use search::{
    EngineAtLevel, Handler, Instance, Limits, MoveValue, MoveWorth, Score, SearchResult, Worth,
};
use serde_json::{Value, json};

use crate::asker::{Asker, Want};
use crate::question::{Opened, Question};
use crate::review::review;

/// The least time between two events that report progress, since nobody reads faster.
const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// The greatest number of moves in a reported principal variation.
const LONGEST_PV: usize = 8;

/// Answers a question about an opened game, within its time.
pub fn think(question: &Question, opened: Opened, want: Want, asker: &mut dyn Asker) {
    let mut instance = opened.instance;
    if instance.table.outcome().is_some() && want != Want::Review {
        return asker.tell("done", json!({ "values": [] }));
    }
    if want == Want::Review {
        review(instance, question.from(), question.time(), asker);
        return asker.tell("done", json!({}));
    }
    let mut thinker = Thinker {
        asker,
        time: question.time(),
        told: None,
        point: instance.engine.point(),
        side: instance.table.turn().index(),
    };
    if want == Want::Values {
        let worths = instance.values(Limits::NONE, &mut thinker);
        let known = worths.into_iter().filter(Worth::is_known).map(|worth| worth.value);
        let values = thinker.worth_of_all(&known.collect::<Vec<_>>());
        thinker.asker.tell("done", values);
    } else {
        let level = question.level();
        let Instance { table, engine, .. } = instance;
        let mut engine = EngineAtLevel::new(engine, level, question.seed());
        let result = engine.choose(&*table, &table.moves(), Limits::NONE, &mut thinker);
        let found = result.map_or(json!({}), |result| thinker.found(&result));
        thinker.asker.tell("move", found);
    }
}

/// Follows a search: ends it when its time is over or nobody hears it, and tells its results.
struct Thinker<'a> {
    asker: &'a mut dyn Asker,
    time: Duration,
    told: Option<Duration>,
    point: Score,
    side: usize,
}

impl Thinker<'_> {
    fn found(&self, result: &SearchResult) -> Value {
        let pv = &result.pv[..result.pv.len().min(LONGEST_PV)];
        let worth = MoveWorth::of(result.score, result.is_exact, self.point);
        json!({
            "side": self.side,
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
        json!({ "side": self.side, "values": values })
    }

    /// Tells an event, unless the last one was a moment ago. A skipped event does not matter, since
    /// the next one is newer.
    fn hint(&mut self, event: &'static str, data: impl FnOnce(&Self) -> Value) {
        let now = self.asker.elapsed();
        if self.told.is_none_or(|told| now >= told + BETWEEN_REPORTS) {
            self.told = Some(now);
            let data = data(self);
            self.asker.hint(event, data);
        }
    }
}

impl Handler for Thinker<'_> {
    fn stop(&mut self, _nodes: u64) -> bool {
        self.asker.is_gone() || self.is_over(1.0)
    }

    fn is_over(&mut self, share: f64) -> bool {
        self.asker.elapsed() >= self.time.mul_f64(share)
    }

    fn report(&mut self, info: &SearchResult) {
        self.hint("thinking", |thinker| thinker.found(info));
    }

    fn values(&mut self, values: &[MoveValue]) {
        self.hint("values", |thinker| thinker.worth_of_all(values));
    }
}
