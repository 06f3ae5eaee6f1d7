//! Game knowledge and late move reductions save nodes and change no winner.

use rules::{Game, Outcome};
use search::{Bounded, Evaluate, HashTable, Limits, NeverStop, Problem, Score, best};

use crate::tree::{Estimate, Node, Tree, minimax, search};

/// An evaluation that knows the winner of every third position.
struct Oracle;

impl Evaluate<Tree> for Oracle {
    fn evaluate(&self, game: &Tree, node: &Node) -> Score {
        Estimate::<false>.evaluate(game, node)
    }

    fn finish(
        &self,
        game: &Tree,
        node: &Node,
        _depth: u32,
        _alpha: Score,
        _beta: Score,
        _budget: u64,
    ) -> Option<Bounded> {
        let left = game.longest.saturating_sub(node.depth);
        let side = game.turn(node);
        let margin = minimax(game, node, side, left, node.depth).signum() * side.sign();
        game.random(node, 20).one_in(3).then(|| Bounded::by(Outcome { margin }, side))
    }
}

#[test]
fn a_known_outcome_is_not_searched_and_changes_no_winner() {
    let mut nodes = [0; 2];
    for seed in 0..500 {
        let tree = Tree { seed, longest: 7, widest: 4 };
        let plain = search::<false>(&tree, Limits::NONE, 1 << 16);
        let mut table = HashTable::new(1 << 16);
        let start = tree.start();
        let problem = Problem::new(&tree, &Oracle, &start, Limits::NONE);
        let result = best(&problem, &mut table, &mut NeverStop).unwrap();
        assert_eq!(result.score.signum(), plain.score.signum(), "seed {seed}");
        nodes[0] += plain.nodes;
        nodes[1] += result.nodes;
    }
    assert!(nodes[1] < nodes[0], "{nodes:?}");
}

/// An evaluation that asks for late move reductions.
struct Reducing;

impl Evaluate<Tree> for Reducing {
    const EVERY_POINT_COUNTS: bool = true;
    const ORDERS_WELL: bool = true;

    fn evaluate(&self, game: &Tree, node: &Node) -> Score {
        Estimate::<true>.evaluate(game, node)
    }
}

#[test]
fn reductions_save_nodes_and_change_nothing_that_is_exact() {
    let mut nodes = [0; 2];
    for seed in 0..300 {
        let tree = Tree { seed, longest: 6, widest: 12 };
        let start = tree.start();
        let truth = minimax(&tree, &start, tree.turn(&start), 6, 0);
        let problem = Problem::new(&tree, &Reducing, &start, Limits::NONE);
        let result = best(&problem, &mut HashTable::new(1 << 16), &mut NeverStop).expect("moves");
        assert_eq!((result.score, result.is_exact), (truth, true), "seed {seed}");
        let ask = |problem: Problem<'_, Tree, Reducing>| {
            best(&problem, &mut HashTable::new(1 << 16), &mut NeverStop).expect("moves").nodes
        };
        nodes[0] += ask(Problem::new(&tree, &Reducing, &start, Limits::depth(5)));
        nodes[1] += ask(Problem::new(&tree, &Reducing, &start, Limits::depth(5)).exhaustive());
    }
    assert!(nodes[0] < nodes[1], "{nodes:?}");
}
