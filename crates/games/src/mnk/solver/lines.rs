//! Finds squares on the lines of a board. Shifts of whole bitboards treat all lines at once.

use rules::bits::Bits;

use crate::mnk::rules::{Mnk, runs};

/// The lines of a board.
#[derive(Clone, Debug)]
pub(super) struct Lines<const W: usize> {
    /// For each direction: the squares where lines start, the step along them, and the line that
    /// starts at square 0.
    directions: Vec<(Bits<W>, usize, Bits<W>)>,
    /// The lines through each square.
    through: Vec<Vec<Bits<W>>>,
    pub(super) length: usize,
}

/// Sets of free squares on the lines through one square.
pub(super) struct Near<const W: usize> {
    /// The squares where a stone completes a line.
    pub(super) completing: Bits<W>,
    /// The squares where a stone makes a line that then lacks only one stone.
    pub(super) threatening: Bits<W>,
}

impl<const W: usize> Lines<W> {
    pub(super) fn new(game: &Mnk<W>) -> Lines<W> {
        let length = game.in_a_row;
        let first =
            |step| (0..length).map(|i| Bits::one(i * step)).fold(Bits::EMPTY, |all, one| all | one);
        // A direction without lines is not listed. So a line that starts at square 0 always lies
        // within the bitboard.
        let directions =
            game.lines.iter().map(|&(starts, step)| (starts, step, first(step))).collect();
        let mut lines = Lines { directions, through: Vec::new(), length };
        let mut through = vec![Vec::new(); game.rows * game.columns];
        lines.each_within(game.board, |line| {
            line.into_iter().for_each(|square| through[square].push(line));
        });
        lines.through = through;
        lines
    }

    /// The squares that complete a line of these stones through this square, or make a line through
    /// it that then lacks only one stone.
    pub(super) fn near(&self, square: usize, stones: Bits<W>, empty: Bits<W>) -> Near<W> {
        let mut near = Near { completing: Bits::EMPTY, threatening: Bits::EMPTY };
        for &line in &self.through[square] {
            let lacking = line.without(stones);
            if lacking.without(empty).is_empty() {
                let rest = without_lowest(lacking);
                if rest.is_empty() {
                    near.completing |= lacking;
                } else if without_lowest(rest).is_empty() {
                    near.threatening |= lacking;
                }
            }
        }
        near
    }

    /// Calls `visit` with the squares of every line that lies within `open`.
    pub(super) fn each_within(&self, open: Bits<W>, mut visit: impl FnMut(Bits<W>)) {
        for &(starts, step, first) in &self.directions {
            for start in runs(open, step, self.length) & starts {
                visit(first.up(start));
            }
        }
    }

    /// How many lines lie within `open`.
    pub(super) fn count_within(&self, open: Bits<W>) -> usize {
        self.directions
            .iter()
            .map(|&(starts, step, _)| (runs(open, step, self.length) & starts).count())
            .sum()
    }

    /// All squares of the lines that lie within `open`.
    pub(super) fn covered(&self, open: Bits<W>) -> Bits<W> {
        let mut squares = Bits::EMPTY;
        for &(starts, step, _) in &self.directions {
            squares |= self.spread(runs(open, step, self.length) & starts, step);
        }
        squares
    }

    /// The free squares that complete a line of these stones.
    pub(super) fn completing(&self, stones: Bits<W>, empty: Bits<W>) -> Bits<W> {
        self.short_by::<1>(stones, empty)
    }

    /// The free squares where a stone makes a line that then lacks only one stone.
    pub(super) fn threatening(&self, stones: Bits<W>, empty: Bits<W>) -> Bits<W> {
        self.short_by::<2>(stones, empty)
    }

    /// The free squares of the lines that lack exactly `N` stones, at most three.
    pub(super) fn short_by<const N: usize>(&self, stones: Bits<W>, empty: Bits<W>) -> Bits<W> {
        let mut squares = Bits::EMPTY;
        for &(starts, step, _) in &self.directions {
            // The element at index n contains the lines that lack n stones on the squares seen so
            // far.
            let mut short = [starts, Bits::EMPTY, Bits::EMPTY, Bits::EMPTY];
            for i in 0..self.length {
                let (stone, free) = (stones.down(i * step), empty.down(i * step));
                for n in (1..=N).rev() {
                    short[n] = short[n] & stone | short[n - 1] & free;
                }
                short[0] &= stone;
            }
            squares |= self.spread(short[N], step);
        }
        squares & empty
    }

    /// All squares of the lines that start at `starts`.
    fn spread(&self, starts: Bits<W>, step: usize) -> Bits<W> {
        if starts.is_empty() {
            return starts;
        }
        (0..self.length).fold(Bits::EMPTY, |all, i| all | starts.up(i * step))
    }
}

/// The set without its lowest square; on processors that have no instruction for counting bits,
/// this is much cheaper than counting.
fn without_lowest<const W: usize>(mut squares: Bits<W>) -> Bits<W> {
    if let Some(word) = squares.0.iter_mut().find(|word| **word != 0) {
        *word &= *word - 1;
    }
    squares
}
