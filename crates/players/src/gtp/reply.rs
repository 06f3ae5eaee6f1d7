//! Writes the replies to commands.

use std::fmt::Write;

/// The result of a command: a text, which may have several lines, or an error message.
pub(super) type Answer = Result<String, String>;

/// The whole reply: `=` or `?`, the command's number, the text, and the empty line that ends a
/// reply.
pub(super) fn reply(id: Option<&str>, answer: &Answer) -> String {
    let (sign, text) = match answer {
        Ok(text) => ('=', text),
        Err(sentence) => ('?', sentence),
    };
    let mut reply = format!("{sign}{}", id.unwrap_or_default());
    // A reply may not contain an empty line. A line break at the start of the text is kept, because
    // it only ends the line with `=` or `?`.
    let first = if text.starts_with('\n') { '\n' } else { ' ' };
    let lines = text.lines().map(printable).filter(|line| !line.trim().is_empty());
    for (i, line) in lines.enumerate() {
        let before = if i > 0 { '\n' } else { first };
        let _ = write!(reply, "{before}{}", line.trim_end());
    }
    reply + "\n\n"
}

fn printable(line: &str) -> String {
    line.chars().filter(|c| !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_ends_with_its_only_empty_line() {
        let text = |text: &str| Ok(text.to_string());
        assert_eq!(reply(None, &text("")), "=\n\n");
        assert_eq!(reply(Some("7"), &text("d3")), "=7 d3\n\n");
        assert_eq!(reply(Some("7"), &Err("unknown command".to_string())), "?7 unknown command\n\n");
        assert_eq!(reply(None, &text("a \n\n \n  b\x07\n")), "= a\n  b\n\n");
        assert_eq!(reply(None, &text("\n  a\n1 .")), "=\n  a\n1 .\n\n");
    }
}
