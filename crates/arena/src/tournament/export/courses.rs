//! What tells games from others, on the disk until all have been played. In memory a million of them would take more than all the rest.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;

use super::games::Seen;
use crate::record::Course;
use crate::schedule::Pairing;

/// Pairs of games in the order in which they were added.
pub(super) struct Courses {
    file: BufWriter<File>,
    pairs: u64,
}

/// The match, and both games.
const OF_MATCH: usize = 5;
const WORDS: usize = OF_MATCH + 2 * Course::WORDS;

impl Courses {
    /// None, in a new file.
    pub(super) fn begin(path: &Path) -> io::Result<Courses> {
        let file = File::options().read(true).write(true).create_new(true).open(path)?;
        Ok(Courses { file: BufWriter::new(file), pairs: 0 })
    }

    pub(super) fn add(&mut self, pairing: Pairing, games: &[Seen; 2]) -> io::Result<()> {
        let Pairing { round, table, extra, first, second } = pairing;
        let of_match: [u64; OF_MATCH] = [round, table, extra, first, second].map(|number| number as u64);
        let words = of_match.into_iter().chain(games.iter().flat_map(|game| game.course.words()));
        self.pairs += 1;
        words.into_iter().try_for_each(|word| self.file.write_all(&word.to_le_bytes()))
    }

    /// Shows each game with its match.
    pub(super) fn read(self, mut see: impl FnMut(Pairing, Course)) -> io::Result<()> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        let mut file = BufReader::new(file);
        for _ in 0..self.pairs {
            let mut bytes = [[0; 8]; WORDS];
            file.read_exact(bytes.as_flattened_mut())?;
            let words = bytes.map(u64::from_le_bytes);
            let (of_match, of_games) = words.split_first_chunk::<OF_MATCH>().expect("there are more");
            let [round, table, extra, first, second] = of_match.map(|word| word as usize);
            let pairing = Pairing { round, table, extra, first, second };
            of_games.as_chunks().0.iter().for_each(|words| see(pairing, Course::of_words(*words)));
        }
        Ok(())
    }
}
