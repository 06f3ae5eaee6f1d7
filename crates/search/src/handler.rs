//! How a caller follows a search and stops it.

use crate::{MoveValue, Outlook, SearchResult};

/// Follows a search: decides when to stop, and gets the result of each iteration.
///
/// A caller that has a clock or a screen, or that a user can interrupt, implements this trait. `M`
/// is the game's own type of moves, or the names of moves for an [`Engine`](crate::Engine).
/// [`StopWhen`] makes a handler from a closure. [`NeverStop`] serves for searches that end at their
/// limits.
///
/// ```
/// use rules::Game;
/// use rules::nim::Nim;
/// use search::{Evaluate, Handler, HashTable, Limits, Problem, Score, SearchResult, best};
///
/// /// Notes the depth of each iteration.
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
/// let problem = Problem::new(&heap, &Even, &start, Limits::depth(3));
/// best(&problem, &mut HashTable::new(1 << 16), &mut depths);
/// assert_eq!(depths.0, [1, 2, 3]);
/// ```
pub trait Handler<M = String> {
    /// Whether to stop now. The search calls this function every [`ASK_EVERY`](crate::ASK_EVERY)
    /// nodes with the number of nodes so far. After this function has returned `true`, it is not
    /// called again.
    fn stop(&mut self, nodes: u64) -> bool;

    /// Whether this share of the time is over, for a handler with a clock.
    /// [`Instance::values`](crate::Instance::values) divides the time between solver and engine.
    /// The default is `false`.
    fn is_over(&mut self, _share: f64) -> bool {
        false
    }

    /// Gets the result so far after each iteration. Each iteration is one ply deeper than the
    /// previous one. An iteration that is stopped is not reported. The default does nothing.
    fn report(&mut self, _info: &SearchResult<M>) {}

    /// Whether to begin another iteration. [`best`](crate::best) calls this function between two
    /// iterations, and [`move_values`](crate::move_values) does not. A caller with a clock may find
    /// that the next iteration is not worth its time. The default is `true`.
    fn go_on(&mut self, _outlook: &Outlook) -> bool {
        true
    }

    /// Gets the values of the legal moves after each iteration. [`move_values`](crate::move_values)
    /// calls this function instead of [`Handler::report`]. The default does nothing.
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

/// A handler that gives the closure the number of nodes so far, and stops when the closure returns
/// true.
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
