//! Which squares belong to which pattern, and how the discs on them are numbered.

use std::sync::LazyLock;

use super::super::board::{SIDE, each};

/// A pattern, as columns and rows. Its mirror images and rotations are patterns as well.
type Pattern = &'static [(usize, usize)];

const PATTERNS: [Pattern; 11] = [
    // A corner of 3 by 3, and one of 5 by 2.
    &[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)],
    &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (1, 1), (2, 1), (3, 1), (4, 1)],
    // An edge with its X-squares, and the three lines beside it.
    &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (1, 1), (6, 1)],
    &[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)],
    &[(0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (7, 2)],
    &[(0, 3), (1, 3), (2, 3), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3)],
    // Diagonals of eight to four squares.
    &[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7)],
    &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7)],
    &[(0, 2), (1, 3), (2, 4), (3, 5), (4, 6), (5, 7)],
    &[(0, 3), (1, 4), (2, 5), (3, 6), (4, 7)],
    &[(0, 4), (1, 5), (2, 6), (3, 7)],
];

/// The number of patterns on the board, with all mirror images and rotations.
const COUNT: usize = 46;
/// The number of weights of which a value is the sum: those of the patterns, and the constant.
pub(crate) const SUMMANDS: usize = COUNT + 1;
/// The same number, rounded up so that processors add whole vectors.
const LANES: usize = 48;

/// The numbers of the discs on all patterns of a position. A square is a digit to base 3: 0 if it
/// is empty, 1 for black, 2 for white.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Features([u16; LANES]);

/// What is the same for every position.
pub(crate) struct Layout {
    /// What a black disc on a square adds to each number.
    adds: [[u16; LANES]; SIDE * SIDE],
    /// Where the weights of each pattern begin.
    pub(crate) begins: [u32; COUNT],
    /// The number of weights of a phase, without those that are equal by symmetry, plus one: the
    /// last is the constant.
    pub(crate) weights: usize,
    /// For each number of each pattern in [`PATTERNS`], in their order, the weight it has by
    /// symmetry, and the number with black and white discs exchanged.
    pub(crate) shared: Vec<u32>,
    pub(crate) exchanged: Vec<u32>,
}

pub(crate) static LAYOUT: LazyLock<Layout> = LazyLock::new(Layout::new);

impl Features {
    /// The numbers of a position: the discs of black and those of white.
    pub(crate) fn of([black, white]: [u64; 2]) -> Features {
        let mut features = Features([0; LANES]);
        features.add(black, 1);
        features.add(white, 2);
        features
    }

    /// The numbers after a move of black (0) or white (1): a new disc, and flipped discs.
    #[inline]
    pub(crate) fn after(mut self, side: usize, disc: u64, flipped: u64) -> Features {
        let (new, turned) = if side == 0 { (1, 1_u16.wrapping_neg()) } else { (2, 1) };
        self.add(disc, new);
        self.add(flipped, turned);
        self
    }

    #[inline]
    fn add(&mut self, squares: u64, times: u16) {
        for square in each(squares) {
            let adds = &LAYOUT.adds[square.trailing_zeros() as usize];
            for (number, add) in self.0.iter_mut().zip(adds) {
                *number = number.wrapping_add(add.wrapping_mul(times));
            }
        }
    }

    /// The numbers of the patterns.
    #[inline]
    pub(crate) fn numbers(&self) -> &[u16; COUNT] {
        self.0.first_chunk().expect("there are more lanes than patterns")
    }
}

impl Layout {
    fn new() -> Layout {
        let mut layout = Layout {
            adds: [[0; LANES]; SIDE * SIDE],
            begins: [0; COUNT],
            weights: 0,
            shared: Vec::new(),
            exchanged: Vec::new(),
        };
        let mut count = 0;
        for pattern in PATTERNS {
            let mut images: Vec<Vec<usize>> = (0..8).map(|way| image(pattern, way)).collect();
            layout.share(&images);
            let mut seen: Vec<Vec<usize>> = Vec::new();
            images.retain(|squares| {
                let mut sorted = squares.clone();
                sorted.sort_unstable();
                let is_new = !seen.contains(&sorted);
                seen.push(sorted);
                is_new
            });
            for squares in images {
                for (digit, square) in squares.into_iter().enumerate() {
                    layout.adds[square][count] = 3_u16.pow(digit as u32);
                }
                layout.begins[count] =
                    (layout.shared.len() - 3_usize.pow(pattern.len() as u32)) as u32;
                count += 1;
            }
        }
        layout.weights += 1;
        layout
    }

    /// Finds the weights of a pattern from its images. An image on the same squares has the same
    /// discs in another order, so both orders share a weight.
    fn share(&mut self, images: &[Vec<usize>]) {
        let original = &images[0];
        let orders: Vec<Vec<usize>> = images
            .iter()
            .filter_map(|image| {
                image.iter().map(|square| original.iter().position(|own| own == square)).collect()
            })
            .collect();
        let begin = self.shared.len();
        for number in 0..3_usize.pow(original.len() as u32) {
            let digits: Vec<usize> =
                (0..original.len()).map(|digit| number / 3_usize.pow(digit as u32) % 3).collect();
            let numbered = |digit: &dyn Fn(usize) -> usize| -> usize {
                (0..digits.len()).map(|at| 3_usize.pow(at as u32) * digit(at)).sum()
            };
            let least = orders.iter().map(|order| numbered(&|at| digits[order[at]])).min();
            let least = least.expect("the pattern itself is an image");
            if least == number {
                self.shared.push(self.weights as u32);
                self.weights += 1;
            } else {
                self.shared.push(self.shared[begin + least]);
            }
            self.exchanged.push((begin + numbered(&|at| [0, 2, 1][digits[at]])) as u32);
        }
    }
}

/// The squares of a mirror image or rotation of a pattern.
fn image(pattern: Pattern, way: usize) -> Vec<usize> {
    let moved = |&(column, row): &(usize, usize)| {
        let column = if way & 1 == 0 { column } else { SIDE - 1 - column };
        let row = if way & 2 == 0 { row } else { SIDE - 1 - row };
        if way & 4 == 0 { column * SIDE + row } else { row * SIDE + column }
    };
    pattern.iter().map(moved).collect()
}
