//! The lines of a board, listed once for each game: all winning lines, and all gaps. A gap is one
//! square shorter than a line, and lies between two ends.
//!
//! ```text
//! in_a_row = 5     a line        x x x x x
//!                  a gap     . x x x x .
//! ```
//!
//! If one side's stones fill a gap, one more stone of this side on either end completes a line.

use crate::mnk::rules::Mnk;

/// All runs of a given number of squares, and the runs through each square.
#[derive(Clone, Debug)]
pub(super) struct Runs {
    pub(super) length: usize,
    squares: Vec<u16>,
    through: Vec<Vec<u16>>,
}

impl Runs {
    /// The runs of `length` squares in every direction.
    pub(super) fn new<const W: usize>(game: &Mnk<W>, length: usize) -> Runs {
        let mut runs = Runs {
            length,
            squares: Vec::new(),
            through: vec![Vec::new(); game.rows * game.columns],
        };
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for square in 0..game.rows * game.columns {
                runs.add_from(game, square, down, right);
            }
        }
        runs
    }

    fn add_from<const W: usize>(
        &mut self,
        game: &Mnk<W>,
        square: usize,
        down: usize,
        right: isize,
    ) {
        let (row, column) = (square / game.columns, (square % game.columns) as isize);
        let reach = self.length as isize - 1;
        let end = (row + down * (self.length - 1), column + right * reach);
        if end.0 >= game.rows || !(0..game.columns as isize).contains(&end.1) {
            return;
        }
        let number = (self.squares.len() / self.length) as u16;
        for i in 0..self.length {
            let at = (row + down * i) * game.columns + (column + right * i as isize) as usize;
            self.squares.push(at as u16);
            self.through[at].push(number);
        }
    }

    pub(super) fn count(&self) -> usize {
        self.squares.len() / self.length
    }

    /// The runs through a square, by their numbers.
    pub(super) fn through(&self, square: usize) -> &[u16] {
        &self.through[square]
    }

    /// The squares of a run, in order.
    pub(super) fn squares(&self, run: u16) -> &[u16] {
        let start = usize::from(run) * self.length;
        &self.squares[start..start + self.length]
    }
}
