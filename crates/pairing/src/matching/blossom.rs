//! Operations on blossoms: closing, rotating and opening them.

use super::forest::Forest;
use super::node::{Edge, Label, NONE, Node};

impl Forest {
    /// Closes the ring that consists of an edge and two paths. The paths lead from the ends of the
    /// edge up to the node `meet`.
    pub(super) fn close(&mut self, meet: usize, edge: Edge) {
        let mut parts = vec![meet];
        let mut links = Vec::new();
        for (node, (from, to)) in self.way_up(self.top[edge.0], meet).into_iter().rev() {
            parts.push(node);
            links.push((to, from));
        }
        links.push(edge);
        for (node, link) in self.way_up(self.top[edge.1], meet) {
            parts.push(node);
            links.push(link);
        }
        let vertices =
            parts.iter().flat_map(|&part| self.nodes[part].vertices.iter().copied()).collect();
        let id = self.place();
        let mut node = Node::new(self.nodes[meet].base, vertices);
        for &vertex in &node.vertices {
            self.top[vertex] = id;
        }
        node.exits = (0..self.graph.n).map(|outside| self.nearest(&parts, outside)).collect();
        for &part in &parts {
            self.nodes[part].above = id;
        }
        (node.parts, node.links) = (parts, links);
        self.nodes[id] = node;
        self.make_outer(id);
    }

    fn place(&mut self) -> usize {
        self.spare.pop().unwrap_or_else(|| {
            self.nodes.push(Node::new(NONE, Vec::new()));
            self.nodes.len() - 1
        })
    }

    /// The vertex of these parts that has the least slack to the vertex `outside`. If `outside`
    /// itself belongs to the blossom, the result is never used.
    fn nearest(&self, parts: &[usize], outside: usize) -> usize {
        let exits =
            parts.iter().filter(|&&part| part != outside).map(|&part| self.exit(part, outside));
        let outer = exits.filter(|&exit| exit != NONE);
        outer.min_by_key(|&exit| self.graph.slack(exit, outside)).unwrap_or(NONE)
    }

    /// Makes `vertex` the base of a node, and matches the other vertices of that node with each
    /// other.
    pub(super) fn rebase(&mut self, node: usize, vertex: usize) {
        if node < self.graph.n {
            return;
        }
        let part = self.part_with(node, vertex);
        self.rebase(part, vertex);
        let ring = self.nodes[node].parts.len();
        let place = self.nodes[node].parts.iter().position(|&p| p == part).expect("it is a part");
        self.nodes[node].parts.rotate_left(place);
        self.nodes[node].links.rotate_left(place);
        self.nodes[node].base = vertex;
        for i in (1..ring).step_by(2) {
            let (a, b) = self.nodes[node].links[i];
            let (one, other) = (self.nodes[node].parts[i], self.nodes[node].parts[i + 1]);
            self.rebase(one, a);
            self.rebase(other, b);
            (self.mate[a], self.mate[b]) = (b, a);
        }
    }

    /// The part of a blossom in which a vertex lies.
    fn part_with(&self, blossom: usize, vertex: usize) -> usize {
        let mut part = vertex;
        while self.nodes[part].above != blossom {
            part = self.nodes[part].above;
        }
        part
    }

    /// Opens an inner blossom: the parts on the path from its entry to its base stay in the tree.
    pub(super) fn open(&mut self, id: usize) {
        let blossom = std::mem::replace(&mut self.nodes[id], Node::new(NONE, Vec::new()));
        self.spare.push(id);
        for &part in &blossom.parts {
            (self.nodes[part].above, self.nodes[part].label) = (NONE, Label::Free);
            for i in 0..self.nodes[part].vertices.len() {
                let vertex = self.nodes[part].vertices[i];
                self.top[vertex] = part;
            }
        }
        self.keep_way(&blossom);
    }

    /// The tree's path enters the ring of the blossom at one part. From there it goes to the
    /// partner of that part, and on in the same direction to the part with the base. The parts on
    /// this path stay in the tree.
    fn keep_way(&mut self, blossom: &Node) {
        let (parts, links) = (&blossom.parts, &blossom.links);
        let mut entry = blossom.entry;
        let entered = self.top[entry.1];
        let mut at = parts.iter().position(|&part| part == entered).expect("it is a part");
        let is_forward = at % 2 == 1;
        loop {
            (self.nodes[parts[at]].label, self.nodes[parts[at]].entry) = (Label::Inner, entry);
            if at == 0 {
                return;
            }
            let partner;
            (partner, at, entry) = if is_forward {
                (at + 1, (at + 2) % parts.len(), links[at + 1])
            } else {
                let (from, to) = links[at - 2];
                (at - 1, at - 2, (to, from))
            };
            self.make_outer(parts[partner]);
        }
    }
}
