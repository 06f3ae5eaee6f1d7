//! Compares the engine's counts with the rules of the game, and its results with the exact
//! solver's.

use rules::bits::Bits;
use rules::random::Random;
use rules::{Game, Side};
use search::{Limits, NeverStop, SearchResult, WON};

use super::ThreatEngine;
use super::board::Board;
use crate::{Mnk, Position, Solver};

/// A random position in which the sides have placed stones in turn, and no side has a line.
fn scattered(random: &mut Random, game: &Mnk<1>, stones: usize) -> Position<1> {
    let mut position = game.start();
    for _ in 0..stones {
        let squares: Vec<usize> = game.moves(&position).collect();
        let Some(&square) = random.pick(&squares) else { break };
        let next = game.play(&position, square);
        if next.winner.is_none() {
            position = next;
        }
    }
    position
}

fn small_game(random: &mut Random) -> Mnk<1> {
    Mnk::new(random.between(1, 8), random.between(1, 8), random.between(1, 8))
}

/// The squares of `empty` that meet the condition `is`. The condition gets each square as a set.
fn where_one<const W: usize>(empty: Bits<W>, is: impl Fn(Bits<W>) -> bool) -> Bits<W> {
    empty.into_iter().filter(|&square| is(Bits::one(square))).collect()
}

#[test]
fn what_is_counted_as_stones_come_and_go_is_what_the_rules_say() {
    let mut random = Random::new(1);
    for _ in 0..300 {
        let game = small_game(&mut random);
        let mut board = Board::new(&game);
        for _ in 0..4 {
            let stones = random.below(24);
            let position = scattered(&mut random, &game, stones);
            board.set(&position);
            let empty = game.empty(&position.stones);
            let own = position.stones[position.turn.index()];
            let completes = |stones: Bits<1>, empty: Bits<1>| {
                where_one(empty, |one| game.has_line(stones | one))
            };
            let (sight, _) = board.sights();
            assert_eq!(sight.completing(), completes(own, empty), "{position:?}");
            if sight.completing().is_empty() {
                let after = |one: Bits<1>| completes(own | one, empty.without(one)).count();
                let threatening = where_one(empty, |one| after(one) > 0);
                assert_eq!(sight.threatening(), threatening, "{position:?}");
                let doubling = where_one(empty, |one| after(one) > 1);
                assert_eq!(sight.doubling(), doubling, "{position:?}");
            }
        }
    }
}

#[test]
fn a_stone_that_is_taken_back_leaves_no_trace() {
    let mut random = Random::new(2);
    for _ in 0..100 {
        let game = small_game(&mut random);
        let (mut board, stones) = (Board::new(&game), random.below(20));
        board.set(&scattered(&mut random, &game, stones));
        let before = format!("{board:?}");
        let squares: Vec<usize> = board.empty().into_iter().take(6).collect();
        squares.iter().for_each(|&square| board.put(square));
        assert_eq!(squares.is_empty(), format!("{board:?}") == before);
        squares.iter().rev().for_each(|&square| board.take(square));
        assert_eq!(format!("{board:?}"), before);
    }
}

fn choose(
    engine: &mut ThreatEngine<1>,
    position: &Position<1>,
    limits: Limits,
) -> SearchResult<usize> {
    engine.ask(position, limits, &mut NeverStop, |search| search.best())
}

#[test]
fn what_the_engine_calls_proven_or_exact_the_solver_confirms() {
    let (mut random, mut proven) = (Random::new(3), 0);
    for _ in 0..400 {
        let game = small_game(&mut random);
        let (mut engine, mut solver) = (ThreatEngine::new(game.clone()), Solver::new(game.clone()));
        for _ in 0..5 {
            let stones = random.between(2, 26);
            let position = scattered(&mut random, &game, stones);
            if game.outcome(&position).is_some() {
                continue;
            }
            let result = choose(&mut engine, &position, Limits::depth(random.between(1, 6) as u32));
            assert!(game.moves(&position).any(|square| square == result.best_move()));
            let told = match result.score {
                WON.. => 1,
                score if score <= -WON => -1,
                0 if result.is_exact => 0,
                _ => continue,
            };
            proven += 1;
            assert_eq!(
                solver.solve(&position, &mut |_| false).value(),
                Some(told),
                "{game:?} {position:?} {result:?}"
            );
            if told == 1 {
                let next = game.play(&position, result.best_move());
                let value = solver.winner(&next);
                assert_eq!(value, Some(position.turn), "{game:?} {position:?} {result:?}");
            }
        }
    }
    assert!(proven > 500, "{proven}");
}

#[test]
fn a_board_too_large_to_try_every_move_is_never_called_lost_for_want_of_moves() {
    let mut random = Random::new(4);
    for _ in 0..60 {
        let game = Mnk::<1>::new(random.between(6, 8), random.between(7, 8), random.between(4, 5));
        let mut engine = ThreatEngine::new(game.clone());
        let stones = random.between(6, 20);
        let position = scattered(&mut random, &game, stones);
        let result = choose(&mut engine, &position, Limits::depth(4));
        if result.score.abs() >= WON {
            let winner = if result.score > 0 { position.turn } else { position.turn.other() };
            let mut nodes_left = |nodes: u64| nodes > 20_000;
            let outcome = Solver::new(game.clone()).outcome(&position, &mut nodes_left);
            assert!(
                outcome.is_none_or(|outcome| outcome.winner() == Some(winner)),
                "{position:?} {result:?}"
            );
        }
    }
}

#[test]
fn the_move_that_wins_or_saves_is_made_at_once() {
    let game = Mnk::<4>::new(15, 15, 5);
    let mut engine = ThreatEngine::new(game.clone());
    let at = |row: usize, column: usize| row * 15 + column;
    let stones = |squares: &[usize]| squares.iter().copied().collect::<Bits<4>>();
    let four = stones(&[at(7, 3), at(7, 4), at(7, 5), at(7, 6)]);
    let wall = stones(&[at(7, 2), at(0, 0), at(14, 2), at(2, 14)]);
    for (side, saved) in [(Side::First, false), (Side::Second, true)] {
        let position = game.position([four, wall], side);
        let result =
            engine.ask(&position, Limits::nodes(2000), &mut NeverStop, |search| search.best());
        assert_eq!(result.best_move(), at(7, 7));
        assert_eq!(result.score >= WON, !saved);
    }
    // Three stones between free ends: the next stone leaves two squares that complete a line.
    let three = stones(&[at(7, 4), at(7, 5), at(7, 6)]);
    let position = game.position([three, stones(&[at(0, 0), at(14, 2), at(2, 14)])], Side::First);
    let result = engine.ask(&position, Limits::nodes(2000), &mut NeverStop, |search| search.best());
    assert_eq!(search::proven_end(result.score), Some((1, 3)));
}
