//! How a search counts its nodes, and asks whether to stop.

use crate::ASK_EVERY;

/// The search was stopped before it had a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Counts the nodes of a search, and asks every [`ASK_EVERY`] nodes whether to stop.
///
/// ```
/// use search::{Stopped, Ticker};
///
/// fn visit(ticker: &mut Ticker, depth: u32) -> Result<(), Stopped> {
///     ticker.count(|nodes| nodes > 5000)?;
///     (0..if depth > 0 { 4 } else { 0 }).try_for_each(|_| visit(ticker, depth - 1))
/// }
/// let mut ticker = Ticker::new(0);
/// assert_eq!(visit(&mut ticker, 4), Ok(()));
/// assert_eq!(ticker.nodes, 341);
/// assert_eq!(visit(&mut ticker, 20), Err(Stopped));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ticker {
    /// The number of nodes so far.
    pub nodes: u64,
    /// The number of nodes at which it asks again.
    ask_at: u64,
}

impl Ticker {
    /// A count that begins at this number.
    #[must_use]
    pub const fn new(nodes: u64) -> Ticker {
        Ticker { nodes, ask_at: nodes + ASK_EVERY }
    }

    /// Counts a node.
    ///
    /// # Errors
    /// Fails if it was time to ask, and the answer was to stop.
    #[inline]
    pub fn count(&mut self, stop: impl FnOnce(u64) -> bool) -> Result<(), Stopped> {
        self.nodes += 1;
        self.ask(stop)
    }

    /// Asks if it is time, and counts nothing: for a search that counts several nodes at once.
    ///
    /// # Errors
    /// As [`Ticker::count`].
    #[inline]
    pub fn ask(&mut self, stop: impl FnOnce(u64) -> bool) -> Result<(), Stopped> {
        if self.nodes < self.ask_at {
            return Ok(());
        }
        self.ask_at = self.nodes + ASK_EVERY;
        if stop(self.nodes) { Err(Stopped) } else { Ok(()) }
    }
}
