//! The costs of the edges, and the duals that prove a matching to be cheapest.

/// The cost of a missing edge, above every other cost.
pub(super) const ABSENT: i128 = i128::MAX;

/// The complete graph of `n` vertices, with the cost of each edge and the dual of each vertex.
pub(super) struct Graph {
    pub(super) n: usize,
    /// Twice the cost of each edge, row by row, so that half a slack is a whole number.
    twice: Vec<i128>,
    /// Twice the dual of each vertex.
    pub(super) dual: Vec<i128>,
}

impl Graph {
    pub(super) fn new(n: usize, cost: impl Fn(usize, usize) -> Option<i128>) -> Graph {
        let mut twice = vec![ABSENT; n * n];
        for a in 0..n {
            for b in a + 1..n {
                let Some(cost) = cost(a, b) else { continue };
                (twice[a * n + b], twice[b * n + a]) = (2 * cost, 2 * cost);
            }
        }
        // Each dual starts at half the cost of the vertex's cheapest edge, rounded down to an even
        // number. So all slacks are even, and none is below 0.
        let least =
            |a: usize| twice[a * n..(a + 1) * n].iter().filter(|&&twice| twice != ABSENT).min();
        let dual = (0..n).map(|a| least(a).map_or(0, |twice| twice.div_euclid(4) * 2)).collect();
        Graph { n, twice, dual }
    }

    /// Raises the dual of a vertex as far as possible, and returns the other end of a tight edge,
    /// if there is one now.
    pub(super) fn raise(&mut self, u: usize) -> Option<usize> {
        let v = (0..self.n)
            .min_by_key(|&v| self.slack(u, v))
            .filter(|&v| self.slack(u, v) != ABSENT)?;
        self.dual[u] += self.slack(u, v);
        Some(v)
    }

    /// The slack of an edge between two top nodes: 0 if the edge is tight, and never below 0.
    pub(super) fn slack(&self, u: usize, v: usize) -> i128 {
        match self.twice[u * self.n + v] {
            ABSENT => ABSENT,
            twice => twice - self.dual[u] - self.dual[v],
        }
    }
}
