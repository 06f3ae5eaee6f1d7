//! Parses a controller's line: ignored characters, number, and command.

/// The largest number that a command may have.
const LARGEST_ID: u32 = i32::MAX as u32;

/// A line with a command in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// The number that the reply must repeat, as it was written.
    pub(super) id: Option<String>,
    /// The name of the command; empty if there is none.
    pub(super) command: String,
    /// The arguments: the text of the line after the command.
    pub(super) arguments: String,
}

impl Request {
    /// Reads a line. Returns `None` for a line that is empty or only a comment, since it gets no
    /// reply.
    pub(super) fn read(line: &[u8]) -> Option<Request> {
        let text = cleaned(line);
        let (first, rest) = word(&text)?;
        let (id, (command, arguments)) = if is_id(first) {
            (Some(first.to_string()), word(rest).unwrap_or_default())
        } else {
            (None, (first, rest))
        };
        Some(Request { id, command: command.to_string(), arguments: arguments.to_string() })
    }
}

/// A line without comment and control characters; a tab becomes a space.
fn cleaned(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let meant = text.split('#').next().unwrap_or_default();
    meant.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}

fn is_id(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit()) && word.parse().is_ok_and(|id: u32| id <= LARGEST_ID)
}

/// The first word of a text, and the rest of the text without surrounding spaces.
pub(super) fn word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    (!first.is_empty()).then(|| (first, rest.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &[u8]) -> Option<(Option<String>, String, String)> {
        Request::read(line).map(|request| (request.id, request.command, request.arguments))
    }

    #[test]
    fn comments_tabs_control_characters_and_numbers_are_as_the_specification_says() {
        let request = |id: Option<&str>, command: &str, arguments: &str| {
            Some((id.map(str::to_string), command.to_string(), arguments.to_string()))
        };
        assert_eq!(read(b"play b d3\r"), request(None, "play", "b d3"));
        assert_eq!(
            read(b"\t 17\tplay  b\t6 3 1 1 # sharp \r"),
            request(Some("17"), "play", "b 6 3 1 1")
        );
        assert_eq!(read(b"na\x01m\x7fe"), request(None, "name", ""));
        assert_eq!(read(b"2147483647 name"), request(Some("2147483647"), "name", ""));
        assert_eq!(read(b"2147483648 name"), request(None, "2147483648", "name"));
        assert_eq!(read(b"12"), request(Some("12"), "", ""));
        assert_eq!(read(b"-1 name"), request(None, "-1", "name"));
        for nothing in [&b""[..], b" \t\r", b"# a comment", b"\x00\x1b"] {
            assert_eq!(read(nothing), None, "{nothing:?}");
        }
    }
}
