//! The rules a second time, from the README alone and for clarity alone: a grid of squares and names of moves.

use rules::Side;

/// A game so far.
pub(super) struct Slow {
    length: usize,
    /// Row by row; `true` for a free square.
    free: Vec<Vec<bool>>,
    turn: Side,
    first_move: bool,
}

impl Slow {
    pub(super) fn new(length: usize, rows: usize, columns: usize) -> Slow {
        Slow { length, free: vec![vec![true; columns]; rows], turn: Side::First, first_move: true }
    }

    fn rows(&self) -> usize {
        self.free.len()
    }

    fn columns(&self) -> usize {
        self.free[0].len()
    }

    /// The squares of a block with this first square, whether they are on the board or not.
    fn block(&self, side: Side, row: usize, column: usize) -> Vec<(usize, usize)> {
        match side {
            Side::First => (row..row + self.length).map(|row| (row, column)).collect(),
            Side::Second => (column..column + self.length).map(|column| (row, column)).collect(),
        }
    }

    fn fits(&self, side: Side, row: usize, column: usize) -> bool {
        let free = |(row, column): &(usize, usize)| self.free.get(*row).and_then(|row| row.get(*column)) == Some(&true);
        self.block(side, row, column).iter().all(free)
    }

    /// The names of the legal moves, in order.
    pub(super) fn moves(&self) -> Vec<String> {
        let mut names = Vec::new();
        let upper = |column: usize| char::from(b'A' + column as u8);
        let lower = |row: usize| char::from(b'a' + row as u8);
        match self.turn {
            Side::First => {
                for column in 0..self.columns() {
                    let rows = (0..self.rows()).filter(|&row| self.fits(Side::First, row, column));
                    names.extend(rows.map(|row| format!("{}{}", upper(column), lower(row))));
                }
                names.extend(self.first_move.then(|| "-".to_string()));
            }
            Side::Second => {
                for row in 0..self.rows() {
                    let columns = (0..self.columns()).filter(|&column| self.fits(Side::Second, row, column));
                    names.extend(columns.map(|column| format!("{}{}", lower(row), upper(column))));
                }
            }
        }
        names
    }

    pub(super) fn play(&mut self, name: &str) {
        let letters: Vec<_> = name.bytes().collect();
        let squares = match (&letters[..], self.turn) {
            ([column, row], Side::First) | ([row, column], Side::Second) => {
                self.block(self.turn, usize::from(row - b'a'), usize::from(column - b'A'))
            }
            _ => Vec::new(),
        };
        squares.into_iter().for_each(|(row, column)| self.free[row][column] = false);
        self.turn = self.turn.other();
        self.first_move = false;
    }

    /// How many blocks a side could place at once: runs of free squares, each divided by the length of a block.
    pub(super) fn alone(&self, side: Side) -> i32 {
        let lanes: Vec<Vec<bool>> = match side {
            Side::First => (0..self.columns()).map(|c| self.free.iter().map(|row| row[c]).collect()).collect(),
            Side::Second => self.free.clone(),
        };
        let in_lane = |lane: &Vec<bool>| lane.split(|free| !free).map(|run| run.len() / self.length).sum::<usize>();
        lanes.iter().map(in_lane).sum::<usize>() as i32
    }

    /// Right's answer as the seed defines it, by evaluating the whole board after every move.
    pub(super) fn answer(&self, choice: u64) -> Option<String> {
        let after = |name: &String| {
            let mut next = Slow { free: self.free.clone(), ..*self };
            next.play(name);
            next.alone(Side::Second) - next.alone(Side::First)
        };
        let moves = self.moves();
        let highest = moves.iter().map(after).max()?;
        let best: Vec<_> = moves.into_iter().filter(|name| after(name) == highest).collect();
        Some(best[(choice % best.len() as u64) as usize].clone())
    }
}
