//! Lets a participant leave a tournament that is not being played at the moment, or undoes this:
//! adds a line to the file of changes, and derives all results again.

use std::path::Path;

use crate::export::export;
use crate::plan::announcement::Announcement;
use crate::plan::specs::{GameSpecs, spec_of};
use crate::plan::{Changes, Deed};
use crate::results::folder::{self, Folder, MANIFEST, OnDisk};
use crate::results::published::{ANALYSIS, GAMES, changes_in, derive};
use crate::results::{Stage, Summary, Tables};
use crate::store::{Store, TournamentId};
use crate::tally::MatchTally;
use crate::verify::{Played, read_played};
use errors::{Error, ErrorKind};
use pairing::Next;

/// A participant who leaves or comes back.
#[derive(Clone, Debug)]
pub struct Leave {
    /// What happens.
    pub deed: Deed,
    /// The participant's name.
    pub participant: String,
    /// The reason.
    pub reason: Option<String>,
}

/// Lets a participant leave or come back, and writes the results into the folder. The games are
/// read from the store, if there is one; otherwise from the folder, which is checked first.
///
/// # Errors
/// Fails if the change is impossible, or games have been played that it would forbid. Then nothing
/// is changed.
pub fn leave(
    path: &Path,
    announcement: &Announcement,
    store: Option<(&mut Store, TournamentId)>,
    leave: &Leave,
    specs: GameSpecs,
) -> Result<Tables, Error> {
    let Some((store, tournament)) = store else {
        return leave_folder(path, announcement, leave, specs);
    };
    let matches: Vec<_> = store.tallies(tournament)?.matches().collect();
    let mut summary = Summary::new(announcement, specs)?;
    summary.set_changes(leave.after(&changes_in(path, announcement)?, announcement, &matches)?);
    let mut so_far = summary.clone();
    so_far.set_matches(&matches, false);
    so_far.tables().map_err(too_late)?;
    export(path, store, tournament, announcement, summary, specs)
}

/// Derives the results again from the games in the folder.
fn leave_folder(
    path: &Path,
    announcement: &Announcement,
    leave: &Leave,
    specs: GameSpecs,
) -> Result<Tables, Error> {
    let Played { mut summary, matches, is_decided, is_over, .. } =
        read_played(&OnDisk::from(path), specs, |_| true, &mut |_| ())?;
    summary.set_changes(leave.after(summary.changes(), announcement, &matches)?);
    summary.set_matches(&matches, is_decided);
    if is_over && summary.tables().map_err(too_late)?.stage == Stage::Running {
        return Err(Error::conflict(format!(
            "the tournament is over, and {} would have games to play",
            leave.participant
        )));
    }
    let mut folder = Folder::open(path)?;
    folder.keep(folder::listed(&path.join(MANIFEST)).unwrap_or_default());
    let open = |file: &Path| {
        folder::open(file, u64::MAX).map_err(|error| Error::file("read", file, &error))
    };
    let games = open(&path.join(GAMES))?;
    let analysis = summary.has_analysis().then(|| open(&path.join(ANALYSIS))).transpose()?;
    let pages = (spec_of(specs, announcement)?, announcement.publish.language);
    derive(folder, games, analysis, &summary, pages)
}

/// The error if the games in the store or in the folder do not fit a change.
fn too_late(error: Error) -> Error {
    match error.kind() {
        ErrorKind::Corrupt => {
            Error::conflict("the games played since then do not allow this change")
        }
        _ => error,
    }
}

impl Leave {
    /// All changes after this one.
    fn after(
        &self,
        changes: &Changes,
        announcement: &Announcement,
        matches: &[MatchTally],
    ) -> Result<Changes, Error> {
        let round = (announcement.tells_rounds() && self.deed != Deed::Restore)
            .then(|| first_without(changes, announcement, matches))
            .transpose()?;
        changes.with(self.deed, &self.participant, self.reason.as_deref(), round, announcement)
    }
}

/// The first round of a Swiss tournament, or of one with stages, that has not begun, from 0: who
/// leaves now is not paired in it.
fn first_without(
    changes: &Changes,
    announcement: &Announcement,
    matches: &[MatchTally],
) -> Result<usize, Error> {
    let over = matches.iter().filter(|totals| totals.done() >= announcement.pairs());
    let over = over.map(|totals| totals.tally.finished(totals.pairing)).collect();
    let schedule = announcement.schedule()?;
    let settled = changes.departures().settle_announced(&schedule, announcement.games, over)?;
    Ok(match settled.next {
        Next::Play(open) => {
            let round = open[0].round;
            let has_begun =
                matches.iter().any(|totals| totals.pairing.round >= round && totals.done() > 0);
            round + usize::from(has_begun)
        }
        Next::Over => schedule.rounds(),
        Next::OverEarly { rounds } => rounds,
    })
}
