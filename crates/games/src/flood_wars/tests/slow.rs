//! The rules once more, as slowly as README.md says them: squares and characters, nothing remembered.

const COLOURS: [char; 5] = ['@', '#', '+', '.', '*'];

/// A board as it looks now, J to move or not.
#[derive(Clone)]
pub(super) struct Slow {
    pub(super) board: Vec<Vec<char>>,
    pub(super) below_moves: bool,
}

type Squares = Vec<(usize, usize)>;

impl Slow {
    pub(super) fn read(diagram: &str) -> Slow {
        let mut lines = diagram.lines();
        let below_moves = lines.next().unwrap().starts_with('J');
        Slow { board: lines.map(|line| line.chars().collect()).collect(), below_moves }
    }

    pub(super) fn rows(&self) -> String {
        self.board.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
    }

    fn corner(&self, below: bool) -> (usize, usize) {
        if below { (self.board.len() - 1, 0) } else { (0, self.board[0].len() - 1) }
    }

    fn beside(&self, (row, column): (usize, usize)) -> Squares {
        let near = [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)];
        near.into_iter().filter(|&(r, c)| r < self.board.len() && c < self.board[0].len()).collect()
    }

    /// All that hangs together with a square through squares that are fine.
    fn piece(&self, from: (usize, usize), fine: impl Fn((usize, usize)) -> bool) -> Squares {
        let mut piece = vec![from];
        let mut done = 0;
        while done < piece.len() {
            let near = self.beside(piece[done]).into_iter();
            let more: Squares = near.filter(|&s| fine(s) && !piece.contains(&s)).collect();
            piece.extend(more);
            done += 1;
        }
        piece
    }

    fn territory(&self, below: bool) -> Squares {
        let corner = self.corner(below);
        self.piece(corner, |(r, c)| self.board[r][c] == self.board[corner.0][corner.1])
    }

    /// Points of J and of S, and whether an open region touches both.
    pub(super) fn points(&self) -> ([usize; 2], bool) {
        let territories = [self.territory(true), self.territory(false)];
        let mut points = [territories[0].len(), territories[1].len()];
        let is_open = |s: (usize, usize)| !territories[0].contains(&s) && !territories[1].contains(&s);
        let mut contested = false;
        for row in 0..self.board.len() {
            for column in (0..self.board[0].len()).filter(|&column| is_open((row, column))) {
                let region = self.piece((row, column), is_open);
                let touches = |side: usize| {
                    region.iter().any(|&s| self.beside(s).iter().any(|near| territories[side].contains(near)))
                };
                match (touches(0), touches(1)) {
                    (true, true) => contested = true,
                    // Every square of a region comes here once, so each counts itself.
                    (true, false) => points[0] += 1,
                    (false, true) => points[1] += 1,
                    (false, false) => {}
                }
            }
        }
        (points, contested)
    }

    /// The colours that nobody has.
    pub(super) fn free_colours(&self) -> Vec<char> {
        let taken = [true, false].map(|below| self.corner(below)).map(|(r, c)| self.board[r][c]);
        COLOURS.into_iter().filter(|c| !taken.contains(c)).collect()
    }

    pub(super) fn moves(&self) -> Vec<char> {
        if self.points().1 { self.free_colours() } else { Vec::new() }
    }

    pub(super) fn play(&self, colour: char) -> Slow {
        let mut next = self.clone();
        for (row, column) in self.territory(self.below_moves) {
            next.board[row][column] = colour;
        }
        next.below_moves = !self.below_moves;
        next
    }

    pub(super) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.moves().into_iter().map(|c| self.play(c).perft(depth - 1)).sum() }
    }
}
