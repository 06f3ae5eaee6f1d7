//! Removes pairs of games with damaged records, so that they are played again.

use sqlx::{AnyConnection, Connection};

use super::jobs::BEGIN;
use super::{Store, TournamentId};
use errors::Error;

const GIVE_BACK: [&str; 3] = [
    "UPDATE job SET state = 0, lease_until = NULL WHERE tournament = $1 AND id = $2",
    "DELETE FROM void_game WHERE tournament = $1 AND job = $2",
    "DELETE FROM game WHERE tournament = $1 AND job = $2",
];

/// The matches that come after the first match with an unfinished pair. Matches are ordered by
/// round, and within a round by the number of the extra match.
macro_rules! later {
    () => {
        "(SELECT id FROM pairing WHERE tournament = $1 AND (round, extra) > (
            SELECT round, extra FROM job JOIN pairing ON pairing.id = job.pairing
            WHERE job.tournament = $1 AND state < 2 ORDER BY round, extra LIMIT 1))"
    };
}
macro_rules! of_later {
    () => {
        concat!("job IN (SELECT id FROM job WHERE tournament = $1 AND pairing IN ", later!(), ")")
    };
}

/// The first statement locks the jobs, so that no report of them is stored until the end of the
/// transaction.
const DROP_LATER: [&str; 5] = [
    concat!(
        "UPDATE job SET lease_until = lease_until WHERE tournament = $1 AND pairing IN ",
        later!()
    ),
    concat!("DELETE FROM void_game WHERE tournament = $1 AND ", of_later!()),
    concat!("DELETE FROM game WHERE tournament = $1 AND ", of_later!()),
    concat!("DELETE FROM job WHERE tournament = $1 AND pairing IN ", later!()),
    concat!("DELETE FROM pairing WHERE tournament = $1 AND id IN ", later!()),
];

impl Store {
    /// Removes the games of these jobs, so that they are played again. If later rounds depend on
    /// results, all matches of those rounds are removed, too.
    ///
    /// # Errors
    /// Fails if the store fails; then nothing has changed.
    pub fn give_back(
        &mut self,
        tournament: TournamentId,
        jobs: &[i64],
        drops_later: bool,
    ) -> Result<(), Error> {
        let begin = BEGIN[self.link.engine() as usize];
        self.link.work(async |connection| {
            let mut transaction = connection.begin_with(begin).await?;
            for job in jobs {
                give_back(&mut transaction, tournament.0, *job).await?;
            }
            for statement in DROP_LATER.iter().filter(|_| drops_later) {
                sqlx::query(*statement).bind(tournament.0).execute(&mut *transaction).await?;
            }
            transaction.commit().await
        })
    }
}

async fn give_back(
    connection: &mut AnyConnection,
    tournament: i64,
    job: i64,
) -> Result<(), sqlx::Error> {
    for statement in GIVE_BACK {
        sqlx::query(statement).bind(tournament).bind(job).execute(&mut *connection).await?;
    }
    Ok(())
}
