//! Finds the reading of the rules that explains all answers of a program. It changes no verdict.

use errors::excerpt::in_a_line;
use rules::{Answers, Argument, Message, Parameters, Program, Reading};

use crate::comparison::compare;
use crate::texts::text;

/// The reading of the rules that explains all answers of a program.
#[derive(Clone, Debug)]
pub struct Cause {
    /// What a program with this reading does.
    pub reading: Message,
    /// The number of answers that the reading explains: all that the program gave, but for those of
    /// which it would take too long to find out.
    pub answers: usize,
    /// The number of those that are wrong under the rules.
    pub wrong: usize,
    /// The smallest given case with a wrong answer.
    pub case: String,
}

impl Cause {
    /// The cause as a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        let told = text("one-reading").number("n", self.answers).number("wrong", self.wrong);
        let told = told.with("reading", Argument::Message(self.reading.clone()));
        told.name("case", in_a_line(&self.case))
    }
}

/// A whole answer of a program that ended by itself.
#[derive(Clone, Debug)]
pub(crate) struct Answered {
    options: Parameters,
    input: String,
    expected: String,
    answer: String,
    is_wrong: bool,
}

impl Answered {
    /// The texts are the input, the expected output and the program's output.
    pub(crate) fn new(options: Parameters, answers: Answers, texts: [&[u8]; 3]) -> Answered {
        // An answer whose words are right is no sign of another reading.
        let answers = match answers {
            Answers::Exact | Answers::Words => Answers::Words,
            legal @ Answers::Legal(_) => legal,
        };
        let is_wrong = compare(answers, texts[0], texts[1], texts[2]).is_err();
        let [input, expected, answer] =
            texts.map(|text| String::from_utf8_lossy(text).into_owned());
        Answered { options, input, expected, answer, is_wrong }
    }
}

/// An answer, with its case and the case's squares and bytes.
pub(crate) type Known<'a> = (&'a Answered, &'a str, (usize, usize));

/// Fewer wrong answers may agree with a reading by chance.
const LEAST_WRONG: usize = 3;

/// The only reading of the rules that no answer refutes, and that explains some wrong ones, of which
/// at least one is `given`. The others may have been given to drawn cases.
pub(crate) fn of(program: &Program, given: &[Known<'_>], drawn: &[Known<'_>]) -> Option<Cause> {
    let shown = given.iter().filter(|(answered, ..)| answered.is_wrong);
    let (_, case, _) = shown.min_by_key(|(.., size)| *size)?;
    let all = sorted(&[given, drawn].concat());
    let mut fitting = program.readings.iter().filter_map(|reading| explained(reading, &all));
    let (cause, other) = (fitting.next()?, fitting.next());
    let is_cause = other.is_none() && cause.wrong >= LEAST_WRONG;
    is_cause.then(|| Cause { case: case.to_string(), ..cause })
}

/// Whether further answers may show a cause: one is wrong, and a reading explains all.
pub(crate) fn may_be(program: &Program, given: &[Known<'_>]) -> bool {
    let given = sorted(given);
    given.first().is_some_and(|(answered, ..)| answered.is_wrong)
        && program.readings.iter().any(|reading| explained(reading, &given).is_some())
}

/// Small wrong answers come first, since they refute a reading soonest.
fn sorted<'a>(known: &[Known<'a>]) -> Vec<Known<'a>> {
    let mut known = known.to_vec();
    known.sort_by_key(|(answered, _, size)| (!answered.is_wrong, *size));
    known
}

/// The cause that this reading would be, if no answer refutes it.
fn explained(reading: &Reading, answered: &[Known<'_>]) -> Option<Cause> {
    let mut cause = Cause { reading: (reading.told)(), answers: 0, wrong: 0, case: String::new() };
    for (Answered { options, input, expected, answer, is_wrong }, ..) in answered {
        match (reading.gives)(options, input, expected, answer) {
            Some(false) => return None,
            None => continue,
            Some(true) => cause.answers += 1,
        }
        cause.wrong += usize::from(*is_wrong);
    }
    Some(cause)
}

#[cfg(test)]
mod tests;
