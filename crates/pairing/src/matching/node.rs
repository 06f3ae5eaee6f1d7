//! What the search works on.

pub(super) const NONE: usize = usize::MAX;

/// An edge between two vertices, from one to the other.
pub(super) type Edge = (usize, usize);

/// What a top node is in the forest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    /// In no tree.
    Free,
    /// A root, or an even number of steps away from one.
    Outer,
    /// An odd number of steps away from a root.
    Inner,
}

/// A vertex, or a blossom: an odd ring of nodes, which behaves as one vertex.
pub(super) struct Node {
    pub(super) label: Label,
    /// The edge by which an inner node's tree has reached it.
    pub(super) entry: Edge,
    /// The blossom in which it lies, if any.
    pub(super) above: usize,
    /// The vertex whose partner is outside.
    pub(super) base: usize,
    /// The ring, from the part with the base on; parts 1 and 2, 3 and 4, and so on are paired with each other.
    pub(super) parts: Vec<usize>,
    /// The edges of the ring, each from the part of that place to the next.
    pub(super) links: Vec<Edge>,
    pub(super) vertices: Vec<usize>,
    /// For each vertex outside of a blossom, the vertex inside with the least slack to it. The duals inside always change
    /// together, so it stays the least as long as the blossom lives.
    pub(super) exits: Vec<usize>,
    pub(super) dual: i128,
    /// Of an outer node, the edge with the least slack to another outer node.
    pub(super) best: Option<Edge>,
}

impl Node {
    pub(super) fn new(base: usize, vertices: Vec<usize>) -> Node {
        let (label, entry, above, best) = (Label::Free, (NONE, NONE), NONE, None);
        let (parts, links, exits) = (Vec::new(), Vec::new(), Vec::new());
        Node { label, entry, above, base, parts, links, vertices, exits, dual: 0, best }
    }
}
