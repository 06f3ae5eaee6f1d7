//! The address of a store.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::any::AnyConnectOptions;

use errors::Error;

/// The place of a store: a file, or a database on a PostgreSQL server. The address is shown without
/// its password.
#[derive(Clone, PartialEq, Eq)]
pub struct Address(Place);

#[derive(Clone, PartialEq, Eq)]
enum Place {
    File(PathBuf),
    Server { url: String, shown: String },
}

/// The two engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Engine {
    Sqlite,
    Postgres,
}

impl Address {
    /// An SQLite store in this file.
    pub fn file(path: impl Into<PathBuf>) -> Address {
        Address(Place::File(path.into()))
    }

    /// The path of the store's file; `None` for a server.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match &self.0 {
            Place::File(path) => Some(path),
            Place::Server { .. } => None,
        }
    }

    pub(super) fn engine(&self) -> Engine {
        match self.0 {
            Place::File(_) => Engine::Sqlite,
            Place::Server { .. } => Engine::Postgres,
        }
    }

    /// The address in the driver's form.
    pub(super) fn options(&self) -> Result<AnyConnectOptions, Error> {
        let url = match &self.0 {
            Place::File(path) => file_url(path)?,
            Place::Server { url, .. } => url.clone(),
        };
        url.parse()
            .map_err(|error| Error::input(format!("{self} is not the address of a store: {error}")))
    }
}

/// The URL of an SQLite file. Every byte of the path is escaped, since some characters, such as
/// `?`, have a special meaning in a URL.
fn file_url(path: &Path) -> Result<String, Error> {
    let text = path
        .to_str()
        .ok_or_else(|| Error::input(format!("the path {} is not UTF-8", path.display())))?;
    let escaped: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    Ok(format!("sqlite:{escaped}?mode=rw"))
}

impl FromStr for Address {
    type Err = Error;

    /// Reads an address of the form `postgres://...` or `sqlite:PATH`, or a path.
    fn from_str(text: &str) -> Result<Address, Error> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return server(text);
        }
        // `postgres:/host` and `postgres//host` are valid paths, but anyone who writes one of them
        // means a server.
        let is_server = ["postgres", "postgresql"].iter().any(|scheme| {
            text.strip_prefix(scheme)
                .is_some_and(|rest| rest.starts_with(':') || rest.starts_with("//"))
        });
        let path = text.strip_prefix("sqlite:").unwrap_or(text);
        let path = path.strip_prefix("//").unwrap_or(path);
        let is_other = text.split_once("://").is_some_and(|(scheme, _)| scheme != "sqlite");
        if path.is_empty() || is_other || is_server {
            // The message does not repeat the text, which may contain a password.
            let why = "that is not the address of a store: expected a path, sqlite:PATH or \
            postgres://USER@HOST/DATABASE";
            return Err(Error::input(why));
        }
        Ok(Address::file(path))
    }
}

fn server(text: &str) -> Result<Address, Error> {
    if !cfg!(feature = "postgres") {
        let hint = "`cargo install --locked --path crates/cli --features postgres` installs one that \
                    has it";
        return Err(Error::input("this ludoteka was built without PostgreSQL").with_hint(hint));
    }
    // The message does not repeat the text, which may contain a password.
    let options: AnyConnectOptions = text.parse().map_err(|error| {
        Error::input(format!(
            "the address of the PostgreSQL store makes no sense ({error}): expected \
            postgres://USER@HOST/DATABASE, or postgres://USER@localhost/DATABASE?host=/FOLDER for a \
            socket"
        ))
    })?;
    // Neither the role nor the part after the question mark is shown: both may contain a password.
    let url = options.database_url;
    let port = url.port().map_or(String::new(), |port| format!(":{port}"));
    let shown = format!("postgres://{}{port}{}", url.host_str().unwrap_or_default(), url.path());
    Ok(Address(Place::Server { url: text.to_string(), shown }))
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Place::File(path) => write!(f, "{}", path.display()),
            Place::Server { shown, .. } => f.write_str(shown),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::super::Store;
    use super::*;

    #[test]
    fn addresses_are_read_and_shown_without_their_password() {
        let shown = |text: &str| text.parse::<Address>().map(|address| address.to_string());
        assert_eq!(shown("sqlite:a b/c?.db").expect("a path"), "a b/c?.db");
        assert_eq!(shown("sqlite:///tmp/c.db").expect("a path"), "/tmp/c.db");
        assert_eq!(shown("contest").expect("a path"), "contest");
        assert_eq!(
            shown("postgres://anna:geheim@db.example:5433/contest").expect("a server"),
            "postgres://db.example:5433/contest"
        );
        let socket = shown("postgres:///contest?host=/run/pg&password=geheim").expect("a server");
        assert_eq!(socket, "postgres:///contest");
        let silly = ["postgres:/anna:geheim@x/y", "postgres//anna:geheim@x/y", "postgresql:y"];
        for text in ["", "sqlite:", "mysql://x/y", "postgres://anna:geheim@x:port/y"]
            .into_iter()
            .chain(silly)
        {
            let refused = shown(text).expect_err("no address").to_string();
            assert!(refused.contains("expected") && !refused.contains("geheim"), "{refused}");
        }
    }

    #[test]
    fn no_error_contains_a_password() {
        for text in [
            "postgres://anna:geheim@127.0.0.1:1/x",
            "postgres://anna@127.0.0.1:1/x?password=geheim",
            "postgres://anna:geheim@127.0.0.1:1/x?sslmode=full",
            "postgres:///x?host=/nowhere&user=anna&password=geheim",
            "postgres://anna:geheim@127.0.0.1/x?port=none",
        ] {
            let address: Address = text.parse().expect("an address");
            let refused = Store::open(&address).expect_err("nobody is there").to_string();
            assert!(
                !refused.contains("geheim") && !format!("{address:?}").contains("geheim"),
                "{refused}"
            );
            assert!(refused.contains(&address.to_string()), "{refused}");
        }
    }
}
