//! Other readings of the names of squares, which a program with fouls may follow. The test of such
//! a reading is to play by it: the referee tells and takes each move as the program would write it.

use std::time::Duration;

use rules::{Answer, Dialogue, Message, Refusal, column_letters, message, parse_column_letters};

use crate::foul_words::WORDS;

/// Another reading of names such as `c4`, whose letters are the column and whose number is the row.
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
    /// The letters are the row, and the number is the column.
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
    pub(crate) fn dialogue(self, inner: Box<dyn Dialogue>, rows: usize) -> Box<dyn Dialogue> {
        Box::new(Misread { inner, reading: self, rows })
    }
}

impl Way {
    /// The name in this way of the square with this right name. `None` if it has none.
    fn named(self, name: &str, rows: usize) -> Option<String> {
        let (column, row) = square(name)?;
        match self {
            Way::Right => Some(name.to_string()),
            Way::RowFirst => exchanged(column, row),
            Way::FromZero => Some(format!("{}{}", column_letters(column), row.checked_sub(1)?)),
            Way::FromLastRow => from_last(column, row, rows),
        }
    }

    /// The right name of the square with this name in this way. `None` if there is no such square.
    fn meant(self, name: &str, rows: usize) -> Option<String> {
        let (column, row) = square(name)?;
        match self {
            Way::FromZero => Some(format!("{}{}", column_letters(column), row.checked_add(1)?)),
            // The others are their own inverses.
            _ => self.named(name, rows),
        }
    }
}

/// The column, from 0, and the number of the row.
fn square(name: &str) -> Option<(usize, usize)> {
    let digits = name.find(|c: char| !c.is_ascii_alphabetic())?;
    let (letters, number) = name.split_at(digits);
    Some((parse_column_letters(&letters.to_ascii_lowercase())?, number.parse().ok()?))
}

fn exchanged(column: usize, row: usize) -> Option<String> {
    Some(format!("{}{}", column_letters(row.checked_sub(1)?), column + 1))
}

fn from_last(column: usize, row: usize, rows: usize) -> Option<String> {
    Some(format!("{}{}", column_letters(column), (rows + 1).checked_sub(row)?))
}

/// A conversation in which names of squares are changed on their way. A name that has no other, such
/// as a pass, stays.
struct Misread {
    inner: Box<dyn Dialogue>,
    reading: Misreading,
    rows: usize,
}

impl Dialogue for Misread {
    fn hear(&mut self, name: &str) {
        let told = self.reading.reads.named(name, self.rows);
        self.inner.hear(told.as_deref().unwrap_or(name));
    }

    fn prompt(&mut self, left: Option<Duration>) -> String {
        self.inner.prompt(left)
    }

    fn reply(&self, answer: &str) -> Result<Answer, Refusal> {
        let meant = |name: String| self.reading.writes.meant(&name, self.rows).unwrap_or(name);
        Ok(match self.inner.reply(answer)? {
            Answer::Move(name) => Answer::Move(meant(name)),
            Answer::Resign => Answer::Resign,
        })
    }
}

#[cfg(test)]
mod tests {
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
            assert_eq!(way.named(name, 8).as_deref(), Some(other), "{way:?}");
            assert_eq!(way.meant(other, 8).as_deref(), Some(name), "{way:?}");
        }
        for name in ["-", "", "resign", "c", "4"] {
            assert_eq!(Way::RowFirst.named(name, 8), None, "{name}");
        }
        assert_eq!(Way::FromLastRow.named("a10", 8), None);
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
