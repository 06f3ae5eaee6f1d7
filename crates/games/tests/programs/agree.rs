//! Compares the games' programs, on generated cases, with twins that were written from the rules
//! alone. Then runs twins with one deliberate mistake each, to show that the cases catch every
//! mistake.

use std::fmt::Debug;

use rules::{CaseScope, Parameters};

use crate::case::{Case, ENOUGH};
use crate::twins;

/// The program and its twin must agree on this many generated cases of each `CaseScope`.
const CASES: u64 = 300;

/// A twin's verdict on a case. If the output is wrong, the error says what output was expected.
type Verdict = Result<(), String>;

fn same(output: &str, expected: &str) -> Verdict {
    if output == expected { Ok(()) } else { Err(format!("expected\n{expected}")) }
}

/// Checks that the program and its twin agree on all cases, and that each deliberate mistake of the
/// twin shows in at least one of the first [`ENOUGH`] cases. The mistakes in `beyond` show only in
/// cases beyond the rules' text.
fn agree_and_catch<F: Copy + PartialEq + Debug>(
    name: &str,
    faults: &[F],
    beyond: &[F],
    judge: impl Fn(&Case, Option<F>) -> Verdict,
) {
    assert!(faults.len() >= 8, "{name}: there are many mistakes");
    let within_text = catches(name, CaseScope::Text, faults, &judge);
    assert_eq!(
        within_text,
        without(faults, beyond),
        "{name}: the mistakes that {ENOUGH} cases within the rules' text catch"
    );
    let beyond_text = catches(name, CaseScope::BeyondText, faults, &judge);
    assert_eq!(
        beyond_text, faults,
        "{name}: the mistakes that {ENOUGH} cases beyond the rules' text catch"
    );
}

fn without<F: Copy + PartialEq>(faults: &[F], others: &[F]) -> Vec<F> {
    faults.iter().copied().filter(|fault| !others.contains(fault)).collect()
}

/// Returns the mistakes that show in the first [`ENOUGH`] cases of a scope. Also checks that the
/// program and its twin agree on all cases of that scope.
fn catches<F: Copy>(
    name: &str,
    scope: CaseScope,
    faults: &[F],
    judge: &impl Fn(&Case, Option<F>) -> Verdict,
) -> Vec<F> {
    let spec = games::find(name).expect("the game exists");
    let mut cases: Vec<_> = (1..=CASES).map(|number| Case::new(spec, number, scope)).collect();
    for case in &cases {
        let Case { options, input, output } = case;
        judge(case, None).unwrap_or_else(|fault| {
            panic!("{name}: {fault}\noptions {options:?}\ninput\n{input}\noutput\n{output}")
        });
    }
    cases.truncate(ENOUGH as usize);
    // Short cases come first, since most mistakes show in them.
    cases.sort_by_key(|case| case.output.len());
    faults
        .iter()
        .copied()
        .filter(|&fault| cases.iter().any(|case| judge(case, Some(fault)).is_err()))
        .collect()
}

#[test]
fn poziomka_agrees_and_its_cases_catch_mistakes() {
    use twins::poziomka::{Fault, program};
    let sizes =
        |options: &Parameters| ["pola", "wiersze", "kolumny"].map(|name| options.size(name));
    agree_and_catch(
        "poziomka",
        Fault::ALL,
        Fault::BEYOND_TEXT,
        |Case { options, input, output }, fault| {
            let [pola, rows, columns] = sizes(options);
            same(
                output,
                &program(pola, rows, columns, options.integer("wybor") as u32, input, fault),
            )
        },
    );
}

#[test]
fn reversi_agrees_and_its_cases_catch_mistakes() {
    use twins::reversi::{Fault, program};
    agree_and_catch("reversi", Fault::ALL, Fault::BEYOND_TEXT, |case, fault| {
        same(&case.output, &program(&case.input, fault))
    });
}

/// Any legal move is right. So a case catches a mistake if the mistaken twin rejects the program's
/// answer, or does not allow the same answers as the right twin.
#[test]
fn flood_wars_answers_are_right_and_its_cases_catch_mistakes() {
    use twins::flood_wars::{Fault, answers, check};
    agree_and_catch(
        "flood-wars",
        Fault::ALL,
        Fault::BEYOND_TEXT,
        |Case { input, output, .. }, fault| {
            check(input, output, fault)?;
            same(&answers(input, fault).join("\n"), &answers(input, None).join("\n"))
        },
    );
}

#[test]
fn nmk_agrees_and_its_cases_catch_mistakes() {
    use twins::mnk::{Fault, program};
    agree_and_catch(
        "mnk",
        Fault::ALL,
        Fault::BEYOND_TEXT,
        |Case { options, input, output }, fault| {
            same(output, &program(input, options.text("compact") == "yes", fault))
        },
    );
}

/// Compares the program with its twin at every turn of a conversation. Mistakes about the winner
/// are left out, since no conversation shows them.
#[test]
fn gangsters_conversations_are_right_and_its_cases_catch_mistakes() {
    use twins::gangsters::{Fault, answers, check};
    let faults = without(Fault::ALL, Fault::OF_RESULT);
    agree_and_catch(
        "gangsters",
        &faults,
        Fault::BEYOND_TEXT,
        |Case { input, output, .. }, fault| {
            check(input, output, fault)?;
            let Some(fault) = fault else { return Ok(()) };
            let ends = output.match_indices('\n').map(|(end, _)| end + 1);
            for end in std::iter::once(0).chain(ends) {
                let written = &output[..end];
                let [mistaken, right] =
                    [Some(fault), None].map(|fault| answers(input, written, fault));
                same(&mistaken?.join("\n"), &right?.join("\n"))?;
            }
            Ok(())
        },
    );
}
