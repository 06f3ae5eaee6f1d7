//! The games that results in a folder have: whether a store has them too, and a new store of them.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader, Read};
use std::iter;
use std::mem;
use std::path::Path;
use std::time::Duration;

use super::announcement::Announcement;
use super::crew::{Offers, offered, spoilt};
use super::entry::enter;
use super::export::GAMES;
use super::folder;
use super::inspect::Inspector;
use super::sealed::check_pair;
use super::tally::Tally;
use crate::Refused;
use crate::record::Record;
use crate::schedule::Pairing;
use crate::store::{Lease, Machine, Report, Store, TournamentId, WorkerId};

/// No line of a game comes near so many bytes.
const LONGEST_LINE: u64 = 64 << 20;
/// The worker that is said to have reported what was published.
const NAME: &str = "results of before";
/// Units are leased and reported so many at a time.
const PORTION: usize = 256;
/// Longer than it takes.
const LEASE: Duration = Duration::from_secs(24 * 60 * 60);

/// A pair of games that was published, and its lines.
struct Published {
    pairing: Pairing,
    pair: u64,
    records: [Record; 2],
    lines: [String; 2],
}

/// That a store lacks games that results have whole, or has others in their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lack {
    /// How many games results have, in pairs that are whole and can be played again.
    pub published: u64,
    /// How many of these the store has.
    pub known: u64,
}

/// What a store lacks of the games that results in this folder have of the tournament, if anything. Pairs that are damaged in the store or
/// have been given back are not asked for: they are played again.
///
/// # Errors
/// When the store fails, or there can be no such tournament.
pub fn lack(
    store: &mut Store,
    announcement: &Announcement,
    results: &Path,
    offers: Offers<'_>,
) -> Result<Option<Lack>, Refused> {
    let tournament = store.entered(&announcement.digest())?;
    if has_all(store, tournament, results)? {
        return Ok(None);
    }
    let stored = tournament.map(|tournament| Stored::of(store, tournament, announcement)).transpose()?;
    let [mut published, mut known] = [0, 0];
    each_pair(announcement, results, offers, |pair, _| {
        published += 2;
        known += 2 * u64::from(stored.as_ref().is_some_and(|stored| stored.has(&pair)));
        Ok(())
    })?;
    Ok((known < published).then_some(Lack { published, known }))
}

/// Whether every line of results is in the store, between others or not, in the same order: so it is unless something has happened.
fn has_all(store: &mut Store, tournament: Option<TournamentId>, results: &Path) -> Result<bool, Refused> {
    let mut pairs = tournament.map(|tournament| store.pairs(tournament)).into_iter().flatten();
    let mut records = Vec::new().into_iter();
    for line in lines(results) {
        while records.next().flatten().as_ref() != Some(&line) {
            if records.len() == 0 {
                match pairs.next().transpose()? {
                    Some(pair) => records = Vec::from(pair.records).into_iter(),
                    None => return Ok(false),
                }
            }
        }
    }
    Ok(true)
}

/// What a store has of a tournament.
struct Stored {
    /// Digests of the records of each pair.
    pairs: HashMap<(Pairing, u64), u64>,
    /// Those that are damaged or have been given back.
    again: HashSet<(Pairing, u64)>,
    /// A test that was decided has cut off what was played beyond this pair, though results of before may have it.
    end: u64,
}

impl Stored {
    fn of(store: &mut Store, tournament: TournamentId, announcement: &Announcement) -> Result<Stored, Refused> {
        let mut stored =
            Stored { pairs: HashMap::new(), again: store.given_back(tournament)?.into_iter().collect(), end: u64::MAX };
        if announcement.sprt().is_some() && store.is_over(tournament)? {
            stored.end = store.tallies(tournament)?.pairs();
        }
        for pair in store.pairs(tournament) {
            let pair = pair?;
            let place = (pair.pairing, pair.pair);
            match (check_pair(&pair, announcement)?, &pair.records) {
                (Ok(_), [Some(one), Some(two)]) => drop(stored.pairs.insert(place, digest([one, two]))),
                _ => drop(stored.again.insert(place)),
            }
        }
        Ok(stored)
    }

    fn has(&self, its: &Published) -> bool {
        let place = (its.pairing, its.pair);
        let [one, two] = &its.lines;
        its.pair >= self.end || self.again.contains(&place) || self.pairs.get(&place) == Some(&digest([one, two]))
    }
}

fn digest(lines: [&String; 2]) -> u64 {
    let mut hasher = DefaultHasher::new();
    lines.hash(&mut hasher);
    hasher.finish()
}

/// Enters a tournament into a store that has no other, with the games that results in this folder have of it: those whose records have
/// their checksums, are of a match that it had to have, and can be played again, in pairs. So a Swiss tournament or a knockout has them up
/// to the first round that lacks one. Gives how many they are.
///
/// # Errors
/// When the store fails, or there can be no such tournament.
pub fn restore(
    store: &mut Store,
    announcement: &Announcement,
    results: &Path,
    offers: Offers<'_>,
) -> Result<u64, Refused> {
    let tournament = enter(store, announcement)?;
    let machine = Machine {
        name: NAME.to_string(),
        cores: 1,
        levels: vec![announcement.level.number()],
        speed: announcement.workers.speed.map_or(1.0, |[least, _]| least),
        version: env!("CARGO_PKG_VERSION").to_string(),
    };
    let worker = store.register_worker(&machine)?;
    let mut filling = Filling { store, worker, leased: HashMap::new(), done: Vec::new() };
    let [mut games, mut end] = [0, 0];
    each_pair(announcement, results, offers, |its, to_play| {
        if !to_play.is_empty() {
            let units: Vec<_> = to_play.into_iter().map(|pairing| (pairing, announcement.pairs())).collect();
            filling.store.add_units(tournament, &units)?;
        }
        (games, end) = (games + 2, its.pair + 1);
        filling.add(its)
    })?;
    filling.report()?;
    if announcement.sprt().is_some() && games > 0 {
        // How many there will be is not known.
        store.cut(tournament, end)?;
    }
    // What has been leased and was not there.
    store.release_all()?;
    Ok(games)
}

/// A new store that gets games.
struct Filling<'a> {
    store: &'a mut Store,
    worker: WorkerId,
    /// Not reported yet.
    leased: HashMap<(Pairing, u64), Lease>,
    done: Vec<(Lease, Report)>,
}

impl Filling<'_> {
    /// Adds a pair, as if a worker had played it.
    fn add(&mut self, Published { pairing, pair, records, lines }: Published) -> Result<(), Refused> {
        while !self.leased.contains_key(&(pairing, pair)) {
            let leases = self.store.lease_some(self.worker, LEASE, PORTION)?;
            if leases.is_empty() {
                return Err(self.store.damaged("it does not take what was published"));
            }
            self.leased.extend(leases.into_iter().map(|lease| ((lease.pairing, lease.pair), lease)));
        }
        let report = Report { records: lines, tally: Tally::of_pair(&records), set_aside: Vec::new() };
        self.done.extend(self.leased.remove(&(pairing, pair)).map(|lease| (lease, report)));
        if self.done.len() < PORTION { Ok(()) } else { self.report() }
    }

    fn report(&mut self) -> Result<(), Refused> {
        let reports: Vec<_> = self.done.iter().map(|(lease, report)| (lease, report)).collect();
        self.store.report_all(&reports)?;
        self.done.clear();
        Ok(())
    }
}

/// Does something with each pair of games that results have of the tournament, and with the matches that are to be played since the pair
/// before. Games that were spoilt and count are left out: those that were set aside for them are not among these.
fn each_pair(
    announcement: &Announcement,
    results: &Path,
    offers: Offers<'_>,
    mut seen: impl FnMut(Published, Vec<Pairing>) -> Result<(), Refused>,
) -> Result<(), Refused> {
    let offer = offered(offers, announcement)?;
    let mut inspector = Inspector::new(announcement, &offer)?;
    let mut first: Option<(Record, String)> = None;
    let (mut known, mut to_play) = (HashSet::new(), Vec::new());
    for line in lines(results) {
        let Ok(record) = Record::read(&line) else {
            first = None;
            continue;
        };
        let Some((one, its_line)) = first.take() else {
            first = Some((record, line));
            continue;
        };
        let is_spoilt = |record| spoilt::why(record, &announcement.fairness, 0).is_some();
        if one.seed != record.seed || one.number + 1 != record.number {
            first = Some((record, line));
            continue;
        }
        if !inspector.pairing_of(&one).is_some_and(|pairing| known.contains(&pairing)) {
            to_play.extend(inspector.to_play()?.into_iter().filter(|pairing| known.insert(*pairing)));
        }
        let records = [one, record];
        if records.iter().any(is_spoilt) || inspector.check_pair(&records).is_err() {
            continue;
        }
        if let Some(pairing) = inspector.pairing_of(&records[0]) {
            let pair = (records[0].number - 1) / 2;
            seen(Published { pairing, pair, records, lines: [its_line, line] }, mem::take(&mut to_play))?;
        }
    }
    Ok(())
}

/// The lines of results' games, as far as they can be read; what is no text in them is replaced.
fn lines(results: &Path) -> impl Iterator<Item = String> {
    let mut input = folder::open(&results.join(GAMES), u64::MAX).ok().map(BufReader::new);
    iter::from_fn(move || {
        let mut line = Vec::new();
        let length = input.as_mut()?.take(LONGEST_LINE).read_until(b'\n', &mut line).ok()?;
        line.pop_if(|last| *last == b'\n');
        (length > 0).then(|| String::from_utf8_lossy(&line).into_owned())
    })
}
