//! Who asks an engine, and for what. A server tells a stream of events, and a page itself.

use std::time::Duration;

use serde_json::Value;

/// The kind of question to an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// The move that the engine would make.
    Move,
    /// The value of each legal move.
    Values,
    /// What each move of the game gave away.
    Review,
}

/// Who asked, and hears the events.
pub trait Asker {
    /// Whether nobody hears any more, so that the search stops.
    fn is_gone(&self) -> bool;

    /// The time since the engine began to think.
    fn elapsed(&self) -> Duration;

    /// Tells an event that a newer one will replace, so that it may be lost.
    fn hint(&mut self, event: &'static str, data: Value);

    /// Tells an event.
    fn tell(&mut self, event: &'static str, data: Value);
}
