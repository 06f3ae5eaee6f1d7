//! Single games of a tournament, for spectators during play.

use sqlx::AnyConnection;

use super::tallies::EDGE;
use super::{Store, TournamentId};
use errors::Error;

/// The finished jobs of a tournament at the time of the last [`Store::see_done`].
#[derive(Clone, Debug)]
pub struct DoneJobs {
    tournament: TournamentId,
    /// The first job of the tournament; `None` until there is one.
    first: Option<i64>,
    /// The jobs, in the order of their numbers.
    done: Vec<i64>,
    /// The number of a job, and how many jobs come before it. All jobs before it are done, and come
    /// first in `done`.
    edge: (i64, usize),
}

const FIRST: &str = "SELECT id FROM job WHERE tournament = $1 ORDER BY id LIMIT 1";
const DONE: &str =
    "SELECT id FROM job WHERE tournament = $1 AND state = 2 AND id >= $2 ORDER BY id";

const RECORD: &str = "\
SELECT CASE WHEN $3 = 0 THEN one ELSE two END FROM job
WHERE tournament = $1 AND id = $2 AND state = 2";

impl DoneJobs {
    /// An empty list, for a tournament that has not been read from the store yet.
    #[must_use]
    pub fn new(tournament: TournamentId) -> DoneJobs {
        DoneJobs { tournament, first: None, done: Vec::new(), edge: (0, 0) }
    }

    /// The number of games: two for each finished job.
    #[must_use]
    pub fn games(&self) -> usize {
        2 * self.done.len()
    }

    /// The number of the game at this index; both are counted from 1. Jobs that are not done are
    /// numbered too, so a game keeps its number. If the store has only one tournament, and all
    /// earlier games are published, the number is also the game's line in the published games.
    #[must_use]
    pub fn number(&self, place: usize) -> Option<usize> {
        let place = place.checked_sub(1)?;
        self.number_of(*self.done.get(place / 2)?, place as i64 % 2)
    }

    /// The number of a job's first game, or of its second game if `second` is 1.
    pub(super) fn number_of(&self, job: i64, second: i64) -> Option<usize> {
        usize::try_from(2 * (job - self.first?) + second + 1).ok()
    }

    pub(super) fn tournament(&self) -> TournamentId {
        self.tournament
    }

    /// The index, among the played games, of the game with this number; both are counted from 1.
    /// `None` if the game's job is not done.
    #[must_use]
    pub fn place(&self, number: usize) -> Option<usize> {
        let (job, second) = self.job(number)?;
        Some(2 * self.done.binary_search(&job).ok()? + second as usize + 1)
    }

    /// The job of the game with this number, and the game's place in the job: 0 for the first game,
    /// or 1 for the second.
    fn job(&self, number: usize) -> Option<(i64, i64)> {
        let index = i64::try_from(number.checked_sub(1)?).ok()?;
        Some((self.first?.checked_add(index / 2)?, index % 2))
    }
}

impl Store {
    /// Updates `jobs`. Only the jobs from the first unfinished job on are read. Returns the indices
    /// of the new games, in order.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn see_done(&mut self, jobs: &mut DoneJobs) -> Result<Vec<usize>, Error> {
        let (tournament, first, edge) = (jobs.tournament.0, jobs.first, jobs.edge.0);
        let (first, next_edge, recent) = self.link.work(async |connection| {
            let first = match first {
                Some(first) => Some(first),
                None => first_job(connection, tournament).await?,
            };
            // The first unfinished job is looked up before the jobs are read: every job before it
            // stays done, even if the store changes in between.
            let next_edge: i64 =
                sqlx::query_scalar(EDGE).bind(tournament).fetch_one(&mut *connection).await?;
            let recent = sqlx::query_scalar::<_, i64>(DONE).bind(tournament).bind(edge);
            Ok((first, next_edge, recent.fetch_all(connection).await?))
        })?;
        jobs.first = first;
        let before = jobs.done.split_off(jobs.edge.1);
        jobs.done.extend(recent);
        let from = jobs.edge.1;
        let new = jobs.done[from..]
            .iter()
            .enumerate()
            .filter(|(_, job)| before.binary_search(job).is_err());
        let places =
            new.flat_map(|(index, _)| [2 * (from + index) + 1, 2 * (from + index) + 2]).collect();
        let edge = next_edge.max(jobs.edge.0);
        jobs.edge = (edge, jobs.done.partition_point(|job| *job < edge));
        Ok(places)
    }

    /// The record of the game with this number in these jobs; `None` if there is no such game.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn record(&mut self, jobs: &DoneJobs, number: usize) -> Result<Option<String>, Error> {
        let Some((job, second)) = jobs.job(number) else { return Ok(None) };
        let tournament = jobs.tournament.0;
        self.link.work(async |connection| {
            let record = sqlx::query_scalar(RECORD).bind(tournament).bind(job).bind(second);
            record.fetch_optional(connection).await
        })
    }
}

async fn first_job(
    connection: &mut AnyConnection,
    tournament: i64,
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar(FIRST).bind(tournament).fetch_optional(connection).await
}
