//! The costs, and the duals that prove a matching to be cheapest.

/// No edge: dearer than anything.
pub(super) const ABSENT: i128 = i128::MAX;

/// The complete graph of `n` vertices with its costs, and each vertex's dual.
pub(super) struct Graph {
    pub(super) n: usize,
    /// Twice the cost of each edge, row by row, so that half of a slack is a whole number.
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
        // As high as each can be where the other end has as much; even, so that all slacks are.
        let least = |a: usize| twice[a * n..(a + 1) * n].iter().filter(|&&twice| twice != ABSENT).min();
        let dual = (0..n).map(|a| least(a).map_or(0, |twice| twice.div_euclid(4) * 2)).collect();
        Graph { n, twice, dual }
    }

    /// Raises the dual of a vertex as far as it can be; where to, if anywhere, there is now a tight edge.
    pub(super) fn raise(&mut self, u: usize) -> Option<usize> {
        let v = (0..self.n).min_by_key(|&v| self.slack(u, v)).filter(|&v| self.slack(u, v) != ABSENT)?;
        self.dual[u] += self.slack(u, v);
        Some(v)
    }

    /// How far an edge between two top nodes is from being tight; never below 0.
    pub(super) fn slack(&self, u: usize, v: usize) -> i128 {
        match self.twice[u * self.n + v] {
            ABSENT => ABSENT,
            twice => twice - self.dual[u] - self.dual[v],
        }
    }
}
