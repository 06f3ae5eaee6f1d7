//! The games of a tournament, written while it is played, so that they need not be read and checked again when it is over.

use std::collections::BTreeMap;
use std::io;
use std::mem;
use std::path::Path;
use std::sync::mpsc::Receiver;

use super::super::account::Account;
use super::super::announcement::Announcement;
use super::super::crew::{Batch, Played};
use super::super::folder::{Folder, Part};
use super::courses::Courses;
use super::games::{Games, Pair};
use super::{ANNOUNCEMENT, GAMES};
use crate::Refused;
use crate::store::{Store, TournamentId, WorkerId};

/// The results of a tournament as far as they have been written.
///
/// All of them if this process plays all games from the first one on: then it knows of each pair what the store has. Where others play too,
/// or anything else comes in between, it goes no further, and what is missing is read from the store at the end.
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
}

/// A folder of results that is being written.
pub(super) struct Writing<'a> {
    pub(super) folder: Folder,
    pub(super) file: Part,
    pub(super) games: Games<'a>,
}

/// Pairs by their units. They are large, and to be sorted.
type Waiting = BTreeMap<i64, Box<Played>>;

/// Where what is to be compared lies until then.
const COURSES: &str = ".courses";

/// So many bytes of records wait at most for the unit before them, which may be a long game.
const ROOM: usize = 16 << 20;

impl<'a> Writing<'a> {
    fn begin(path: &Path, announcement: &'a Announcement, account: Account) -> Result<Writing<'a>, Refused> {
        let mut folder = Folder::open(path)?;
        folder.write(ANNOUNCEMENT, |out| writeln!(out, "{}", announcement.json()))?;
        let file = folder.begin(GAMES)?;
        Ok(Writing { folder, file, games: Games::new(announcement, account) })
    }

    /// The same, with few games in memory.
    fn begin_draft(path: &Path, announcement: &'a Announcement, account: Account) -> Result<Writing<'a>, Refused> {
        let mut writing = Writing::begin(path, announcement, account)?;
        let apart = writing.folder.aside(COURSES);
        let courses = Courses::begin(&apart).map_err(|error| Refused::file("make", &apart, &error))?;
        writing.games.compare_later(courses);
        Ok(writing)
    }

    /// False if pairs are missing before this one, or it was played again.
    fn write(&mut self, Played { lease, report, games }: Played) -> io::Result<bool> {
        let is_next = lease.unit > self.games.done.last() && lease.pair == self.games.next_of(&lease.pairing);
        if !is_next {
            return Ok(false);
        }
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
        self.games.write(&pair, &[one, "\n", two, "\n"], &mut self.file)?;
        Ok(true)
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
        Draft { path, tournament, worker, announcement, account, writing: None }
    }

    /// Which tournament it is of.
    #[must_use]
    pub fn tournament(&self) -> TournamentId {
        self.tournament
    }

    /// How that was announced.
    #[must_use]
    pub fn announcement(&self) -> &'a Announcement {
        self.announcement
    }

    /// Writes what is played, until nothing comes any more or something is missing. What cannot be written now is written at the end, or
    /// it is told then why not.
    pub(in crate::tournament) fn follow(&mut self, played: &Receiver<Batch>) {
        let mut waiting = Waiting::new();
        for Batch { pairs, edge } in played {
            waiting.extend(pairs.into_iter().map(|pair| (pair.lease.unit, Box::new(pair))));
            let later = waiting.split_off(&edge);
            let ready = mem::replace(&mut waiting, later);
            match self.write(ready.into_values()) {
                Ok(true) if waiting.values().map(|pair| pair.bytes()).sum::<usize>() <= ROOM => {}
                Ok(_) => break,
                Err(_) => {
                    self.writing = None;
                    break;
                }
            }
        }
    }

    fn write(&mut self, pairs: impl ExactSizeIterator<Item = Box<Played>>) -> io::Result<bool> {
        if pairs.len() == 0 {
            return Ok(true);
        }
        let writing = match &mut self.writing {
            Some(writing) => writing,
            None => {
                let begun = Writing::begin_draft(self.path, self.announcement, self.account.clone());
                self.writing.insert(begun.map_err(io::Error::other)?)
            }
        };
        for pair in pairs {
            if !writing.write(*pair)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What has been written, if the store still has all of that; otherwise what has to be there before any games.
    pub(super) fn so_far(self, store: &mut Store) -> Result<Writing<'a>, Refused> {
        if let Some(mut writing) = self.writing
            && store.has_done(self.tournament, self.worker, &writing.games.done)?
            && writing.games.compare().is_ok()
        {
            return Ok(writing);
        }
        Writing::begin(self.path, self.announcement, self.account)
    }
}
