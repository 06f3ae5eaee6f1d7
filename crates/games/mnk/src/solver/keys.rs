//! Keys of positions. The keys of the search over all moves are equal for mirror images.

use rules::bits::Bits;
use rules::random::Random;

use super::state::State;

/// The identification of a position in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key(pub(super) u64, pub(super) u32);

/// Random numbers for the possible contents of a square, for each image of the board.
///
/// CITE: Zobrist, "A new hashing method with application for game playing", 1970.
pub(super) struct Keys {
    /// For each square, the numbers for an attacker's stone, for a free square and for a defender's
    /// stone.
    numbers: [Vec<[u64; 8]>; 3],
    checks: [Vec<[u32; 8]>; 3],
}

impl Keys {
    pub(super) fn new(rows: usize, columns: usize) -> Keys {
        let mut random = Random::new(0);
        let squares = rows * columns;
        let images: Vec<[usize; 8]> =
            (0..squares).map(|square| images(rows, columns, square)).collect();
        let mut numbers = || -> Vec<u64> { (0..squares).map(|_| random.next()).collect() };
        let first: [Vec<u64>; 3] = std::array::from_fn(|_| numbers());
        let second: [Vec<u64>; 3] = std::array::from_fn(|_| numbers());
        Keys {
            numbers: first.map(|numbers| {
                images.iter().map(|image| image.map(|square| numbers[square])).collect()
            }),
            checks: second.map(|numbers| {
                images.iter().map(|image| image.map(|square| numbers[square] as u32)).collect()
            }),
        }
    }

    /// The key of a position: the smallest number of any of its images, and a second number of that
    /// image.
    pub(super) fn key<const W: usize>(&self, state: &State<W>, salt: u64) -> Key {
        let mut sums = [salt; 8];
        let stones = [state.attacker, state.empty, state.defender];
        for (numbers, squares) in self.numbers.iter().zip(stones) {
            for square in squares {
                for (sum, number) in sums.iter_mut().zip(numbers[square]) {
                    *sum ^= number;
                }
            }
        }
        let image = (0..8).min_by_key(|&image| sums[image]).unwrap_or(0);
        let check = self.checks.iter().zip(stones).fold(
            0,
            |check, (numbers, squares): (&Vec<[u32; 8]>, Bits<W>)| {
                squares.into_iter().fold(check, |check, square| check ^ numbers[square][image])
            },
        );
        Key(sums[image], check)
    }
}

/// A position with its plain key, which depends on the side to move. Its mirror images have other
/// plain keys.
#[derive(Clone, Copy)]
pub(super) struct Place<const W: usize> {
    pub(super) state: State<W>,
    pub(super) key: Key,
    pub(super) attacking: bool,
}

impl Keys {
    /// This position with the attacker to move.
    pub(super) fn place<const W: usize>(&self, state: State<W>) -> Place<W> {
        let stones = [state.attacker, state.empty, state.defender];
        let squares = stones.into_iter().enumerate();
        let key = squares
            .flat_map(|(kind, squares)| squares.into_iter().map(move |square| (kind, square)))
            .fold(Key(0, 0), |key, (kind, square)| self.toggled(key, kind, square));
        Place { state, key, attacking: true }
    }

    /// The position after a move.
    pub(super) fn after<const W: usize>(&self, place: &Place<W>, square: usize) -> Place<W> {
        let Place { mut state, key, attacking } = *place;
        state.empty.remove(square);
        let (own, kind) =
            if attacking { (&mut state.attacker, 0) } else { (&mut state.defender, 2) };
        own.insert(square);
        let Key(key, check) = self.toggled(self.toggled(key, 1, square), kind, square);
        Place { state, key: Key(key ^ 1, check), attacking: !attacking }
    }

    fn toggled(&self, key: Key, kind: usize, square: usize) -> Key {
        let (number, check) = (&self.numbers[kind][square], &self.checks[kind][square]);
        Key(key.0 ^ number[0], key.1 ^ check[0])
    }
}

/// The places of a square in the images of the board. A board that is not square has four images,
/// and each is listed twice.
fn images(rows: usize, columns: usize, square: usize) -> [usize; 8] {
    let (row, column) = (square / columns, square % columns);
    let (up, left) = (rows - 1 - row, columns - 1 - column);
    let at = |row, column| row * columns + column;
    let upright = [at(row, column), at(up, column), at(row, left), at(up, left)];
    let turned = if rows == columns {
        [at(column, row), at(left, row), at(column, up), at(left, up)]
    } else {
        upright
    };
    std::array::from_fn(|image| if image < 4 { upright[image] } else { turned[image - 4] })
}
