//! Checks that the matches in a store follow from the announcement and from the results of earlier
//! matches.

use std::collections::BTreeMap;

use crate::plan::announcement::Announcement;
use crate::plan::refused;
use crate::store::{MatchTally, Store};
use errors::Error;
use pairing::{Next, Pairing};

/// Checks the matches of a tournament. The results of the matches are taken from the totals in the
/// store. If the store does not have the tournament, there is nothing to check.
///
/// # Errors
/// Fails if the store fails, or if a match does not follow from the results before it. In the
/// second case, the error says that the store is damaged.
pub fn check_matches(store: &mut Store, announcement: &Announcement) -> Result<(), Error> {
    let Some(entered) = store.entered(&announcement.digest())? else { return Ok(()) };
    let matches: Vec<_> = store.tallies(entered)?.matches().collect();
    match foreign_match(announcement, &matches)? {
        Some(what) => Err(store.damaged(&what)),
        None => Ok(()),
    }
}

/// Finds the first match that is wrong, and says why. A match is wrong if it does not follow from
/// the results before it, or if it has too many pairs.
pub(crate) fn foreign_match(
    announcement: &Announcement,
    matches: &[MatchTally],
) -> Result<Option<String>, Error> {
    let (schedule, pairs) = (announcement.schedule()?, announcement.pairs());
    let mut left: BTreeMap<Pairing, &MatchTally> =
        matches.iter().map(|its| (its.pairing, its)).collect();
    let mut finished = Vec::new();
    while let Next::Play(pairings) = schedule.next(&finished).map_err(refused::pairing)? {
        let before = finished.len();
        let found = pairings.iter().filter_map(|pairing| left.remove(pairing));
        finished.extend(
            found.filter(|its| its.done >= pairs).map(|its| its.tally.finished(its.pairing)),
        );
        if finished.len() == before {
            break;
        }
    }
    let place = |pairing: &Pairing| {
        let [round, table] = [pairing.round, pairing.table].map(|number| number.saturating_add(1));
        format!("the match in round {round} at table {table}")
    };
    let foreign = left.keys().next().map(|its| {
        format!("{} does not follow from the announcement and earlier results", place(its))
    });
    let too_long = matches.iter().find(|its| its.pairs > pairs);
    Ok(foreign
        .or(too_long.map(|its| format!("{} has more games than announced", place(&its.pairing)))))
}
