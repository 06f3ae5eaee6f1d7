//! Which units are done, in a few numbers.

use super::{Store, TournamentId, WorkerId};
use crate::Refused;

/// What tells the units of a tournament that are done, up to the last of them, from others, and from the same ones in other attempts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    units: u64,
    last: i64,
    /// Sums of their numbers and of their attempts. Whoever plays a unit again does so in a later attempt.
    numbers: i64,
    attempts: i64,
}

impl Done {
    /// Adds a unit behind the last.
    pub fn add(&mut self, unit: i64, attempt: u64) {
        self.units += 1;
        self.last = unit;
        self.numbers = self.numbers.saturating_add(unit);
        self.attempts = self.attempts.saturating_add(attempt as i64);
    }

    /// The last of them, or 0.
    #[must_use]
    pub fn last(&self) -> i64 {
        self.last
    }
}

const DONE: &str = "\
SELECT count(*), coalesce(CAST(sum(id) FILTER (WHERE worker = $3) AS bigint), 0),
    coalesce(CAST(sum(attempt) FILTER (WHERE worker = $3) AS bigint), 0)
FROM unit WHERE tournament = $1 AND state = 2 AND id <= $2";

impl Store {
    /// Whether these are all units that are done, up to the last of them, and all by this worker, in these attempts.
    ///
    /// # Errors
    /// When the store fails.
    pub fn has_done(&mut self, tournament: TournamentId, worker: WorkerId, done: &Done) -> Result<bool, Refused> {
        let last = done.last;
        let (units, numbers, attempts): (i64, i64, i64) = self.link.work(async |connection| {
            sqlx::query_as(DONE).bind(tournament.0).bind(last).bind(worker.0).fetch_one(connection).await
        })?;
        Ok(Done { units: units as u64, last, numbers, attempts } == *done)
    }
}
