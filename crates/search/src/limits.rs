//! How long to think.

/// The number of nodes after which a search asks its handler again.
pub const ASK_EVERY: u64 = 1024;

/// Limits that do not depend on the machine. Time is the handler's business.
///
/// ```
/// use search::Limits;
///
/// let limits = Limits::depth(6).and(Limits::nodes(10_000));
/// assert_eq!((limits.depth, limits.nodes), (6, 10_000));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The greatest depth in plies, at least 1.
    pub depth: u32,
    /// The number of positions to search, give or take [`ASK_EVERY`].
    pub nodes: u64,
}

impl Limits {
    /// No limit: only the handler stops the search.
    pub const NONE: Limits = Limits { depth: 250, nodes: u64::MAX };

    /// To a depth in plies.
    #[must_use]
    pub const fn depth(depth: u32) -> Limits {
        Limits { depth, ..Limits::NONE }
    }

    /// For a number of nodes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes, ..Limits::NONE }
    }

    /// Both bounds at once: whichever is reached first.
    #[must_use]
    pub fn and(self, other: Limits) -> Limits {
        Limits { depth: self.depth.min(other.depth), nodes: self.nodes.min(other.nodes) }
    }
}
