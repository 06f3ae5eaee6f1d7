//! The rules: position, moves and outcome.
//!
//! A square without an owner keeps the colour that it has at the start. So the game stores the
//! colours of the start board, and a position stores only the territories.

use rules::bits::Bits;
use rules::random::mix;
use rules::{Game, Outcome, Side};

use super::area::{grown, meet, square, whole, widened};
use super::board::{Board, Colour};

/// A game on a board of at most `W` rows.
#[derive(Clone, Debug)]
pub struct FloodWars<const W: usize> {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The greatest number of half-moves; after this many, the game is over.
    pub limit: u32,
    pub(super) board: Bits<W>,
    /// The squares of each colour at the start.
    pub(super) planes: [Bits<W>; 5],
    start: Position<W>,
}

/// The territories and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<const W: usize> {
    /// The territory of each side.
    pub territories: [Bits<W>; 2],
    /// The current colour of each side.
    pub colours: [Colour; 2],
    /// The side to move.
    pub turn: Side,
    /// The number of moves made by both sides together.
    pub half_moves: u32,
    /// Whether the game is over: no open region touches both sides, or the limit is reached.
    pub over: bool,
}

/// The points of each side if the game ended now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The squares of each side: its territory, and the open regions that touch only it.
    pub points: [usize; 2],
    /// The number of squares that count for neither side.
    pub open: usize,
}

impl<const W: usize> FloodWars<W> {
    /// A game that starts from `board`, with the side `turn` to move and `half_moves` already made.
    ///
    /// # Panics
    /// Panics if the board has more than `W` rows.
    #[must_use]
    pub fn new(board: &Board, turn: Side, half_moves: u32, limit: u32) -> FloodWars<W> {
        let (rows, columns) = (board.rows(), board.columns());
        assert!(rows <= W, "a board of {rows} rows fits");
        let mut planes = [Bits::EMPTY; 5];
        for row in 0..rows {
            for column in 0..columns {
                planes[board.at(row, column).index()].insert(square(row, column));
            }
        }
        let corners = [square(rows - 1, 0), square(0, columns - 1)];
        let colours = board.corners();
        let territory =
            |side: usize| grown(Bits::one(corners[side]), &planes[colours[side].index()]);
        let territories = [territory(0), territory(1)];
        let start = Position { territories, colours, turn, half_moves, over: false };
        let mut game =
            FloodWars { rows, columns, limit, board: whole(rows, columns), planes, start };
        game.start.over = half_moves >= limit || !game.is_contested(&territories);
        game
    }

    /// The current colour of a square.
    #[must_use]
    pub fn colour(&self, position: &Position<W>, row: usize, column: usize) -> Colour {
        let at = square(row, column);
        let owned = self.owner(position, row, column).map(|side| position.colours[side.index()]);
        owned.unwrap_or_else(|| {
            Colour::ALL.into_iter().find(|c| self.planes[c.index()].has(at)).unwrap_or_default()
        })
    }

    /// The owner of a square.
    #[must_use]
    pub fn owner(&self, position: &Position<W>, row: usize, column: usize) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|side| position.territories[side.index()].has(square(row, column)))
    }

    /// The squares that nobody owns.
    #[must_use]
    pub fn open(&self, [first, second]: &[Bits<W>; 2]) -> Bits<W> {
        Bits(std::array::from_fn(|r| self.board.0[r] & !(first.0[r] | second.0[r])))
    }

    /// The territory of the side to move after it has chosen `colour`.
    #[must_use]
    #[inline]
    pub fn flooded(&self, position: &Position<W>, colour: Colour) -> Bits<W> {
        let own = &position.territories[position.turn.index()];
        let other = &position.territories[position.turn.other().index()];
        let plane = &self.planes[colour.index()];
        let within = Bits(std::array::from_fn(|r| plane.0[r] & !other.0[r] | own.0[r]));
        grown(*own, &within)
    }

    /// The points of a position.
    #[must_use]
    pub fn tally(&self, position: &Position<W>) -> Tally {
        let reach = self.reach(position);
        // An open region that both sides touch lies wholly in both sets of `reach`.
        let alone = [reach[0].without(reach[1]), reach[1].without(reach[0])];
        let points = [0, 1].map(|side| position.territories[side].count() + alone[side].count());
        Tally { points, open: self.rows * self.columns - points[0] - points[1] }
    }

    /// The squares of the open regions that touch each territory.
    pub(super) fn reach(&self, position: &Position<W>) -> [Bits<W>; 2] {
        let open = self.open(&position.territories);
        position.territories.map(|own| grown(widened(&own, &open), &open))
    }

    /// Whether an open region touches both territories.
    ///
    /// A full check needs a flood fill of the open squares, but one of two simple checks nearly
    /// always suffices. If an open square is next to both territories, its region touches both. A
    /// region also touches both territories if it contains a whole row or column. The territories
    /// are connected, so they lie on different sides of this row or column, and its squares belong
    /// to one open region that touches both territories.
    fn is_contested(&self, territories: &[Bits<W>; 2]) -> bool {
        let open = self.open(territories);
        let full = self.board.0[0];
        let untouched_row = open.0.contains(&full);
        let untouched_columns = open.0[..self.rows].iter().fold(full, |columns, row| columns & row);
        if untouched_row || untouched_columns != 0 {
            return true;
        }
        let [first, second] = territories.map(|own| widened(&own, &open));
        meet(&first, &second) || meet(&grown(first, &open), &second)
    }
}

impl<const W: usize> Game for FloodWars<W> {
    type Position = Position<W>;
    type Move = Colour;

    fn start(&self) -> Position<W> {
        self.start
    }

    fn turn(&self, position: &Position<W>) -> Side {
        position.turn
    }

    fn moves(&self, position: &Position<W>) -> impl Iterator<Item = Colour> {
        let Position { over, colours, .. } = *position;
        Colour::ALL.into_iter().filter(move |colour| !over && !colours.contains(colour))
    }

    #[inline]
    fn play(&self, position: &Position<W>, colour: Colour) -> Position<W> {
        let own = position.turn.index();
        let mut next = *position;
        next.territories[own] = self.flooded(position, colour);
        next.colours[own] = colour;
        next.turn = position.turn.other();
        next.half_moves += 1;
        let decided =
            || next.territories != position.territories && !self.is_contested(&next.territories);
        next.over = position.over || next.half_moves >= self.limit || decided();
        next
    }

    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        let margin = || {
            let [first, second] = self.tally(position).points;
            Outcome { margin: first as i32 - second as i32 }
        };
        position.over.then(margin)
    }

    fn forfeit(&self, loser: Side) -> Outcome {
        Outcome::won_by(loser.other(), (self.rows * self.columns) as i32)
    }

    /// The key is a sum of products, one for each row: the bits of one side's squares in the row
    /// are multiplied by those of the other side. The products do not depend on each other, so a
    /// processor can compute several at once.
    fn key(&self, position: &Position<W>) -> u64 {
        let [first, second] = &position.territories;
        let rows = (0..self.rows)
            .map(|r| multiplied(first.0[r] ^ SALT[2 * r], second.0[r] ^ SALT[2 * r + 1]));
        let [own, other] = position.colours.map(|colour| colour.index() as u64);
        let rest =
            (u64::from(position.half_moves) * 2 + position.turn as u64) * 25 + own * 5 + other;
        mix(rows.fold(mix(rest), u64::wrapping_add))
    }
}

/// A random number for each row and each side, so that equal rows in different places change the
/// key in different ways.
const SALT: [u64; 2 * super::LONGEST] = {
    let mut salt = [0; 2 * super::LONGEST];
    let mut i = 0;
    while i < salt.len() {
        salt[i] = mix(i as u64 + 1);
        i += 1;
    }
    salt
};

/// The exclusive or of the upper and the lower half of the product.
fn multiplied(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
