//! Minimum-cost perfect matching: everybody gets a partner, and the sum of the pairs' costs is
//! least.
//!
//! Swiss pairing is a matching in a general graph: an edge joins two participants who may still
//! meet, and the cost of the edge says how undesirable their pairing is. Backtracking finds good
//! pairings in small fields. Near the end of a long tournament, however, it may take very long to
//! find out that there is no pairing. Matching takes time that grows at most with the cube of the
//! field's size, and finds a legal pairing whenever there is one.
//!
//! The method comes from Jack Edmonds ("Paths, trees, and flowers", Canadian Journal of Mathematics
//! 17, 1965; "Maximum matching and a polyhedron with 0,1-vertices", 1965). The bookkeeping that
//! makes its time cubic comes from Harold Gabow ("An efficient implementation of Edmonds' algorithm
//! for maximum matching on graphs", Journal of the ACM 23, 1976) and Zvi Galil ("Efficient
//! algorithms for finding maximum matching in graphs", ACM Computing Surveys 18, 1986).

mod blossom;
mod forest;
mod graph;
mod node;
mod ways;

use forest::Forest;
use graph::Graph;

/// The partner of each vertex in a cheapest perfect matching of `n` vertices, or `None` if there is
/// no perfect matching.
///
/// `cost(a, b)` is the cost of matching `a` with `b`, for `a < b`; `None` forbids it. Sums of `n`
/// costs must stay below 2^120. The result depends only on `n` and the costs.
pub(super) fn cheapest(
    n: usize,
    cost: impl Fn(usize, usize) -> Option<i128>,
) -> Option<Vec<usize>> {
    if n % 2 == 1 {
        return None;
    }
    Forest::new(Graph::new(n, cost)).solve()
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    type Costs = Vec<Vec<Option<i128>>>;

    /// Finds the least cost by trying all matchings: the first vertex of each set is matched with
    /// each of the others.
    fn by_trying(costs: &Costs) -> Option<i128> {
        let n = costs.len();
        let mut least: Vec<Option<i128>> = vec![None; 1 << n];
        least[0] = Some(0);
        for set in 1..1_usize << n {
            let a = set.trailing_zeros() as usize;
            let others = (a + 1..n).filter(|b| set >> b & 1 == 1);
            least[set] =
                others.filter_map(|b| Some(costs[a][b]? + least[set ^ 1 << a ^ 1 << b]?)).min();
        }
        least[(1 << n) - 1]
    }

    /// Draws a graph in which an edge is present with a chance of `density` in 8 and has a cost
    /// below `most`.
    fn draw(random: &mut Rng, n: usize, density: usize, most: usize) -> Costs {
        let mut costs = vec![vec![None; n]; n];
        for (a, b) in (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))) {
            let cost = (random.usize(..8) < density).then(|| random.usize(..most) as i128 - 3);
            (costs[a][b], costs[b][a]) = (cost, cost);
        }
        costs
    }

    fn total(costs: &Costs, mates: &[usize]) -> i128 {
        for (a, &b) in mates.iter().enumerate() {
            assert!(a != b && mates[b] == a, "{mates:?}");
        }
        let sum: i128 = mates.iter().enumerate().map(|(a, &b)| costs[a][b].expect("an edge")).sum();
        sum / 2
    }

    #[test]
    fn no_matching_is_cheaper() {
        let mut random = Rng::with_seed(1965);
        let mut impossible = 0;
        for round in 0..5000 {
            let n = 2 * random.usize(0..=6);
            let (density, most) = (random.usize(2..=8), if round % 2 == 0 { 5 } else { 1000 });
            let costs = draw(&mut random, n, density, most);
            let found = cheapest(n, |a, b| costs[a][b]).map(|mates| total(&costs, &mates));
            let best = by_trying(&costs);
            assert_eq!(found, best, "{costs:?}");
            impossible += usize::from(best.is_none());
        }
        assert!(
            (500..2500).contains(&impossible),
            "graphs with and without a perfect matching are tried: {impossible}"
        );
    }

    #[test]
    fn odd_fields_have_no_perfect_matching() {
        assert_eq!(cheapest(3, |_, _| Some(1)), None);
        assert_eq!(cheapest(0, |_, _| None), Some(Vec::new()));
    }

    #[test]
    fn large_fields_are_paired_at_a_cost_no_swap_improves() {
        let mut random = Rng::with_seed(7);
        for n in [60, 120, 200] {
            for density in [1, 3, 8] {
                let costs = draw(&mut random, n, density, 50);
                let Some(mates) = cheapest(n, |a, b| costs[a][b]) else { continue };
                let sum = total(&costs, &mates);
                for a in 0..n {
                    for c in (a + 1..n).filter(|&c| c != mates[a]) {
                        let (b, d) = (mates[a], mates[c]);
                        let (Some(new), Some(other)) = (costs[a][c], costs[b][d]) else { continue };
                        let old = costs[a][b].zip(costs[c][d]).map(|(one, two)| one + two);
                        assert!(Some(new + other) >= old, "a swap improves on {sum}");
                    }
                }
            }
        }
    }
}
