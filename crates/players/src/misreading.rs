//! Other readings of the names of squares, which a program with fouls may follow. The test of such
//! a reading is to play by it: the referee tells and takes each move as the program would write it.

use std::time::Duration;

use rules::{Answer, Dialogue, Message, Refusal, SquareNames, message};

use crate::foul_words::WORDS;

/// Another reading of squares, such as of names like `c4`, whose letters are the column and whose
/// number is the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misreading {
    key: &'static str,
    /// How the program understands what it reads.
    reads: Way,
    /// How the program writes what it means.
    writes: Way,
}

/// A way to name squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Right,
    /// The column is the row, and the row is the column.
    RowFirst,
    /// The first row has the number 0.
    FromZero,
    /// The last row has the number 1.
    FromLastRow,
}

const fn both(key: &'static str, way: Way) -> Misreading {
    Misreading { key, reads: way, writes: way }
}

const fn reads(key: &'static str, way: Way) -> Misreading {
    Misreading { key, reads: way, writes: Way::Right }
}

const fn writes(key: &'static str, way: Way) -> Misreading {
    Misreading { key, reads: Way::Right, writes: way }
}

impl Misreading {
    /// All readings.
    pub const ALL: [Misreading; 9] = [
        both("squares-row-first", Way::RowFirst),
        reads("squares-reads-row-first", Way::RowFirst),
        writes("squares-writes-row-first", Way::RowFirst),
        both("squares-from-zero", Way::FromZero),
        reads("squares-reads-from-zero", Way::FromZero),
        writes("squares-writes-from-zero", Way::FromZero),
        both("squares-from-last-row", Way::FromLastRow),
        reads("squares-reads-from-last-row", Way::FromLastRow),
        writes("squares-writes-from-last-row", Way::FromLastRow),
    ];

    /// What a program with this reading does, as the end of a sentence that begins with a colon.
    #[must_use]
    pub fn message(&self) -> Message {
        Message::new(WORDS, self.key)
    }

    /// What is known if both readings fit. On a board that is its own mirror image, a program that
    /// reads squares in one way and writes them in another plays the same whichever of both is right.
    #[must_use]
    pub fn either(&self, other: &Misreading) -> Option<Message> {
        let is_one_way = |one: &Misreading, other: &Misreading| {
            one.writes == Way::Right && other.reads == Way::Right && one.reads == other.writes
        };
        (is_one_way(self, other) || is_one_way(other, self)).then(|| {
            message!(WORDS, "either-reading", one = self.message(), other = other.message())
        })
    }

    /// A conversation with a program that has this reading, on a board with so many rows.
    pub(crate) fn dialogue(
        self,
        inner: Box<dyn Dialogue>,
        (names, rows): (SquareNames, Option<usize>),
    ) -> Box<dyn Dialogue> {
        Box::new(Misread { inner, reading: self, names, rows })
    }
}

impl Way {
    /// The square whose right name is in this way the name of that one. `None` if there is none.
    fn named(self, (column, row): Square, rows: Option<usize>) -> Option<Square> {
        match self {
            Way::Right => Some((column, row)),
            Way::RowFirst => Some((row.checked_sub(1)?, column + 1)),
            Way::FromZero => Some((column, row.checked_sub(1)?)),
            Way::FromLastRow => Some((column, (rows? + 1).checked_sub(row)?)),
        }
    }

    /// The square that has the right name of this one in this way.
    fn meant(self, square: Square, rows: Option<usize>) -> Option<Square> {
        match self {
            Way::FromZero => Some((square.0, square.1.checked_add(1)?)),
            // The others are their own inverses.
            _ => self.named(square, rows),
        }
    }
}

/// The column, from 0, and the number of the row.
type Square = (usize, usize);

/// A conversation in which names of squares are changed on their way. A line without such a name, such
/// as a pass, stays.
struct Misread {
    inner: Box<dyn Dialogue>,
    reading: Misreading,
    names: SquareNames,
    rows: Option<usize>,
}

impl Dialogue for Misread {
    fn hear(&mut self, name: &str) {
        self.inner.hear(name);
    }

    fn prompt(&mut self, left: Option<Duration>) -> String {
        let told = |line: &str| {
            let named = |square| self.reading.reads.named(square, self.rows);
            (self.names.renamed)(line, &named).unwrap_or_else(|| line.to_string()) + "\n"
        };
        self.inner.prompt(left).lines().map(told).collect()
    }

    fn reply(&self, answer: &str) -> Result<Answer, Refusal> {
        let meant = |square| self.reading.writes.meant(square, self.rows);
        let right = (self.names.renamed)(answer, &meant);
        self.inner.reply(right.as_deref().unwrap_or(answer))
    }
}

#[cfg(test)]
mod tests {
    use rules::renamed_square;

    use super::*;

    #[test]
    fn a_name_in_another_way_means_the_same_square() {
        for (way, name, other) in [
            (Way::Right, "c4", "c4"),
            (Way::RowFirst, "c4", "d3"),
            (Way::FromZero, "c4", "c3"),
            (Way::FromLastRow, "c4", "c5"),
            (Way::FromLastRow, "a8", "a1"),
            (Way::RowFirst, "a28", "ab1"),
        ] {
            let named = renamed_square(name, &|square| way.named(square, Some(8)));
            assert_eq!(named.as_deref(), Some(other), "{way:?}");
            let meant = renamed_square(other, &|square| way.meant(square, Some(8)));
            assert_eq!(meant.as_deref(), Some(name), "{way:?}");
        }
        for name in ["-", "", "resign", "c", "4", "mnk 3 3 3 2 60000 0 1"] {
            assert_eq!(renamed_square(name, &|square| Some(square)), None, "{name}");
        }
        assert_eq!(Way::FromLastRow.named((0, 10), Some(8)), None);
    }

    #[test]
    fn one_way_in_one_direction_is_its_mirror_image_in_the_other() {
        let [_, reads, writes, _, zero, ..] = Misreading::ALL;
        assert!(reads.either(&writes).is_some() && writes.either(&reads).is_some());
        for other in [reads, zero, Misreading::ALL[0]] {
            assert_eq!(reads.either(&other), None, "{other:?}");
        }
    }

    #[test]
    fn every_reading_has_words_and_is_another_one() {
        for (place, reading) in Misreading::ALL.iter().enumerate() {
            assert!(!reading.message().to_string().is_empty());
            let earlier = &Misreading::ALL[..place];
            let is_same =
                |one: &Misreading| (one.reads, one.writes) == (reading.reads, reading.writes);
            assert!(!earlier.iter().any(is_same), "{reading:?}");
        }
    }
}
