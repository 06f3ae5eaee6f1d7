//! The checksum at the end of a record's line: the SHA-256 of everything before it.

use sha2::{Digest, Sha256};

/// The text between the record and its checksum.
const BEFORE: &str = ",\"sha256\":\"";
const AFTER: &str = "\"}";

/// The object with an additional field for its checksum.
pub(super) fn seal(object: &str) -> String {
    let body = object.strip_suffix('}').expect("a record is an object");
    format!("{body}{BEFORE}{}{AFTER}", checksum(body.as_bytes()))
}

/// The object without its checksum. The error says what is wrong with the checksum.
pub(super) fn unseal(line: &str) -> Result<String, &'static str> {
    let sealed = line.strip_suffix(AFTER).and_then(|line| line.rsplit_once(BEFORE));
    let (body, sum) = sealed.ok_or("there is no checksum at its end")?;
    if checksum(body.as_bytes()) == sum {
        Ok(format!("{body}}}"))
    } else {
        Err("its checksum does not match: the record was changed")
    }
}

/// SHA-256 in hexadecimal.
#[must_use]
pub fn checksum(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// Bytes as two hexadecimal digits each. A tournament computes several checksums for each game, so
/// this function does not allocate memory for each byte.
#[must_use]
pub fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|digit| DIGITS[usize::from(digit)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_sha256() {
        // This is the one-block example of FIPS 180-4.
        let published = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(checksum(b"abc"), published);
    }

    #[test]
    fn any_changed_byte_is_seen() {
        let line = seal("{\"game\":\"toy\",\"moves\":[\"a1\"]}");
        assert_eq!(unseal(&line).as_deref(), Ok("{\"game\":\"toy\",\"moves\":[\"a1\"]}"));
        for i in 0..line.len() {
            let mut bytes = line.clone().into_bytes();
            bytes[i] ^= 1;
            assert!(unseal(&String::from_utf8_lossy(&bytes)).is_err(), "byte {i}");
        }
        assert!(unseal("{}").is_err() && unseal("").is_err());
    }
}
