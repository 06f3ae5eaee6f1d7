//! Says in sentences why a case failed: what the game knows about the answer, and what the text of
//! the output shows by itself.

use std::time::Duration;

use rules::{Answers, Argument, Explanation, Message, Parameters};
use submission::constants;

use super::comparison::{compare, is_begun};
use super::texts::text;
use super::{Conditions, Verdict};

/// Why a program got this verdict; `None` if there is nothing to say besides the verdict. The
/// constants are those with which the program was built. The texts are the input, the expected
/// output and the program's output.
pub(super) fn of(
    verdict: &Verdict,
    defines: &[String],
    conditions: &Conditions,
    used: Used,
    texts: [&[u8]; 3],
) -> Option<Explanation> {
    match verdict {
        Verdict::Memory => Some(bare(
            text("held-memory")
                .number("held", used.peak_memory.div_ceil(1 << 20))
                .number("limit", conditions.memory >> 20),
        )),
        Verdict::Late => {
            let sentences = vec![progress(conditions, used.limit, texts), used.time_told()];
            Some(Explanation { sentences, board: None, squares: Vec::new() })
        }
        Verdict::WrongAnswer(_) => {
            by_white_space(texts).map(bare).or_else(|| by_game(defines, conditions, texts))
        }
        _ if is_wrong_as_well(verdict, conditions, texts) => by_game(defines, conditions, texts),
        _ => None,
    }
}

/// The limit on the time of a case, and what the program used.
#[derive(Clone, Copy)]
pub(super) struct Used {
    pub(super) limit: Duration,
    /// The wall time in which the program did not wait for a processor.
    pub(super) charged: Duration,
    pub(super) cpu: Duration,
    pub(super) peak_memory: u64,
}

impl Used {
    /// Whether a late program computed. One that waits takes hardly any processor time, and one
    /// that computes gets at least half of the time in which it did not wait for a processor.
    fn time_told(self) -> Message {
        let key = if self.cpu * 2 >= self.charged { "late-computed" } else { "late-idle" };
        let seconds = Argument::Decimal(format!("{:.2}", self.cpu.as_secs_f64()));
        text(key).with("n", seconds)
    }
}

fn bare(sentence: Message) -> Explanation {
    Explanation { sentences: vec![sentence], board: None, squares: Vec::new() }
}

/// Whether a program with an exit code other than 0 also gave a wrong answer. An answer that is
/// right up to its end, but too short, does not count as wrong.
fn is_wrong_as_well(
    verdict: &Verdict,
    conditions: &Conditions,
    [input, expected, answer]: [&[u8]; 3],
) -> bool {
    matches!(verdict, Verdict::WrongExitCode(_))
        && !expected.starts_with(answer.trim_ascii_end())
        && compare(conditions.answers, input, expected, answer).is_err()
}

/// Why an answer is wrong by the rules of the game.
fn by_game(defines: &[String], conditions: &Conditions, texts: [&[u8]; 3]) -> Option<Explanation> {
    let [input, expected, answer] = texts.map(String::from_utf8_lossy);
    (conditions.program.explain)(&options(defines, conditions), &input, &expected, &answer)
}

/// The options that a program has with these constants.
pub(super) fn options(defines: &[String], conditions: &Conditions) -> Parameters {
    let mut options = Parameters::new(conditions.program.options);
    for (name, value) in constants(defines) {
        // A constant that is not an option of the program is ignored.
        let _ = options.set(&name.replace('_', "-"), &value);
    }
    options
}

/// The number of squares on a case's boards, and the bytes of its input.
pub(super) fn size(defines: &[String], conditions: &Conditions, input: &[u8]) -> (usize, usize) {
    let options = options(defines, conditions);
    let squares = (conditions.program.squares)(&options, &String::from_utf8_lossy(input));
    (squares, input.len())
}

/// How an output differs whose words are all right.
fn by_white_space([input, expected, output]: [&[u8]; 3]) -> Option<Message> {
    compare(Answers::Words, input, expected, output).ok()?;
    let is_cut = expected.strip_suffix(b"\n") == Some(output);
    Some(text(if is_cut { "no-last-newline" } else { "only-white-space" }))
}

/// How far the output of a late program got. What the program kept in a buffer is unknown.
fn progress(
    conditions: &Conditions,
    limit: Duration,
    [_, expected, output]: [&[u8]; 3],
) -> Message {
    let lines = |text: &[u8]| text.iter().filter(|&&byte| byte == b'\n').count();
    let key = match conditions.answers {
        _ if output.is_empty() => "late-silent",
        Answers::Legal(_) => "late-after",
        answers if is_begun(answers, expected, output) => "late-right",
        _ => "late-wrong",
    };
    let time = rules::time_text(limit);
    text(key).name("time", time).number("n", lines(output)).number("all", lines(expected))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::conditions;
    use crate::{Difference, Excerpt, Mismatch};

    fn key(verdict: &Verdict, answers: Answers, expected: &str, output: &str) -> &'static str {
        let conditions = Conditions { answers, ..conditions() };
        let texts = ["", expected, output].map(str::as_bytes);
        let used = used(conditions.time, Duration::ZERO, 1 << 20);
        of(verdict, &[], &conditions, used, texts).map_or("", |why| why.sentences[0].key)
    }

    fn used(charged: Duration, cpu: Duration, peak_memory: u64) -> Used {
        Used { limit: Duration::from_secs(1), charged, cpu, peak_memory }
    }

    #[test]
    fn who_computed_is_told_from_who_slept() {
        let ms = Duration::from_millis;
        let key = |charged, cpu| used(ms(charged), ms(cpu), 0).time_told().key;
        assert_eq!(key(1010, 1000), "late-computed");
        assert_eq!(key(60, 50), "late-computed", "it waited for a processor most of the time");
        assert_eq!(key(1010, 3), "late-idle");
    }

    #[test]
    fn a_late_output_is_measured() {
        for (answers, output, expected) in [
            (Answers::Exact, "", "late-silent"),
            (Answers::Exact, "1 2\n3", "late-right"),
            (Answers::Exact, "1  2\n", "late-wrong"),
            (Answers::Words, "1  2\n3", "late-right"),
            (Answers::Words, "1 2\n34 5", "late-right"),
            (Answers::Words, "1 2\n34 6", "late-wrong"),
            (Answers::Words, "1 2\n3 5", "late-wrong"),
            (Answers::Words, "1 2\n34 56 7", "late-wrong"),
        ] {
            let found = key(&Verdict::Late, answers, "1 2\n34 56\n", output);
            assert_eq!(found, expected, "{output:?}");
        }
    }

    #[test]
    fn memory_is_told_in_figures() {
        let used = used(Duration::ZERO, Duration::ZERO, 90 << 20);
        let why = of(&Verdict::Memory, &[], &conditions(), used, [b"", b"", b""]);
        let arguments = why.expect("an explanation").sentences.remove(0).arguments;
        let number = rules::Argument::Number;
        assert_eq!(arguments["held"], number(90));
        assert_eq!(arguments["limit"], number(256));
    }

    #[test]
    fn white_space_is_named() {
        let nothing = || Excerpt { part: String::new(), is_end: true };
        let difference = Difference { line: 1, expected: nothing(), found: nothing() };
        let wrong = Verdict::WrongAnswer(Mismatch::Differs(difference));
        let key = |output| key(&wrong, Answers::Exact, "a b\nc\n", output);
        assert_eq!(key("a b\nc"), "no-last-newline");
        assert_eq!(key("a  b\nc\n"), "only-white-space");
        assert_eq!(key("a b\r\nc\r\n"), "only-white-space");
    }
}
