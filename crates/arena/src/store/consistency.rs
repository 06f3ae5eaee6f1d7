//! Whether games and the units that they are of tell the same.

use super::address::Engine;
use super::{Store, TournamentId};
use crate::Refused;

/// The first game that is of no unit that is done, of another attempt than its unit was done in, or of another pair.
const GAME: &str = "\
SELECT game.unit AS its_unit, game.number AS its_number, CAST(game.attempt AS bigint) AS its_attempt,
    coalesce(CAST(unit.attempt AS bigint), 0) AS done_in, coalesce(CAST(unit.pair AS bigint), -1) AS its_pair
FROM (SELECT tournament, unit, number, attempt FROM game
    UNION ALL SELECT tournament, unit, number, attempt FROM set_aside) AS game
    LEFT JOIN unit ON unit.tournament = game.tournament AND unit.id = game.unit AND unit.state = 2
WHERE game.tournament = $1
    AND (unit.id IS NULL OR game.attempt <> unit.attempt OR unit.attempt < 1 OR (game.number - 1) / 2 <> unit.pair)
ORDER BY 1, 2 LIMIT 1";

/// The first unit that has more or fewer games set aside than it says.
const REPLAYS: &str = "\
SELECT unit.id, CAST(unit.replays AS bigint), coalesce(apart.games, 0)
FROM unit LEFT JOIN (SELECT unit, count(*) AS games FROM set_aside WHERE tournament = $1 GROUP BY unit) AS apart
    ON apart.unit = unit.id
WHERE unit.tournament = $1 AND unit.state = 2 AND unit.replays <> coalesce(apart.games, 0)
ORDER BY 1 LIMIT 1";

/// The first match that has more or fewer units than it says.
const UNITS: &str = "\
SELECT pairing.id, pairing.pairs, count(unit.id) FROM pairing LEFT JOIN unit ON unit.pairing = pairing.id
WHERE pairing.tournament = $1 GROUP BY pairing.id, pairing.pairs HAVING pairing.pairs <> count(unit.id) ORDER BY 1 LIMIT 1";

impl Store {
    /// That a file of SQLite's is whole: its pages and indices, and that what is referred to is there. A server sees to that itself.
    ///
    /// # Errors
    /// The first thing that is not whole, or when the store fails.
    pub fn check_file(&mut self) -> Result<(), Refused> {
        if self.link.engine() == Engine::Postgres {
            return Ok(());
        }
        let (whole, stray) = self.link.work(async |connection| {
            let whole =
                sqlx::query_scalar::<_, String>("PRAGMA integrity_check(1)").fetch_one(&mut *connection).await?;
            let stray = sqlx::query_scalar::<_, String>(
                "SELECT \"table\" || ' ' || rowid || ' refers to a ' || parent FROM pragma_foreign_key_check LIMIT 1",
            );
            Ok((whole, stray.fetch_optional(connection).await?))
        })?;
        let address = self.address();
        match stray {
            _ if whole != "ok" => {
                Err(Refused::new(format!("the store {address} is damaged: {}", whole.replace('\n', " "))))
            }
            Some(stray) => Err(Refused::new(format!("the store {address} is damaged: {stray} that is not there"))),
            None => Ok(()),
        }
    }

    /// That every game of a tournament is of a unit that is done, of the attempt in which that was, that units know how many games
    /// were set aside, and matches how many units they have.
    ///
    /// # Errors
    /// The first thing that does not fit, or when the store fails.
    pub fn check_units(&mut self, tournament: TournamentId) -> Result<(), Refused> {
        let (game, replays, units) = self.link.work(async |connection| {
            let game = sqlx::query_as::<_, (i64, i64, i64, i64, i64)>(GAME).bind(tournament.0);
            let game = game.fetch_optional(&mut *connection).await?;
            let replays = sqlx::query_as::<_, (i64, i64, i64)>(REPLAYS).bind(tournament.0);
            let replays = replays.fetch_optional(&mut *connection).await?;
            let units = sqlx::query_as::<_, (i64, i64, i64)>(UNITS).bind(tournament.0);
            Ok((game, replays, units.fetch_optional(connection).await?))
        })?;
        if let Some(game) = game {
            return Err(Refused::new(misfit(game)));
        }
        match (replays, units) {
            (Some((unit, says, has)), _) => Err(Refused::new(format!(
                "unit {unit} says that {says} of its games were set aside, and there are {has}"
            ))),
            (None, Some((pairing, says, has))) => {
                Err(Refused::new(format!("match {pairing} says that it has {says} units, and there are {has}")))
            }
            (None, None) => Ok(()),
        }
    }
}

fn misfit((unit, number, attempt, done_in, pair): (i64, i64, i64, i64, i64)) -> String {
    let what = match (done_in, pair) {
        (_, -1) => "its unit is not done".to_string(),
        (..1, _) => format!("its unit was done in attempt {done_in}, where the first is 1"),
        _ if attempt != done_in => format!("it is of attempt {attempt}, and its unit was done in attempt {done_in}"),
        _ => format!("its unit is of games {} and {}", 2 * pair + 1, 2 * pair + 2),
    };
    format!("unit {unit}, game {number}: {what}")
}
