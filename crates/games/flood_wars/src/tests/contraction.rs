//! Compares the graph with the rules.

use rules::random::Random;
use rules::{Game, Side};
use search::Model;

use super::super::contraction::Graph;
use super::random_game;
use crate::{Board, FloodWars};

/// Plays a random game on the board and on the graph, and compares them after every move.
fn same_game<const W: usize, const A: usize>(game: &FloodWars<W>, seed: u64) {
    let graph = Graph::<A>::new(game);
    let (mut position, mut node) = (game.start(), graph.start());
    let mut random = Random::new(seed);
    loop {
        assert_eq!(
            graph.enter(game, &position),
            node,
            "the graph's moves and the board's position lead to the same node"
        );
        assert_eq!(graph.turn(&node), game.turn(&position));
        assert_eq!(graph.outcome(&node), game.outcome(&position));
        assert_eq!(node.squares, position.territories.map(|own| own.count() as u32));
        let moves: Vec<_> = game.moves(&position).collect();
        assert_eq!(graph.moves(&node).collect::<Vec<_>>(), moves);
        let Some(&mv) = random.pick(&moves) else { return };
        let gained = graph.count(&graph.taken(&node, mv)) as usize;
        let own = position.turn.index();
        assert_eq!(gained, game.flooded(&position, mv).count() - position.territories[own].count());
        (position, node) = (game.play(&position, mv), graph.play(&node, mv));
    }
}

#[test]
fn a_game_goes_on_alike_on_the_board_and_on_its_graph() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let [rows, columns] = [0, 1].map(|_| random.between(2, 16));
        let limit = if seed % 4 == 0 { random.between(1, 30) as u32 } else { 150 };
        same_game::<16, 4>(&random_game(rows, columns, seed, limit), seed);
    }
    for seed in 0..4 {
        same_game::<50, 40>(&random_game(50, 50, seed, 150), seed);
        let middle = FloodWars::<50>::new(&Board::random(37, 20, seed), Side::Second, 11, 150);
        same_game::<50, 12>(&middle, seed);
    }
}

#[test]
fn a_key_tells_positions_apart_and_a_distant_limit_makes_no_difference() {
    let key = |limit, half_moves| {
        let game = FloodWars::<16>::new(&Board::random(9, 9, 3), Side::First, half_moves, limit);
        let graph = Graph::<4>::new(&game);
        graph.key(&graph.start())
    };
    assert_eq!(key(1000, 4), key(1000, 6));
    assert_ne!(key(150, 4), key(150, 6));
    let graph = Graph::<4>::new(&random_game::<16>(9, 9, 3, 150));
    let start = graph.start();
    let mut keys: Vec<_> =
        graph.moves(&start).map(|mv| graph.key(&graph.play(&start, mv))).collect();
    keys.push(graph.key(&start));
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 4);
}
