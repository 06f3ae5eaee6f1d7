//! Merges the files of parts into a tournament's store.
//!
//! A part may come from a stranger: each pair is taken only if it is open, was played by the
//! announced participants on the announced board, and its games replay.

use std::collections::{BTreeSet, HashMap};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Duration;

use errors::Error;
use search::GameSpec;

use super::open_pairs::{Done, OpenPair, PairKey, Part, digest, key};
use super::part_file::{Found, FoundPair, PartReader, Run};
use crate::plan::announcement::Announcement;
use crate::plan::departures::Departures;
use crate::results::folder;
use crate::run::Coordinator;
use crate::store::{Lease, Machine, Report, Store, Tally, TournamentId, WorkerId};
use crate::verify::{Inspector, VoidGames};
use matches::record::Record;

/// How many pairs are stored at once.
const AT_ONCE: usize = 256;
/// More processors than this are not told apart, since a stranger may make them up.
const MOST_PROCESSORS: usize = 100;
/// The jobs are leased only by this process, for as long as it merges.
const LEASE: Duration = Duration::from_secs(24 * 60 * 60);

/// What a merge has done.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// The pairs that were added.
    pub added: u64,
    /// The pairs of the files that had been added before, by this merge or an earlier one.
    pub doubled: u64,
    /// How many lines do not belong in the files. Each was named.
    pub strange: u64,
    /// The parts that lack pairs which were open before the merge, with the number of these pairs;
    /// empty if the files are not of equally many parts.
    pub missing: Vec<(u64, u64)>,
    /// How many pairs are open now.
    pub open: u64,
    /// Whether nothing is left to be played.
    pub is_over: bool,
}

/// Is called with a file, a line and what is strange about it.
pub type Strange<'a> = &'a mut (dyn FnMut(&Path, usize, &str) + 'a);

/// The tournament of these parts.
///
/// # Errors
/// Fails if a file does not begin as a part, or if the parts are of different tournaments.
pub fn announced_in(parts: &[PathBuf]) -> Result<Announcement, Error> {
    let mut common: Option<Box<Run>> = None;
    for path in parts {
        let bad = |why: &str| Error::input(format!("{}: {why}", path.display()));
        let run = match reader(path)?.next() {
            Some(Ok(Found::Run(run))) => run,
            Some(Err(why)) => return Err(bad(&why.to_string())),
            _ => return Err(bad("it is not a part of a tournament")),
        };
        if common.as_ref().is_some_and(|common| common.digest != run.digest) {
            return Err(bad("it is of another tournament than the parts before it"));
        }
        common = Some(run);
    }
    common.map(|run| run.announcement).ok_or_else(|| Error::input("there is no part"))
}

/// Takes the pairs of these files into the store, which nobody else may use meanwhile, and opens
/// the pairs that follow from them.
///
/// # Errors
/// Fails if the store fails, or a file cannot be opened. What is wrong with a file's content is no
/// error.
pub fn merge<'a>(
    store: &'a mut Store,
    (tournament, announcement, departures): (TournamentId, &'a Announcement, &Departures),
    spec: &'a GameSpec,
    parts: &[PathBuf],
    strange: Strange<'a>,
) -> Result<Merged, Error> {
    store.release_all()?;
    let mut done = Done::default();
    for pair in store.pairs(tournament) {
        let records = pair?.records;
        let [one, two] = records.each_ref().map(|line| Record::read(line).map_err(Error::corrupt));
        done.add(&[one?, two?], digest(&records));
    }
    let open_before = done.open(announcement, departures)?;
    let mut coordinator = Coordinator::new(store, tournament, announcement, departures)?;
    let mut merger = Merger {
        store,
        announcement,
        digest: announcement.digest(),
        strange,
        inspector: Inspector::new(announcement, departures, spec)?,
        done,
        workers: HashMap::new(),
        open: HashMap::new(),
        unknown: None,
        of: Vec::new(),
        merged: Merged::default(),
    };
    loop {
        coordinator.advance(merger.store, &mut |_| ())?;
        merger.lease()?;
        let added = merger.pass(parts)?;
        merger.store.release_all()?;
        if added == 0 || merger.unknown.as_ref().is_some_and(BTreeSet::is_empty) {
            break;
        }
    }
    coordinator.advance(merger.store, &mut |_| ())?;
    for (part, line) in merger.unknown.take().unwrap_or_default() {
        merger.name(&parts[part], line, "its pair is not open in this tournament");
    }
    let Merger { done, of, mut merged, .. } = merger;
    let is_done = |(pairing, pair): &OpenPair| {
        done.digest((announcement.match_seed(pairing), *pair)).is_some()
    };
    merged.is_over = coordinator.is_over();
    merged.open = done.open(announcement, departures)?.len() as u64;
    if let [of, others @ ..] = &of[..]
        && others.iter().all(|other| other == of)
        && !merged.is_over
    {
        merged.missing = missing(&open_before, *of, is_done);
    }
    Ok(merged)
}

/// For each part of so many that lacks some of these pairs, how many it lacks.
fn missing(open: &[OpenPair], of: u64, is_done: impl Fn(&OpenPair) -> bool) -> Vec<(u64, u64)> {
    let lacks = |number: u64| {
        let part = Part { number, of };
        (number, part.pairs(open).filter(|pair| !is_done(pair)).count() as u64)
    };
    (1..=of.min(open.len() as u64)).map(lacks).filter(|(_, pairs)| *pairs > 0).collect()
}

/// Opens a part's file.
fn reader(path: &Path) -> Result<PartReader<BufReader<std::fs::File>>, Error> {
    let file = folder::open(path, u64::MAX).map_err(|error| Error::file("read", path, &error))?;
    Ok(PartReader::new(BufReader::new(file)))
}

struct Merger<'a> {
    store: &'a mut Store,
    announcement: &'a Announcement,
    digest: String,
    strange: Strange<'a>,
    inspector: Inspector<'a>,
    done: Done,
    /// A worker for each processor.
    workers: HashMap<String, WorkerId>,
    /// The open pairs.
    open: HashMap<PairKey, Lease>,
    /// The pairs that are neither open nor done yet, by file and line: they may be of a later round.
    /// `None` before the first pass.
    unknown: Option<BTreeSet<(usize, usize)>>,
    /// Of how many parts each file is one.
    of: Vec<u64>,
    merged: Merged,
}

impl Merger<'_> {
    /// Leases all jobs that are open.
    fn lease(&mut self) -> Result<(), Error> {
        let worker = self.worker("")?;
        self.open.clear();
        loop {
            let leases = self.store.lease(worker, &[], LEASE, 1 << 20)?;
            if leases.is_empty() {
                return Ok(());
            }
            let keyed = leases
                .into_iter()
                .map(|lease| ((self.announcement.match_seed(&lease.pairing), lease.pair), lease));
            self.open.extend(keyed);
        }
    }

    /// The worker that stands for all machines with this processor.
    fn worker(&mut self, processor: &str) -> Result<WorkerId, Error> {
        let processor = if self.workers.len() > MOST_PROCESSORS { "" } else { processor };
        if let Some(known) = self.workers.get(processor) {
            return Ok(*known);
        }
        let name = format!("parts, {processor}");
        let levels = sandbox::Level::ALL.map(sandbox::Level::number).to_vec();
        let machine = Machine { name, levels, processor: processor.to_string() };
        let worker = self.store.register_worker(&machine)?;
        self.workers.insert(processor.to_string(), worker);
        Ok(worker)
    }

    /// Reads all files once, and adds what is open. Returns how many pairs were added.
    fn pass(&mut self, parts: &[PathBuf]) -> Result<u64, Error> {
        let before = self.merged.added;
        let seen = self.unknown.replace(BTreeSet::new());
        let mut batch = Vec::new();
        for (number, path) in parts.iter().enumerate() {
            let of = self.read(number, path, seen.as_ref(), &mut batch)?;
            if seen.is_none() {
                self.of.extend(of);
            }
        }
        self.store.report(&batch)?;
        Ok(self.merged.added - before)
    }

    /// Reads a file, or of a file that was `seen` only what was unknown then. Returns of how many
    /// parts it is one.
    fn read(
        &mut self,
        number: usize,
        path: &Path,
        seen: Option<&BTreeSet<(usize, usize)>>,
        batch: &mut Vec<(Lease, Report)>,
    ) -> Result<Option<u64>, Error> {
        let mut run = None;
        for found in reader(path)? {
            match found {
                Ok(Found::Run(new)) => run = Some(new),
                Ok(Found::Pair(pair)) => {
                    let place = (number, pair.line);
                    if seen.is_some_and(|unknown| !unknown.contains(&place)) {
                        continue;
                    }
                    match self.take(&pair, run.as_deref())? {
                        Taken::Added(lease, report) => batch.push((*lease, *report)),
                        Taken::Doubled => self.merged.doubled += 1,
                        Taken::Unknown => self.unknown.iter_mut().for_each(|unknown| {
                            unknown.insert(place);
                        }),
                        Taken::Not(why) => self.name(path, pair.line, &why),
                    }
                    if batch.len() == AT_ONCE {
                        self.store.report(&std::mem::take(batch))?;
                    }
                }
                Err(bad) if seen.is_none() => self.name(path, bad.line, &bad.why),
                Err(_) => {}
            }
        }
        Ok(run.map(|run| run.part.of))
    }

    /// Names a line that does not belong in its file.
    fn name(&mut self, path: &Path, line: usize, why: &str) {
        self.merged.strange += 1;
        (self.strange)(path, line, why);
    }

    /// Checks a pair, and takes it if it is open.
    fn take(&mut self, pair: &FoundPair, run: Option<&Run>) -> Result<Taken, Error> {
        let FoundPair { games, lines, void, .. } = pair;
        let Some(run) = run.filter(|run| run.digest == self.digest) else {
            return Ok(Taken::Not("it is of another tournament or of other programs".to_string()));
        };
        let (key, digest) = (key(games), digest(lines));
        match self.done.digest(key) {
            Some(known) if known == digest => return Ok(Taken::Doubled),
            Some(_) => {
                let why = "its pair is there already, with other games; these stay";
                return Ok(Taken::Not(why.to_string()));
            }
            None => {}
        }
        let Some(lease) = self.open.get(&key).cloned() else { return Ok(Taken::Unknown) };
        let tally = match check(&self.inspector, &lease, pair) {
            Ok(tally) => tally,
            Err(why) => return Ok(Taken::Not(why.to_string())),
        };
        let lease = Lease { worker: self.worker(&run.processor)?, ..lease };
        self.open.remove(&key);
        self.done.add(games, digest);
        self.merged.added += 1;
        let report = Report { records: lines.clone(), tally, void: void.clone() };
        Ok(Taken::Added(Box::new(lease), Box::new(report)))
    }
}

/// What became of a pair.
enum Taken {
    Added(Box<Lease>, Box<Report>),
    /// It is stored already.
    Doubled,
    /// It is not open yet.
    Unknown,
    /// It does not belong here; the reason.
    Not(String),
}

/// Replays a pair and its void games, as `verify` does; returns its totals.
fn check(
    inspector: &Inspector<'_>,
    lease: &Lease,
    FoundPair { games, void, .. }: &FoundPair,
) -> Result<Tally, Error> {
    let mut inspector = inspector.alone(lease.pairing);
    games.iter().try_for_each(|game| inspector.check(game))?;
    let mut void_games = VoidGames::new(&inspector);
    for game in void {
        let number = void_games.check(&game.why, &game.record)?;
        if games.iter().all(|game| game.number != number) {
            return Err(Error::corrupt("a void game before it is of another pair"));
        }
    }
    void_games.finish()?;
    Ok(Tally::of_pair(games))
}
