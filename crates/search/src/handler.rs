//! Follows a search, and says when it stops.

use crate::{MoveValue, Outlook, SearchResult};

/// Follows a search: says when to stop, and gets the result of each iteration.
///
/// Callers with a clock, a screen or an impatient user implement it. `M` is the game's own type of
/// moves, or their names if an [`Engine`](crate::Engine) is asked. [`StopWhen`] makes a handler
/// from a closure; [`NeverStop`] is for searches whose limits are enough.
///
/// ```
/// use rules::Game;
/// use rules::nim::Nim;
/// use search::{Evaluate, Handler, HashTable, Limits, Problem, Score, SearchResult, best};
///
/// /// Notes how deep each iteration was.
/// struct Depths(Vec<u32>);
///
/// impl Handler<usize> for Depths {
///     fn stop(&mut self, _nodes: u64) -> bool {
///         false
///     }
///     fn report(&mut self, info: &SearchResult<usize>) {
///         self.0.push(info.depth);
///     }
/// }
///
/// # struct Even;
/// # impl Evaluate<Nim> for Even {
/// #     fn evaluate(&self, _: &Nim, _: &<Nim as Game>::Position) -> Score {
/// #         0
/// #     }
/// # }
/// #
/// let (heap, mut depths) = (Nim::heap(12), Depths(Vec::new()));
/// let start = heap.start();
/// best(&Problem::new(&heap, &Even, &start, Limits::depth(3)), &mut HashTable::new(1 << 16), &mut depths);
/// assert_eq!(depths.0, [1, 2, 3]);
/// ```
pub trait Handler<M = String> {
    /// Whether to stop now. Called every [`ASK_EVERY`](crate::ASK_EVERY) nodes, with the number of
    /// nodes so far; not called again after it has returned `true`.
    fn stop(&mut self, nodes: u64) -> bool;

    /// Called after each iteration, which is one ply deeper than the previous one, with the result
    /// so far. Not called for the iteration in which the search stops. The default does nothing.
    fn report(&mut self, _info: &SearchResult<M>) {}

    /// Whether to begin another iteration. It is called between two iterations if one move is
    /// wanted, and not the values of all. A caller with a clock may find that it is not worth the
    /// time. The default goes on.
    fn go_on(&mut self, _outlook: &Outlook) -> bool {
        true
    }

    /// Called after an iteration over every legal move, with their values so far. It is called
    /// instead of [`Handler::report`] if the values of all moves are wanted. The default does
    /// nothing.
    fn values(&mut self, _values: &[MoveValue<M>]) {}
}

/// The handler that lets a search run to its limits.
///
/// ```
/// use search::{Handler, NeverStop};
///
/// assert!(!Handler::<String>::stop(&mut NeverStop, u64::MAX));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NeverStop;

impl<M> Handler<M> for NeverStop {
    fn stop(&mut self, _nodes: u64) -> bool {
        false
    }
}

/// The handler that stops when the closure returns true for the number of nodes so far.
///
/// ```
/// use search::{Handler, StopWhen};
///
/// let mut handler = StopWhen(|nodes| nodes >= 5000);
/// assert!(!Handler::<String>::stop(&mut handler, 1024));
/// assert!(Handler::<String>::stop(&mut handler, 5120));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StopWhen<F>(pub F);

impl<M, F: FnMut(u64) -> bool> Handler<M> for StopWhen<F> {
    fn stop(&mut self, nodes: u64) -> bool {
        (self.0)(nodes)
    }
}
