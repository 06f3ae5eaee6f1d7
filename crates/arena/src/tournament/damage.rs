//! Pairs of games in the store that are not what was played: a disk has changed them, or a worker has reported nonsense.

use std::collections::BTreeSet;
use std::path::Path;

use super::announcement::Announcement;
use super::crew::{GameSpecs, spec_of};
use super::export::has_games;
use super::renewal::{published_matches, restorable, restore};
use super::sound::without_ground;
use super::tally::Tally;
use crate::Refused;
use crate::record::{FORMAT, Record};
use crate::schedule::Pairing;
use crate::store::{Store, StoredGame, StoredPair, TournamentId};

/// The units of such pairs.
#[derive(Default)]
pub(super) struct Damage {
    units: BTreeSet<i64>,
    /// What is wrong with the first.
    first: Option<String>,
}

impl Damage {
    pub(super) fn note(&mut self, unit: i64, why: String) {
        self.units.insert(unit);
        self.first.get_or_insert(why);
    }

    /// Notes the pairs of a tournament that are not what was played. Gives whether there are games of another match than their unit.
    ///
    /// # Errors
    /// When the store fails, or a later version has written some.
    pub(super) fn note_pairs(
        &mut self,
        store: &mut Store,
        tournament: TournamentId,
        announcement: &Announcement,
    ) -> Result<bool, Refused> {
        let mut is_another = false;
        for pair in store.pairs(tournament) {
            let pair = pair?;
            if let Err(why) = check_pair(&pair, announcement)? {
                is_another |= is_of_another_match(&pair, announcement);
                self.note(pair.unit, why);
            }
        }
        Ok(is_another)
    }

    /// Puts the pairs back that the results in the folder have, as they stand there, and gives the others back, to be played again, with
    /// what was paired by their results.
    ///
    /// # Errors
    /// That there are any.
    pub(super) fn settle(
        self,
        store: &mut Store,
        tournament: TournamentId,
        announcement: &Announcement,
        folder: &Path,
        specs: GameSpecs,
    ) -> Result<(), Refused> {
        let Some(first) = self.first else { return Ok(()) };
        let units: Vec<i64> = self.units.into_iter().collect();
        let spec = spec_of(specs, announcement)?;
        let reports = restorable(store, tournament, announcement, folder, spec, &units)?;
        let published: BTreeSet<i64> = reports.iter().map(|(lease, _)| lease.unit).collect();
        let lost: Vec<i64> = units.iter().copied().filter(|unit| !published.contains(unit)).collect();
        // First: by what is restored it is seen what has no ground, and whoever is killed in between finds the others damaged again.
        restore(store, &reports)?;
        let dropped = without_these(store, tournament, announcement, &lost)?;
        if !dropped.is_empty() && !published_matches(announcement, folder, spec)?.is_disjoint(&dropped) {
            // A match that they followed from is not what it was, and to take them out would lose what stands.
            let what = format!("{first}; and matches that were published do not follow from what it has");
            return Err(store.damaged(&what));
        }
        store.give_back(tournament, &lost, &dropped)?;
        let restored = reports.iter().filter(|(lease, _)| !dropped.contains(&lease.pairing)).count();
        let settled = settled(restored, units.len() - restored, dropped.len());
        Err(told(store, units.len(), &first, &settled, folder))
    }
}

/// The matches that were paired by results which are gone with these units.
fn without_these(
    store: &mut Store,
    tournament: TournamentId,
    announcement: &Announcement,
    lost: &[i64],
) -> Result<BTreeSet<Pairing>, Refused> {
    if lost.is_empty() || !announcement.pairs_by_results() {
        return Ok(BTreeSet::new());
    }
    let places = lost.iter().map(|&unit| Ok(store.place(tournament, unit)?.map(|(pairing, _)| pairing)));
    let open: BTreeSet<Pairing> = places.filter_map(Result::transpose).collect::<Result<_, Refused>>()?;
    let mut matches: Vec<_> = store.tallies(tournament)?.matches().collect();
    matches.iter_mut().filter(|its| open.contains(&its.pairing)).for_each(|its| its.done = 0);
    without_ground(announcement, &matches)
}

/// That so many pairs are damaged, what is wrong with the first, and what has become of them.
fn told(store: &Store, pairs: usize, first: &str, settled: &str, folder: &Path) -> Refused {
    let address = store.address();
    let what = match pairs {
        1 => format!("a pair of games in the store {address} is damaged: {first}"),
        pairs => format!("{pairs} pairs of games in the store {address} are damaged, the first: {first}"),
    };
    let sentence = format!("{what}; {settled}");
    Refused::new(if has_games(folder) {
        format!("{sentence}; the results in {} are as they were", folder.display())
    } else {
        sentence
    })
}

/// What has become of so many pairs that were restored, and so many that are lost, with so many matches.
fn settled(restored: usize, lost: usize, matches: usize) -> String {
    let more = match matches {
        0 => String::new(),
        1 => " with 1 match that was paired by results".to_string(),
        matches => format!(" with {matches} matches that were paired by results"),
    };
    let again = "and the same command plays what is missing again";
    match (restored, lost) {
        (1, 0) => "it has been restored from the results, and the same command goes on".to_string(),
        (_, 0) => "they have been restored from the results, and the same command goes on".to_string(),
        (0, 1) => format!("it has been taken out{more}, {again}"),
        (0, _) => format!("they have been taken out{more}, {again}"),
        _ => format!("{restored} of them restored from the results, {lost} taken out{more}, {again}"),
    }
}

/// The records of a pair, or what is wrong with them.
///
/// # Errors
/// When nothing is wrong but that a later version has written them.
pub(super) fn check_pair(
    pair: &StoredPair,
    announcement: &Announcement,
) -> Result<Result<[Record; 2], String>, Refused> {
    if !pair.is_whole {
        return Ok(Err(blamed(pair, &format!("unit {}: a part of its result is missing", pair.unit))));
    }
    let seed = announcement.match_seed(&pair.pairing);
    let mut records = Vec::new();
    for (leg, line) in (1..).zip(&pair.records) {
        // The pair may be nonsense too.
        let number = pair.pair.wrapping_mul(2).wrapping_add(leg);
        let place = format!("unit {}, game {number}", pair.unit);
        match check_record(line.as_deref(), number, &place)? {
            Ok(record) if record.seed == seed => records.push(record),
            Ok(_) => return Ok(Err(blamed(pair, &format!("{place}: its record is of another match")))),
            Err(why) => return Ok(Err(blamed(pair, &format!("{place}: {why}")))),
        }
    }
    let records: [Record; 2] = records.try_into().map_err(|_| Refused::new("a pair is two games"))?;
    if Tally::of_pair(&records) == pair.tally {
        return Ok(Ok(records));
    }
    Ok(Err(blamed(pair, &format!("unit {}: its result is not what its games add up to", pair.unit))))
}

/// Whether games of a pair are whole, and of another match than their unit.
fn is_of_another_match(pair: &StoredPair, announcement: &Announcement) -> bool {
    let seed = announcement.match_seed(&pair.pairing);
    let records = pair.records.iter().flatten().filter_map(|line| Record::read(line).ok());
    records.into_iter().any(|record| record.seed != seed)
}

/// What is wrong with a game that does not count.
///
/// # Errors
/// As [`check_pair`].
pub(super) fn check_set_aside(game: &StoredGame) -> Result<Option<String>, Refused> {
    let place = format!("unit {}, game {}, set aside", game.unit, game.number);
    let checked = check_record(Some(&game.record), game.number, &place)?;
    Ok(checked.err().map(|why| format!("{place}: {why}")))
}

fn check_record(line: Option<&str>, number: u64, place: &str) -> Result<Result<Record, String>, Refused> {
    let Some(line) = line else { return Ok(Err("its record is missing".to_string())) };
    match Record::read(line) {
        Ok(record) if record.number == number => Ok(Ok(record)),
        Ok(record) => Ok(Err(format!("its record is of game {}", record.number))),
        Err(why) => match Record::form(line) {
            Some(form) if form != u64::from(FORMAT) => Err(Refused::new(format!("{place}: {why}"))),
            _ => Ok(Err(why)),
        },
    }
}

/// With who has reported it.
fn blamed(pair: &StoredPair, why: &str) -> String {
    match &pair.worker {
        Some(worker) => format!("{why} (reported by {worker})"),
        None => why.to_string(),
    }
}
