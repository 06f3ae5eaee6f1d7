//! The seeds' programs against programs written from the texts alone, on generated cases; and the cases against
//! programs with one deliberate mistake each, to show that the cases would catch them.

mod common;
mod twins;

use common::run_program;
use rules::{Parameters, Program};
use search::GameSpec;

/// Generated cases for each game.
const CASES: u64 = 10_000;
/// Every mistake must show within this many cases, those that `ludoteka cases <game> --count 150` writes.
const ENOUGH: u64 = 150;
/// The seed of that command unless told otherwise.
const SEED: u64 = 1;

/// What a twin says of a case: a sentence when the output is not what it expects.
type Verdict = Result<(), String>;

/// An input, the options it is for, and what the program answers.
struct Case {
    options: Parameters,
    input: String,
    output: String,
}

impl Case {
    fn new(spec: &GameSpec, number: u64, options: Parameters) -> Case {
        let program = spec.program.as_ref().expect("the game has a program");
        let input = program.case_input(SEED, number, &options);
        let (output, complaint) = run_program(spec, &options, input.as_bytes());
        assert_eq!(complaint, None, "{} takes its own case:\n{input}", spec.name);
        Case { options, input, output }
    }
}

/// The options of the set in which a case lies.
fn options(spec: &GameSpec, number: u64) -> Parameters {
    spec.program.as_ref().expect("the game has a program").set_options(SEED, (number - 1) / Program::SET)
}

fn same(output: &str, expected: &str) -> Verdict {
    if output == expected { Ok(()) } else { Err(format!("expected\n{expected}")) }
}

/// The program and its twin agree on all cases, and each deliberate mistake of the twin shows in the first of them.
/// Of cases whose options are `slow` for the twin, one in ten is judged.
fn agree_and_catch<F: Copy + std::fmt::Debug>(
    name: &str,
    faults: &[F],
    slow: impl Fn(&Parameters) -> bool,
    judge: impl Fn(&Case, Option<F>) -> Verdict,
) {
    let spec = games::find(name).expect("the game exists");
    let mut judged = 0;
    for number in 1.. {
        if judged == CASES {
            break;
        }
        let mut options = options(spec, number);
        if slow(&options) && number % 10 != 0 {
            continue;
        }
        // Fewer nodes than a teacher's cases have: here the moves need only be legal.
        let _ = options.set("nodes", "60");
        let case = Case::new(spec, number, options);
        let Case { options, input, output } = &case;
        judge(&case, None)
            .unwrap_or_else(|fault| panic!("{name}: {fault}\noptions {options:?}\ninput\n{input}\noutput\n{output}"));
        judged += 1;
    }
    assert!(faults.len() >= 8, "{name}: a thorough list of mistakes");
    let first: Vec<Case> = (1..=ENOUGH).map(|number| Case::new(spec, number, options(spec, number))).collect();
    let is_missed = |&&fault: &&F| first.iter().all(|case| judge(case, Some(fault)).is_ok());
    let missed: Vec<_> = faults.iter().filter(is_missed).collect();
    assert!(missed.is_empty(), "{name}: no case of {ENOUGH} catches {missed:?}");
}

/// For a game whose twin is quick enough for every case.
fn never(_: &Parameters) -> bool {
    false
}

#[test]
fn poziomka_agrees_and_its_cases_catch_mistakes() {
    use twins::poziomka::{Fault, program};
    let sizes = |options: &Parameters| ["pola", "wiersze", "kolumny"].map(|name| options.size(name));
    let slow = |options: &Parameters| sizes(options)[1] * sizes(options)[2] > 200;
    agree_and_catch("poziomka", Fault::ALL, slow, |Case { options, input, output }, fault| {
        let [pola, rows, columns] = sizes(options);
        same(output, &program(pola, rows, columns, options.integer("wybor") as u32, input, fault))
    });
}

#[test]
fn reversi_agrees_and_its_cases_catch_mistakes() {
    use twins::reversi::{Fault, program};
    agree_and_catch("reversi", Fault::ALL, never, |case, fault| same(&case.output, &program(&case.input, fault)));
}

/// Any sound move will do, so a mistake shows when it calls this answer wrong, or allows other answers than the rules.
#[test]
fn flood_wars_answers_are_right_and_its_cases_catch_mistakes() {
    use twins::flood_wars::{Fault, answers, check};
    agree_and_catch("flood-wars", Fault::ALL, never, |Case { input, output, .. }, fault| {
        check(input, output, fault)?;
        same(&answers(input, fault).join("\n"), &answers(input, None).join("\n"))
    });
}

#[test]
fn nmk_agrees_and_its_cases_catch_mistakes() {
    use twins::mnk::{Fault, program};
    agree_and_catch("mnk", Fault::ALL, never, |Case { options, input, output }, fault| {
        same(output, &program(input, options.text("compact") == "yes", fault))
    });
}

/// The same at every turn of a conversation. Mistakes about who has won show in no conversation.
#[test]
fn gangsters_conversations_are_right_and_its_cases_catch_mistakes() {
    use twins::gangsters::{Fault, answers, check};
    let faults: Vec<Fault> = Fault::ALL.iter().copied().filter(|fault| !Fault::OF_RESULT.contains(fault)).collect();
    agree_and_catch("gangsters", &faults, never, |Case { input, output, .. }, fault| {
        check(input, output, fault)?;
        let Some(fault) = fault else { return Ok(()) };
        let ends = output.match_indices('\n').map(|(end, _)| end + 1);
        for end in std::iter::once(0).chain(ends) {
            let written = &output[..end];
            let [mistaken, right] = [Some(fault), None].map(|fault| answers(input, written, fault));
            same(&mistaken?.join("\n"), &right?.join("\n"))?;
        }
        Ok(())
    });
}
