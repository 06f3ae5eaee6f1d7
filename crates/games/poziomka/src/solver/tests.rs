//! Compares the solver's counts, bounds and results with plain ones.

use std::collections::HashMap;

use rules::random::Random;
use rules::{Game, Notation, Side};

use super::super::rules::{Move, Position, Poziomka};
use super::PackingSolver;
use super::bag::Bag;
use super::board::{Block, Board};
use super::bounds::{Verdict, Worth, by_packing, by_safe_blocks};
use super::packing::Packing;

/// Sizes of boards, and how many squares may be free so that all moves can be tried: POLA, rows,
/// columns, squares.
const SIZES: [(usize, usize, usize, usize); 9] = [
    (1, 3, 3, 9),
    (2, 4, 5, 20),
    (2, 5, 4, 20),
    (2, 7, 6, 22),
    (2, 6, 8, 22),
    (3, 5, 6, 30),
    (3, 7, 6, 30),
    (3, 6, 8, 30),
    (4, 8, 8, 38),
];

/// Random positions with some squares taken, whoever took them. Often a whole line is taken except
/// for a few squares, so that the board has corners and corridors.
fn positions(count: u64) -> impl Iterator<Item = (Poziomka, Position)> {
    let seeded = SIZES.iter().flat_map(move |&size| (0..count).map(move |seed| (size, seed)));
    seeded.map(|((length, rows, columns, most_free), seed)| {
        let mut random = Random::new(seed);
        let mut position = Position::empty(rows, columns);
        position.may_pass = false;
        position.turn = Side::BOTH[random.below(2)];
        let free = random.between(most_free / 2, most_free);
        while (0..columns).map(|column| position.free[0][column].count_ones()).sum::<u32>() as usize
            > free
        {
            let (column, row) = (random.below(columns), random.below(rows));
            if random.one_in(3) {
                (0..random.between(1, columns - column))
                    .for_each(|i| position.take(column + i, row));
            } else {
                (0..random.between(1, rows - row)).for_each(|i| position.take(column, row + i));
            }
        }
        (Poziomka::new(length, rows, columns), position)
    })
}

/// Whether the side to move wins, found by trying all moves.
fn plainly_wins(game: &Poziomka, position: &Position, known: &mut Known) -> bool {
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let wins = game.moves(position).any(|mv| !plainly_wins(game, &game.play(position, mv), known));
    known.insert(*position, wins);
    wins
}

type Known = HashMap<Position, bool>;

#[test]
fn a_verdict_is_the_result() {
    let mut counted = [0; 4];
    let mut known = HashMap::new();
    for (game, position) in positions(2000) {
        known.clear();
        let board = Board::new(&game, &position);
        let wins = plainly_wins(&game, &position, &mut known);
        let quick = by_safe_blocks(board.own().total(), board.other().total());
        for (index, verdict) in [quick, by_packing(&board)].into_iter().enumerate() {
            let Some(verdict) = verdict else { continue };
            counted[2 * index + usize::from(verdict == Verdict::Wins)] += 1;
            assert_eq!(verdict == Verdict::Wins, wins, "{game:?} {position:?}");
        }
    }
    // More than half of the positions are decided by packing.
    let [losses, wins, packed_losses, packed_wins] = counted;
    assert!(losses > 40 && wins > 20 && packed_losses > 400 && packed_wins > 1300, "{counted:?}");
}

/// A block of Left may spoil a region of Right and leave two vulnerable blocks, which the next
/// block of Left crosses together with a third.
#[test]
fn a_region_leaves_blocks_that_are_hit_together() {
    let text = "R
  A B C D E F|
a . # # # # .|
b . . # . . .|
c . . # . . .|
d . . # . . .|
e . . . . # .|
-------------+
";
    let game = Poziomka::new(3, 1, 1).at_diagram(text).unwrap();
    assert_eq!(by_packing(&Board::new(&game, &game.start())), None);
}

/// The safe block of Right in row b can cover the square before it or the square after it, but not
/// both.
#[test]
fn a_safe_block_is_one_option_and_not_two() {
    let text = "R
  A B C D|
a . # # .|
b . . . .|
---------+
";
    let game = Poziomka::new(2, 1, 1).at_diagram(text).unwrap();
    let packing = Packing::of(Board::new(&game, &game.start()).own());
    assert_eq!((packing.safe, packing.single.items(), packing.single_blocks), (1, 1, 0));
}

#[test]
fn the_solver_finds_the_result_and_a_winning_move() {
    let mut known = HashMap::new();
    for (game, position) in positions(60) {
        known.clear();
        let mut solver = PackingSolver::new(game.clone());
        let (found, _) = solver.winning_move(&position, &mut |_| false);
        let found = found.expect("nobody stops it");
        assert_eq!(found.is_some(), plainly_wins(&game, &position, &mut known));
        if let Some(mv) = found {
            assert!(!plainly_wins(&game, &game.play(&position, mv), &mut known));
        }
    }
}

#[test]
fn counts_and_keys_follow_the_moves() {
    for (game, position) in positions(20) {
        let mut board = Board::new(&game, &position);
        let (mut now, mut random, mut made) = (position, Random::new(1), Vec::new());
        let new = |position: &Position| summary(&Board::new(&game, position));
        loop {
            assert_eq!(summary(&board), new(&now));
            let moves: Vec<Move> = game.moves(&now).collect();
            let Some(&Move::Block { lane, first }) = random.pick(&moves) else { break };
            let block = Block { lane: usize::from(lane), first: usize::from(first) };
            board.play(block);
            now = game.play(&now, Move::Block { lane, first });
            made.push(block);
        }
        made.into_iter().rev().for_each(|block| board.undo(block));
        assert_eq!(summary(&board), new(&position));
    }
}

/// What a search reads of a board.
fn summary(board: &Board) -> (u128, [super::board::Counts; 2], [Packing; 2]) {
    let views = [board.own(), board.other()];
    (board.key(), views.map(|view| view.total()), views.map(Packing::of))
}

#[test]
fn reflections_share_a_key_and_other_positions_do_not() {
    let mut keys = HashMap::new();
    for (game, position) in positions(100) {
        let reflected = |flips: [bool; 2]| {
            let mut other = Position::empty(game.rows, game.columns);
            (other.turn, other.may_pass) = (position.turn, false);
            for column in 0..game.columns {
                for row in (0..game.rows).filter(|&row| !position.is_free(column, row)) {
                    let flip = |at: usize, size, flips| if flips { size - 1 - at } else { at };
                    other
                        .take(flip(column, game.columns, flips[0]), flip(row, game.rows, flips[1]));
                }
            }
            other
        };
        let four = [[false, false], [false, true], [true, false], [true, true]].map(reflected);
        let key = Board::new(&game, &position).key();
        assert!(four.iter().all(|other| Board::new(&game, other).key() == key));
        let sizes = (game.rows, game.columns);
        let smallest = four.iter().map(|other| format!("{other:?}")).min();
        let known = keys.entry((sizes, key)).or_insert_with(|| smallest.clone());
        assert_eq!(*known, smallest, "two positions have one key");
    }
}

/// Areas: the number of regions, and the worth of each joined and of each single area.
type Areas = (i32, Vec<i32>, Vec<i32>);

/// The game of areas for blocks of two: what a side gets at least, found by trying everything. Each
/// side takes areas in turn; the opponent takes a region, a single area, or up to two joined ones.
/// The side may treat a region as two joined areas at any time.
#[derive(Default)]
struct GameOfAreas {
    known: HashMap<(bool, Areas), i32>,
}

const REGION: i32 = 8;
const LANE: i32 = 4;

impl GameOfAreas {
    fn least(&mut self, first: bool, areas: Areas) -> i32 {
        if let Some(&least) = self.known.get(&(first, areas.clone())) {
            return least;
        }
        let (regions, joined, single) = &areas;
        let mut next: Vec<(i32, Areas)> = Vec::new();
        if *regions > 0 {
            next.push((REGION, (regions - 1, joined.clone(), single.clone())));
        }
        for i in 0..joined.len() {
            next.push((joined[i], (*regions, without(joined, &[i]), single.clone())));
            for j in (0..i).filter(|_| !first) {
                next.push((0, (*regions, without(joined, &[i, j]), single.clone())));
            }
        }
        for i in 0..single.len() {
            next.push((single[i], (*regions, joined.clone(), without(single, &[i]))));
        }
        let results = next
            .into_iter()
            .map(|(worth, rest)| i32::from(first) * worth + self.least(!first, rest));
        let results: Vec<i32> = results.collect();
        let best = if first { results.iter().max() } else { results.iter().min() };
        let mut best = best.copied().unwrap_or(0);
        if *regions > 0 {
            let more = joined.iter().copied().chain([LANE, LANE]).collect();
            best = best.max(self.least(first, (regions - 1, more, single.clone())));
        }
        self.known.insert((first, areas), best);
        best
    }
}

fn without(all: &[i32], gone: &[usize]) -> Vec<i32> {
    let rest = all.iter().enumerate().filter(|(index, _)| !gone.contains(index));
    rest.map(|(_, &worth)| worth).collect()
}

#[test]
fn a_side_gets_what_the_bounds_promise() {
    let (mut game, mut equal) = (GameOfAreas::default(), 0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let regions = random.below(4) as i32;
        let mut draw = |most: usize| -> Vec<i32> {
            (0..random.below(most)).map(|_| random.between(1, 4) as i32).collect()
        };
        let (joined, single) = (draw(5), draw(5));
        let mut worth = Worth {
            safe: 0,
            regions,
            region: REGION,
            lanes: 2,
            lane: LANE,
            joined: Bag::EMPTY,
            single: Bag::EMPTY,
            hit: 2,
        };
        joined.iter().for_each(|&squares| worth.joined.add(1, squares));
        single.iter().for_each(|&squares| worth.single.add(1, squares));
        for (first, promised) in [(false, worth.second()), (true, worth.first())] {
            let least = game.least(first, (regions, joined.clone(), single.clone()));
            assert!(promised <= least, "{first} {worth:?}: {promised} of {least}");
            equal += i32::from(promised == least);
        }
    }
    assert!(equal > 200, "{equal}");
}
