//! The rules: position, moves and outcome.
//!
//! A *lane* is a line of squares along which a side's blocks lie: a column for Left, and a row for
//! Right. Seen along the lanes, the game is the same for both sides. The free squares are stored
//! twice: once by Left's lanes and once by Right's lanes, with one bit for each square.
//!
//! ```text
//!   A B C|
//! a . . .|     Cb, the taken square, is missing from
//! b . . #|     Left's lane 2 (column C), bit 1 (row b), and from
//! -------+     Right's lane 1 (row b), bit 2 (column C).
//! ```
//!
//! So a block is a run of bits in one lane of its owner, and one bit in each of several lanes of
//! the opponent.

use rules::bits::Bits;
use rules::random::hash_words;
use rules::{Game, Outcome, Side};

/// The greatest number of rows or columns. Each row and each column has a letter of its own.
pub const LONGEST: usize = 26;

/// The free squares by lane. Lanes and bits beyond the board are empty.
pub type Lanes = [u32; LONGEST];

/// A game of Poziomka with its start position.
#[derive(Clone, Debug)]
pub struct Poziomka {
    /// The number of squares of a block, POLA.
    pub length: usize,
    /// The number of rows, WIERSZE.
    pub rows: usize,
    /// The number of columns, KOLUMNY.
    pub columns: usize,
    start: Position,
}

/// The free squares and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The free squares as each side sees them: columns for Left, rows for Right.
    pub free: [Lanes; 2],
    /// The side to move.
    pub turn: Side,
    /// Whether Left may pass. A pass is possible only before the first move.
    pub may_pass: bool,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Left leaves the first move to Right.
    Pass,
    /// The side to move places a block.
    Block {
        /// The mover's lane: the column for Left, the row for Right.
        lane: u8,
        /// The first square of the block in its lane: the topmost row for Left, the leftmost column
        /// for Right.
        first: u8,
    },
}

impl Position {
    /// An empty board before the first move.
    #[must_use]
    pub fn empty(rows: usize, columns: usize) -> Position {
        let board =
            |lanes, length| std::array::from_fn(|lane| if lane < lanes { run(length) } else { 0 });
        Position {
            free: [board(columns, rows), board(rows, columns)],
            turn: Side::First,
            may_pass: true,
        }
    }

    /// Whether a square is free.
    #[must_use]
    pub fn is_free(&self, column: usize, row: usize) -> bool {
        self.free[Side::First.index()][column] >> row & 1 != 0
    }

    /// Takes one square.
    pub fn take(&mut self, column: usize, row: usize) {
        self.free[Side::First.index()][column] &= !(1 << row);
        self.free[Side::Second.index()][row] &= !(1 << column);
    }
}

/// The first `length` bits of a lane.
pub(crate) fn run(length: usize) -> u32 {
    (1 << length) - 1
}

/// The first squares of all runs of `length` free squares in a lane.
#[inline]
pub(crate) fn starts(lane: u32, length: usize) -> u32 {
    let (mut runs, mut have) = (lane, 1);
    while have < length {
        let more = have.min(length - have);
        runs &= runs >> more;
        have += more;
    }
    runs
}

impl Poziomka {
    /// The game with blocks of `length` squares on an empty board.
    ///
    /// # Panics
    /// Panics if a size is not within `1..=26`.
    #[must_use]
    pub fn new(length: usize, rows: usize, columns: usize) -> Poziomka {
        let sizes = [length, rows, columns];
        assert!(
            sizes.iter().all(|size| (1..=LONGEST).contains(size)),
            "sizes from 1 to 26: {sizes:?}"
        );
        Poziomka { length, rows, columns, start: Position::empty(rows, columns) }
    }

    /// The same game with another start position.
    #[must_use]
    pub fn from_position(self, start: Position) -> Poziomka {
        Poziomka { start, ..self }
    }

    /// The lanes of a side on this board.
    #[must_use]
    #[inline]
    pub fn lanes<'a>(&self, position: &'a Position, side: Side) -> &'a [u32] {
        let count = if side == Side::First { self.columns } else { self.rows };
        &position.free[side.index()][..count]
    }

    /// The squares that a move covers, as columns and rows.
    pub fn squares(&self, turn: Side, mv: Move) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (lane, squares) = match mv {
            Move::Pass => (0, 0..0),
            Move::Block { lane, first } => {
                (usize::from(lane), usize::from(first)..usize::from(first) + self.length)
            }
        };
        squares.map(move |along| if turn == Side::First { (lane, along) } else { (along, lane) })
    }
}

impl Game for Poziomka {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.start
    }

    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    /// The legal moves: first the blocks, lane by lane, and then the pass.
    fn moves(&self, position: &Position) -> impl Iterator<Item = Move> {
        let pass = position.may_pass.then_some(Move::Pass);
        let lanes = self.lanes(position, position.turn).iter().zip(0..);
        let blocks = lanes.flat_map(|(&free, lane)| {
            let firsts = Bits([u64::from(starts(free, self.length))]);
            firsts.into_iter().map(move |first| Move::Block { lane, first: first as u8 })
        });
        blocks.chain(pass)
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        let mut next = *position;
        if let Move::Block { lane, first } = mv {
            next.free[position.turn.index()][usize::from(lane)] &= !(run(self.length) << first);
            let crossed =
                next.free[position.turn.other().index()].iter_mut().skip(usize::from(first));
            crossed.take(self.length).for_each(|across| *across &= !(1 << lane));
        }
        next.turn = position.turn.other();
        next.may_pass = false;
        next
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let can_place = || {
            self.lanes(position, position.turn).iter().any(|&free| starts(free, self.length) != 0)
        };
        let over = !position.may_pass && !can_place();
        over.then(|| self.forfeit(position.turn))
    }

    fn forfeit(&self, loser: Side) -> Outcome {
        Outcome::won_by(loser.other(), 1)
    }

    /// The blocks that the winner could place if it went on alone.
    fn moves_left(&self, position: &Position, winner: Side) -> Option<i32> {
        Some(self.alone(position, winner))
    }

    fn key(&self, position: &Position) -> u64 {
        let pairs = self.lanes(position, Side::Second).chunks(2);
        let words =
            pairs.map(|pair| pair.iter().fold(0, |word, &lane| word << 32 | u64::from(lane)));
        hash_words(words.chain([position.turn as u64 | u64::from(position.may_pass) << 1]))
    }
}
