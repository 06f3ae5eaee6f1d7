//! Pairs of games that are not what was played: taken out, or put back as they were.

use sqlx::{AnyConnection, Connection};

use super::lease::Lease;
use super::report::{Report, Units};
use super::units::{BEGIN, pairing};
use super::{Store, TournamentId};
use crate::Refused;
use crate::schedule::Pairing;

/// The unit keeps what was said of it, or else something, which tells it from those that have never been done. No lease is of an
/// attempt before the first.
const GIVE_BACK: [&str; 3] = [
    "UPDATE unit SET state = 0, lease_until = NULL, half_points = coalesce(half_points, 0),
         attempt = CASE WHEN attempt < 0 THEN 0 ELSE attempt END
     WHERE tournament = $1 AND id = $2",
    "DELETE FROM set_aside WHERE tournament = $1 AND unit = $2",
    "DELETE FROM game WHERE tournament = $1 AND unit = $2",
];

/// The matches of later rounds than a unit's, and those added to its own; of one that has been done, or has games as if it had. Once
/// it is given back, nothing follows from it any more.
macro_rules! followers {
    ($before:literal, $after:literal) => {
        concat!(
            $before,
            "SELECT later.id FROM unit JOIN pairing AS its ON its.id = unit.pairing JOIN pairing AS later
    ON later.tournament = its.tournament
    AND (later.round > its.round OR (later.round = its.round AND later.board = its.board AND later.extra > its.extra))
WHERE unit.tournament = $1 AND unit.id = $2
    AND (unit.state NOT IN (0, 1)
        OR EXISTS (SELECT 1 FROM game WHERE game.tournament = unit.tournament AND game.unit = unit.id))",
            $after
        )
    };
}

/// The first statement keeps reports of these units from being stored meanwhile.
const TAKE_FOLLOWERS: [&str; 5] = [
    followers!("UPDATE unit SET lease_until = lease_until WHERE tournament = $1 AND pairing IN (", ")"),
    followers!(
        "DELETE FROM set_aside WHERE tournament = $1 AND unit IN (SELECT id FROM unit WHERE tournament = $1 AND pairing IN (",
        "))"
    ),
    followers!(
        "DELETE FROM game WHERE tournament = $1 AND unit IN (SELECT id FROM unit WHERE tournament = $1 AND pairing IN (",
        "))"
    ),
    // A match without units is known by its number of them.
    followers!("UPDATE pairing SET pairs = 0 WHERE id IN (", ")"),
    followers!("DELETE FROM unit WHERE tournament = $1 AND pairing IN (", ")"),
];
/// Of all rounds, once no unit is left of a match.
const EMPTY: &str = "DELETE FROM pairing WHERE tournament = $1 AND pairs = 0";

/// What a unit is of.
const PLACE: &str = "\
SELECT pair, round, board, extra, first, second FROM unit JOIN pairing ON pairing.id = unit.pairing
WHERE unit.tournament = $1 AND unit.id = $2";

const TAKE: &str = "\
UPDATE unit SET state = 1, attempt = attempt + 1 WHERE tournament = $1 AND id = $2 RETURNING attempt";

impl Store {
    /// Takes the games of these units out, so that they are played again; where pairings follow from results, also the matches
    /// of later rounds. Tells how many of these there were.
    ///
    /// # Errors
    /// When the store fails; nothing has changed then.
    pub fn give_back(&mut self, tournament: TournamentId, units: &[i64], follow: bool) -> Result<u64, Refused> {
        let begin = BEGIN[self.link.engine() as usize];
        self.link.work(async |connection| {
            let mut transaction = connection.begin_with(begin).await?;
            for unit in units {
                let followers = if follow { &TAKE_FOLLOWERS[..] } else { &[] };
                for statement in followers.iter().chain(&GIVE_BACK) {
                    sqlx::query(*statement).bind(tournament.0).bind(*unit).execute(&mut *transaction).await?;
                }
            }
            let taken = sqlx::query(EMPTY).bind(tournament.0).execute(&mut *transaction).await?.rows_affected();
            transaction.commit().await?;
            Ok(taken)
        })
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
    for statement in &GIVE_BACK {
        sqlx::query(*statement).bind(tournament).bind(unit).execute(&mut *connection).await?;
    }
    sqlx::query_scalar(TAKE).bind(tournament).bind(unit).fetch_optional(connection).await
}
