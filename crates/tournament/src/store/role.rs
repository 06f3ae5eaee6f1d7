//! The role of workers in a PostgreSQL store.

use sqlx::{AssertSqlSafe, Connection};

use super::link::Link;
use errors::Error;

/// A role for workers. It may lease jobs, read programs' files and report results, but nothing
/// else.
#[derive(Clone)]
pub struct WorkerRole {
    /// Its name.
    pub name: String,
    /// The role's password; if there is none, the server's own rules have to admit the role.
    pub password: Option<String>,
}

/// The rights of a worker. A worker changes data only through functions that run as the store's
/// owner. By default, everybody may make temporary tables, and on older servers also tables in the
/// schema `public`. Both rights are revoked.
const RIGHTS: &str = "SELECT format('
GRANT CONNECT ON DATABASE %2$I TO %1$I;
REVOKE TEMPORARY ON DATABASE %2$I FROM PUBLIC;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA ludoteka TO %1$I;
GRANT SELECT ON tournament, participant, file, _sqlx_migrations TO %1$I;
GRANT EXECUTE ON FUNCTION enter_worker, decline, lease, prolong, release, report, show_running \
TO %1$I',
$1, current_database(), $2)";

/// Sets the role's password and settings anew. A role may change its own password and settings, and
/// such a change would lock out everybody else who shares the role.
const ANEW: &str = "SELECT format('
ALTER ROLE %1$I LOGIN PASSWORD %2$L;
ALTER ROLE %1$I RESET ALL;
ALTER ROLE %1$I IN DATABASE %3$I RESET ALL', $1, $2, current_database())";

/// Makes the role, or gives an existing one its rights and password.
pub(super) fn admit(link: &mut Link, role: &WorkerRole) -> Result<(), Error> {
    let WorkerRole { name, password } = role;
    if name.is_empty() {
        return Err(Error::input("the name of the worker's role is empty"));
    }
    let is_mighty = link.work(async |connection| {
        let mut transaction = connection.begin().await?;
        let found = sqlx::query_as(
            "SELECT count(*), count(*) FILTER (WHERE rolsuper OR rolname = current_user) FROM \
            pg_roles WHERE rolname = $1",
        );
        let (roles, mighty): (i64, i64) =
            found.bind(name.as_str()).fetch_one(&mut *transaction).await?;
        if mighty > 0 {
            return Ok(true);
        }
        // The server formats the statements, so that it quotes the names and the password itself.
        let mut templates = Vec::new();
        match (roles, password) {
            (0, _) => templates.push("SELECT format('CREATE ROLE %I LOGIN PASSWORD %L', $1, $2)"),
            (_, Some(_)) => templates.push(ANEW),
            (_, None) => {}
        }
        templates.push(RIGHTS);
        for template in templates {
            let written =
                sqlx::query_scalar(template).bind(name.as_str()).bind(password.as_deref());
            let statements: String = written.fetch_one(&mut *transaction).await?;
            sqlx::raw_sql(AssertSqlSafe(statements)).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(false)
    })?;
    if is_mighty {
        let why = "it owns the store or is a superuser";
        return Err(Error::input(format!(
            "`{name}` cannot be the role of workers, since {why}: choose another name"
        )));
    }
    Ok(())
}
