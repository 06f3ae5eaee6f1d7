//! Alpha-beta against plain minimax, on random toy trees where sides need not alternate.

mod handler;
mod known;
mod repetition;
mod tree;

use rules::Game;
use search::{
    Goal, HashTable, Limits, MoveValue, NeverStop, Problem, best, move_values, proven_end,
};

use tree::{Estimate, Tree, minimax, search};

#[test]
fn a_search_to_the_end_finds_the_minimax_score_and_says_so() {
    for seed in 0..2000 {
        let tree = Tree { seed, longest: 9, widest: 4 };
        let truth = minimax(&tree, &tree.start(), tree.turn(&tree.start()), 9, 0);
        for bytes in [16, 1 << 16] {
            let result = search::<true>(&tree, Limits::NONE, bytes);
            assert_eq!(result.score, truth, "seed {seed}, table of {bytes} bytes");
            assert!(result.is_exact, "seed {seed}: nothing is left to search");
            let child = tree.play(&tree.start(), result.best_move());
            assert_eq!(
                minimax(&tree, &child, tree.turn(&tree.start()), 9, 1),
                truth,
                "seed {seed}: the move has this score"
            );
        }
    }
}

#[test]
fn a_search_to_a_depth_finds_the_minimax_score_of_that_depth() {
    for seed in 0..2000 {
        let tree = Tree { seed, longest: 30, widest: 4 };
        for depth in 1..=5 {
            // A table with one bucket keeps few results, so results of deeper searches do not
            // change the score.
            let result = search::<true>(&tree, Limits::depth(depth), 16);
            let truth = minimax(&tree, &tree.start(), tree.turn(&tree.start()), result.depth, 0);
            assert_eq!(result.score, truth, "seed {seed}, depth {depth}");
        }
    }
}

#[test]
fn where_a_win_is_a_win_the_winner_is_right() {
    for seed in 0..2000 {
        let tree = Tree { seed, longest: 9, widest: 4 };
        let truth = minimax(&tree, &tree.start(), tree.turn(&tree.start()), 9, 0);
        let result = search::<false>(&tree, Limits::NONE, 1 << 16);
        assert_eq!(result.score.signum(), truth.signum(), "seed {seed}");
    }
}

#[test]
fn a_goal_is_reached_and_what_is_proven_is_true() {
    let mut nodes = [0; 2];
    for seed in 0..1000 {
        let tree = Tree { seed, longest: 9, widest: 4 };
        let start = tree.start();
        let truth = minimax(&tree, &start, tree.turn(&start), 9, 0);
        let ask = |goal| {
            let problem =
                Problem::new(&tree, &Estimate::<true>, &start, Limits::NONE).with_goal(goal);
            best(&problem, &mut HashTable::new(1 << 16), &mut NeverStop)
                .expect("the root has moves")
        };
        let winner = ask(Goal::Winner);
        assert_eq!(winner.score.signum(), truth.signum(), "seed {seed}");
        let lower = winner.score <= truth;
        assert!(
            truth == 0 || lower == (truth > 0) || winner.score == truth,
            "seed {seed}: a bound"
        );
        assert!(!winner.is_exact || winner.score == truth, "seed {seed}");
        nodes[0] += winner.nodes;
        nodes[1] += ask(Goal::Best).nodes;
        let margin = proven_end(truth).map_or(0, |(margin, _)| margin);
        for (low, high) in [(margin - 1, margin + 1), (margin, margin + 1), (margin - 1, margin)] {
            let score = ask(Goal::Window(low, high)).score;
            let found = proven_end(score).map_or(0, |(margin, _)| margin);
            assert_eq!(
                (found <= low, found >= high),
                (margin <= low, margin >= high),
                "seed {seed}"
            );
        }
    }
    assert!(nodes[0] < nodes[1], "the winner is found sooner than the margin: {nodes:?}");
}

/// The values of all moves at the root, searched with a hash table of `bytes`.
fn values(tree: &Tree, limits: Limits, bytes: usize) -> Vec<MoveValue<u8>> {
    let start = tree.start();
    let problem = Problem::new(tree, &Estimate::<true>, &start, limits);
    move_values(&problem, &mut HashTable::new(bytes), &mut NeverStop)
}

#[test]
fn every_move_has_its_minimax_score_and_says_that_it_is_exact() {
    for seed in 0..1000 {
        let tree = Tree { seed, longest: 7, widest: 4 };
        for bytes in [16, 1 << 16] {
            let values = values(&tree, Limits::NONE, bytes);
            assert_eq!(values.len(), tree.moves(&tree.start()).count(), "seed {seed}");
            for (value, mv) in values.iter().zip(tree.moves(&tree.start())) {
                let truth =
                    minimax(&tree, &tree.play(&tree.start(), mv), tree.turn(&tree.start()), 8, 1);
                assert_eq!(
                    (value.mv, value.score, value.is_exact),
                    (mv, truth, true),
                    "seed {seed}"
                );
            }
        }
    }
}

#[test]
fn moves_searched_to_a_depth_have_the_minimax_score_of_that_depth() {
    for seed in 0..1000 {
        let tree = Tree { seed, longest: 30, widest: 4 };
        for depth in 1..=4 {
            for value in values(&tree, Limits::depth(depth), 16) {
                let child = tree.play(&tree.start(), value.mv);
                let truth = minimax(&tree, &child, tree.turn(&tree.start()), value.depth - 1, 1);
                assert_eq!(value.score, truth, "seed {seed}, depth {depth}");
                assert!(
                    value.depth == depth || value.is_exact,
                    "seed {seed}: all estimates have the same depth"
                );
            }
        }
    }
}
