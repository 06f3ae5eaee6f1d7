//! Whether SQLite finds the rows of a store that tell what has to be played, and whether what they refer to is there.

use super::Store;
use super::address::Engine;
use super::trouble::damage;
use crate::Refused;

/// All tables but those of games and files, which are large: what is wrong with these is seen when they are read. An index that lacks a
/// unit would have it waited for without end.
const LOOKS: [&str; 6] = [
    "PRAGMA integrity_check(tournament)",
    "PRAGMA integrity_check(entrant)",
    "PRAGMA integrity_check(worker)",
    "PRAGMA integrity_check(declined)",
    "PRAGMA integrity_check(pairing)",
    "PRAGMA integrity_check(unit)",
];

/// Games and entrants' files are left out here too.
const STRAYS: &str = "\
SELECT 'match ' || id || ' is of tournament ' || tournament FROM pairing WHERE tournament NOT IN (SELECT id FROM tournament)
UNION ALL
SELECT 'entrant ' || number || ' is of tournament ' || tournament FROM entrant WHERE tournament NOT IN (SELECT id FROM tournament)
LIMIT 1";

impl Store {
    /// That a file of SQLite's has its small tables whole, with their indices, and no matches of tournaments that are not there. A
    /// server sees to that itself. A unit for each of a million games takes about a second.
    ///
    /// # Errors
    /// The first thing that is not whole, or when the store fails.
    pub fn check_rows(&mut self) -> Result<(), Refused> {
        if self.link.engine() == Engine::Postgres {
            return Ok(());
        }
        let (flaws, stray) = self.link.work(async |connection| {
            let mut flaws = Vec::new();
            for look in LOOKS {
                flaws.extend(sqlx::query_scalar::<_, String>(look).fetch_all(&mut *connection).await?);
            }
            let stray = sqlx::query_scalar::<_, String>(STRAYS).fetch_optional(connection).await?;
            Ok((flaws, stray))
        })?;
        let flaw = flaws.into_iter().find(|flaw| !is_of_a_value(flaw)).map(|flaw| flaw.replace('\n', " "));
        match flaw.or(stray.map(|stray| format!("{stray}, which is not there"))) {
            Some(what) => Err(damage(&what, self.address())),
            None => Ok(()),
        }
    }
}

/// Whether all is well, or a unit has values that fit no unit: such a unit is given back ([`Store::misfits`]).
fn is_of_a_value(flaw: &str) -> bool {
    flaw == "ok" || flaw == "CHECK constraint failed in unit"
}
