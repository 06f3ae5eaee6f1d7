//! The games of a tournament, written while it is played, so that they need not be read and checked again when it is over.

use std::collections::BTreeMap;
use std::io;
use std::mem;
use std::path::Path;

use super::super::account::Account;
use super::super::announcement::Announcement;
use super::super::crew::{Crew, Played, ROOM};
use super::super::folder::{Folder, Part};
use super::super::run::Progress;
use super::games::{Games, Pair};
use super::{ANNOUNCEMENT, GAMES};
use crate::Refused;
use crate::store::{Store, TournamentId, WorkerId};

/// The results of a tournament as far as they have been written.
///
/// All of them if this process plays all games from the first one on: then it knows of each pair what the store has. Where others have
/// played some, or anything goes wrong, the draft is given up, and everything is read from the store at the end.
pub struct Draft<'a> {
    pub(super) path: &'a Path,
    pub(super) tournament: TournamentId,
    /// Who plays all of it.
    worker: WorkerId,
    pub(super) announcement: &'a Announcement,
    /// Of no games.
    account: Account,
    /// Nothing before the first games.
    writing: Option<Writing<'a>>,
    /// Pairs by their units, of which some before are not done or not here yet. They are large, and to be sorted.
    waiting: BTreeMap<i64, Box<Played>>,
    /// How many pairs the store had before which unit, when they were not all here.
    lacked: Option<(i64, u64)>,
}

/// A folder of results that is being written.
pub(super) struct Writing<'a> {
    pub(super) folder: Folder,
    pub(super) file: Part,
    pub(super) games: Games<'a>,
}

impl<'a> Writing<'a> {
    fn begin(path: &Path, announcement: &'a Announcement, account: Account) -> Result<Writing<'a>, Refused> {
        let mut folder = Folder::open(path)?;
        folder.write(ANNOUNCEMENT, |out| writeln!(out, "{}", announcement.json()))?;
        let file = folder.begin(GAMES)?;
        Ok(Writing { folder, file, games: Games::new(announcement, account) })
    }
}

impl<'a> Draft<'a> {
    /// Of results in this folder, of which nothing has been written, if this worker plays the tournament. The account knows no games.
    #[must_use]
    pub fn new(
        path: &'a Path,
        (tournament, worker): (TournamentId, WorkerId),
        announcement: &'a Announcement,
        account: Account,
    ) -> Draft<'a> {
        let waiting = BTreeMap::new();
        Draft { path, tournament, worker, announcement, account, writing: None, waiting, lacked: None }
    }

    /// Writes what the crew has played up to the first unit that is not done.
    pub fn follow(&mut self, crew: &Crew<'_>, progress: &Progress<'_>) {
        let Some(played) = crew.take_played() else { return };
        if !self.take(played, progress.settled).is_ok_and(|goes_on| goes_on) {
            crew.keep_no_more();
            (self.writing, self.waiting) = (None, BTreeMap::new());
        }
    }

    /// False if pairs are missing, were played again, or too many wait.
    fn take(&mut self, played: Vec<Played>, settled: (i64, u64)) -> io::Result<bool> {
        // The crew may play for other tournaments as well.
        let its = played.into_iter().filter(|pair| pair.lease.tournament == self.tournament);
        self.waiting.extend(its.map(|pair| (pair.lease.unit, Box::new(pair))));
        let last = self.writing.as_ref().map_or(0, |writing| writing.games.done.last());
        if self.waiting.first_key_value().is_some_and(|(&unit, _)| unit <= last) {
            // A server that was killed has forgotten what it was told.
            return Ok(false);
        }
        if self.has_all(settled) {
            self.lacked = None;
            let later = self.waiting.split_off(&settled.0);
            let ready = mem::replace(&mut self.waiting, later);
            self.write(ready.into_values())?;
        } else {
            // What was stored at the last look has been handed over by now.
            let before = self.lacked.replace(settled);
            if before.is_some_and(|before| !self.has_all(before)) {
                return Ok(false);
            }
        }
        Ok(self.waiting.values().map(|pair| pair.bytes()).sum::<usize>() <= ROOM)
    }

    /// Whether so many pairs before this unit have been written, or can be.
    fn has_all(&self, (edge, pairs): (i64, u64)) -> bool {
        let written = self.writing.as_ref().map_or(0, |writing| writing.games.done.units());
        written + self.waiting.range(..edge).count() as u64 >= pairs
    }

    fn write(&mut self, pairs: impl ExactSizeIterator<Item = Box<Played>>) -> io::Result<()> {
        if pairs.len() == 0 {
            return Ok(());
        }
        let writing = match &mut self.writing {
            Some(writing) => writing,
            None => {
                let begun = Writing::begin(self.path, self.announcement, self.account.clone());
                self.writing.insert(begun.map_err(io::Error::other)?)
            }
        };
        for pair in pairs {
            let Played { lease, report, games } = *pair;
            let pair = Pair {
                unit: lease.unit,
                attempt: lease.attempt,
                pairing: lease.pairing,
                pair: lease.pair,
                replays: report.set_aside.len() as u64,
                tally: report.tally,
                games: Ok(games),
            };
            let [one, two] = &report.records;
            writing.games.write(&pair, &[one, "\n", two, "\n"], &mut writing.file)?;
        }
        Ok(())
    }

    /// What has been written, if the store still has all of that; otherwise what has to be there before any games.
    pub(super) fn so_far(self, store: &mut Store) -> Result<Writing<'a>, Refused> {
        if let Some(writing) = self.writing
            && store.has_done(self.tournament, self.worker, &writing.games.done)?
        {
            return Ok(writing);
        }
        Writing::begin(self.path, self.announcement, self.account)
    }
}
