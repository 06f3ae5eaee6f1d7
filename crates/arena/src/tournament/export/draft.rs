//! The games of a tournament, written while it is played, so that they need not be read and checked again when it is over.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use super::super::account::Account;
use super::super::announcement::Announcement;
use super::super::crew::{Batch, Inlet, Played};
use super::super::folder::{Folder, Part};
use super::courses::Courses;
use super::games::{Games, Pair};
use super::{ANNOUNCEMENT, GAMES};
use crate::Refused;
use crate::store::{Done, Store, TournamentId, WorkerId};

/// The results of a tournament as far as they have been written.
///
/// All of them if this process plays all games from the first one on: then it knows of each pair what the store has. Where others play too
/// it goes no further, and what is missing is read from the store at the end; where games are played again, or more wait than there is room
/// for, it is thrown away, and everything is read.
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
    pub(super) file: Part,
    pub(super) games: Games<'a>,
    /// Whose games have been written before the end.
    pub(super) done: Done,
    /// The last, since it takes the others away where it is not closed.
    pub(super) folder: Folder,
}

/// Pairs by their units. They are large, and to be sorted.
type Waiting = BTreeMap<i64, Box<Played>>;

/// Where what is to be compared lies until then.
const COURSES: &str = ".courses";

impl<'a> Writing<'a> {
    fn begin(path: &Path, announcement: &'a Announcement, account: Account) -> Result<Writing<'a>, Refused> {
        let mut folder = Folder::open(path)?;
        folder.write(ANNOUNCEMENT, |out| writeln!(out, "{}", announcement.json()))?;
        let file = folder.begin(GAMES)?;
        Ok(Writing { folder, file, games: Games::new(announcement, account), done: Done::default() })
    }

    /// The same, with few games in memory.
    fn begin_draft(path: &Path, announcement: &'a Announcement, account: Account) -> Result<Writing<'a>, Refused> {
        let mut writing = Writing::begin(path, announcement, account)?;
        let apart = writing.folder.aside(COURSES);
        let courses = Courses::begin(&apart).map_err(|error| Refused::file("make", &apart, &error))?;
        writing.games.compare_later(courses);
        Ok(writing)
    }

    /// False if pairs are missing before this one, or it does not count.
    fn write(&mut self, Played { lease, report, games }: Played) -> io::Result<bool> {
        if lease.pair != self.games.next_of(&lease.pairing) || self.games.is_beyond(lease.pair) {
            return Ok(false);
        }
        let pair = Pair {
            unit: lease.unit,
            pairing: lease.pairing,
            pair: lease.pair,
            replays: report.set_aside.len() as u64,
            tally: report.tally,
            games: Ok(games),
        };
        let [one, two] = &report.records;
        self.games.write(&pair, &[one, "\n", two, "\n"], &mut self.file)?;
        self.done.add(lease.unit, lease.attempt);
        Ok(true)
    }

    /// Whether all of it still lies there: somebody may have tidied up.
    fn is_there(&self) -> bool {
        [ANNOUNCEMENT, GAMES].iter().all(|path| self.folder.aside(path).is_file())
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

    /// Writes what is played, in the order of units, until something is missing or nothing comes any more. What cannot be written now is
    /// written at the end, or it is told then why not.
    pub(in crate::tournament) fn follow(&mut self, played: &Inlet) {
        let mut waiting = Waiting::new();
        let mut is_whole = true;
        while let Some(Batch { pairs, edge }) = played.next() {
            let last = self.writing.as_ref().map_or(0, |writing| writing.done.last());
            if pairs.iter().any(|pair| pair.lease.unit <= last) {
                // A server that was killed may have forgotten what it had said: this was played again, and what was written does not count.
                self.writing = None;
                return;
            }
            waiting.extend(pairs.into_iter().map(|pair| (pair.lease.unit, Box::new(pair))));
            while let Some(next) = waiting.first_entry().filter(|next| *next.key() < edge) {
                let pair = *next.remove();
                played.let_go(&pair);
                is_whole = is_whole && self.write(pair);
            }
        }
        if played.is_cut() {
            // Something may have been played again since.
            self.writing = None;
        }
    }

    /// False if it is not the next one. What cannot be written is thrown away, with what was written before.
    fn write(&mut self, pair: Played) -> bool {
        let written = self.try_to_write(pair);
        if written.is_err() {
            self.writing = None;
        }
        written.unwrap_or(false)
    }

    fn try_to_write(&mut self, pair: Played) -> io::Result<bool> {
        let writing = match &mut self.writing {
            Some(writing) => writing,
            None => {
                let begun = Writing::begin_draft(self.path, self.announcement, self.account.clone());
                self.writing.insert(begun.map_err(io::Error::other)?)
            }
        };
        writing.write(pair)
    }

    /// What has been written, if the store still has all of that; otherwise what has to be there before any games.
    pub(super) fn so_far(self, store: &mut Store) -> Result<Writing<'a>, Refused> {
        if let Some(mut writing) = self.writing
            && store.has_done(self.tournament, self.worker, &writing.done)?
            && writing.games.compare().is_ok()
            && writing.is_there()
        {
            return Ok(writing);
        }
        Writing::begin(self.path, self.announcement, self.account)
    }
}
