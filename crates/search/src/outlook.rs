//! Decides whether the next iteration of a search is worth its time.

use std::time::Duration;

/// The state of a search between two iterations. With this state, a handler decides whether the
/// search continues.
///
/// ```
/// use std::time::Duration;
///
/// use search::Outlook;
///
/// let outlook = Outlook {
///     is_forced: false,
///     steady: 2,
///     nodes: 1000,
///     last_nodes: 700,
///     best_nodes: 600,
///     next_nodes: 2000,
/// };
/// let second = Duration::from_secs(1);
/// assert!(outlook.is_worth_it(second / 4, second), "the next iteration takes half a second");
/// assert!(!outlook.is_worth_it(second * 3 / 4, second));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// Whether there is only one legal move.
    pub is_forced: bool,
    /// How many iterations in a row, up to the last one, have had the same best move.
    pub steady: u32,
    /// The positions searched so far, at least 1.
    pub nodes: u64,
    /// The positions searched in the last iteration.
    pub last_nodes: u64,
    /// The positions that the last iteration searched below its best move.
    pub best_nodes: u64,
    /// The positions that the next iteration is expected to search.
    pub next_nodes: u64,
}

/// A move can be easy only if at least this many iterations in a row have found it.
const STEADY: u32 = 5;

impl Outlook {
    /// Whether to begin the next iteration, given the time spent on this move and the time
    /// available for it. Time that is not used now is assumed to help later moves.
    ///
    /// This function returns `false` in three cases: if there is only one legal move, if less than
    /// half of the iteration would be searched in time, or if the best move is easy and a third of
    /// the time is over. A move is easy under two conditions. It was the best move of five
    /// iterations in a row, and the last iteration searched nine tenths of its positions below this
    /// move.
    #[must_use]
    // CITE: the share of nodes below the best move: Stockfish, "effort" in its time management,
    // 2021.
    pub fn is_worth_it(&self, spent: Duration, time: Duration) -> bool {
        let is_easy = self.steady >= STEADY && self.best_nodes >= self.last_nodes / 10 * 9;
        let next = spent.as_secs_f64() * self.next_nodes as f64 / self.nodes as f64;
        let is_over = spent.as_secs_f64() + next / 2.0 > time.as_secs_f64();
        !(self.is_forced || is_over || is_easy && spent >= time / 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_iteration_is_begun_only_where_it_is_worth_it() {
        let time = Duration::from_secs(1);
        let ms = Duration::from_millis;
        let usual = Outlook {
            is_forced: false,
            steady: 2,
            nodes: 1000,
            last_nodes: 700,
            best_nodes: 600,
            next_nodes: 2000,
        };
        assert!(usual.is_worth_it(ms(500), time) && !usual.is_worth_it(ms(501), time));
        assert!(!Outlook { is_forced: true, ..usual }.is_worth_it(ms(1), time));
        let easy = Outlook { steady: 5, best_nodes: 650, ..usual };
        assert!(easy.is_worth_it(ms(333), time) && !easy.is_worth_it(ms(334), time));
        let contested = Outlook { best_nodes: 400, ..easy };
        assert!(contested.is_worth_it(ms(334), time));
    }
}
