//! Whether the rows that a store has of a tournament fit each other and what was announced, before more is played: a disk may have
//! changed them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::announcement::Announcement;
use super::crew::GameSpecs;
use super::damage::Damage;
use crate::Refused;
use crate::schedule::{Next, Pairing};
use crate::store::{MatchTally, Store, TournamentId};

/// Looks at a tournament that was entered before, if it was, whose results are in this folder or come into it. Units that do not fit are
/// restored from these, or given back to be played again.
///
/// # Errors
/// What is damaged, or when the store fails.
pub fn check_stored(
    store: &mut Store,
    announcement: &Announcement,
    folder: &Path,
    specs: GameSpecs,
) -> Result<(), Refused> {
    let Some(entered) = store.entered(&announcement.digest())? else { return Ok(()) };
    let misfits = store.misfits(entered)?;
    if let Some(what) = misfits.rows {
        return Err(store.damaged(&what));
    }
    let mut damage = Damage::default();
    let is_damaged = !misfits.units.is_empty();
    misfits.units.into_iter().for_each(|(unit, why)| damage.note(unit, why));
    if is_damaged && announcement.pairs_by_results() {
        // By results that are wrong, what followed from right ones would have no ground.
        damage.note_pairs(store, entered, announcement)?;
    }
    damage.settle(store, entered, announcement, folder, specs)?;
    let matches: Vec<_> = store.tallies(entered)?.matches().collect();
    match foreign(announcement, &matches)? {
        Some(what) => settle_foreign(store, entered, announcement, folder, specs, &what),
        None => Ok(()),
    }
}

/// The first match that does not follow from what was announced and the results of those before it, or has too many pairs.
fn foreign(announcement: &Announcement, matches: &[MatchTally]) -> Result<Option<String>, Refused> {
    let pairs = announcement.pairs();
    let foreign = without_ground(announcement, matches)?
        .first()
        .map(|pairing| format!("{} does not follow from what was announced and played", named(pairing, announcement)));
    let too_long = matches.iter().find(|its| its.pairs > pairs).map(|its| {
        format!("{} has {} pairs of games, where {pairs} were announced", named(&its.pairing, announcement), its.pairs)
    });
    Ok(foreign.or(too_long))
}

/// The matches that do not follow from what was announced and the results of others.
pub(super) fn without_ground(
    announcement: &Announcement,
    matches: &[MatchTally],
) -> Result<BTreeSet<Pairing>, Refused> {
    let (schedule, pairs) = (announcement.schedule()?, announcement.pairs());
    let mut left: BTreeMap<Pairing, &MatchTally> = matches.iter().map(|its| (its.pairing, its)).collect();
    let mut finished = Vec::new();
    while let Next::Play(pairings) = schedule.next(&finished)? {
        let before = finished.len();
        let found = pairings.iter().filter_map(|pairing| left.remove(pairing));
        finished.extend(found.filter(|its| its.done >= pairs).map(|its| its.tally.finished(its.pairing)));
        if finished.len() == before {
            break;
        }
    }
    Ok(left.into_keys().collect())
}

/// Where a match is foreign: if results of others are not what was played, these are restored or given back, and it with the latter.
///
/// # Errors
/// Always: what is damaged, and what has become of it.
fn settle_foreign(
    store: &mut Store,
    tournament: TournamentId,
    announcement: &Announcement,
    folder: &Path,
    specs: GameSpecs,
    what: &str,
) -> Result<(), Refused> {
    let mut damage = Damage::default();
    let is_another = damage.note_pairs(store, tournament, announcement)?;
    if !is_another && announcement.pairs_by_results() {
        damage.settle(store, tournament, announcement, folder, specs)?;
    }
    Err(store.damaged(what))
}

/// A match in words.
fn named(pairing: &Pairing, announcement: &Announcement) -> String {
    let name = |entrant: usize| {
        let known = announcement.entrants.get(entrant).map(|entrant| entrant.name.clone());
        known.unwrap_or_else(|| format!("entrant {}", entrant.saturating_add(1)))
    };
    let [first, second] = pairing.players().map(name);
    let [round, table] = [pairing.round, pairing.table].map(|number| number.saturating_add(1));
    format!("the match of {first} against {second} in round {round} at table {table}")
}
