//! Compares the solver with plain minimax on small boards.

use std::collections::HashMap;

use ::search::GrowingTable;
use rules::random::Random;
use rules::{Game, Side};

use super::super::board::{Board, Colour};
use super::super::rules::{FloodWars, Position};
use super::known::Known;
use super::search::{End, Found, Horizon, Search};
use super::state::{Areas, lead};
use super::{ALL_MARGINS, Margin, MarginSolver};

type Small = FloodWars<16>;

/// A random board of 3 to 5 colours, with a random side to move.
fn board(random: &mut Random, rows: usize, columns: usize) -> (Board, Side) {
    let colours = random.between(3, 5);
    loop {
        let squares = (0..rows * columns).map(|_| Colour::ALL[random.below(colours)]).collect();
        let board = Board::new(columns, squares);
        let [first, second] = board.corners();
        if first != second {
            return (board, Side::BOTH[random.below(2)]);
        }
    }
}

/// The margin of the side to move by the rules alone.
fn minimax(game: &Small, position: &Position<16>, known: &mut HashMap<Position<16>, i32>) -> i32 {
    if let Some(outcome) = game.outcome(position) {
        return outcome.margin_for(position.turn);
    }
    if let Some(&margin) = known.get(position) {
        return margin;
    }
    let margins = game.moves(position).map(|mv| -minimax(game, &game.play(position, mv), known));
    let margin = margins.max().expect("an unfinished game has moves");
    known.insert(*position, margin);
    margin
}

/// A question of the search: whether the side to move still gains at least `goal`.
struct Asked<'a> {
    search: Search<'a, 1>,
    state: super::State<1>,
}

impl Asked<'_> {
    fn found(&mut self, goal: i32, half_moves: u32, end: End) -> (Found, bool) {
        let horizon = Horizon { half_moves, end };
        let (found, _) = self.search.root(&self.state, goal, horizon).expect("nobody stops it");
        (found, horizon.proves(found, goal))
    }
}

/// Whether a bound that was found for a goal is right.
fn is_right(found: Found, goal: i32, value: i32) -> bool {
    if found.bound >= goal { value >= found.bound } else { value <= found.bound }
}

#[test]
fn margins_are_those_of_minimax() {
    let mut random = Random::new(36);
    for round in 0..60 {
        let (rows, columns) = (random.between(3, 4), random.between(3, 4));
        let (board, turn) = board(&mut random, rows, columns);
        let limits = [random.between(1, 10) as u32, 20, 21];
        for limit in limits {
            let game = Small::new(&board, turn, 0, limit);
            let start = game.start();
            if start.over {
                continue;
            }
            let value = minimax(&game, &start, &mut HashMap::new());
            let solver = MarginSolver::new(game.clone());
            let margin = solver.margin(&start, ALL_MARGINS, &mut |_| false);
            assert_eq!((margin.at_least, margin.at_most), (value, value), "{round} {board:?}");
            if let Some(best) = margin.best {
                let next = game.play(&start, best);
                assert_eq!(-minimax(&game, &next, &mut HashMap::new()), value, "{round} {board:?}");
            }
            let low = random.between(0, 32) as i32 - 16;
            let high = low + random.between(1, 5) as i32;
            let Margin { at_least, at_most, .. } =
                solver.margin(&start, (low, high), &mut |_| false);
            assert!(at_least <= value && value <= at_most);
            assert!(at_least == at_most || at_least >= high || at_most <= low);
        }
    }
}

#[test]
fn a_proof_holds_for_all_limits_that_it_allows() {
    let mut random = Random::new(5);
    let mut counted = [0; 3];
    for _ in 0..60 {
        let (board, turn) = board(&mut random, 3, 4);
        let game = |limit| Small::new(&board, turn, 0, limit);
        if game(9).start().over {
            continue;
        }
        let (areas, state) = Areas::<1>::new(&game(9), &game(9).start());
        let lead = lead(&game(9), &game(9).start());
        let values: Vec<i32> = (1..=14)
            .map(|limit| minimax(&game(limit), &game(limit).start(), &mut HashMap::new()) - lead)
            .collect();
        let (mut table, mut never) = (GrowingTable::<Known>::new(1 << 20), |_| false);
        let mut asked = Asked { search: Search::new(&areas, &mut table, &mut never), state };
        for _ in 0..60 {
            let half_moves = random.between(1, 14);
            let goal = random.between(0, 2 * state.squares as usize) as i32 - state.squares;
            let end = [End::Nobody, End::Lost, End::Won][random.below(3)];
            let (found, proves) = asked.found(goal, half_moves as u32, end);
            if !proves {
                continue;
            }
            counted[end as usize] += 1;
            let first = (found.needs as usize).clamp(1, half_moves);
            let last = if end == End::Nobody && first == half_moves { half_moves } else { 14 };
            for limit in first..=last {
                let value = values[limit - 1];
                assert!(
                    is_right(found, goal, value),
                    "{board:?} {turn:?} {goal} {limit} {found:?}"
                );
            }
            let seen = asked.search.seen(&asked.state, goal, half_moves as u32);
            assert!(
                seen.is_none_or(
                    |seen| is_right(seen, goal, values[half_moves - 1]) || seen.needs > 14
                )
            );
        }
    }
    assert!(counted.iter().all(|&count| count > 400), "{counted:?}");
}

/// Without the table, one of the bounds, the order, or the look at regions that a side has cut off,
/// the search takes more positions than this.
#[test]
fn each_pruning_keeps_the_search_small() {
    let positions = (1..=20).map(|seed| {
        let game = Small::new(&Board::random(8, 8, seed), Side::First, 0, 150);
        let margin =
            MarginSolver::new(game.clone()).margin(&game.start(), ALL_MARGINS, &mut |_| false);
        assert_eq!(margin.at_least, margin.at_most);
        margin.positions
    });
    let positions: u64 = positions.sum();
    assert!(positions < 75_000, "{positions} positions");
}

#[test]
fn a_stopped_solver_has_bounds() {
    let game = FloodWars::<16>::new(&Board::random(10, 10, 1), Side::First, 0, 150);
    let solver = MarginSolver::new(game.clone());
    let exact = solver.margin(&game.start(), ALL_MARGINS, &mut |_| false);
    let (mut widths, mut asked) = (Vec::new(), Vec::new());
    for most in [1, 4000, 40_000] {
        let mut stop = |positions| {
            asked.push(positions);
            positions >= most
        };
        let found = solver.margin(&game.start(), ALL_MARGINS, &mut stop);
        assert!(found.at_least <= exact.at_least && exact.at_most <= found.at_most);
        assert!(found.positions < most + 2048, "{}", found.positions);
        widths.push(found.at_most - found.at_least);
    }
    assert!(widths.is_sorted_by(|wide, narrow| wide > narrow), "{widths:?}");
}

/// On this board, S proves a margin of 48 only with the limit. Both sides can put off the end for
/// ever.
#[test]
fn a_stand_off_is_judged_by_the_limit() {
    let found = |limit| {
        let game = Small::new(&Board::random(10, 10, 2), Side::First, 0, limit);
        MarginSolver::new(game.clone()).margin(&game.start(), (-49, -48), &mut |_| false)
    };
    for limit in [60, 61, 150, 151] {
        assert_eq!(found(limit).at_least, -48, "{limit}");
    }
    assert_eq!(found(1000).best, None, "the limit is too far away");
}
