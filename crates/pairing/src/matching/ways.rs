//! Paths from a node of a tree to its root.

use super::forest::Forest;
use super::node::{Edge, Label, NONE};

impl Forest {
    /// Makes a free node an inner node, and its partner an outer node.
    pub(super) fn reach(&mut self, edge: Edge) {
        let inner = self.top[edge.1];
        (self.nodes[inner].label, self.nodes[inner].entry) = (Label::Inner, edge);
        let partner = self.mate[self.nodes[inner].base];
        self.make_outer(self.top[partner]);
    }

    /// The inner node above an outer node, and the next outer node above both; `None` for a root.
    fn climb(&self, outer: usize) -> Option<(usize, usize)> {
        let partner = self.mate[self.nodes[outer].base];
        (partner != NONE).then(|| {
            let inner = self.top[partner];
            (inner, self.top[self.nodes[inner].entry.0])
        })
    }

    /// The lowest node above both ends of an edge, if both ends are in one tree.
    pub(super) fn meeting_point(&self, (u, v): Edge) -> Option<usize> {
        let mut is_above = vec![false; self.nodes.len()];
        let mut at = Some(self.top[u]);
        while let Some(node) = at {
            is_above[node] = true;
            at = self.climb(node).map(|(_, outer)| outer);
        }
        at = Some(self.top[v]);
        while let Some(node) = at.filter(|&node| !is_above[node]) {
            at = self.climb(node).map(|(_, outer)| outer);
        }
        at
    }

    /// Matches two roots. A path through this edge joins the two roots. Every second edge of the
    /// path enters the matching, and the other edges leave it.
    pub(super) fn augment(&mut self, (u, v): Edge) {
        for (mut end, mut other) in [(u, v), (v, u)] {
            loop {
                let outer = self.top[end];
                let above = self.climb(outer);
                self.rebase(outer, end);
                self.mate[end] = other;
                let Some((inner, _)) = above else { break };
                let (up, entered) = self.nodes[inner].entry;
                self.rebase(inner, entered);
                self.mate[entered] = up;
                (end, other) = (up, entered);
            }
        }
    }

    /// The nodes on the way up from the outer node `from` to the outer node `to`, without `to`.
    /// Each node comes with its edge to the next node.
    pub(super) fn way_up(&self, from: usize, to: usize) -> Vec<(usize, Edge)> {
        let mut way = Vec::new();
        let mut outer = from;
        while outer != to {
            let base = self.nodes[outer].base;
            let (inner, next) =
                self.climb(outer).expect("the paths of one tree meet below its root");
            let (up, entered) = self.nodes[inner].entry;
            way.extend([(outer, (base, self.mate[base])), (inner, (entered, up))]);
            outer = next;
        }
        way
    }
}
