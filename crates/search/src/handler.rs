//! Who follows a search, and when it stops.

use crate::{MoveValue, Outlook, SearchResult};

/// Follows a search: says when to stop, and hears what each iteration has found.
///
/// Whoever has a clock, a screen or an impatient user implements it. `M` is the game's own type of moves, or their names
/// when an [`Engine`](crate::Engine) is asked. [`StopWhen`] makes a handler of a closure, [`NeverStop`] is the one for a
/// search whose limits are enough.
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
    /// Whether to stop now. Asked once every [`ASK_EVERY`](crate::ASK_EVERY) nodes, of which there have been `nodes` so
    /// far; after a `true` no more.
    fn stop(&mut self, nodes: u64) -> bool;

    /// An iteration is finished, each one a ply deeper than the one before; this is what the search has found so far.
    /// Not called for the iteration in which the search stops. The default does nothing.
    fn report(&mut self, _info: &SearchResult<M>) {}

    /// Whether to begin another iteration; asked between two of them when one move is wanted, not the
    /// values of all. Whoever has a clock may find that it is not worth it. The default goes on.
    fn go_on(&mut self, _outlook: &Outlook) -> bool {
        true
    }

    /// An iteration over every legal move is finished, and this is what they are worth so far. Called in place of
    /// [`Handler::report`] when the values of all moves are asked for. The default does nothing.
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

/// The handler that stops when the closure, told the number of nodes so far, says so.
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
