//! Measures how the iterations of a search grow, and whether they find the same best move.

use crate::Outlook;

/// The iterations of a search so far.
///
/// ```
/// use search::Progress;
///
/// let mut progress = Progress::new(false);
/// progress.hear("d3", 80, 100);
/// progress.hear("d3", 150, 300);
/// assert_eq!((progress.outlook().steady, progress.outlook().last_nodes), (2, 200));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Progress<M> {
    is_forced: bool,
    best: Option<M>,
    steady: u32,
    best_nodes: u64,
    nodes: u64,
    /// The nodes of the last three iterations, the last one first.
    last: [u64; 3],
}

impl<M: Copy + PartialEq> Progress<M> {
    /// No iteration yet. `is_forced` says whether there is only one legal move.
    pub fn new(is_forced: bool) -> Progress<M> {
        Progress { is_forced, best: None, steady: 0, best_nodes: 0, nodes: 0, last: [0; 3] }
    }

    /// Notes the best move of an iteration, the nodes that the iteration searched below that move,
    /// and the nodes of the whole search so far.
    pub fn hear(&mut self, best: M, best_nodes: u64, nodes: u64) {
        self.last = [nodes - self.nodes, self.last[0], self.last[1]];
        self.steady = if self.best == Some(best) { self.steady + 1 } else { 1 };
        (self.best, self.best_nodes, self.nodes) = (Some(best), best_nodes, nodes);
    }

    /// The state of the search now, for a handler with a clock.
    #[must_use]
    pub fn outlook(&self) -> Outlook {
        Outlook {
            is_forced: self.is_forced,
            steady: self.steady,
            nodes: self.nodes.max(1),
            last_nodes: self.last[0],
            best_nodes: self.best_nodes,
            next_nodes: self.expected(),
        }
    }

    /// The expected number of nodes of the next iteration. This number grows by one factor from an
    /// even depth to an odd one, and by another factor from an odd depth to an even one. So the
    /// growth is measured over two iterations.
    fn expected(&self) -> u64 {
        let [last, _, before] = self.last.map(|nodes| nodes as f64);
        let growth = if before > 0.0 { (last / before).sqrt() } else { 2.0 };
        (last * growth.clamp(1.0, 30.0)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_taken_over_two_iterations() {
        let mut progress = Progress::new(false);
        for (mv, nodes, all) in [('a', 9, 10), ('b', 50, 110), ('b', 250, 410), ('b', 800, 1310)] {
            progress.hear(mv, nodes, all);
        }
        let outlook = progress.outlook();
        assert_eq!((outlook.last_nodes, outlook.best_nodes, outlook.nodes), (900, 800, 1310));
        assert_eq!((outlook.steady, outlook.next_nodes), (3, 2700), "100, 300, 900, and next?");
    }
}
