//! Checks that records in the store are undamaged: each has the right checksum, and is in its
//! place.

use crate::plan::announcement::Announcement;
use crate::store::{StoredGame, StoredPair};
use errors::Error;
use matches::record::{FORMAT, Record};

/// The records of a pair, or what is wrong with them.
///
/// # Errors
/// Fails if another version of Ludoteka has written a record.
pub(crate) fn check_pair(
    pair: &StoredPair,
    announcement: &Announcement,
) -> Result<Result<[Record; 2], String>, Error> {
    // The message names the worker that reported the pair.
    let blamed = |why: String| match &pair.worker {
        Some(worker) => Ok(Err(format!("{why} (reported by {worker})"))),
        None => Ok(Err(why)),
    };
    let seed = announcement.match_seed(&pair.pairing);
    let mut records = Vec::new();
    for (leg, line) in (1..).zip(&pair.records) {
        // If the number of the pair is damaged, it may be so great that the product would overflow.
        let number = pair.pair.wrapping_mul(2).wrapping_add(leg);
        let place = format!("job {}, game {number}", pair.job);
        match check_record(line.as_deref(), number, &place)? {
            Ok(record) if record.seed == seed => records.push(record),
            Ok(_) => return blamed(format!("{place}: its record belongs to another match")),
            Err(why) => return blamed(format!("{place}: {why}")),
        }
    }
    records.try_into().map(Ok).map_err(|_| Error::corrupt("a pair is two games"))
}

/// Says what is wrong with a game that does not count.
///
/// # Errors
/// As [`check_pair`].
pub(crate) fn check_void(game: &StoredGame) -> Result<Option<String>, Error> {
    let place = format!("job {}, game {}, void", game.job, game.number);
    let checked = check_record(Some(&game.record), game.number, &place)?;
    Ok(checked.err().map(|why| format!("{place}: {why}")))
}

fn check_record(
    line: Option<&str>,
    number: u64,
    place: &str,
) -> Result<Result<Record, String>, Error> {
    let Some(line) = line else { return Ok(Err("its record is missing".to_string())) };
    match Record::read(line) {
        Ok(record) if record.number == number => Ok(Ok(record)),
        Ok(record) => Ok(Err(format!("its record belongs to game {}", record.number))),
        Err(why) => match Record::form(line) {
            // Another version wrote this record. So the store is not damaged, and must not be
            // replaced by a new one.
            Some(form) if form != u64::from(FORMAT) => {
                Err(Error::conflict(format!("{place}: {why}")))
            }
            _ => Ok(Err(why)),
        },
    }
}
