//! Whether a store has the games that have been published: they stand, whatever has become of it.

use std::collections::BTreeSet;
use std::path::Path;

use search::GameSpec;

use super::super::announcement::Announcement;
use super::super::crew::{GameSpecs, spec_of};
use super::super::damage::check_pair;
use super::super::testing::Testing;
use super::found::{Found, Whose};
use super::published::Published;
use super::sift::{Kept, Sifted, sift};
use crate::Refused;
use crate::schedule::Pairing;
use crate::store::{Store, StoredPair, TournamentId};

/// That a store lacks games that results have whole, or has others in their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lack {
    /// How many games results have, in pairs that are whole and can be played again.
    pub published: u64,
    /// How many of these the store has.
    pub known: u64,
}

/// What of the games of this tournament that results in a folder have is not in a store, if anything. A pair that is damaged in the store
/// does not count: it is found when results are written, and restored then.
///
/// # Errors
/// When the store fails, or there can be no such tournament.
pub fn lack(
    store: &mut Store,
    announcement: &Announcement,
    results: &Path,
    specs: GameSpecs,
) -> Result<Option<Lack>, Refused> {
    let tournament = store.entered(&announcement.digest())?;
    if has_all(store, tournament, &Published::of(results))? {
        return Ok(None);
    }
    let found = Found::in_results(results);
    let Sifted { pairs: mut lacking, .. } =
        sift(&found, announcement, spec_of(specs, announcement)?, &Whose::published())?;
    let published = lacking.len();
    let mut testing = Testing::of(announcement);
    if let Some(tournament) = tournament {
        for pair in store.pairs(tournament) {
            let pair = pair?;
            if let Some(testing) = &mut testing {
                testing.see(&pair.pairing, pair.pair, pair.tally.half_points());
            }
            let place = (pair.pairing, pair.pair);
            let is_there = |kept: &Kept| is_as_published(&found, kept, &pair);
            if lacking.get(&place).is_some_and(is_there) || check_pair(&pair, announcement)?.is_err() {
                lacking.remove(&place);
            }
        }
    }
    if let (Some(tournament), Some(testing)) = (tournament, testing) {
        let end = end_of_test(store, tournament, testing)?;
        lacking.retain(|(_, pair), _| end.is_none_or(|end| *pair < end));
    }
    let [published, lacking] = [published, lacking.len()].map(|pairs| 2 * pairs as u64);
    Ok((lacking > 0).then_some(Lack { published, known: published - lacking }))
}

/// The matches of which results in the folder have games, as far as they follow from these results alone.
///
/// # Errors
/// When there can be no such tournament.
pub(in crate::tournament) fn published_matches(
    announcement: &Announcement,
    results: &Path,
    spec: &GameSpec,
) -> Result<BTreeSet<Pairing>, Refused> {
    let sifted = sift(&Found::in_results(results), announcement, spec, &Whose::published())?;
    Ok(sifted.pairs.into_keys().map(|(pairing, _)| pairing).collect())
}

/// Before which pair a test has ended, if it has. What is beyond the pair that decides it has been taken out, though results of before may
/// have it. So it has been where one of the pairs was given back since, without which the test seems to go on.
fn end_of_test(store: &mut Store, tournament: TournamentId, mut testing: Testing) -> Result<Option<u64>, Refused> {
    let tallies = store.tallies(tournament)?;
    let Some(its) = tallies.matches().next() else { return Ok(None) };
    while !testing.is_decided() {
        let outcomes = store.former_outcomes(tournament, testing.seen())?;
        if outcomes.is_empty() {
            break;
        }
        (testing.seen()..).zip(outcomes).for_each(|(pair, firsts)| testing.see(&its.pairing, pair, firsts));
    }
    // Its result may be what was damaged; then it is as long as it was cut.
    let was_cut = !testing.is_decided() && store.has_given_back(tournament)?;
    Ok(if was_cut { Some(tallies.pairs()) } else { testing.is_decided().then(|| testing.seen()) })
}

fn is_as_published(found: &Found, kept: &Kept, pair: &StoredPair) -> bool {
    let published = kept.games.each_ref().map(|game| found.record(game).map(|(record, _)| record));
    published == pair.records
}

/// Whether every line of results is in the store, between others or not, in the same order: so it is unless something has happened.
fn has_all(store: &mut Store, tournament: Option<TournamentId>, published: &Published) -> Result<bool, Refused> {
    let pairs = tournament.map(|tournament| store.pairs(tournament)).into_iter().flatten();
    let mut records = pairs.flat_map(|pair| match pair {
        Ok(pair) => pair.records.map(Ok).into(),
        Err(refused) => vec![Err(refused)],
    });
    let mut has_all = Ok(true);
    published.each_line(true, |_, line| {
        let line = str::from_utf8(line).ok().and_then(|line| line.strip_suffix('\n'));
        let is_it = |record: &Result<Option<String>, Refused>| match record {
            Ok(record) => record.is_some() && record.as_deref() == line,
            Err(_) => true,
        };
        has_all = records.find(is_it).transpose().map(|found| found.is_some());
        matches!(has_all, Ok(true))
    });
    has_all
}
