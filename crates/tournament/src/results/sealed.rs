//! Checks that records from the store have the right checksums and are in their places.

use crate::plan::announcement::Announcement;
use crate::store::{StoredGame, StoredPair};
use errors::Error;
use matches::record::Record;

/// The records of a pair.
///
/// # Errors
/// Fails if a record is missing or invalid, belongs elsewhere, or was written by another version of
/// Ludoteka.
pub(crate) fn check_pair(
    pair: &StoredPair,
    announcement: &Announcement,
) -> Result<[Record; 2], Error> {
    let seed = announcement.match_seed(&pair.pairing);
    let read = |leg: usize| {
        let number = 2 * pair.pair + leg as u64 + 1;
        let place = format!("job {}, game {number}", pair.job);
        let line = pair.records[leg].as_deref();
        let line = line.ok_or_else(|| Error::corrupt(format!("{place}: its record is missing")))?;
        let record = check_record(line, number, &place)?;
        if record.seed != seed {
            return Err(Error::corrupt(format!("{place}: its record belongs to another match")));
        }
        Ok(record)
    };
    Ok([read(0)?, read(1)?])
}

/// Checks a game that does not count.
///
/// # Errors
/// As [`check_pair`].
pub(crate) fn check_void(game: &StoredGame) -> Result<(), Error> {
    let place = format!("job {}, game {}, void", game.job, game.number);
    check_record(&game.record, game.number, &place).map(drop)
}

fn check_record(line: &str, number: u64, place: &str) -> Result<Record, Error> {
    match Record::read(line) {
        Ok(record) if record.number == number => Ok(record),
        Ok(record) => {
            let why = format!("{place}: its record belongs to game {}", record.number);
            Err(Error::corrupt(why))
        }
        Err(why) => Err(Error::corrupt(format!("{place}: {why}"))),
    }
}
