//! Pairs of games that a store has lost, as results in a folder have them.

use std::collections::BTreeMap;
use std::path::Path;

use search::GameSpec;

use super::super::announcement::Announcement;
use super::super::inspect::Inspector;
use super::fill;
use super::found::{Found, Whose};
use super::sift::{Kept, Pair, add_set_aside, best};
use crate::Refused;
use crate::store::{Lease, Report, Store, TournamentId};

/// The worker that is said to have reported what was restored.
const NAME: &str = "results of before";
/// So many are put into the store in one transaction.
const PORTION: usize = 256;

/// What is to be put back into the store of these units: the pairs whose games have been published in the folder, as they stand there, if
/// they can be played again.
///
/// # Errors
/// When the store fails, or there can be no such tournament.
pub(in crate::tournament) fn restorable(
    store: &mut Store,
    tournament: TournamentId,
    announcement: &Announcement,
    results: &Path,
    spec: &GameSpec,
    units: &[i64],
) -> Result<Vec<(Lease, Report)>, Refused> {
    let places = units.iter().map(|&unit| Ok((unit, store.place(tournament, unit)?)));
    let places: BTreeMap<Pair, i64> = places
        .filter_map(|found| found.map(|(unit, place)| Some((place?, unit))).transpose())
        .collect::<Result<_, Refused>>()?;
    let found = Found::in_results(results);
    let kept = published(&found, announcement, spec, places.keys().copied())?;
    if kept.is_empty() {
        return Ok(Vec::new());
    }
    let worker = store.register_worker(&fill::machine(NAME, announcement))?;
    let report = |(&(pairing, pair), kept): (&Pair, &Kept)| {
        let unit = *places.get(&(pairing, pair))?;
        Some((Lease { tournament, unit, attempt: 0, worker, pairing, pair }, fill::report(&found, kept)?))
    };
    Ok(kept.iter().filter_map(report).collect())
}

/// Puts it back, where the units are still there.
///
/// # Errors
/// When the store fails.
pub(in crate::tournament) fn restore(store: &mut Store, reports: &[(Lease, Report)]) -> Result<(), Refused> {
    reports.chunks(PORTION).try_for_each(|portion| {
        let portion: Vec<_> = portion.iter().map(|(lease, report)| (lease, report)).collect();
        store.restore(&portion)
    })
}

/// Those of these pairs, in their order, that have been published and can be played again.
fn published(
    found: &Found,
    announcement: &Announcement,
    spec: &GameSpec,
    pairs: impl Iterator<Item = Pair>,
) -> Result<BTreeMap<Pair, Kept>, Refused> {
    let mut inspector = Inspector::new(announcement, spec)?;
    let mut all = BTreeMap::new();
    let are_entered =
        |(pairing, _): &Pair| pairing.players().iter().all(|&player| player < announcement.entrants.len());
    for (pairing, pair) in pairs.filter(are_entered) {
        let games: Vec<_> = found.pair(inspector.learn(pairing)?, pair, &Whose::published()).collect();
        best(found, &games, &mut inspector).and_then(|kept| all.insert((pairing, pair), kept));
    }
    for lacking in add_set_aside(found, &Whose::published(), announcement, &inspector, &mut all) {
        all.remove(&lacking);
    }
    Ok(all)
}
