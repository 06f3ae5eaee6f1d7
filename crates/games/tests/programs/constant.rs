//! No ten cases are passed by a program that always writes the same.

use games::GAMES;
use rules::{Answers, CaseScope, Program};

use crate::common::run_program;

#[test]
fn no_constant_answer_is_right_in_ten_cases() {
    for spec in GAMES {
        let Some(program) = &spec.program else { continue };
        for seed in 0..100 {
            let mut options = program.set_options(seed, 0);
            let _ = options.set("nodes", "60");
            let inputs = (1..=Program::SET)
                .map(|number| program.case_input(seed, number, &options, CaseScope::Text));
            let cases: Vec<(String, String)> = inputs
                .map(|input| {
                    let answer = run_program(spec, &options, input.as_bytes()).0;
                    (input, answer)
                })
                .collect();
            let is_right = |constant: &str, (input, answer): &(String, String)| {
                let words = |text: &str| text.split_whitespace().map(str::to_string).collect();
                match program.answers {
                    Answers::Legal(checker) => (checker.answer)(input, constant).is_ok(),
                    Answers::Exact | Answers::Words => {
                        let [constant, answer]: [Vec<String>; 2] = [words(constant), words(answer)];
                        constant == answer
                    }
                }
            };
            for constant in cases.iter().map(|(_, answer)| &**answer).chain([""]) {
                let passes = cases.iter().all(|case| is_right(constant, case));
                assert!(!passes, "{}, seed {seed}: {constant:?} is always right", spec.name);
            }
        }
    }
}
