//! Decodes text of unknown encoding: UTF-8, or the encoding of Windows in Central Europe.

/// The characters of Windows-1250 from 0x80 on, with the replacement character for unassigned
/// bytes.
const WINDOWS_1250: &str = concat!(
    "€\u{fffd}‚\u{fffd}„…†‡\u{fffd}‰Š‹ŚŤŽŹ\u{fffd}‘’“”•–—\u{fffd}™š›śťžź",
    "\u{a0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{ad}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż",
    "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß",
    "ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙",
);

/// Decodes UTF-8, with or without a byte order mark; other text is taken for Windows-1250. The text
/// may end within a character.
pub(crate) fn decoded(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) => without_mark(text).to_string(),
        // The text is cut off within its last character.
        Err(bad) if bad.error_len().is_none() => {
            without_mark(&String::from_utf8_lossy(&bytes[..bad.valid_up_to()])).to_string()
        }
        Err(_) => windows_1250(bytes),
    }
}

fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn windows_1250(bytes: &[u8]) -> String {
    let upper: Vec<char> = WINDOWS_1250.chars().collect();
    let decoded = |byte: &u8| match byte.checked_sub(0x80) {
        None => char::from(*byte),
        Some(index) => {
            upper.get(usize::from(index)).copied().unwrap_or(char::REPLACEMENT_CHARACTER)
        }
    };
    bytes.iter().map(decoded).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_utf8_is_windows_1250() {
        assert_eq!(WINDOWS_1250.chars().count(), 128);
        assert_eq!(
            decoded(b"\xaf\xf3\xb3w2 J\xf3zef \xaf\xf3\xb3cki \x9c\x9f\xb9\xea\xe6\xf1 \xff"),
            "Żółw2 Józef Żółcki śźąęćń ˙"
        );
        assert_eq!(decoded("\u{feff}Żółw".as_bytes()), "Żółw");
        assert_eq!(decoded(&"Żółw".as_bytes()[..3]), "Ż", "a character that is cut off");
    }
}
