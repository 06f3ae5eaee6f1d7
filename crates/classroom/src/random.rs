//! Random texts, for links and ids.

use std::fmt::Write as _;

use errors::Error;

/// So many random bytes in hexadecimal.
///
/// # Errors
/// Fails if the system has no random source.
pub(crate) fn random<const BYTES: usize>() -> Result<String, Error> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)
        .map_err(|error| Error::machine(format!("no random numbers: {error}")))?;
    Ok(hexadecimal(&bytes))
}

/// Bytes in hexadecimal.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // A string can always be written.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
