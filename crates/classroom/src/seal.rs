//! What makes public which programs were closed, before anybody sees them: a SHA-256 of a salt and
//! of the program's own SHA-256, which a final announces.

use errors::Error;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::place::Place;
use crate::random::{hexadecimal, random};
use crate::version::{Version, program};

/// The salt and the checksum of a program that was closed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// Random, so that nobody finds a short or known program by trying.
    pub salt: String,
    /// The SHA-256 of the program, as results name it.
    pub sha256: String,
}

impl Seal {
    /// # Errors
    /// Fails if the program cannot be read, or the system has no random source.
    pub(crate) fn of(version: &Version, place: &Place) -> Result<Seal, Error> {
        let entry = program(place.storage.files(version.number)?, &version.training)?.0;
        let sha256 = hexadecimal(&Sha256::digest(entry.bytes()?));
        Ok(Seal { salt: random::<16>()?, sha256 })
    }

    /// What everybody may know: `printf SALT:SHA256 | sha256sum`.
    #[must_use]
    pub fn shown(&self) -> String {
        hexadecimal(&Sha256::digest(format!("{}:{}", self.salt, self.sha256)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_is_what_sha256sum_prints() {
        let seal = Seal { salt: "salt".to_string(), sha256: "sum".to_string() };
        let printed = "73340b83853d70730edb0f6553eedc716bb13f7e8d21c01acdbe13a3b7e13ea9";
        assert_eq!(seal.shown(), printed);
    }
}
