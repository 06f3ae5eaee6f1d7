//! Compares the m,n,k solver with plain minimax, on positions that occur in games and on positions
//! that cannot occur.

use mnk::{Mnk, Position, Solver};
use rules::bits::Bits;
use rules::random::Random;
use rules::{Game, Side};
use search::Proof;
use std::collections::HashMap;

/// Minimax over every move. This search uses only the game's rules, and stores whole positions.
#[derive(Default)]
struct Minimax {
    known: HashMap<Position<1>, i32>,
}

impl Minimax {
    fn value(&mut self, game: &Mnk<1>, position: &Position<1>) -> i32 {
        if let Some(winner) = position.winner {
            return if winner == position.turn { 1 } else { -1 };
        }
        if let Some(&value) = self.known.get(position) {
            return value;
        }
        let mut best: Option<i32> = None;
        for square in game.moves(position) {
            let value = -self.value(game, &game.play(position, square));
            best = best.max(Some(value));
            if value == 1 {
                break;
            }
        }
        let value = best.unwrap_or(0);
        self.known.insert(*position, value);
        value
    }
}

/// Solves a position and compares value and moves with minimax.
fn compare(solver: &mut Solver<1>, minimax: &mut Minimax, position: &Position<1>) {
    let game = solver.game().clone();
    let solution = solver.solve(position, &mut |_| false);
    let shown =
        || format!("{} by {}, {} in a row: {position:?}", game.rows, game.columns, game.in_a_row);
    let value = solution.value();
    assert_eq!(value, Some(minimax.value(&game, position)), "{}", shown());
    assert_eq!(solution.best_moves.is_empty(), game.outcome(position).is_some(), "{}", shown());
    for &square in &solution.best_moves {
        let after = -minimax.value(&game, &game.play(position, square));
        assert_eq!(Some(after), value, "{} then {square}", shown());
    }
}

/// Places random stones until `free` squares are left. One side may get more stones than the other.
/// Complete lines are avoided where possible.
fn scattered(random: &mut Random, game: &Mnk<1>, free: usize) -> Position<1> {
    let mut stones = [Bits::EMPTY; 2];
    let share = random.between(2, 6);
    while game.empty(&stones).count() > free {
        let left: Vec<_> = game.empty(&stones).into_iter().collect();
        let square = *random.pick(&left).expect("a square is left");
        let side = usize::from(random.below(8) >= share);
        let with = |side: usize| stones[side] | Bits::one(square);
        let side = if game.has_line(with(side)) { 1 - side } else { side };
        stones[side] = with(side);
    }
    game.position(stones, Side::BOTH[random.below(2)])
}

#[test]
fn agrees_with_minimax_wherever_stones_lie() {
    let mut random = Random::new(1);
    for _ in 0..1500 {
        let game = Mnk::new(random.between(1, 5), random.between(1, 5), random.between(1, 6));
        let free = random.below(12);
        let position = scattered(&mut random, &game, free);
        compare(&mut Solver::new(game), &mut Minimax::default(), &position);
    }
}

/// On larger boards with few free squares both sides have threats, and the defender's own threat
/// may refute the attacker's threats.
#[test]
fn agrees_with_minimax_where_both_sides_have_threats() {
    let mut random = Random::new(3);
    for _ in 0..3000 {
        let game = Mnk::new(random.between(4, 7), random.between(4, 8), random.between(3, 5));
        let free = random.between(6, 10);
        let position = scattered(&mut random, &game, free);
        compare(&mut Solver::new(game), &mut Minimax::default(), &position);
    }
}

/// One solver solves many positions, so the results that it stores for one position must be right
/// for the next.
#[test]
fn agrees_with_minimax_on_every_board_of_four_by_four_and_less() {
    let mut random = Random::new(2);
    for rows in 1..=4 {
        for columns in 1..=rows {
            for in_a_row in 1..=rows + 1 {
                let game = Mnk::new(rows, columns, in_a_row);
                let (mut solver, mut minimax) = (Solver::new(game.clone()), Minimax::default());
                if rows * columns <= 12 {
                    compare(&mut solver, &mut minimax, &game.start());
                }
                for _ in 0..40 {
                    let free = random.below(13);
                    let position = scattered(&mut random, &game, free);
                    compare(&mut solver, &mut minimax, &position);
                }
            }
        }
    }
}

fn start<const W: usize>(rows: usize, columns: usize, in_a_row: usize) -> (Solver<W>, Position<W>) {
    let game = Mnk::new(rows, columns, in_a_row);
    let start = game.start();
    (Solver::new(game), start)
}

/// Values from the literature: 1 if the first player wins, 0 for a draw. The last number of each
/// line is the greatest number of positions that the solver may search. CITE: Uiterwijk and van den
/// Herik, "The advantage of the initiative", 2000; Hsu et al., "On solving the 7,7,5-game and the
/// 8,8,5-game", 2020.
#[test]
fn empty_boards_have_their_known_values_within_few_positions() {
    let values = [
        (5, 5, 4, 0, 4000),
        (6, 5, 4, 1, 1000),
        (6, 6, 4, 1, 1000),
        (8, 8, 4, 1, 1000),
        (5, 5, 5, 0, 10),
        (6, 6, 5, 0, 4000),
        (7, 6, 5, 0, 5000),
        (8, 5, 5, 0, 5000),
    ];
    for (rows, columns, in_a_row, value, most) in values {
        let (mut solver, start) = start::<1>(rows, columns, in_a_row);
        let solution = solver.solve(&start, &mut |nodes| nodes > most);
        assert_eq!(solution.value(), Some(value), "{rows},{columns},{in_a_row}");
    }
}

#[test]
fn large_boards_are_settled_by_threats_pairs_and_a_theorem() {
    let (mut solver, empty) = start::<7>(20, 20, 4);
    assert_eq!(solver.solve(&empty, &mut |nodes| nodes > 500).value(), Some(1));
    for (rows, columns, in_a_row, proof) in
        [(16, 16, 9, Proof::Pairing), (20, 20, 9, Proof::Pairing), (20, 20, 8, Proof::Theorem)]
    {
        let (mut solver, empty) = start::<7>(rows, columns, in_a_row);
        let solution = solver.solve(&empty, &mut |_| true);
        assert_eq!(
            (solution.value(), solution.proof),
            (Some(0), proof),
            "{rows},{columns},{in_a_row}"
        );
    }
}

#[test]
fn a_search_that_is_stopped_tells_bounds() {
    let (mut solver, empty) = start::<1>(7, 7, 5);
    let solution = solver.solve(&empty, &mut |nodes| nodes >= 300);
    // The solver knows without a search that the player cannot lose, since the opponent has no
    // stone.
    assert_eq!((solution.at_least, solution.at_most), (Some(0), None));
    assert!(solution.best_moves.is_empty() && solution.nodes < 400, "{solution:?}");
    let again = solver.solve(&empty, &mut |_| false);
    assert_eq!(again.value(), Some(0));
}
