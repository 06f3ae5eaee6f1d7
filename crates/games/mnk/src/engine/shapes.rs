//! What a stone on a free square does along one direction: the shape that it makes of the line.
//!
//! ```text
//! in_a_row = 5, a stone at *          the shape
//! . x x * x x .                       FIVE         the line is complete
//! . x x * x .      x . x * x . x      OPEN_FOUR    two squares complete a line
//! o x x * x .      . x x . * x .      FOUR         one square completes a line
//! . . x * x .      . x . * x .        OPEN_THREE   the next stone can make an OPEN_FOUR
//! o . x * x .      x . * . x          THREE        the next stone can make a FOUR
//! ```
//!
//! With another number in a row, the names say the same of what is still missing: the shape of a
//! line that lacks one stone is a FOUR, of a line that lacks two a THREE, and so on.

/// The shape that a stone makes along a direction. A greater one is nearer to a complete line.
pub(super) type Shape = u8;

pub(super) const NONE: Shape = 0;
pub(super) const OPEN_TWO: Shape = 4;
pub(super) const OPEN_THREE: Shape = 6;
pub(super) const FOUR: Shape = 7;
pub(super) const OPEN_FOUR: Shape = 8;
pub(super) const FIVE: Shape = 9;
/// The number of shapes.
pub(super) const SHAPES: usize = 10;

/// The number of directions.
pub(super) const DIRECTIONS: usize = 4;

/// Lines that lack more stones than this are treated alike.
const FAR: usize = 4;

/// The content of a square, as seen by one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Free,
    Own,
    /// An opponent's stone, or no square of the board.
    Blocked,
}

/// The shape of a stone on a square; `at` tells the content of the squares before it (negative
/// steps along the direction) and after it.
///
/// Among the lines through the square that can still be completed, those that lack the fewest
/// stones decide. The shape is open if two of them lack the same squares but for one: then a single
/// stone of the opponent does not stop both.
pub(super) fn shape(in_a_row: usize, at: impl Fn(isize) -> Content) -> Shape {
    let farthest = in_a_row as isize - 1;
    let reach = |forward: isize| {
        (1..=farthest).take_while(|step| at(forward * step) != Content::Blocked).count() as isize
    };
    let (first, last) = (-reach(-1), reach(1) - farthest);
    let is_free = |step: isize| step != 0 && at(step) == Content::Free;
    if first > last {
        return NONE;
    }
    let mut lacks = (first..=first + farthest).filter(|&step| is_free(step)).count();
    // `left_out` counts the free squares of the best line so far that lie before the line at hand.
    let (mut least, mut is_open, mut left_out) = (lacks, false, 0);
    for start in first..last {
        left_out += usize::from(is_free(start));
        lacks =
            lacks + usize::from(is_free(start + in_a_row as isize)) - usize::from(is_free(start));
        if lacks < least {
            (least, is_open, left_out) = (lacks, false, 0);
        } else if lacks == least {
            is_open |= left_out == 1;
            left_out = 0;
        }
    }
    if least == 0 {
        FIVE
    } else {
        OPEN_FOUR - 2 * (least.min(FAR) - 1) as Shape - u8::from(!is_open)
    }
}

/// The shapes of all windows. A window is what a line through a square contains within reach: the
/// `in_a_row - 1` squares before the square, and as many after it. Its code has a ternary digit for
/// each of them, see [`Content`].
#[derive(Debug)]
pub(super) struct Shapes {
    pub(super) in_a_row: usize,
    /// The shape of each code. Empty if the windows are too long for a table.
    table: Vec<Shape>,
}

/// Up to this number in a row, a table holds the shapes of all windows: 59,049 of them. For a
/// greater number, the shapes are computed again each time.
const MOST_TABLED: usize = 6;

impl Shapes {
    pub(super) fn new(in_a_row: usize) -> Shapes {
        let mut shapes = Shapes { in_a_row, table: Vec::new() };
        if in_a_row <= MOST_TABLED {
            let windows = 3_usize.pow(2 * (in_a_row as u32 - 1));
            shapes.table = (0..windows).map(|code| shapes.decoded(code)).collect();
        }
        shapes
    }

    /// Whether the shape of a window follows from its code.
    pub(super) fn are_tabled(&self) -> bool {
        !self.table.is_empty()
    }

    /// The shapes of a stone in the middle of a window, for each side: see the codes of a board.
    #[inline]
    pub(super) fn pair(&self, codes: u32) -> [Shape; 2] {
        [self.table[codes as usize & 0xffff], self.table[codes as usize >> 16]]
    }

    fn decoded(&self, code: usize) -> Shape {
        shape(self.in_a_row, |step| match code / self.unit(step) % 3 {
            0 => Content::Free,
            1 => Content::Own,
            _ => Content::Blocked,
        })
    }

    /// What the digit of the square that lies this many steps from the middle counts in a code. The
    /// number of steps is not 0.
    pub(super) fn unit(&self, step: isize) -> usize {
        let from_first = step + self.in_a_row as isize - 1 - isize::from(step > 0);
        3_usize.pow(from_first as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape of a window by what the next stones can make of it.
    fn by_next_stones(shapes: &Shapes, code: usize) -> Shape {
        let farthest = shapes.in_a_row as isize - 1;
        let free = (-farthest..=farthest)
            .filter(|&step| step != 0 && code / shapes.unit(step) % 3 == Content::Free as usize);
        let next: Vec<Shape> = free
            .map(|step| shapes.table[code + shapes.unit(step) * Content::Own as usize])
            .collect();
        match next.iter().filter(|&&shape| shape == FIVE).count() {
            0 => next.into_iter().max().unwrap_or(NONE).saturating_sub(2),
            1 => FOUR,
            _ => OPEN_FOUR,
        }
    }

    #[test]
    fn a_shape_says_what_the_next_stones_can_make() {
        for in_a_row in 1..=5 {
            let shapes = Shapes::new(in_a_row);
            for (code, &shape) in shapes.table.iter().enumerate() {
                if shape != FIVE {
                    assert_eq!(shape, by_next_stones(&shapes, code), "{in_a_row} {code}");
                }
            }
        }
    }
}
