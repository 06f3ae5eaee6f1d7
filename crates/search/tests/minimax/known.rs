//! Game knowledge and late move reductions save nodes and change no winner.

use rules::{Game, Outcome};
use search::{
    Bounded, Evaluate, Goal, HashTable, Limits, NeverStop, Problem, Score, best, proven_end,
};

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

/// An evaluation with a history of moves, which are searched less deep from the second one on.
struct Remembering;

impl Evaluate<Tree> for Remembering {
    const FULL_MOVES: Option<usize> = Some(1);

    fn evaluate(&self, game: &Tree, node: &Node) -> Score {
        Estimate::<false>.evaluate(game, node)
    }

    fn history_index(&self, _: &Tree, _: &Node, mv: u8) -> Option<u16> {
        Some(mv.into())
    }
}

/// An exhaustive search for the winner may reduce moves, since a win that it finds is proven. Here
/// it has to find the winner of trees that it can search to the end.
#[test]
fn a_proof_with_history_and_reductions_finds_the_winner() {
    for seed in 0..300 {
        let tree = Tree { seed, longest: 6, widest: 6 };
        let start = tree.start();
        let truth = minimax(&tree, &start, tree.turn(&start), 8, 0);
        let problem = Problem::new(&tree, &Remembering, &start, Limits::NONE).exhaustive();
        let problem = problem.with_goal(Goal::Winner);
        let found = best(&problem, &mut HashTable::new(1 << 16), &mut NeverStop).unwrap();
        assert_eq!(found.score.signum(), truth.signum(), "seed {seed}");
    }
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

/// An evaluation whose estimates are margins, three units a point.
struct Margins;

impl Evaluate<Tree> for Margins {
    const EVERY_POINT_COUNTS: bool = true;
    const ESTIMATES_MARGIN: bool = true;
    const POINT: Score = 3;

    fn evaluate(&self, game: &Tree, node: &Node) -> Score {
        game.random(node, 4).below(19) as Score - 9
    }
}

/// Plain minimax in which a finished game scores its points, on the scale of the estimates.
fn points(game: &Tree, node: &Node, depth: u32) -> Score {
    let side = game.turn(node);
    if let Some(outcome) = game.outcome(node) {
        return Margins::POINT * outcome.margin_for(side);
    }
    if depth == 0 {
        return Margins.evaluate(game, node);
    }
    let of = |mv| {
        let child = game.play(node, mv);
        points(game, &child, depth - 1) * if game.turn(&child) == side { 1 } else { -1 }
    };
    game.moves(node).map(of).max().expect("an unfinished node has moves")
}

#[test]
fn ends_and_estimates_have_one_scale_if_estimates_are_margins() {
    let mut mixed = 0;
    for seed in 0..1000 {
        let tree = Tree { seed, longest: 7, widest: 4 };
        let start = tree.start();
        for depth in [1, 2, 3, 4, 9] {
            let problem = Problem::new(&tree, &Margins, &start, Limits::depth(depth));
            let mut table = HashTable::new(16);
            let result = best(&problem, &mut table, &mut NeverStop).expect("moves");
            let truth = points(&tree, &start, result.depth);
            if result.is_exact {
                let margin = proven_end(result.score).map_or(0, |(margin, _)| margin);
                assert_eq!(margin, truth / Margins::POINT, "seed {seed}, depth {depth}");
            } else {
                assert_eq!(result.score, truth, "seed {seed}, depth {depth}");
                mixed += usize::from(truth % Margins::POINT == 0);
            }
            // A search for the winner with the same table is not misled by the other scale.
            let winner = best(&problem.with_goal(Goal::Winner), &mut table, &mut NeverStop);
            let winner = winner.expect("moves");
            if let Some((margin, _)) = proven_end(winner.score) {
                let whole = minimax(&tree, &start, tree.turn(&start), 7, 0);
                assert_eq!(margin.signum(), whole.signum(), "seed {seed}, depth {depth}");
            }
        }
    }
    assert!(mixed > 100, "unfinished searches end in finished games, too: {mixed}");
}
