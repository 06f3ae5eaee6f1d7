//! Pairs of games that are not what was played: taken out, or put back as they were.

use std::collections::BTreeSet;

use sqlx::{AnyConnection, Connection};

use super::lease::Lease;
use super::report::{Report, Units};
use super::units::{BEGIN, numbers, pairing};
use super::{Store, TournamentId};
use crate::Refused;
use crate::schedule::Pairing;

/// The unit keeps what was said of it, or else something, which tells it from those that have never been done. No lease is of an attempt
/// before the first.
const GIVE_BACK: [&str; 3] = [
    "UPDATE unit SET state = 0, lease_until = NULL, half_points = coalesce(half_points, 0),
         attempt = CASE WHEN attempt < 0 THEN 0 ELSE attempt END
     WHERE tournament = $1 AND id = $2",
    "DELETE FROM set_aside WHERE tournament = $1 AND unit = $2",
    "DELETE FROM game WHERE tournament = $1 AND unit = $2",
];

/// Everything of a match. The first statement keeps reports of its units from being stored meanwhile.
const DROP: [&str; 5] = [
    "UPDATE unit SET lease_until = lease_until WHERE tournament = $1 AND pairing = $2",
    "DELETE FROM set_aside WHERE tournament = $1 AND unit IN (SELECT id FROM unit WHERE tournament = $1 AND pairing = $2)",
    "DELETE FROM game WHERE tournament = $1 AND unit IN (SELECT id FROM unit WHERE tournament = $1 AND pairing = $2)",
    "DELETE FROM unit WHERE tournament = $1 AND pairing = $2",
    "DELETE FROM pairing WHERE tournament = $1 AND id = $2",
];

const MATCH: &str = "\
SELECT id FROM pairing WHERE tournament = $1 AND round = $2 AND board = $3 AND extra = $4 AND first = $5 AND second = $6";

/// What a unit is of.
const PLACE: &str = "\
SELECT pair, round, board, extra, first, second FROM unit JOIN pairing ON pairing.id = unit.pairing
WHERE unit.tournament = $1 AND unit.id = $2";

const GIVEN_BACK: &str = "SELECT id FROM unit WHERE tournament = $1 AND state < 2 AND half_points IS NOT NULL LIMIT 1";

const TAKE: &str = "\
UPDATE unit SET state = 1, attempt = attempt + 1 WHERE tournament = $1 AND id = $2 RETURNING attempt";

impl Store {
    /// Takes the games of these units out, so that they are played again, and with them these matches, of which nothing stays.
    ///
    /// # Errors
    /// When the store fails; nothing has changed then.
    pub fn give_back(
        &mut self,
        tournament: TournamentId,
        units: &[i64],
        matches: &BTreeSet<Pairing>,
    ) -> Result<(), Refused> {
        let begin = BEGIN[self.link.engine() as usize];
        self.link.work(async |connection| {
            let mut transaction = connection.begin_with(begin).await?;
            for pairing in matches {
                let of = numbers(*pairing);
                let found = of.iter().fold(sqlx::query_scalar(MATCH).bind(tournament.0), |query, its| query.bind(*its));
                let found: Option<i64> = found.fetch_optional(&mut *transaction).await?;
                if let Some(pairing) = found {
                    each(&DROP, &mut transaction, tournament.0, pairing).await?;
                }
            }
            for unit in units {
                each(&GIVE_BACK, &mut transaction, tournament.0, *unit).await?;
            }
            transaction.commit().await
        })
    }

    /// Whether units have been given back that have not been played again.
    ///
    /// # Errors
    /// When the store fails.
    pub fn has_given_back(&mut self, tournament: TournamentId) -> Result<bool, Refused> {
        let unit: Option<i64> = self.link.work(async |connection| {
            sqlx::query_scalar(GIVEN_BACK).bind(tournament.0).fetch_optional(connection).await
        })?;
        Ok(unit.is_some())
    }

    /// Which pair of which match a unit is, if it is there.
    ///
    /// # Errors
    /// When the store fails.
    pub fn place(&mut self, tournament: TournamentId, unit: i64) -> Result<Option<(Pairing, u64)>, Refused> {
        let found: Option<(i64, i64, i64, i64, i64, i64)> = self.link.work(async |connection| {
            sqlx::query_as(PLACE).bind(tournament.0).bind(unit).fetch_optional(connection).await
        })?;
        Ok(found.map(|(pair, round, table, extra, first, second)| {
            (pairing([round, table, extra, first, second]), pair as u64)
        }))
    }

    /// Puts what came of units in place of whatever they have, as one more attempt, whatever attempts the leases are of. Units that are
    /// not there are passed over.
    ///
    /// # Errors
    /// When the store fails, or a report is of no pair of games; nothing has changed then.
    pub fn restore(&mut self, reports: &[(&Lease, &Report)]) -> Result<(), Refused> {
        let engine = self.link.engine();
        let mut units = Units::of(reports)?;
        self.link.work(async |connection| {
            let mut transaction = connection.begin_with(BEGIN[engine as usize]).await?;
            for unit in &mut units.list {
                unit.attempt = take_again(&mut transaction, unit.tournament, unit.unit).await?.unwrap_or(NONE) as u64;
            }
            units.store(engine, &mut transaction).await?;
            transaction.commit().await
        })
    }
}

/// A report of this attempt is dropped.
const NONE: i64 = 0;

/// Takes a unit out of everybody's reach until the transaction ends, with nothing of what it had. Gives the attempt that it is of now.
async fn take_again(connection: &mut AnyConnection, tournament: i64, unit: i64) -> Result<Option<i64>, sqlx::Error> {
    each(&GIVE_BACK, connection, tournament, unit).await?;
    sqlx::query_scalar(TAKE).bind(tournament).bind(unit).fetch_optional(connection).await
}

/// Statements about one thing of a tournament.
async fn each(
    statements: &[&'static str],
    connection: &mut AnyConnection,
    tournament: i64,
    its: i64,
) -> Result<(), sqlx::Error> {
    for statement in statements {
        sqlx::query(*statement).bind(tournament).bind(its).execute(&mut *connection).await?;
    }
    Ok(())
}
