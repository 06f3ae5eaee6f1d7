//! How long a search may take.

/// The number of nodes after which a search asks its handler again.
pub const ASK_EVERY: u64 = 1024;

/// Limits that do not depend on the machine. A handler may limit the time.
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
    /// The number of positions to search. The search checks this limit every [`ASK_EVERY`]
    /// positions, and may exceed it by about [`ASK_EVERY`] positions.
    pub nodes: u64,
}

impl Limits {
    /// No limit: only the handler stops the search.
    pub const NONE: Limits = Limits { depth: 250, nodes: u64::MAX };

    /// A limit of the depth, in plies.
    #[must_use]
    pub const fn depth(depth: u32) -> Limits {
        Limits { depth, ..Limits::NONE }
    }

    /// A limit of the number of nodes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes, ..Limits::NONE }
    }

    /// Both limits at once: the search ends when it reaches the first of them.
    #[must_use]
    pub fn and(self, other: Limits) -> Limits {
        Limits { depth: self.depth.min(other.depth), nodes: self.nodes.min(other.nodes) }
    }
}
