//! Text of others in a table for a spreadsheet.

use std::borrow::Cow;

/// The text of a cell. A spreadsheet takes a text that begins with one of these characters for a
/// formula, so such a text gets an apostrophe in front (OWASP, "CSV Injection"). A number stays a
/// number.
#[must_use]
pub fn cell(text: &str) -> Cow<'_, str> {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number(text);
    if is_formula { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

fn is_number(text: &str) -> bool {
    let is_plain = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.'));
    is_plain && text.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_formula_and_numbers_stay() {
        for text in ["=1+1", "+1-1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "-", "+inf", "-nan"] {
            assert_eq!(cell(text), format!("'{text}"));
        }
        for text in ["-5", "+2.5", "7", "a=1", "", "'=1", "Żak"] {
            assert_eq!(cell(text), text);
        }
    }
}
