//! A board that knows for each free square, side and direction which shape a stone would make. A
//! stone changes only what lies within reach of its square.

use std::sync::Arc;

use rules::Side;
use rules::bits::Bits;
use rules::random::Random;
use search::Score;

use super::combinations::{self, Combination};
use super::evaluation::TEMPO;
use super::shapes::{Content, DIRECTIONS, FOUR, SHAPES, Shape, Shapes, shape};
use super::sight::Sight;
use crate::directions::Direction;
use crate::rules::{Mnk, Position};

/// The data that all positions of a game share.
#[derive(Debug)]
struct Layout<const W: usize> {
    directions: Arc<[Direction<W>]>,
    shapes: Shapes,
    /// What a stone of each side adds to the codes of a square so many steps before it (the first
    /// list) or after it. The code for the first side is in the lower half; see [`Shapes::unit`].
    units: [Vec<[u32; 2]>; 2],
    combinations: &'static [Combination],
    /// For each side and square: the number that a stone contributes to the key.
    keys: [Vec<u64>; 2],
    turn_key: u64,
}

/// What a stone of either side would do on a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cell {
    /// The codes of the windows, if their shapes are tabled: for each direction, one for the first
    /// side in the lower half, and one for the second in the upper half.
    codes: [u32; DIRECTIONS],
    shapes: [[Shape; 2]; DIRECTIONS],
    combinations: [u16; 2],
}

/// A position: the stones, the side to move, and what a stone on each square would do.
#[derive(Debug)]
pub(super) struct Board<const W: usize> {
    layout: Layout<W>,
    stones: [Bits<W>; 2],
    pub(super) turn: Side,
    key: u64,
    empty: Bits<W>,
    cells: Vec<Cell>,
    sights: [Sight<W>; 2],
    /// For each square, the squares in its reach along all directions.
    stars: Vec<Bits<W>>,
    /// What each stone has changed, to take it back: the sights before it, and the cells in its
    /// reach, in the order in which [`in_reach`] lists them.
    before: Vec<([Sight<W>; 2], usize)>,
    cells_before: Vec<Cell>,
}

impl<const W: usize> Board<W> {
    /// The empty board.
    pub(super) fn new(game: &Mnk<W>) -> Board<W> {
        let squares = game.rows * game.columns;
        let mut random = Random::new(5);
        let mut keys = || (0..squares).map(|_| random.next()).collect();
        let keys = [keys(), keys()];
        let shapes = Shapes::new(game.in_a_row.min(squares + 1));
        let reach = if shapes.are_tabled() { shapes.in_a_row as isize } else { 1 };
        let units = [1, -1].map(|forward| {
            let unit = |step| if step == 0 { 0 } else { shapes.unit(step * forward) as u32 };
            (0..reach)
                .map(unit)
                .map(|unit| [unit | ((2 * unit) << 16), (2 * unit) | (unit << 16)])
                .collect()
        });
        let layout = Layout {
            directions: Arc::clone(&game.directions),
            shapes,
            units,
            combinations: combinations::all(),
            keys,
            turn_key: random.next(),
        };
        let mut board = Board {
            layout,
            stones: [Bits::EMPTY; 2],
            turn: Side::First,
            key: 0,
            empty: Bits::first(squares),
            cells: vec![Cell::default(); squares],
            sights: [Sight::EMPTY, Sight::EMPTY],
            stars: Vec::new(),
            before: Vec::new(),
            cells_before: Vec::new(),
        };
        board.stars = (0..squares).map(|square| board.star_of(square)).collect();
        board.clear();
        board
    }

    fn star_of(&self, square: usize) -> Bits<W> {
        let mut star = Bits::EMPTY;
        for Direction { step, reach, .. } in &*self.layout.directions {
            in_reach(square, *step, reach[square]).for_each(|at| star.insert(at));
        }
        star
    }

    /// The squares whose shapes depend on a stone on this square.
    pub(super) fn star(&self, square: usize) -> Bits<W> {
        self.stars[square]
    }

    /// Removes all stones.
    fn clear(&mut self) {
        (self.stones, self.key, self.turn) = ([Bits::EMPTY; 2], 0, Side::First);
        self.empty = Bits::first(self.squares());
        self.sights = [Sight::EMPTY, Sight::EMPTY];
        self.before.clear();
        self.cells_before.clear();
        (0..self.squares()).for_each(|square| self.survey(square));
    }

    /// Finds what a stone on this square of the empty board would do.
    fn survey(&mut self, square: usize) {
        let Board { layout, cells, stones, .. } = self;
        let cell = &mut cells[square];
        *cell = Cell::default();
        for (number, (direction, scale)) in layout.directions.iter().zip(SCALE).enumerate() {
            let code = layout.code_of_empty(direction.reach[square]);
            cell.codes[number] = code | (code << 16);
            let now = if layout.shapes.are_tabled() {
                layout.shapes.pair(cell.codes[number])
            } else {
                layout.shapes_at(stones, square, number)
            };
            cell.shapes[number] = now;
            for (sum, shape) in cell.combinations.iter_mut().zip(now) {
                *sum += u16::from(shape) * scale;
            }
        }
        self.count(square, true);
    }

    /// The number of squares of the board.
    pub(super) fn squares(&self) -> usize {
        self.cells.len()
    }

    /// The free squares.
    pub(super) fn empty(&self) -> Bits<W> {
        self.empty
    }

    /// Sets up a position.
    pub(super) fn set(&mut self, position: &Position<W>) {
        self.clear();
        for side in Side::BOTH {
            self.turn = side;
            for square in position.stones[side.index()] {
                self.turn = side;
                self.put(square);
            }
        }
        self.turn = position.turn;
    }

    /// The side to move puts a stone on a free square.
    pub(super) fn put(&mut self, square: usize) {
        let side = self.turn;
        self.before.push((self.sights.clone(), self.cells_before.len()));
        self.count(square, false);
        self.key ^= self.layout.keys[side.index()][square];
        self.stones[side.index()].insert(square);
        self.empty.remove(square);
        for number in 0..self.layout.directions.len() {
            self.change_along(number, square);
        }
        self.pass();
    }

    /// Removes the last stone, which lies on this square.
    pub(super) fn take(&mut self, square: usize) {
        self.pass();
        let side = self.turn;
        self.key ^= self.layout.keys[side.index()][square];
        self.stones[side.index()].remove(square);
        self.empty.insert(square);
        let Some((sights, start)) = self.before.pop() else { return };
        self.sights = sights;
        let mut old = self.cells_before.drain(start..);
        for Direction { step, reach, .. } in &*self.layout.directions {
            for at in in_reach(square, *step, reach[square]) {
                if let Some(cell) = old.next() {
                    self.cells[at] = cell;
                }
            }
        }
    }

    /// Gives the move to the other side.
    pub(super) fn pass(&mut self) {
        self.turn = self.turn.other();
    }

    /// A key for the stones and the side to move.
    pub(super) fn key(&self) -> u64 {
        if self.turn == Side::First { self.key } else { self.key ^ self.layout.turn_key }
    }

    /// What the side to move sees, and what its opponent sees.
    pub(super) fn sights(&self) -> (&Sight<W>, &Sight<W>) {
        let [first, second] = &self.sights;
        if self.turn == Side::First { (first, second) } else { (second, first) }
    }

    /// What a stone of the side to move would do on a square, and a stone of its opponent.
    pub(super) fn combinations(&self, square: usize) -> [&Combination; 2] {
        let numbers = self.cells[square].combinations;
        [self.turn, self.turn.other()]
            .map(|side| &self.layout.combinations[usize::from(numbers[side.index()])])
    }

    /// Whether somebody may still complete a line.
    pub(super) fn is_open(&self) -> bool {
        self.sights.iter().any(|sight| sight.open > 0)
    }

    /// The value of the position for the side to move, if nobody can complete a line.
    pub(super) fn evaluate(&self) -> Score {
        let (own, other) = self.sights();
        own.value[0] - other.value[1] + TEMPO
    }

    /// The squares where a stone of the waiting side would complete a line, after a stone of this
    /// side on `square`.
    pub(super) fn completing_after(&self, square: usize) -> Bits<W> {
        let side = self.turn.other();
        let mut completing = Bits::EMPTY;
        for (number, direction) in self.layout.directions.iter().enumerate() {
            if self.cells[square].shapes[number][side.index()] < FOUR {
                continue;
            }
            let [before, after] = direction.reach[square].map(|reach| reach as isize);
            let at = |step: isize| square.strict_add_signed(step * direction.step as isize);
            let own = |step: isize| step == 0 || self.stones[side.index()].has(at(step));
            for step in (-before..=after).filter(|&step| self.empty.has(at(step)) && step != 0) {
                let run = |forward: isize| {
                    (1..)
                        .map(|i| step + forward * i)
                        .take_while(|&step| (-before..=after).contains(&step) && own(step))
                        .count()
                };
                if run(1) + run(-1) + 1 >= self.layout.shapes.in_a_row {
                    completing.insert(at(step));
                }
            }
        }
        completing
    }

    /// Finds the new shapes along a direction, after the side to move has put a stone.
    fn change_along(&mut self, number: usize, square: usize) {
        let Board { layout, cells, empty, sights, stones, turn, cells_before, .. } = self;
        let Direction { step, ref reach, .. } = layout.directions[number];
        for (i, at) in in_reach(square, step, reach[square]).enumerate() {
            let cell = &mut cells[at];
            cells_before.push(*cell);
            let now = if layout.shapes.are_tabled() {
                let before = usize::from(reach[square][0]);
                let units = if i < before {
                    layout.units[0][i + 1]
                } else {
                    layout.units[1][i + 1 - before]
                };
                cell.codes[number] += units[turn.index()];
                layout.shapes.pair(cell.codes[number])
            } else {
                layout.shapes_at(stones, at, number)
            };
            if cell.shapes[number] != now {
                reshape(layout, cell, number, now, sights, empty.has(at).then_some(at));
            }
        }
    }

    /// Counts a square as free, or no longer.
    fn count(&mut self, square: usize, is_free: bool) {
        let layout = &self.layout;
        for (sight, number) in self.sights.iter_mut().zip(self.cells[square].combinations) {
            let combination = &layout.combinations[usize::from(number)];
            let (before, after) = if is_free {
                (&layout.combinations[0], combination)
            } else {
                (combination, &layout.combinations[0])
            };
            sight.recount(square, before, after);
        }
    }
}

/// The squares in the reach of a square along a direction: those before it, then those after it,
/// the nearest ones first.
#[inline]
fn in_reach(square: usize, step: usize, [before, after]: [u16; 2]) -> impl Iterator<Item = usize> {
    let before = (1..=usize::from(before)).map(move |i| square - i * step);
    before.chain((1..=usize::from(after)).map(move |i| square + i * step))
}

fn reshape<const W: usize>(
    layout: &Layout<W>,
    cell: &mut Cell,
    direction: usize,
    now: [Shape; 2],
    sights: &mut [Sight<W>; 2],
    free: Option<usize>,
) {
    let before = std::mem::replace(&mut cell.shapes[direction], now);
    for side in 0..2 {
        if before[side] == now[side] {
            continue;
        }
        let number = &mut cell.combinations[side];
        let old = *number;
        *number = *number + u16::from(now[side]) * SCALE[direction]
            - u16::from(before[side]) * SCALE[direction];
        if let Some(square) = free {
            let [old, new] = [old, *number].map(|number| &layout.combinations[usize::from(number)]);
            sights[side].recount(square, old, new);
        }
    }
}

impl<const W: usize> Layout<W> {
    /// The code of a window without stones. The squares beyond the board count as blocked.
    fn code_of_empty(&self, [before, after]: [u16; 2]) -> u32 {
        let outside = |reach: u16, units: &[[u32; 2]]| -> u32 {
            let outside = units.get(usize::from(reach) + 1..).unwrap_or(&[]);
            outside.iter().map(|units| units[0] >> 16).sum()
        };
        let [after_units, before_units] = &self.units;
        outside(before, before_units) + outside(after, after_units)
    }

    /// The shapes that a stone of each side would make.
    fn shapes_at(&self, stones: &[Bits<W>; 2], square: usize, number: usize) -> [Shape; 2] {
        let Direction { step, reach, .. } = &self.directions[number];
        let [before, after] = reach[square].map(|reach| reach as isize);
        [0, 1].map(|side: usize| {
            shape(self.shapes.in_a_row, |steps| {
                if !(-before..=after).contains(&steps) {
                    return Content::Blocked;
                }
                let at = square.strict_add_signed(steps * *step as isize);
                if stones[side].has(at) {
                    Content::Own
                } else if stones[1 - side].has(at) {
                    Content::Blocked
                } else {
                    Content::Free
                }
            })
        })
    }
}

/// What the shape of each direction counts in the number of a combination.
const SCALE: [u16; DIRECTIONS] = {
    let base = SHAPES as u16;
    [1, base, base * base, base * base * base]
};
