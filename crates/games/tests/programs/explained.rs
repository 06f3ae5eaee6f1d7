//! Every wrong answer is explained.

use rules::CaseScope;

use crate::case::Case;
use crate::twins;

/// Checks that every wrong answer gets an explanation. The sentences of the explanation must have
/// no unfilled placeholders such as `{side}`, and the marked squares must lie on the board.
fn explains(name: &str, wrong: impl Fn(&Case) -> Vec<String>) {
    let spec = games::find(name).expect("the game exists");
    let program = spec.program.as_ref().expect("the game has a program");
    let mut told = 0;
    for number in 1..=30 {
        let case = Case::new(spec, number, CaseScope::Text);
        let explain =
            |answer: &str| (program.explain)(&case.options, &case.input, &case.output, answer);
        for answer in wrong(&case) {
            let explanation = explain(&answer)
                .unwrap_or_else(|| panic!("{name}, case {number}: no explanation of\n{answer}"));
            let sentences: Vec<_> = explanation.sentences.iter().map(ToString::to_string).collect();
            let is_whole = |text: &String| {
                !text.contains(['{', '}'])
                    && !text.chars().any(char::is_control)
                    && text.contains(' ')
            };
            assert!(
                !sentences.is_empty() && sentences.iter().all(is_whole),
                "{name}: {sentences:?}"
            );
            let drawing = explanation.board.as_ref();
            let is_on_board = drawing.is_none_or(|drawing| {
                explanation.squares.iter().all(|&square| {
                    square.column < drawing.columns.len() && square.row < drawing.rows.len()
                })
            });
            assert!(is_on_board, "{name}: {:?}", explanation.squares);
            told += 1;
        }
    }
    assert!(told >= 30, "{name}: {told} wrong answers were explained");
}

/// Runs programs with one mistake each, and returns their wrong answers. An answer that differs
/// from `output` only in whitespace is not wrong.
fn mistaken<F: Copy>(output: &str, faults: &[F], program: impl Fn(F) -> String) -> Vec<String> {
    let answers = faults.iter().map(|&fault| program(fault));
    answers.filter(|answer| !answer.split_whitespace().eq(output.split_whitespace())).collect()
}

#[test]
fn every_students_mistake_is_explained() {
    explains("poziomka", |Case { options, input, output }| {
        use twins::poziomka::{Fault, program};
        let [pola, rows, columns] = ["pola", "wiersze", "kolumny"].map(|name| options.size(name));
        mistaken(output, Fault::ALL, |fault| {
            program(pola, rows, columns, options.integer("wybor") as u32, input, Some(fault))
        })
    });
    explains("reversi", |Case { input, output, .. }| {
        use twins::reversi::{Fault, program};
        mistaken(output, Fault::ALL, |fault| program(input, Some(fault)))
    });
    explains("mnk", |Case { options, input, output }| {
        use twins::mnk::{Fault, program};
        mistaken(output, Fault::ALL, |fault| {
            program(input, options.text("compact") == "yes", Some(fault))
        })
    });
    explains("flood-wars", |Case { input, .. }| {
        use twins::flood_wars::{Fault, answers};
        let right = answers(input, None);
        let all = Fault::ALL.iter().flat_map(|&fault| answers(input, Some(fault)));
        all.filter(|answer| !right.contains(answer)).collect()
    });
    explains("gangsters", |Case { input, output, .. }| {
        use twins::gangsters::{Fault, answers};
        let right = answers(input, "", None).unwrap_or_default();
        let all = Fault::ALL
            .iter()
            .flat_map(|&fault| answers(input, "", Some(fault)).unwrap_or_default());
        let wrong = all.filter(|answer| !right.contains(answer));
        wrong.chain([format!("{output}0 1 1 0\n"), String::new()]).collect()
    });
}

#[test]
fn a_right_answer_needs_no_explanation() {
    for spec in
        games::GAMES.iter().filter(|spec| ["poziomka", "reversi", "mnk"].contains(&spec.name))
    {
        let program = spec.program.as_ref().expect("the game has a program");
        for number in 1..=30 {
            let Case { options, input, output } = Case::new(spec, number, CaseScope::Text);
            assert_eq!(
                (program.explain)(&options, &input, &output, &output),
                None,
                "{}, case {number}",
                spec.name
            );
        }
    }
}

/// m,n,k's explanation shows one board of several, and needs a wrong answer.
#[test]
fn a_program_knows_how_many_squares_the_board_of_an_input_has() {
    for spec in games::GAMES {
        let program = spec.program.as_ref().expect("the game has a program");
        let mut boards = 0;
        for number in 1..=20 {
            let options = program.set_options(3, number / 10);
            let input = program.case_input(3, number, &options, CaseScope::Text);
            let squares = (program.squares)(&options, &input);
            let explanation = (program.explain)(&options, &input, "?", "!");
            let Some(board) = explanation.and_then(|explanation| explanation.board) else {
                continue;
            };
            boards += 1;
            let is_one = input.matches("_").count() < 3 || spec.name != "mnk";
            let shown = board.cells.len();
            assert!(squares == shown || !is_one && squares > shown, "{}: {input}", spec.name);
        }
        assert!(boards > 5, "{} shows {boards} boards", spec.name);
    }
}
