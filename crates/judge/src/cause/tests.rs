use rules::Reading;

use super::*;
use crate::report::tests::conditions;

const ONE_MORE: Reading = Reading {
    told: || Message::plain("one more"),
    gives: |_, _, expected, answer| {
        let number = |text: &str| text.trim().parse::<u32>().unwrap_or(0);
        (answer.trim() != "late").then(|| number(answer) == number(expected) + 1)
    },
    plays: None,
};
const THREE_OR_MORE: Reading = Reading {
    told: || Message::plain("three or more"),
    gives: |_, _, _, answer| Some(answer.trim().parse::<u32>().is_ok_and(|number| number >= 3)),
    plays: None,
};

fn told(readings: &'static [Reading], pairs: &[(&str, &str)]) -> Option<(String, usize, usize)> {
    told_of(readings, pairs, &[])
}

fn told_of(
    readings: &'static [Reading],
    given: &[(&str, &str)],
    further: &[(&str, &str)],
) -> Option<(String, usize, usize)> {
    let program = conditions().program;
    let answered = |pairs: &[(&str, &str)]| -> Vec<Answered> {
        let answered = pairs.iter().map(|(expected, answer)| {
            let texts = ["", expected, answer].map(str::as_bytes);
            Answered::new(Parameters::new(program.options), Answers::Exact, texts)
        });
        answered.collect()
    };
    fn known(answered: &[Answered]) -> Vec<Known<'_>> {
        answered.iter().map(|answered| (answered, "1", (0, 0))).collect()
    }
    let [given, further] = [given, further].map(answered);
    let program = Program { readings, ..*program };
    of(&program, &known(&given), &known(&further))
        .map(|cause| (cause.reading.to_string(), cause.answers, cause.wrong))
}

#[test]
fn only_one_reading_of_all_answers_is_a_cause() {
    let wrong = [("1", "2"), ("2", "3"), ("3", "4")];
    assert_eq!(told(&[ONE_MORE], &wrong), Some(("one more".to_string(), 3, 3)));
    assert_eq!(told(&[ONE_MORE], &wrong[..2]), None, "two may agree by chance");
    let unknown = [("1", "2"), ("2", "3"), ("3", "late"), ("3", "4")];
    assert_eq!(told(&[ONE_MORE], &unknown), Some(("one more".to_string(), 3, 3)));
    assert_eq!(told(&[ONE_MORE], &unknown[..3]), None, "what is not known confirms nothing");
    let right = [("1", "2"), ("2", "3"), ("3", "4"), ("4", "4")];
    assert_eq!(told(&[ONE_MORE], &right), None, "a right answer counts, too");
    let several = [("3", "4"), ("4", "5"), ("5", "6")];
    assert_eq!(told(&[ONE_MORE, THREE_OR_MORE], &several), None, "both explain all");
    assert!(told(&[ONE_MORE, THREE_OR_MORE], &wrong).is_some());
    assert_eq!(told(&[THREE_OR_MORE], &[("4", " 4"), ("5", " 5"), ("6", " 6")]), None);
    let told_all = Some(("one more".to_string(), 4, 4));
    assert_eq!(told_of(&[ONE_MORE], &wrong, &[("7", "8")]), told_all);
    assert_eq!(told_of(&[ONE_MORE], &wrong[..1], &wrong), told_all, "one is given");
    assert_eq!(told_of(&[ONE_MORE], &[("late", "late")], &wrong), None, "no given one is wrong");
    assert_eq!(told_of(&[ONE_MORE], &wrong, &[("7", "7")]), None, "a further answer refutes");
}
