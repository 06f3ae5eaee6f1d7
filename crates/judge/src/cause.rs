//! Finds the reading of the rules that explains all answers of a program. It changes no verdict.

use errors::excerpt::in_a_line;
use rules::{Answers, Argument, Message, Parameters, Program};

use crate::Judged;
use crate::comparison::compare;
use crate::texts::text;

/// The reading of the rules that explains all answers of a program.
#[derive(Clone, Debug)]
pub struct Cause {
    /// What a program with this reading does.
    pub reading: Message,
    /// The number of answers that the reading explains: all that the program gave.
    pub answers: usize,
    /// The number of those that are wrong under the rules.
    pub wrong: usize,
    /// The smallest case with a wrong answer.
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

/// Fewer wrong answers may agree with a reading by chance.
const LEAST_WRONG: usize = 3;

/// The only reading of the rules that explains all answers, of which some are wrong.
pub(crate) fn of(program: &Program, judged: &[Judged]) -> Option<Cause> {
    let answered = judged.iter().filter_map(|judged| Some((judged, judged.answered.as_deref()?)));
    let mut answered: Vec<(&Judged, &Answered)> = answered.collect();
    // Small wrong answers refute a reading soonest.
    answered.sort_by_key(|(judged, answered)| (!answered.is_wrong, judged.size));
    let wrong = answered.iter().filter(|(_, answered)| answered.is_wrong).count();
    if wrong < LEAST_WRONG {
        return None;
    }
    let mut fitting = program.readings.iter().filter(|reading| {
        answered.iter().all(|(_, Answered { options, input, expected, answer, .. })| {
            (reading.gives)(options, input, expected, answer)
        })
    });
    let (reading, other) = (fitting.next()?, fitting.next());
    let case = answered.first()?.0.case.clone();
    let cause = Cause { reading: (reading.told)(), answers: answered.len(), wrong, case };
    other.is_none().then_some(cause)
}

#[cfg(test)]
mod tests {
    use rules::Reading;

    use super::*;
    use crate::report::tests::{conditions, sample};

    const ONE_MORE: Reading = Reading {
        told: || Message::plain("one more"),
        gives: |_, _, expected, answer| {
            let number = |text: &str| text.trim().parse::<u32>().unwrap_or(0);
            number(answer) == number(expected) + 1
        },
    };
    const THREE_OR_MORE: Reading = Reading {
        told: || Message::plain("three or more"),
        gives: |_, _, _, answer| answer.trim().parse::<u32>().is_ok_and(|number| number >= 3),
    };

    fn told(
        readings: &'static [Reading],
        pairs: &[(&str, &str)],
    ) -> Option<(String, usize, usize)> {
        let program = conditions().program;
        let judged = |(place, (expected, answer)): (usize, &(&str, &str))| {
            let options = Parameters::new(program.options);
            let texts = ["", expected, answer].map(str::as_bytes);
            let answered = Answered::new(options, Answers::Exact, texts);
            let judged = sample().cases.remove(0);
            Judged { case: place.to_string(), answered: Some(Box::new(answered)), ..judged }
        };
        let judged: Vec<Judged> = pairs.iter().enumerate().map(judged).collect();
        let program = Program { readings, ..*program };
        of(&program, &judged).map(|cause| (cause.reading.to_string(), cause.answers, cause.wrong))
    }

    #[test]
    fn only_one_reading_of_all_answers_is_a_cause() {
        let wrong = [("1", "2"), ("2", "3"), ("3", "4")];
        assert_eq!(told(&[ONE_MORE], &wrong), Some(("one more".to_string(), 3, 3)));
        assert_eq!(told(&[ONE_MORE], &wrong[..2]), None, "two may agree by chance");
        let right = [("1", "2"), ("2", "3"), ("3", "4"), ("4", "4")];
        assert_eq!(told(&[ONE_MORE], &right), None, "a right answer counts, too");
        let several = [("3", "4"), ("4", "5"), ("5", "6")];
        assert_eq!(told(&[ONE_MORE, THREE_OR_MORE], &several), None, "both explain all");
        assert!(told(&[ONE_MORE, THREE_OR_MORE], &wrong).is_some());
        assert_eq!(told(&[THREE_OR_MORE], &[("4", " 4"), ("5", " 5"), ("6", " 6")]), None);
    }
}
