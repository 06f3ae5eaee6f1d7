//! Compares a store with the published games in a folder, and fills a new store with them.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::BufReader;
use std::iter;
use std::mem;
use std::path::Path;
use std::time::Duration;

use super::inspect::Inspector;
use crate::plan::announcement::Announcement;
use crate::plan::specs::{GameSpecs, spec_of};
use crate::results::export::{GAMES, published};
use crate::results::folder;
use crate::run::entry::enter;
use crate::store::tally::Tally;
use crate::store::{Machine, Report, Store, TournamentId, WorkerId};
use errors::Error;
use matches::record::Record;
use pairing::Pairing;

/// The name of the worker under which published games are stored.
const NAME: &str = "earlier results";
/// The number of jobs that are leased and reported in one batch.
const BATCH: usize = 256;
/// The length of a lease. It is longer than the time in which all published games are stored.
const LEASE: Duration = Duration::from_secs(24 * 60 * 60);

/// A published pair of games, and the lines of its records.
struct Published {
    pairing: Pairing,
    pair: u64,
    records: [Record; 2],
    lines: [String; 2],
}

/// How many games were published, and how many of these a store contains unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingGames {
    /// The number of published games. A game counts only if its pair is complete and can be
    /// replayed.
    pub published: u64,
    /// How many of the published games the store contains unchanged.
    pub known: u64,
}

/// Compares the published games in a tournament's folder with a store; `None` if the store has all
/// of these games.
///
/// # Errors
/// Fails if the store fails, or the announcement is invalid.
pub fn lack(
    store: &mut Store,
    announcement: &Announcement,
    results: &Path,
    specs: GameSpecs,
) -> Result<Option<MissingGames>, Error> {
    let tournament = store.entered(&announcement.digest())?;
    if has_all(store, tournament, announcement, results)? {
        return Ok(None);
    }
    let stored =
        tournament.map(|tournament| Stored::of(store, tournament, announcement)).transpose()?;
    let [mut published, mut known] = [0, 0];
    each_pair(announcement, results, specs, |pair| {
        published += 2;
        known += 2 * u64::from(stored.as_ref().is_some_and(|stored| stored.has(&pair)));
        Ok(())
    })?;
    Ok((known < published).then_some(MissingGames { published, known }))
}

/// Whether the store contains all published records, in the same order. Other records may lie
/// between them, and usually do.
fn has_all(
    store: &mut Store,
    tournament: Option<TournamentId>,
    announcement: &Announcement,
    results: &Path,
) -> Result<bool, Error> {
    let mut pairs = tournament.map(|tournament| store.pairs(tournament)).into_iter().flatten();
    let mut records = Vec::new().into_iter();
    for line in lines(results) {
        let is_line = |record: Option<String>| {
            record.is_some_and(|record| published(&record, announcement.publish) == line)
        };
        while !is_line(records.next().flatten()) {
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

/// The games of a tournament in a store.
struct Stored {
    /// Digests of the records of each pair.
    pairs: HashMap<(Pairing, u64), u64>,
    /// The number of pairs in the match if a sequential test has decided the match, or else
    /// `u64::MAX`. Results that were published before the decision may contain more pairs, which
    /// the store need not have.
    end: u64,
}

impl Stored {
    fn of(
        store: &mut Store,
        tournament: TournamentId,
        announcement: &Announcement,
    ) -> Result<Stored, Error> {
        let mut stored = Stored { pairs: HashMap::new(), end: u64::MAX };
        if announcement.sprt().is_some() && store.is_over(tournament)? {
            stored.end = store.tallies(tournament)?.pairs();
        }
        for pair in store.pairs(tournament) {
            let pair = pair?;
            if let [Some(one), Some(two)] = &pair.records {
                let lines = [one, two].map(|line| published(line, announcement.publish));
                stored.pairs.insert((pair.pairing, pair.pair), digest(&lines));
            }
        }
        Ok(stored)
    }

    fn has(&self, its: &Published) -> bool {
        let [one, two] = &its.lines;
        its.pair >= self.end
            || self.pairs.get(&(its.pairing, its.pair)) == Some(&digest(&[one, two].map(Cow::from)))
    }
}

fn digest(lines: &[Cow<'_, str>; 2]) -> u64 {
    let mut hasher = DefaultHasher::new();
    lines.hash(&mut hasher);
    hasher.finish()
}

/// Enters a tournament, with the published games in this folder, into a store without tournaments.
/// A pair is taken if its records have the right checksums and can be replayed, and if its match
/// follows from the results of earlier matches. So in a Swiss tournament or a knockout, games are
/// taken up to the first incomplete round.
///
/// # Errors
/// Fails if the store fails, or the announcement is invalid.
pub fn restore(
    store: &mut Store,
    announcement: &Announcement,
    results: &Path,
    specs: GameSpecs,
) -> Result<Restored, Error> {
    let tournament = enter(store, announcement)?;
    let machine = Machine {
        name: NAME.to_string(),
        processor: String::new(),
        levels: vec![announcement.level.number()],
    };
    let worker = store.register_worker(&machine)?;
    let mut filling = Filling {
        store,
        tournament,
        worker,
        pairs: announcement.pairs(),
        entered: HashSet::new(),
        waiting: Vec::new(),
    };
    let [mut games, mut end] = [0, 0];
    each_pair(announcement, results, specs, |its| {
        (games, end) = (games + 2, its.pair + 1);
        filling.add(its)
    })?;
    filling.store_waiting()?;
    if announcement.sprt().is_some() && games > 0 {
        // At this point, the store has jobs for the longest possible match. The jobs after the last
        // published pair are removed. More jobs are added later if the sequential test needs them.
        store.cut(tournament, end)?;
    }
    // Jobs that were leased but had no published games are released.
    store.release_all()?;
    let (mut lines, mut broken) = (0, None);
    for line in self::lines(results) {
        lines += 1;
        if broken.is_none()
            && let Err(why) = Record::read(&line)
        {
            broken = Some(format!("line {lines}: {why}"));
        }
    }
    Ok(Restored { games, lines, broken })
}

/// The published games that were restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The number of restored games.
    pub games: u64,
    /// The number of published lines.
    pub lines: u64,
    /// The first damaged line, and what is wrong with it.
    pub broken: Option<String>,
}

/// A new store that receives games, in the order in which they were published.
struct Filling<'a> {
    store: &'a mut Store,
    tournament: TournamentId,
    worker: WorkerId,
    /// The number of pairs of a match.
    pairs: u64,
    entered: HashSet<Pairing>,
    waiting: Vec<Published>,
}

impl Filling<'_> {
    fn add(&mut self, its: Published) -> Result<(), Error> {
        self.waiting.push(its);
        if self.waiting.len() < BATCH { Ok(()) } else { self.store_waiting() }
    }

    /// Stores the collected games, as if a worker had played them.
    fn store_waiting(&mut self) -> Result<(), Error> {
        let fresh = self.waiting.iter().filter(|its| self.entered.insert(its.pairing));
        let jobs: Vec<_> = fresh.map(|its| (its.pairing, self.pairs)).collect();
        self.store.add_jobs(self.tournament, &jobs)?;
        let mut waiting: HashMap<_, _> = mem::take(&mut self.waiting)
            .into_iter()
            .map(|Published { pairing, pair, records, lines }| {
                let tally = Tally::of_pair(&records);
                ((pairing, pair), Report { records: lines, tally, void: Vec::new() })
            })
            .collect();
        while !waiting.is_empty() {
            let leases = self.store.lease_some(self.worker, LEASE, BATCH)?;
            let reports: Vec<_> = leases
                .iter()
                .filter_map(|lease| Some((lease, waiting.remove(&(lease.pairing, lease.pair))?)))
                .collect();
            let reports: Vec<_> = reports.iter().map(|(lease, report)| (*lease, report)).collect();
            self.store.report_all(&reports)?;
            if leases.is_empty() {
                return Err(self.store.damaged("the store does not take the published games"));
            }
        }
        Ok(())
    }
}

/// Calls a function with each published pair of games of the tournament. A pair with a void game is
/// left out: this game was played in place of an earlier void game, whose record is in another
/// file.
fn each_pair(
    announcement: &Announcement,
    results: &Path,
    specs: GameSpecs,
    mut seen: impl FnMut(Published) -> Result<(), Error>,
) -> Result<(), Error> {
    let spec = spec_of(specs, announcement)?;
    let mut inspector = Inspector::new(announcement, spec)?;
    for (records, lines) in whole_pairs(results) {
        if records.iter().any(|record| record.why_void().is_some())
            || inspector.check_pair(&records).is_err()
        {
            continue;
        }
        if let Some(pairing) = inspector.pairing_of(&records[0]) {
            let pair = (records[0].number - 1) / 2;
            seen(Published { pairing, pair, records, lines })?;
        }
    }
    Ok(())
}

/// The complete pairs, with the lines of their records. The two records of a pair must follow each
/// other and have the right checksums.
fn whole_pairs(results: &Path) -> impl Iterator<Item = ([Record; 2], [String; 2])> {
    let mut first: Option<(Record, String)> = None;
    lines(results).filter_map(move |line| {
        let before = first.take();
        let record = Record::read(&line).ok()?;
        if !record.number.is_multiple_of(2) {
            first = Some((record, line));
            return None;
        }
        let (one, its_line) = before?;
        let are_a_pair = one.seed == record.seed && one.number + 1 == record.number;
        are_a_pair.then_some(([one, record], [its_line, line]))
    })
}

/// The lines of the published games, as far as they can be read, with invalid text replaced.
fn lines(results: &Path) -> impl Iterator<Item = String> {
    let mut input = folder::open(&results.join(GAMES), u64::MAX).ok().map(BufReader::new);
    iter::from_fn(move || {
        let line = folder::next_line(input.as_mut()?).ok()??;
        Some(String::from_utf8_lossy(&line).into_owned())
    })
}
