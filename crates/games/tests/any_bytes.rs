//! Gives arbitrary bytes to every parser and every program. Each must return an error message or an
//! answer, and never panic or hang.

mod common;

use common::run_program;
use games::GAMES;
use proptest::prelude::*;
use rules::random::Random;
use rules::{CaseBoard, CaseScope, Parameters, Setup, Side};
use search::GameSpec;

/// Options with which a program searches briefly and without a clock.
fn quick(spec: &GameSpec) -> Parameters {
    let mut options = Parameters::new(spec.program.as_ref().expect("a program").options);
    let _ = options.set("nodes", "50");
    options
}

/// A valid input in which some bytes are changed, removed or inserted, or the end is cut off.
fn damaged(spec: &GameSpec, seed: u64, damage: &[(usize, u8, u8)]) -> (Parameters, Vec<u8>) {
    let program = spec.program.as_ref().expect("a program");
    let mut random = Random::new(seed);
    let mut options = (program.vary)(&mut random);
    let _ = options.set("nodes", "50");
    let (scope, board) = (CaseScope::BeyondText, CaseBoard::Any);
    let mut bytes = (program.case)(&mut random, &options, scope, board).into_bytes();
    for &(place, how, byte) in damage {
        let place = place % (bytes.len() + 1);
        match how % 4 {
            0 if place < bytes.len() => bytes[place] = byte,
            1 if place < bytes.len() => drop(bytes.remove(place)),
            2 => bytes.insert(place, byte),
            _ => bytes.truncate(place),
        }
    }
    (options, bytes)
}

/// Checks that a program ends with an answer, or with one sentence that names a line and what was
/// expected there.
fn check_end(spec: &GameSpec, options: &Parameters, input: &[u8]) {
    let (output, complaint) = run_program(spec, options, input);
    if let Some(sentence) = complaint {
        assert!(
            sentence.starts_with("line ") && sentence.contains("; expected "),
            "{}: {sentence}",
            spec.name
        );
        assert!(!sentence.contains('\n') && sentence.len() < 800, "{}: {sentence}", spec.name);
    }
    assert!(
        output.is_empty() || output.ends_with('\n'),
        "{}: every line of the output is whole: {output:?}",
        spec.name
    );
}

fn programs() -> impl Iterator<Item = &'static GameSpec> {
    GAMES.iter().copied().filter(|spec| spec.program.is_some())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn programs_survive_any_bytes(input in proptest::collection::vec(any::<u8>(), 0..300)) {
        programs().for_each(|spec| check_end(spec, &quick(spec), &input));
    }

    #[test]
    fn programs_survive_text_of_their_alphabet(input in "[-=.JS@#+*0-9a-hA-H \r\n]{0,200}") {
        programs().for_each(|spec| check_end(spec, &quick(spec), input.as_bytes()));
    }

    #[test]
    fn programs_survive_damaged_cases(
        seed in 0..500_u64,
        damage in proptest::collection::vec((any::<usize>(), any::<u8>(), any::<u8>()), 1..4),
    ) {
        for spec in programs() {
            let (options, input) = damaged(spec, seed, &damage);
            check_end(spec, &options, &input);
        }
    }

    #[test]
    fn explanations_survive_damaged_cases_and_answers(
        seed in 0..500_u64,
        damage in proptest::collection::vec((any::<usize>(), any::<u8>(), any::<u8>()), 0..3),
        answer in "\\PC{0,40}|[-.JS@#+*0-9a-hA-HC \r\n]{0,200}",
    ) {
        for spec in programs() {
            let (options, input) = damaged(spec, seed, &damage);
            let input = String::from_utf8_lossy(&input);
            let (output, _) = run_program(spec, &options, input.as_bytes());
            let explain = spec.program.as_ref().expect("a program").explain;
            let half: String = output.chars().take(output.len() / 2).collect();
            for answer in [&answer, &half] {
                let told = explain(&options, &input, &output, answer);
                for sentence in told.into_iter().flat_map(|told| told.sentences) {
                    let text = sentence.to_string();
                    prop_assert!(!text.chars().any(char::is_control), "{}", text);
                }
            }
        }
    }

    #[test]
    fn diagrams_survive_any_text(text in "\\PC{0,80}|[-.#LRXOJS@+*$GA-Z0-9| \r\n]{0,200}") {
        for spec in GAMES {
            if let Ok(instance) = (spec.open)(&Parameters::new(spec.parameters), Some(&text)) {
                let again = instance.table.diagram();
                let reopened = (spec.open)(&Parameters::new(spec.parameters), Some(&again));
                prop_assert!(reopened.is_ok(), "{}", again);
                instance.table.legal();
            }
        }
    }

    #[test]
    fn set_ups_survive_anything(
        columns in 0..12_usize,
        squares in proptest::collection::vec(0..6_u8, 0..100),
        number in prop_oneof![0..4_u64, any::<u64>()],
    ) {
        for spec in GAMES {
            let instance = (spec.open)(&Parameters::new(spec.parameters), None);
            let table = instance.expect("defaults are valid").table;
            let setup = Setup { columns, squares: squares.clone(), turn: Side::Second, number };
            if let Ok(again) = table.set_up(&setup) {
                prop_assert_eq!(again.setup().squares, setup.squares);
                again.choices();
            }
        }
    }

    #[test]
    fn names_of_moves_survive_any_text(text in "\\PC{0,20}|[-a-zA-Z0-9 @#+.*]{0,12}") {
        for spec in GAMES {
            let instance = (spec.open)(&Parameters::new(spec.parameters), None);
            let mut table = instance.expect("defaults are valid").table;
            let legal = table.legal().contains(&text);
            prop_assert!(table.play(&text).is_ok() || !legal, "{}", text);
        }
    }

    #[test]
    fn parameters_survive_any_text(
        values in proptest::collection::vec(
            ("\\PC{0,12}|[0-9,;/@#+.*]{0,12}", any::<usize>()),
            0..4,
        ),
    ) {
        for spec in GAMES {
            let mut parameters = Parameters::new(spec.parameters);
            for (value, place) in &values {
                let parameter = spec.parameters.get(place % spec.parameters.len().max(1));
                let name = parameter.map_or("", |parameter| parameter.name);
                let _ = parameters.set(name, value);
            }
            let _ = (spec.open)(&parameters, None);
        }
    }
}
