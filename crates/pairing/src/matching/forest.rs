//! The search: trees grow along tight edges from the vertices without a partner, until two trees
//! meet.

use super::graph::{ABSENT, Graph};
use super::node::{Edge, Label, NONE, Node};

/// The matching so far, the blossoms, and the trees of the current stage.
pub(super) struct Forest {
    pub(super) graph: Graph,
    /// The vertices, followed by the blossoms. A blossom without parts is a free slot.
    pub(super) nodes: Vec<Node>,
    pub(super) spare: Vec<usize>,
    /// For each vertex, the outermost node that contains it.
    pub(super) top: Vec<usize>,
    pub(super) mate: Vec<usize>,
    /// For each vertex that is not outer, the outer vertex with the least slack to it.
    near: Vec<usize>,
}

/// An event that can happen when the duals change.
enum Event {
    /// A tree reaches a free node.
    Reach(Edge),
    /// Two outer nodes meet. If they are in the same tree, a blossom closes; if they are in two
    /// trees, both roots find partners.
    Meet(Edge),
    /// The dual of an inner blossom reaches 0, and the blossom opens.
    Open(usize),
}

impl Forest {
    pub(super) fn new(graph: Graph) -> Forest {
        let n = graph.n;
        let nodes = (0..n).map(|vertex| Node::new(vertex, vec![vertex])).collect();
        let (top, mate, near) = ((0..n).collect(), vec![NONE; n], vec![NONE; n]);
        Forest { graph, nodes, spare: Vec::new(), top, mate, near }
    }

    /// Runs `n / 2` stages, each of which matches two more vertices. A stage has at most about
    /// `2 n` events. An event takes time of order `n`. An event that closes a blossom takes time of
    /// order `n` for each part of the blossom.
    pub(super) fn solve(mut self) -> Option<Vec<usize>> {
        self.pair_at_hand();
        while self.mate.contains(&NONE) {
            self.stage()?;
        }
        Some(self.mate)
    }

    /// Matches vertices that have a tight edge from the start, which saves most stages.
    fn pair_at_hand(&mut self) {
        for u in 0..self.graph.n {
            if self.mate[u] != NONE {
                continue;
            }
            if let Some(v) = self.graph.raise(u).filter(|&v| self.mate[v] == NONE) {
                (self.mate[u], self.mate[v]) = (v, u);
            }
        }
    }

    /// Returns `None` if no event can happen: then there is no perfect matching.
    fn stage(&mut self) -> Option<()> {
        self.plant();
        loop {
            let (step, event) = self.next_event()?;
            self.change_duals(step);
            match event {
                Event::Reach(edge) => self.reach(edge),
                Event::Open(blossom) => self.open(blossom),
                Event::Meet(edge) => match self.meeting_point(edge) {
                    Some(node) => self.close(node, edge),
                    None => {
                        self.augment(edge);
                        return Some(());
                    }
                },
            }
        }
    }

    fn tops(&self) -> impl Iterator<Item = usize> + use<> {
        let is_top = |(id, node): (usize, &Node)| {
            let lives = id < self.graph.n || !node.parts.is_empty();
            (lives && node.above == NONE).then_some(id)
        };
        let tops: Vec<usize> = self.nodes.iter().enumerate().filter_map(is_top).collect();
        tops.into_iter()
    }

    /// Starts new trees: every vertex without a partner is a root.
    fn plant(&mut self) {
        self.near.fill(NONE);
        for node in &mut self.nodes {
            (node.label, node.best) = (Label::Free, None);
        }
        for vertex in 0..self.graph.n {
            if self.mate[vertex] == NONE {
                self.make_outer(self.top[vertex]);
            }
        }
    }

    /// The vertex that has the least slack to `outside`, among the vertices of a node.
    pub(super) fn exit(&self, node: usize, outside: usize) -> usize {
        if node < self.graph.n { node } else { self.nodes[node].exits[outside] }
    }

    /// Makes a top node outer, and updates the least slack of all other vertices.
    pub(super) fn make_outer(&mut self, node: usize) {
        (self.nodes[node].label, self.nodes[node].best) = (Label::Outer, None);
        for v in 0..self.graph.n {
            let top = self.top[v];
            if top == node {
                continue;
            }
            let u = self.exit(node, v);
            let slack = self.graph.slack(u, v);
            if slack == ABSENT {
                continue;
            }
            if self.nodes[top].label == Label::Outer {
                self.offer(node, (u, v), slack);
                self.offer(top, (v, u), slack);
            } else if self.near[v] == NONE || slack < self.graph.slack(self.near[v], v) {
                self.near[v] = u;
            }
        }
    }

    fn offer(&mut self, node: usize, edge: Edge, slack: i128) {
        let is_better = self.nodes[node].best.is_none_or(|(u, v)| slack < self.graph.slack(u, v));
        if is_better {
            self.nodes[node].best = Some(edge);
        }
    }

    /// The next event, and how far the duals have to change for it.
    fn next_event(&self) -> Option<(i128, Event)> {
        let mut next: Option<(i128, Event)> = None;
        let mut consider = |step: i128, event: Event| {
            if next.as_ref().is_none_or(|(least, _)| step < *least) {
                next = Some((step, event));
            }
        };
        for (v, &u) in self.near.iter().enumerate() {
            if u != NONE && self.nodes[self.top[v]].label == Label::Free {
                consider(self.graph.slack(u, v), Event::Reach((u, v)));
            }
        }
        for id in self.tops() {
            let node = &self.nodes[id];
            match (node.label, node.best) {
                // The duals of both ends change, so half the slack is enough. The duals in the
                // trees are all odd or all even, so half the slack is a whole number.
                (Label::Outer, Some((u, v))) => {
                    consider(self.graph.slack(u, v) / 2, Event::Meet((u, v)));
                }
                (Label::Inner, _) if id >= self.graph.n => consider(node.dual / 2, Event::Open(id)),
                _ => {}
            }
        }
        next
    }

    fn change_duals(&mut self, step: i128) {
        let sign = |label| match label {
            Label::Free => 0,
            Label::Outer => 1,
            Label::Inner => -1,
        };
        for (v, &top) in self.top.iter().enumerate() {
            self.graph.dual[v] += sign(self.nodes[top].label) * step;
        }
        for id in self.tops().filter(|&id| id >= self.graph.n) {
            let node = &mut self.nodes[id];
            node.dual += 2 * sign(node.label) * step;
        }
    }
}
