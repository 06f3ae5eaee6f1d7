//! The seeds' programs against programs written from the texts alone, on generated cases; and the cases against
//! programs with one deliberate mistake each, to show that the cases would catch them.

mod common;
mod twins;

use common::run_program;
use games::Card;
use rules::Parameters;
use rules::random::Random;

/// Generated cases for each game.
const CASES: u64 = 10_000;
/// A set of cases shares its options, as a compiled C program does.
const SET: u64 = 10;
/// Every mistake must show within this many cases.
const ENOUGH: u64 = 150;
/// Squares of a board that is large for a slow twin; of the sets on such boards only every tenth is played.
const LARGE: usize = 200;

/// What a twin says of a case: a sentence when the output is not what it expects.
type Verdict = Result<(), String>;

/// Runs `judge` on generated cases until it finds fault with one; the case it found fault with.
fn first_fault(card: &Card, cases: u64, judge: &dyn Fn(&Parameters, &str, &str) -> Verdict) -> Option<String> {
    let program = card.program.as_ref().expect("the game has a program");
    let mut played = 0;
    for set in 0.. {
        let mut random = Random::new(set);
        let mut options = (program.vary)(&mut random);
        if played == cases {
            break;
        }
        if squares(&options) > LARGE && set % 10 != 0 {
            continue;
        }
        played += SET;
        // Fewer nodes than a teacher's cases have: here the moves need only be legal.
        let _ = options.set("nodes", "60");
        for _ in 0..SET {
            let input = (program.case)(&mut random, &options);
            let (output, complaint) = run_program(card, &options, input.as_bytes());
            assert_eq!(complaint, None, "{} takes its own case:\n{input}", card.name);
            if let Err(fault) = judge(&options, &input, &output) {
                return Some(format!("{fault}\noptions {options:?}\ninput\n{input}\noutput\n{output}"));
            }
        }
    }
    None
}

/// The size of the board, where it is an option.
fn squares(options: &Parameters) -> usize {
    let sides = options.all().filter(|(name, _)| ["wiersze", "kolumny"].contains(name));
    sides.map(|(_, value)| value.parse::<usize>().expect("a size")).product()
}

fn same(output: &str, expected: &str) -> Verdict {
    if output == expected { Ok(()) } else { Err(format!("expected\n{expected}")) }
}

/// The program and its twin agree on all cases, and each deliberate mistake of the twin shows in a few of them.
fn agree_and_catch<F: Copy + std::fmt::Debug>(
    name: &str,
    faults: &[F],
    judge: impl Fn(&Parameters, &str, &str, Option<F>) -> Verdict,
) {
    let card = games::find(name).expect("the game exists");
    if let Some(difference) = first_fault(card, CASES, &|options, input, output| judge(options, input, output, None)) {
        panic!("{name} and its twin differ: {difference}");
    }
    assert!(faults.len() >= 8, "{name}: a thorough list of mistakes");
    let missed = |&&fault: &&F| {
        first_fault(card, ENOUGH, &|options, input, output| judge(options, input, output, Some(fault))).is_none()
    };
    let uncaught: Vec<_> = faults.iter().filter(missed).collect();
    assert!(uncaught.is_empty(), "{name}: no case of {ENOUGH} catches {uncaught:?}");
}

#[test]
fn poziomka_agrees_and_its_cases_catch_mistakes() {
    use twins::poziomka::{Fault, program};
    agree_and_catch("poziomka", Fault::ALL, |options, input, output, fault| {
        let [pola, rows, columns] = ["pola", "wiersze", "kolumny"].map(|name| options.size(name));
        same(output, &program(pola, rows, columns, options.integer("wybor") as u32, input, fault))
    });
}

#[test]
fn reversi_agrees_and_its_cases_catch_mistakes() {
    use twins::reversi::{Fault, program};
    agree_and_catch("reversi", Fault::ALL, |_, input, output, fault| same(output, &program(input, fault)));
}

/// Any sound move will do, so a mistake shows when it calls this answer wrong, or allows other answers than the rules.
#[test]
fn flood_wars_answers_are_right_and_its_cases_catch_mistakes() {
    use twins::flood_wars::{Fault, answers, check};
    agree_and_catch("flood-wars", Fault::ALL, |_, input, output, fault| {
        check(input, output, fault)?;
        same(&answers(input, fault).join("\n"), &answers(input, None).join("\n"))
    });
}

#[test]
fn nmk_agrees_and_its_cases_catch_mistakes() {
    use twins::mnk::{Fault, program};
    agree_and_catch("mnk", Fault::ALL, |options, input, output, fault| {
        same(output, &program(input, options.text("compact") == "yes", fault))
    });
}

/// The same at every turn of a conversation. Mistakes about who has won show in no conversation.
#[test]
fn gangsters_conversations_are_right_and_its_cases_catch_mistakes() {
    use twins::gangsters::{Fault, answers, check};
    let faults: Vec<Fault> = Fault::ALL.iter().copied().filter(|fault| !Fault::OF_RESULT.contains(fault)).collect();
    agree_and_catch("gangsters", &faults, |_, input, output, fault| {
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
