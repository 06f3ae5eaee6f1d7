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

const SSL_MODES: [&str; 6] = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];

/// Looks at one of them.
///
/// # Errors
/// When there is no such option, or it can not have this value. No value is repeated but that of `sslmode`: it may be a password.
pub(super) fn check(key: &str, value: &str) -> Result<(), Refused> {
    if ["sslmode", "ssl-mode"].contains(&key) {
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
