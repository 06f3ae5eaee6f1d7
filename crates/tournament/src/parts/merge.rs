//! Merges the files of parts into a tournament's store.
//!
//! A part may come from a stranger: each pair is taken only if it is open, was played by the
//! announced participants on the announced board, and its games replay.

use std::collections::HashMap;
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
use crate::store::{Lease, Machine, Report, Store, TournamentId, WorkerId};
use crate::tally::Tally;
use crate::verify::{Inspector, VoidGames};
use matches::record::Record;

/// How many pairs are stored at once.
const AT_ONCE: usize = 256;
/// How many strange lines are named.
const MOST_NAMED: usize = 20;
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
    /// How many lines do not belong in the files.
    pub strange: u64,
    /// The first of these lines: file, line and what is strange.
    pub named: Vec<(PathBuf, usize, String)>,
    /// The parts that lack pairs which were open before the merge, with the number of these pairs;
    /// empty if the files are not of equally many parts.
    pub missing: Vec<(u64, u64)>,
    /// How many pairs are open now.
    pub open: u64,
    /// Whether nothing is left to be played.
    pub is_over: bool,
}

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
        inspector: Inspector::new(announcement, departures, spec)?,
        done,
        workers: HashMap::new(),
        open: HashMap::new(),
        of: Vec::new(),
        merged: Merged::default(),
    };
    // What is added may open later pairs of these files.
    loop {
        coordinator.advance(merger.store, &mut |_| ())?;
        merger.lease()?;
        let is_last = merger.pass(parts)? == 0;
        merger.store.release_all()?;
        if is_last {
            break;
        }
    }
    let Merger { done, of, mut merged, .. } = merger;
    let is_done = |(pairing, pair): &OpenPair| {
        done.digest((announcement.match_seed(pairing), *pair)).is_some()
    };
    merged.doubled = merged.doubled.saturating_sub(merged.added);
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
    inspector: Inspector<'a>,
    done: Done,
    /// A worker for each processor.
    workers: HashMap<String, WorkerId>,
    /// The open pairs.
    open: HashMap<PairKey, Lease>,
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

    /// Reads all files, and adds what is open. Returns how many pairs were added. All other counts
    /// are of this pass: in the last one, what was added before is doubled.
    fn pass(&mut self, parts: &[PathBuf]) -> Result<u64, Error> {
        let before = self.merged.added;
        self.merged = Merged { added: before, ..Merged::default() };
        self.of.clear();
        let mut batch = Vec::new();
        for path in parts {
            let mut run = None;
            for found in reader(path)? {
                match found {
                    Ok(Found::Run(new)) => run = Some(new),
                    Ok(Found::Pair(pair)) => match self.take(&pair, run.as_deref())? {
                        Taken::Added(added) => batch.push(*added),
                        Taken::Doubled => self.merged.doubled += 1,
                        Taken::Not(why) => self.name(path, pair.line, why),
                    },
                    Err(bad) => self.name(path, bad.line, bad.why),
                }
                if batch.len() == AT_ONCE {
                    self.store.report(&std::mem::take(&mut batch))?;
                }
            }
            self.of.extend(run.map(|run| run.part.of));
        }
        self.store.report(&batch)?;
        Ok(self.merged.added - before)
    }

    /// Names a line that does not belong in its file.
    fn name(&mut self, path: &Path, line: usize, why: String) {
        self.merged.strange += 1;
        if self.merged.named.len() < MOST_NAMED {
            self.merged.named.push((path.to_path_buf(), line, why));
        }
    }

    /// Checks a pair, and takes it if it is open.
    fn take(&mut self, pair: &FoundPair, run: Option<&Run>) -> Result<Taken, Error> {
        let FoundPair { games, lines, void, .. } = pair;
        let not = |why: &str| Ok(Taken::Not(why.to_string()));
        let Some(run) = run.filter(|run| run.digest == self.digest) else {
            return not("it is of another tournament or of other programs");
        };
        let (key, digest) = (key(games), digest(lines));
        match self.done.digest(key) {
            Some(known) if known == digest => return Ok(Taken::Doubled),
            Some(_) => return not("its pair is there already, with other games; these stay"),
            None => {}
        }
        let Some(lease) = self.open.get(&key).cloned() else {
            return not("its pair is not open in this tournament");
        };
        let tally = match check(&self.inspector, &lease, pair) {
            Ok(tally) => tally,
            Err(why) => return not(&why.to_string()),
        };
        let lease = Lease { worker: self.worker(&run.processor)?, ..lease };
        self.open.remove(&key);
        self.done.add(games, digest);
        self.merged.added += 1;
        let report = Report { records: lines.clone(), tally, void: void.clone() };
        Ok(Taken::Added(Box::new((lease, report))))
    }
}

/// What became of a pair.
enum Taken {
    Added(Box<(Lease, Report)>),
    /// It is stored already.
    Doubled,
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
