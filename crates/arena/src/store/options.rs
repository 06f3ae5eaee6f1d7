//! What may stand behind the question mark of a PostgreSQL store's address.
//!
//! The driver passes over what it does not know, so that a slip in `sslmode` would leave a connection open to be read.

use crate::Refused;
use crate::nearest::nearest;

/// What the driver knows, but for `options[NAME]`. Other spellings of the first four are known as well.
const KEYS: [&str; 12] = [
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "password",
    "application_name",
    "options",
];
const OTHER_SPELLINGS: [&str; 6] =
    ["ssl-mode", "ssl-root-cert", "ssl-ca", "ssl-cert", "ssl-key", "statement-cache-capacity"];

/// But for `allow`, by which the driver would never ask for encryption.
const SSL_MODES: [&str; 5] = ["disable", "prefer", "require", "verify-ca", "verify-full"];
/// Those by which a server has to prove who it is.
const PROVING: [&str; 2] = ["verify-ca", "verify-full"];
const SSL_MODE: [&str; 2] = ["sslmode", "ssl-mode"];
const ROOT_CERTIFICATES: [&str; 3] = ["sslrootcert", "ssl-root-cert", "ssl-ca"];

/// What stands there.
pub(super) struct Options(Vec<(String, String)>);

impl<K: Into<String>, V: Into<String>> FromIterator<(K, V)> for Options {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Options {
        Options(pairs.into_iter().map(|(key, value)| (key.into(), value.into())).collect())
    }
}

impl Options {
    /// Looks at them.
    ///
    /// # Errors
    /// When there is no such option, it can not have this value, or two do not go together. No value is repeated but that of
    /// `sslmode`: it may be a password.
    pub(super) fn check(&self) -> Result<(), Refused> {
        self.0.iter().try_for_each(|(key, value)| check(key, value))?;
        let mode = self.named(&SSL_MODE).map(ToString::to_string).or_else(|| std::env::var(FROM_ENVIRONMENT).ok());
        let is_proving = mode.is_some_and(|mode| PROVING.contains(&mode.to_ascii_lowercase().as_str()));
        if is_proving || self.named(&ROOT_CERTIFICATES).is_none() {
            return Ok(());
        }
        let modes = PROVING.join("` or `sslmode=");
        Err(Refused::new(format!("`sslrootcert` is asked for nothing without `sslmode={modes}`")))
    }

    /// Looks into the file of the authority, of which the driver would not say which it is.
    ///
    /// # Errors
    /// When it cannot be read, or there is no certificate in it.
    pub(super) fn check_authority(&self) -> Result<(), Refused> {
        const BEGIN: &str = "-----BEGIN CERTIFICATE-----";
        // The driver takes the certificate itself as well.
        let Some(path) = self.named(&ROOT_CERTIFICATES).filter(|value| !value.contains(BEGIN)) else { return Ok(()) };
        let text = std::fs::read(path)
            .map_err(|error| Refused::new(format!("{path}, the file of `sslrootcert`, cannot be read: {error}")))?;
        if String::from_utf8_lossy(&text).contains(BEGIN) {
            return Ok(());
        }
        Err(Refused::new(format!(
            "{path}, the file of `sslrootcert`, has no certificate in it: expected one in PEM's form"
        )))
    }

    /// The value of an option that has these names; the last one counts.
    pub(super) fn named(&self, names: &[&str]) -> Option<&str> {
        self.0.iter().rev().find(|(key, _)| names.contains(&key.as_str())).map(|(_, value)| value.as_str())
    }
}

fn check(key: &str, value: &str) -> Result<(), Refused> {
    if SSL_MODE.contains(&key) {
        return check_mode(key, value);
    }
    if KEYS.contains(&key) || OTHER_SPELLINGS.contains(&key) || key.starts_with("options[") {
        return Ok(());
    }
    let meant = match nearest(key, KEYS) {
        Some(meant) => format!(": did you mean `{meant}`?"),
        None => format!("; there are: {}", KEYS.join(", ")),
    };
    Err(Refused::new(format!("there is no option `{}`{meant}", key.escape_debug())))
}

/// Looks at what the environment says of encryption, of which the driver passes over what makes no sense as well.
///
/// # Errors
/// When it makes no sense.
pub(super) fn check_environment() -> Result<(), Refused> {
    let mode = std::env::var_os(FROM_ENVIRONMENT);
    mode.map_or(Ok(()), |mode| check_mode(FROM_ENVIRONMENT, &mode.to_string_lossy()))
}

const FROM_ENVIRONMENT: &str = "PGSSLMODE";

fn check_mode(name: &str, value: &str) -> Result<(), Refused> {
    if SSL_MODES.contains(&value.to_ascii_lowercase().as_str()) {
        return Ok(());
    }
    let expected = SSL_MODES.join(", ");
    Err(Refused::new(format!("`{name}` is `{}`: expected one of {expected}", value.escape_debug())))
}
