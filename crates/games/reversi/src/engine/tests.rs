//! Checks the engine: against plain minimax with the same evaluation, and at its limits.

use ::rules::random::Random;
use ::rules::{Game, Notation, Play};
use ::search::{
    ASK_EVERY, Engine, Goal, Handler, HashTable, Limits, MoveValue, NeverStop, Score, Solver,
    StopWhen, Ticker, UNBOUNDED, outcome_score, proven_end,
};

use super::super::board::{MOST, each};
use super::super::endgame::Table;
use super::super::patterns::{Board, POINT, Weights};
use super::super::{EndgameSolver, Passing, Reversi};
use super::PatternEngine;
use super::midgame::Midgame;

const GAME: Reversi = Reversi::new(Passing::Forced);

/// A random unfinished game with this many empty squares.
fn random_play(random: &mut Random, empty: u32) -> Play<Reversi> {
    loop {
        let mut play = Play::new(GAME);
        while GAME.outcome(play.position()).is_none() {
            if play.position().count().iter().sum::<u32>() == 64 - empty {
                return play;
            }
            let moves: Vec<_> = GAME.moves(play.position()).collect();
            play.play(*random.pick(&moves).expect("an unfinished game has moves"));
        }
    }
}

fn names(play: &Play<Reversi>) -> Vec<String> {
    ::rules::Table::moves(play)
}

fn board(play: &Play<Reversi>) -> Board {
    Board::new(play.position().discs, play.position().turn.index())
}

fn with_search<T>(limits: Limits, ask: impl FnOnce(&mut Midgame<'_>) -> T) -> T {
    ask(&mut Midgame {
        table: &mut HashTable::new(1 << 18),
        ends: &mut Table::new(1 << 16),
        weights: Weights::learned(),
        limits,
        handler: &mut NeverStop,
        ticker: Ticker::new(0),
    })
}

/// The value by plain minimax, with the evaluation that `leaf` gives.
fn minimax(board: &Board, depth: u32, leaf: &mut dyn FnMut(&Board) -> Score) -> Score {
    let squares = board.discs.placements();
    match depth {
        0 => leaf(board),
        _ if squares != 0 => each(squares)
            .map(|square| -minimax(&board.after(square), depth - 1, leaf))
            .max()
            .expect("there is a move"),
        _ if board.discs.passed().placements() != 0 => -minimax(&board.after(0), depth, leaf),
        _ => POINT * board.discs.margin(),
    }
}

#[test]
fn values_are_those_of_minimax() {
    let mut random = Random::new(6);
    for round in 0..60 {
        let board = board(&random_play(&mut random, 10 + round % 45));
        let value = |board: &Board| with_search(Limits::NONE, |search| search.node(board, 0, 0, 1));
        let expected = minimax(&board, 3, &mut |leaf| value(leaf).expect("nobody stops it"));
        let found =
            with_search(Limits::NONE, |search| search.node(&board, 3, -UNBOUNDED, UNBOUNDED));
        assert_eq!(found, Ok(expected));
        for (alpha, beta) in [(expected - 300, expected - 200), (expected + 200, expected + 300)] {
            let found = with_search(Limits::NONE, |search| search.node(&board, 3, alpha, beta));
            let found = found.expect("nobody stops it");
            assert!(if expected > beta { found >= beta } else { found <= alpha });
        }
    }
}

/// Without the cut by a less deep search, depth 8 takes several times as many positions.
#[test]
fn probable_cuts_keep_the_search_small() {
    let mut random = Random::new(8);
    let nodes = (0..8).map(|_| {
        let play = random_play(&mut random, 40);
        let found =
            PatternEngine::new(GAME).choose(&names(&play), Limits::depth(8), &mut NeverStop);
        found.expect("the game is not over").nodes
    });
    let nodes: u64 = nodes.sum();
    assert!(nodes < 200_000, "{nodes} positions");
}

#[test]
fn near_the_end_all_values_are_exact() {
    let mut random = Random::new(9);
    for round in 0..60 {
        let play = random_play(&mut random, 1 + round % 9);
        let board = board(&play);
        let mut engine = PatternEngine::new(GAME);
        let hasty = engine.values(&names(&play), Limits::nodes(1), &mut NeverStop);
        let values = engine.values(&names(&play), Limits::NONE, &mut NeverStop);
        let margins: Vec<i32> = GAME
            .moves(play.position())
            .map(|mv| {
                -minimax(&board.after(mv.set()), 99, &mut |_| unreachable!("it ends")) / POINT
            })
            .collect();
        let found: Vec<_> = values.iter().map(|value| margin(value.score)).collect();
        assert_eq!(found, margins);
        assert!(values.iter().all(|value| value.is_exact));
        for (hasty, value) in hasty.iter().zip(&values).filter(|(hasty, _)| hasty.is_exact) {
            assert_eq!(hasty.score, value.score);
        }
        let result = engine.choose(&names(&play), Limits::NONE, &mut NeverStop).expect("not over");
        assert_eq!(Some(&margin(result.score)), margins.iter().max());
        let place = values.iter().position(|value| value.mv == result.pv[0]).expect("legal");
        assert_eq!(Some(&margins[place]), margins.iter().max());
    }
}

/// The margin of the side to move after a move, by the solver.
fn margin_after(play: &Play<Reversi>, name: &str) -> i32 {
    let mut play = play.clone();
    play.play(GAME.parse(play.position(), name).expect("a legal move"));
    match GAME.outcome(play.position()) {
        Some(outcome) => -outcome.margin_for(play.position().turn),
        None => {
            let mut solver = EndgameSolver::new(GAME);
            -solver.best(play.position(), (-MOST, MOST), &mut |_| false).0.expect("no limit").0
        }
    }
}

/// With too few positions for the margin, the engine proves at least who wins.
#[test]
fn a_proof_that_a_move_wins_needs_few_positions() {
    let (mut random, mut wins) = (Random::new(11), 0);
    for _ in 0..40 {
        let play = random_play(&mut random, 15);
        let mut engine = PatternEngine::new(GAME);
        let result = engine.choose(&names(&play), Limits::nodes(10_000), &mut NeverStop);
        let result = result.expect("not over");
        if margin(result.score) > 0 && !result.is_exact {
            let reached = margin_after(&play, &result.pv[0]);
            assert!(reached >= margin(result.score), "{} reaches {reached}", result.pv[0]);
            wins += 1;
        }
    }
    assert!(wins >= 8, "{wins} proven wins");
}

#[test]
fn the_best_move_is_proven_before_the_other_moves() {
    struct First(Option<Vec<MoveValue>>);
    impl Handler for First {
        fn stop(&mut self, _: u64) -> bool {
            false
        }
        fn values(&mut self, values: &[MoveValue]) {
            if values.iter().any(|value| value.is_exact) {
                self.0.get_or_insert_with(|| values.to_vec());
            }
        }
    }
    let (mut random, mut losses) = (Random::new(12), 0);
    for _ in 0..20 {
        let play = random_play(&mut random, 13);
        let mut first = First(None);
        PatternEngine::new(GAME).values(&names(&play), Limits::NONE, &mut first);
        let values = first.0.expect("the end is near");
        let best = values.iter().find(|value| value.is_exact).expect("one is");
        assert_eq!(values.iter().filter(|value| value.is_exact).count(), 1);
        for value in &values {
            assert!(margin_after(&play, &value.mv) <= margin(best.score));
            assert!(value.score <= best.score || margin(best.score) == 0);
        }
        assert_eq!(margin_after(&play, &best.mv), margin(best.score));
        losses += u32::from(margin(best.score) < 0);
    }
    assert!(losses > 3, "{losses} lost positions");
}

fn margin(score: Score) -> i32 {
    proven_end(score).map_or(0, |(margin, _)| margin)
}

#[test]
fn a_search_keeps_its_limits_and_answers_with_a_legal_move() {
    let mut random = Random::new(10);
    for empty in [60, 41, 24, 15] {
        let play = random_play(&mut random, empty);
        let moves = names(&play);
        let is_legal = |name: &str| {
            let mv = GAME.parse(play.position(), name).expect("a move");
            GAME.moves(play.position()).any(|legal| legal == mv)
        };
        let mut engine = PatternEngine::new(GAME);
        for limits in [Limits::nodes(1), Limits::nodes(30_000), Limits::depth(2)] {
            let result = engine.choose(&moves, limits, &mut NeverStop).expect("not over");
            assert!(is_legal(&result.pv[0]) && result.depth <= limits.depth);
            assert!(result.nodes <= limits.nodes.saturating_add(4 * ASK_EVERY), "{}", result.nodes);
        }
        let at_once =
            engine.choose(&moves, Limits::NONE, &mut StopWhen(|_| true)).expect("not over");
        assert!(is_legal(&at_once.pv[0]) && at_once.nodes <= 4 * ASK_EVERY);
        engine.forget();
        let again = |engine: &mut PatternEngine| {
            engine.choose(&moves, Limits::nodes(50_000), &mut NeverStop)
        };
        let (first, mut other) = (again(&mut engine), PatternEngine::new(GAME));
        assert_eq!(first, again(&mut other), "what is forgotten changes nothing");
    }
}

#[test]
fn proven_scores_are_margins_and_draws_are_zero() {
    let by = |margin| outcome_score(::rules::Outcome { margin }, ::rules::Side::First, 750);
    assert_eq!([MOST, 0, -2].map(super::deepening::proven), [by(MOST), 0, by(-2)]);
}

/// The proof of the winner comes before that of the margin.
#[test]
fn a_stopped_solver_knows_who_wins() {
    let (mut random, mut bounds) = (Random::new(3), 0);
    for _ in 0..10 {
        let names = names(&random_play(&mut random, 18));
        let solve = |goal, most| {
            let mut handler = StopWhen(|nodes| nodes >= most);
            EndgameSolver::new(GAME).solve(&names, goal, &mut handler)
        };
        let winner = solve(Goal::Winner, u64::MAX);
        let exact = solve(Goal::Best, u64::MAX);
        let stopped = solve(Goal::Best, winner.nodes + 2 * ASK_EVERY);
        if exact.nodes > winner.nodes + 4 * ASK_EVERY {
            assert!(stopped.value().is_none() && stopped.reaches(Goal::Winner));
            bounds += 1;
        }
        let margin = exact.value().expect("nobody stops it");
        assert!(stopped.at_least.is_none_or(|least| least <= margin));
        assert!(stopped.at_most.is_none_or(|most| margin <= most));
    }
    assert!(bounds > 2, "{bounds}");
}
