//! A program's response to a command.

use rules::{Answer, BadInput, Message, message};

use crate::Foul;
use crate::answer::answer_text;
use crate::foul_words::WORDS;
use crate::gtp::spelling;

/// A whole response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Response {
    /// Whether the command succeeded.
    pub(super) is_done: bool,
    /// The text of the response; its lines are joined by `\n`.
    pub(super) text: Vec<u8>,
}

/// A response of which some lines have come. Commands are sent without numbers, so responses have
/// none.
#[derive(Debug, Default)]
pub(super) struct Reading(Option<Response>);

impl Reading {
    /// Takes the next line without its end. If the line is the empty line that ends the response,
    /// returns the response. Further empty lines before the next response are skipped.
    pub(super) fn take(&mut self, line: &[u8]) -> Result<Option<Response>, Foul> {
        match &mut self.0 {
            None if line.trim_ascii().is_empty() => {}
            None => self.0 = Some(begun(line)?),
            Some(_) if line.is_empty() => return Ok(self.0.take()),
            Some(response) => {
                response.text.push(b'\n');
                response.text.extend_from_slice(line);
            }
        }
        Ok(None)
    }
}

/// Begins a response with its first line.
fn begun(line: &[u8]) -> Result<Response, Foul> {
    match line {
        [sign @ (b'=' | b'?'), text @ ..] if text.first().is_none_or(u8::is_ascii_whitespace) => {
            Ok(Response { is_done: *sign == b'=', text: text.trim_ascii_start().to_vec() })
        }
        _ => Err(garbled(format!("`{}`", start(line)), message!(WORDS, "gtp-form"))),
    }
}

impl Response {
    /// The answer in a successful response to `genmove`. A move in the answer is still spelled as
    /// in the protocol.
    pub(super) fn answer(&self) -> Result<Answer, Foul> {
        let text = self.text.trim_ascii_end();
        if text.contains(&b'\n') {
            return Err(garbled(
                message!(WORDS, "several-lines"),
                message!(WORDS, "move-in-a-line"),
            ));
        }
        let text = answer_text(text)?;
        let resigns = text.eq_ignore_ascii_case(spelling::RESIGN);
        Ok(if resigns { Answer::Resign } else { Answer::Move(text.to_string()) })
    }

    /// Checks that a command has succeeded. A program may not refuse this command.
    pub(super) fn done(&self, command: &str) -> Result<(), Foul> {
        let response = || self.to_string();
        let found = || message!(WORDS, "answer-to", response = response(), command = command);
        let refusal = || garbled(found(), "`=`");
        self.is_done.then_some(()).ok_or_else(refusal)
    }
}

/// The response as the program wrote it, up to its first line end.
impl std::fmt::Display for Response {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let first = self.text.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let sign = if self.is_done { '=' } else { '?' };
        if first.is_empty() { write!(f, "{sign}") } else { write!(f, "{sign} {}", start(first)) }
    }
}

/// The foul of an answer in which this was found where something else was expected.
pub(super) fn garbled(found: impl Into<Message>, expected: impl Into<Message>) -> Foul {
    Foul::Garbled { why: BadInput::new(1, found, expected).message() }
}

/// The first 60 characters of a text, with invisible characters escaped.
fn start(line: &[u8]) -> String {
    String::from_utf8_lossy(line).chars().take(60).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> Result<Option<Response>, Foul> {
        let mut reading = Reading::default();
        lines.iter().try_fold(None, |_, line| reading.take(line.as_bytes()))
    }

    fn answer(lines: &[&str]) -> Result<Answer, Foul> {
        let response = read(lines)?.expect("the lines are a response");
        response.done("genmove b")?;
        response.answer()
    }

    fn why(result: Result<impl std::fmt::Debug, Foul>) -> String {
        match result {
            Err(Foul::Garbled { why }) => why.to_string(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_response_ends_with_an_empty_line() {
        let response = |is_done, text: &str| Ok(Some(Response { is_done, text: text.into() }));
        assert_eq!(read(&["=", ""]), response(true, ""));
        assert_eq!(read(&["= d3", ""]), response(true, "d3"));
        assert_eq!(read(&["=\td3 ", ""]), response(true, "d3 "));
        assert_eq!(read(&["? unacceptable size", ""]), response(false, "unacceptable size"));
        assert_eq!(read(&["= play", "genmove", " ", ""]), response(true, "play\ngenmove\n "));
        assert_eq!(read(&["= d3"]), Ok(None));
        assert_eq!(read(&["", " ", "= d3", ""]), response(true, "d3"));
    }

    #[test]
    fn what_is_no_response_is_known_by_its_first_line() {
        assert_eq!(
            why(read(&["Welcome!"])),
            "`Welcome!`; expected `=` or `?`, a space, and the answer"
        );
        // The 6 after `=` could be the number of a command, or the beginning of a move.
        assert!(why(read(&["=6 3 1 1"])).starts_with("`=6 3 1 1`; "));
        assert!(why(read(&["\x1b=\u{0}"])).starts_with("`\\u{1b}=\\0`; "));
    }

    #[test]
    fn an_answer_is_a_move_in_one_line() {
        let named = |name: &str| Ok(Answer::Move(name.to_string()));
        assert_eq!(answer(&["= 6 3  1 1 ", ""]), named("6 3  1 1"));
        assert_eq!((answer(&["= PASS", ""]), answer(&["= %", ""])), (named("PASS"), named("%")));
        assert_eq!(answer(&["= Resign", "  ", ""]), Ok(Answer::Resign));
        assert_eq!(answer(&["=", ""]), Err(Foul::Empty));
        assert_eq!(
            why(answer(&["= d3", "d4", ""])),
            "an answer of several lines; expected a move in one line"
        );
        let refused = "`? no time` as the answer to `genmove b`; expected `=`";
        assert_eq!(why(answer(&["? no time", "at all", ""])), refused);
        assert_eq!(why(answer(&["?", ""])), "`?` as the answer to `genmove b`; expected `=`");
        assert!(
            why(answer(&[&format!("= {}", "x".repeat(300)), ""])).contains("longer than a move")
        );
    }
}
