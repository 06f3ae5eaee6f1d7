//! The jobs of a tournament that consists of one match, in the order of their pairs.

use super::{Store, TournamentId};
use errors::Error;

/// Reads ten thousand jobs at a time.
const OUTCOMES: &str = "\
SELECT pair, half_points FROM job
WHERE pairing = (SELECT min(id) FROM pairing WHERE tournament = $1) AND pair >= $2 AND state = 2
ORDER BY pair LIMIT 10000";

impl Store {
    /// For each pair, the half points of the participant named first: a number from 0 to 4. The
    /// list begins with pair `from` and ends before the first unfinished pair.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub fn outcomes(&mut self, tournament: TournamentId, from: u64) -> Result<Vec<usize>, Error> {
        let done = self.link.work(async |connection| {
            let outcomes =
                sqlx::query_as::<_, (i64, i64)>(OUTCOMES).bind(tournament.0).bind(from as i64);
            outcomes.fetch_all(connection).await
        })?;
        let in_order =
            done.into_iter().zip(from..).take_while(|&((pair, _), next)| pair as u64 == next);
        Ok(in_order.map(|((_, half_points), _)| half_points as usize).collect())
    }

    /// Reduces the match to this many pairs. Results of the other pairs are removed, and later
    /// reports of them are ignored.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub fn cut(&mut self, tournament: TournamentId, pairs: u64) -> Result<(), Error> {
        self.link.write(async |connection| {
            let cut = sqlx::query("DELETE FROM job WHERE tournament = $1 AND pair >= $2");
            cut.bind(tournament.0).bind(pairs as i64).execute(&mut *connection).await?;
            let count =
                sqlx::query("UPDATE pairing SET pairs = $2 WHERE tournament = $1 AND pairs > $2");
            count.bind(tournament.0).bind(pairs as i64).execute(connection).await.map(drop)
        })
    }
}
