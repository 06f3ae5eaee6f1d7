//! Finds squares on the lines of a board. Shifts of whole bitboards treat all lines at once.

use std::sync::Arc;

use rules::bits::Bits;

use crate::directions::{Direction, covered};
use crate::rules::{MOST_SQUARES, Mnk};

/// The number of free squares of a line has at most so many binary digits.
const DIGITS: usize = MOST_SQUARES.ilog2() as usize + 1;

/// The lines of a board.
#[derive(Clone, Debug)]
pub(super) struct Lines<const W: usize> {
    directions: Arc<[Direction<W>]>,
    /// The lines through each square, by direction.
    through: Vec<Vec<Bundle<W>>>,
    pub(super) length: usize,
}

/// The lines of one direction through one square.
#[derive(Clone, Debug)]
struct Bundle<const W: usize> {
    squares: Bits<W>,
    lines: Vec<Bits<W>>,
}

/// Free squares of lines through one square.
pub(super) struct Near<const W: usize> {
    /// The squares where a stone completes a line.
    pub(super) completing: Bits<W>,
    /// The free squares of lines that lack two stones.
    pub(super) threatening: Bits<W>,
}

impl<const W: usize> Lines<W> {
    pub(super) fn new(game: &Mnk<W>) -> Lines<W> {
        let (directions, length) = (Arc::clone(&game.directions), game.in_a_row);
        let mut through = vec![Vec::new(); game.rows * game.columns];
        for direction in &*directions {
            bundle(direction, &mut through);
        }
        Lines { directions, through, length }
    }

    /// Of the lines through this square, those that lack one or two stones: their free squares.
    pub(super) fn near(&self, square: usize, stones: Bits<W>, empty: Bits<W>) -> Near<W> {
        let mut near = Near { completing: Bits::EMPTY, threatening: Bits::EMPTY };
        self.each_short(square, stones, empty, 2, |lacking, is_last| {
            *if is_last { &mut near.completing } else { &mut near.threatening } |= lacking;
        });
        near
    }

    /// The free squares of those lines through this square that lack only one stone.
    pub(super) fn completing_near(
        &self,
        square: usize,
        stones: Bits<W>,
        empty: Bits<W>,
    ) -> Bits<W> {
        let mut completing = Bits::EMPTY;
        self.each_short(square, stones, empty, 1, |lacking, _| completing |= lacking);
        completing
    }

    /// Calls `visit` with the free squares of each line through this square that lacks at most
    /// `most` stones, one or two, and with whether it lacks only one. Most directions have too few
    /// stones for such a line, so their lines need not be looked at.
    #[inline]
    fn each_short(
        &self,
        square: usize,
        stones: Bits<W>,
        empty: Bits<W>,
        most: usize,
        mut visit: impl FnMut(Bits<W>, bool),
    ) {
        for Bundle { squares, lines } in &self.through[square] {
            if !has_at_least(self.length.saturating_sub(most), *squares & stones) {
                continue;
            }
            for &line in lines {
                let lacking = line.without(stones);
                if lacking.without(empty).is_empty() {
                    let rest = without_lowest(lacking);
                    let is_last = rest.is_empty();
                    if is_last || most > 1 && without_lowest(rest).is_empty() {
                        visit(lacking, is_last);
                    }
                }
            }
        }
    }

    /// Calls `visit` with the squares of every line that lies within `open`.
    pub(super) fn each_within(&self, open: Bits<W>, mut visit: impl FnMut(Bits<W>)) {
        for direction in &*self.directions {
            for start in direction.starts_within(open) {
                visit(direction.line_from(start));
            }
        }
    }

    /// How many lines lie within `open`.
    pub(super) fn count_within(&self, open: Bits<W>) -> usize {
        self.directions.iter().map(|direction| direction.starts_within(open).count()).sum()
    }

    /// All squares of the lines that lie within `open`.
    pub(super) fn covered(&self, open: Bits<W>) -> Bits<W> {
        covered(&self.directions, open)
    }

    /// All squares of the lines that lie within these stones and free squares, and the weight of
    /// these lines; `weight` gives the weight of a line with so many free squares.
    pub(super) fn weigh(
        &self,
        stones: Bits<W>,
        empty: Bits<W>,
        weight: impl Fn(usize) -> u64,
    ) -> (Bits<W>, u64) {
        let (mut squares, mut all) = (Bits::EMPTY, 0);
        for direction in &*self.directions {
            let (open, step) = (direction.starts_within(stones | empty), direction.step);
            if open.is_empty() {
                continue;
            }
            squares |= direction.lines_from(open);
            // The number of free squares of each line in binary: one set of lines for each digit.
            let mut digits = [Bits::EMPTY; DIGITS];
            for i in 0..self.length {
                let mut carry = empty.down(i * step) & open;
                for digit in &mut digits {
                    if carry.is_empty() {
                        break;
                    }
                    (*digit, carry) = (*digit ^ carry, *digit & carry);
                }
            }
            for free in 0..=self.length {
                let have = |lines: Bits<W>, (i, &digit): (usize, &Bits<W>)| {
                    if free >> i & 1 != 0 { lines & digit } else { lines.without(digit) }
                };
                let lines = digits.iter().enumerate().fold(open, have);
                if !lines.is_empty() {
                    all += lines.count() as u64 * weight(free);
                }
            }
        }
        (squares, all)
    }

    /// The free squares that complete a line of these stones.
    pub(super) fn completing(&self, stones: Bits<W>, empty: Bits<W>) -> Bits<W> {
        self.short_by::<1>(stones, empty)
    }

    /// The free squares of lines of these stones that lack two stones.
    pub(super) fn threatening(&self, stones: Bits<W>, empty: Bits<W>) -> Bits<W> {
        self.short_by::<2>(stones, empty)
    }

    /// The free squares of the lines that lack exactly `N` stones, at most four.
    pub(super) fn short_by<const N: usize>(&self, stones: Bits<W>, empty: Bits<W>) -> Bits<W> {
        let mut squares = Bits::EMPTY;
        for direction in &*self.directions {
            let (starts, step) = (direction.starts, direction.step);
            // The element at index n contains the lines that lack n stones on the squares seen so
            // far.
            let mut short = [starts, Bits::EMPTY, Bits::EMPTY, Bits::EMPTY, Bits::EMPTY];
            for i in 0..self.length {
                let (stone, free) = (stones.down(i * step), empty.down(i * step));
                for n in (1..=N).rev() {
                    short[n] = short[n] & stone | short[n - 1] & free;
                }
                short[0] &= stone;
            }
            squares |= direction.lines_from(short[N]);
        }
        squares & empty
    }
}

/// For each square, adds the lines of a direction through this square.
fn bundle<const W: usize>(direction: &Direction<W>, through: &mut [Vec<Bundle<W>>]) {
    let mut bundles = vec![Vec::new(); through.len()];
    for start in direction.starts {
        let line = direction.line_from(start);
        line.into_iter().for_each(|square| bundles[square].push(line));
    }
    for (through, lines) in through.iter_mut().zip(bundles) {
        if !lines.is_empty() {
            let squares = lines.iter().fold(Bits::EMPTY, |all, &line| all | line);
            through.push(Bundle { squares, lines });
        }
    }
}

/// Whether the set has at least so many squares.
fn has_at_least<const W: usize>(number: usize, mut squares: Bits<W>) -> bool {
    for _ in 0..number {
        if squares.is_empty() {
            return false;
        }
        squares = without_lowest(squares);
    }
    true
}

/// The set without its lowest square; on processors that have no instruction for counting bits,
/// this is much cheaper than counting.
fn without_lowest<const W: usize>(mut squares: Bits<W>) -> Bits<W> {
    if let Some(word) = squares.0.iter_mut().find(|word| **word != 0) {
        *word &= *word - 1;
    }
    squares
}
