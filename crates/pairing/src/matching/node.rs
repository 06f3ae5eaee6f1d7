//! The nodes that the search works on.

pub(super) const NONE: usize = usize::MAX;

/// An edge between two vertices, from one to the other.
pub(super) type Edge = (usize, usize);

/// The role of a top node in the forest. A top node is a node that no blossom contains.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    /// In no tree.
    Free,
    /// A root, or a node at an even number of steps from a root.
    Outer,
    /// A node at an odd number of steps from a root.
    Inner,
}

/// A vertex or a blossom; a blossom is an odd ring of nodes that behaves as one vertex.
pub(super) struct Node {
    pub(super) label: Label,
    /// For an inner node, the edge by which the tree has reached the node.
    pub(super) entry: Edge,
    /// The blossom that contains this node, if any.
    pub(super) above: usize,
    /// The vertex whose partner is outside the node.
    pub(super) base: usize,
    /// The parts of the ring, beginning with the part that contains the base. Parts 1 and 2 are
    /// matched with each other, as are parts 3 and 4, and so on.
    pub(super) parts: Vec<usize>,
    /// The edges of the ring. The edge at index i leads from part i to the next part.
    pub(super) links: Vec<Edge>,
    pub(super) vertices: Vec<usize>,
    /// For each vertex outside a blossom, the inside vertex with the least slack to it. The duals
    /// inside a blossom change together, so this vertex stays the same as long as the blossom
    /// exists.
    pub(super) exits: Vec<usize>,
    pub(super) dual: i128,
    /// For an outer node, the edge with the least slack to another outer node.
    pub(super) best: Option<Edge>,
}

impl Node {
    pub(super) fn new(base: usize, vertices: Vec<usize>) -> Node {
        let (label, entry, above, best) = (Label::Free, (NONE, NONE), NONE, None);
        let (parts, links, exits) = (Vec::new(), Vec::new(), Vec::new());
        Node { label, entry, above, base, parts, links, vertices, exits, dual: 0, best }
    }
}
