//! Whether games and the units that they are of tell the same.

use sqlx::{AnyConnection, Connection};

use super::trouble::damage;
use super::units::LOOK;
use super::{Store, TournamentId};
use crate::Refused;

/// Games that are of no unit that is done, of another attempt than its unit was done in, or of another pair.
const GAMES: &str = "\
SELECT game.unit AS its_unit, game.number AS its_number, CAST(game.attempt AS bigint) AS its_attempt,
    coalesce(CAST(unit.attempt AS bigint), 0) AS done_in, coalesce(CAST(unit.pair AS bigint), -1) AS its_pair,
    coalesce(CAST(unit.state AS bigint), -1) AS its_state
FROM (SELECT tournament, unit, number, attempt FROM game WHERE tournament = $1
    UNION ALL SELECT tournament, unit, number, attempt FROM set_aside WHERE tournament = $1) AS game
    LEFT JOIN unit ON unit.tournament = game.tournament AND unit.id = game.unit
WHERE unit.id IS NULL OR unit.state <> 2 OR game.attempt <> unit.attempt OR unit.attempt < 1
    OR (game.number - 1) / 2 <> unit.pair
ORDER BY 1, 2";

/// Units that have more or fewer games set aside than they say.
const REPLAYS: &str = "\
SELECT unit.id, CAST(unit.replays AS bigint), coalesce(apart.games, 0)
FROM unit LEFT JOIN (SELECT unit, count(*) AS games FROM set_aside WHERE tournament = $1 GROUP BY unit) AS apart
    ON apart.unit = unit.id
WHERE unit.tournament = $1 AND unit.state = 2 AND unit.replays <> coalesce(apart.games, 0)
ORDER BY 1";

/// Units that nobody would ever play, or whose reports nobody would take. No lease lasts two days.
macro_rules! stuck {
    ($now:literal) => {
        concat!(
            "SELECT unit.id, CAST(unit.state AS bigint), CAST(unit.attempt AS bigint)
FROM pairing JOIN unit ON unit.pairing = pairing.id
WHERE pairing.tournament = $1 AND (unit.state NOT IN (0, 1, 2) OR unit.state < 2 AND unit.attempt < 0
    OR unit.state = 1 AND (unit.lease_until IS NULL OR unit.lease_until > ",
            $now,
            " + 172800000)) ORDER BY 1"
        )
    };
}

/// Not by `now_ms`, which a role that may only read may not call.
const STUCK: [&str; 2] = [
    stuck!("CAST(unixepoch('subsec') * 1000 AS INTEGER)"),
    stuck!("CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"),
];

/// The first unit of a match that is not there; through the indices, which hold units by their states.
const STRAY: &str = "\
SELECT unit.id, unit.pairing FROM (
    SELECT id, pairing FROM unit WHERE tournament = $1 AND state = 0
    UNION ALL SELECT id, pairing FROM unit WHERE tournament = $1 AND state = 1
    UNION ALL SELECT id, pairing FROM unit WHERE tournament = $1 AND state = 2) AS unit
    LEFT JOIN pairing ON pairing.id = unit.pairing AND pairing.tournament = $1
WHERE pairing.id IS NULL ORDER BY 1 LIMIT 1";

/// The first match that has more or fewer units than it says, or others than those of the pairs from 0 on.
const UNITS: &str = "\
SELECT pairing.id, pairing.pairs, count(DISTINCT unit.pair), coalesce(min(unit.pair), 0), coalesce(max(unit.pair), -1)
FROM pairing LEFT JOIN unit ON unit.pairing = pairing.id AND unit.tournament = pairing.tournament
WHERE pairing.tournament = $1 GROUP BY pairing.id, pairing.pairs
HAVING pairing.pairs <> count(unit.id) OR pairing.pairs <> count(DISTINCT unit.pair) OR min(unit.pair) <> 0
    OR max(unit.pair) >= pairing.pairs
ORDER BY 1 LIMIT 1";

/// Units are read from the first number on, which is 1.
const BELOW: &str = "SELECT id FROM unit WHERE tournament = $1 AND id < 1 LIMIT 1";

/// What does not fit in the rows of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Misfits {
    /// Units that can be played again, and what is wrong with each.
    pub units: Vec<(i64, String)>,
    /// The first thing that playing again does not mend.
    pub rows: Option<String>,
}

impl Store {
    /// That every game of a tournament is of a unit that is done, of the attempt in which that was, that units know how many games
    /// were set aside, and matches how many units they have.
    ///
    /// # Errors
    /// The first thing that does not fit, or when the store fails.
    pub fn check_units(&mut self, tournament: TournamentId) -> Result<(), Refused> {
        let Misfits { units, rows } = self.misfits(tournament)?;
        let first = units.into_iter().next().map(|(_, why)| why).or(rows);
        first.map_or(Ok(()), |what| Err(Refused::new(what)))
    }

    /// That it is damaged, beyond what playing again would mend.
    #[must_use]
    pub fn damaged(&self, what: &str) -> Refused {
        damage(what, self.address())
    }

    /// Everything of that which does not fit.
    ///
    /// # Errors
    /// When the store fails.
    pub fn misfits(&mut self, tournament: TournamentId) -> Result<Misfits, Refused> {
        let (stuck, begin, is_still) = (self.sql(STUCK), self.sql(LOOK), self.link.is_still());
        let Rows { games, replays, stuck, stray, units, below } = self.link.work(async |connection| {
            if is_still {
                return rows(connection, tournament, stuck).await;
            }
            let mut look = connection.begin_with(begin).await?;
            let rows = rows(&mut look, tournament, stuck).await?;
            look.rollback().await?;
            Ok(rows)
        })?;
        let lost = games.iter().find(|game| is_lost(game)).map(|game| wrong_game(game).1);
        let rows = units
            .map(wrong_units)
            .or(stray.map(|(unit, pairing)| format!("unit {unit} is of match {pairing}, which is not there")));
        let units = games.iter().filter(|game| !is_lost(game)).map(wrong_game);
        let units = units.chain(replays.into_iter().map(wrong_replays)).chain(stuck.into_iter().map(wrong_state));
        let below = below.map(|unit| format!("there is a unit {unit}, and their numbers begin with 1"));
        Ok(Misfits { units: units.collect(), rows: below.or(rows).or(lost) })
    }
}

/// What does not fit, as it is read.
struct Rows {
    games: Vec<Game>,
    replays: Vec<(i64, i64, i64)>,
    stuck: Vec<(i64, i64, i64)>,
    stray: Option<(i64, i64)>,
    units: Option<(i64, i64, i64, i64, i64)>,
    below: Option<i64>,
}

async fn rows(
    connection: &mut AnyConnection,
    TournamentId(its): TournamentId,
    stuck: &'static str,
) -> Result<Rows, sqlx::Error> {
    Ok(Rows {
        games: sqlx::query_as(GAMES).bind(its).fetch_all(&mut *connection).await?,
        replays: sqlx::query_as(REPLAYS).bind(its).fetch_all(&mut *connection).await?,
        stuck: sqlx::query_as(stuck).bind(its).fetch_all(&mut *connection).await?,
        stray: sqlx::query_as(STRAY).bind(its).fetch_optional(&mut *connection).await?,
        units: sqlx::query_as(UNITS).bind(its).fetch_optional(&mut *connection).await?,
        below: sqlx::query_scalar(BELOW).bind(its).fetch_optional(&mut *connection).await?,
    })
}

/// A game that does not fit its unit: this unit, its number, its attempt, and the attempt that the unit was done in, its pair and its
/// state.
type Game = (i64, i64, i64, i64, i64, i64);

/// Of a unit that is not there.
fn is_lost(&(.., state): &Game) -> bool {
    state == -1
}

fn wrong_game(&(unit, number, attempt, done_in, pair, state): &Game) -> (i64, String) {
    let game = |leg: i64| pair.saturating_mul(2).saturating_add(leg);
    let what = match (state, done_in) {
        (-1, _) => "its unit is not there".to_string(),
        (2, ..1) => format!("its unit was done in attempt {done_in}, where the first is 1"),
        (2, _) if attempt != done_in => {
            format!("it is of attempt {attempt}, and its unit was done in attempt {done_in}")
        }
        (2, _) => format!("its unit is of games {} and {}", game(1), game(2)),
        _ => "its unit is not done".to_string(),
    };
    (unit, format!("unit {unit}, game {number}: {what}"))
}

fn wrong_replays((unit, says, has): (i64, i64, i64)) -> (i64, String) {
    (unit, format!("unit {unit} says that {says} of its games were set aside, and there are {has}"))
}

fn wrong_state((unit, state, attempt): (i64, i64, i64)) -> (i64, String) {
    let what = match (state, attempt) {
        (0..=1, ..0) => format!("unit {unit} has been leased {attempt} times"),
        (1, _) => format!("unit {unit} is leased for ever"),
        _ => format!("unit {unit} is neither open nor leased nor done"),
    };
    (unit, what)
}

fn wrong_units((pairing, says, has, least, most): (i64, i64, i64, i64, i64)) -> String {
    if says != has {
        return format!("match {pairing} says that it has {says} units, and there are {has}");
    }
    let pair = if least < 0 { least } else { most };
    format!("match {pairing} has {has} units, of the pairs of games from 0 on, and one of pair {pair}")
}
