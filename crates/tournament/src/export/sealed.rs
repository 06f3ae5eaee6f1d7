//! Checks that records from the store have the right checksums and are in their places.

use crate::plan::announcement::Announcement;
use crate::store::{StoredPair, VoidGame};
use errors::Error;
use matches::record::Record;

/// The records of a pair.
///
/// # Errors
/// Fails if a record is invalid, belongs elsewhere, or was written by another version of Ludoteka.
pub(crate) fn check_pair(
    pair: &StoredPair,
    announcement: &Announcement,
) -> Result<[Record; 2], Error> {
    let seed = announcement.match_seed(&pair.pairing);
    let read = |leg: usize| {
        let number = 2 * pair.pair + leg as u64 + 1;
        let place = format!("job {}, game {number}", pair.job);
        let record = check_record(&pair.records[leg], number, &place)?;
        if record.seed != seed {
            return Err(Error::corrupt(format!("{place}: its record belongs to another match")));
        }
        Ok(record)
    };
    Ok([read(0)?, read(1)?])
}

/// Checks a game of this job that does not count.
///
/// # Errors
/// As [`check_pair`].
pub(crate) fn check_void(job: i64, game: &VoidGame) -> Result<(), Error> {
    let place = format!("job {job}, game {}, void", game.number);
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
