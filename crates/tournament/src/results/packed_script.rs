//! Data in the form that pages read from disk.
//!
//! A browser does not let a page read a file beside the page, but lets the page load a script. So
//! such a file is a script with one function call. Its JSON is deflated, since games repeat their
//! moves, and then written in base 64, since a script is text.

use std::fmt::Display;
use std::io::{self, Write};

use flate2::Compression;
use flate2::write::DeflateEncoder;

/// The path of the script with this name.
pub(super) fn path(number: impl Display) -> String {
    format!("games/{number}.js")
}

/// A script that passes packed JSON on to the page. `name` is a number or a quoted word.
pub(super) fn script(name: &str, text: &[u8]) -> io::Result<String> {
    // This compression level is twice as fast as the default level, but the output is a tenth
    // longer. Everything is written at once, since the encoder clears a whole buffer at each write.
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text)?;
    Ok(format!("ludoteka.add({name},\"{}\")\n", base64(&packed.finish()?)))
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes in base 64 (RFC 4648), padded with `=`.
fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three
            .iter()
            .enumerate()
            .fold(0, |bits, (i, &byte)| bits | u32::from(byte) << (16 - 8 * i));
        let digit = |i: usize| {
            if i <= three.len() {
                char::from(DIGITS[(bits >> (18 - 6 * i)) as usize & 63])
            } else {
                '='
            }
        };
        text.extend((0..4).map(digit));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_64_is_as_the_standard_has_it() {
        let of = |text: &str| base64(text.as_bytes());
        let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(of);
        assert_eq!(texts, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
        assert_eq!(base64(&[0xfb, 0xff, 0xfe]), "+//+");
    }
}
