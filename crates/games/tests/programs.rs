//! Compares the games' programs, on generated cases, with twins that were written from the rules
//! alone. Then runs twins with one deliberate mistake each, to show that the cases catch every
//! mistake.

mod common;
mod twins;

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::io::Write;
use std::process::{Command, Stdio};

use common::run_program;
use rules::{AnswerScript, Answers, CaseScope, Parameters, Program};
use search::GameSpec;

/// The program and its twin must agree on this many generated cases of each `CaseScope`.
const CASES: u64 = 300;
/// Every mistake must show within this many cases. The command `ludoteka cases <game> --count 150`
/// writes these cases.
const ENOUGH: u64 = 150;
/// The default seed of `ludoteka cases`.
const SEED: u64 = 1;

/// A twin's verdict on a case. If the output is wrong, the error says what output was expected.
type Verdict = Result<(), String>;

/// A case: an input, the options of the program, and the program's output.
struct Case {
    options: Parameters,
    input: String,
    output: String,
}

impl Case {
    fn new(spec: &GameSpec, number: u64, scope: CaseScope) -> Case {
        let program = spec.program.as_ref().expect("the game has a program");
        let mut options = program.set_options(SEED, (number - 1) / Program::SET);
        if number > ENOUGH {
            // The program's moves in these cases need only be legal, so a small number of nodes is
            // enough.
            let _ = options.set("nodes", "60");
        }
        let input = program.case_input(SEED, number, &options, scope);
        let (output, complaint) = run_program(spec, &options, input.as_bytes());
        assert_eq!(complaint, None, "{} accepts its own case:\n{input}", spec.name);
        Case { options, input, output }
    }
}

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

/// Checks that all cases of the scope `Text` keep what the rules' text promises. Some cases of the
/// scope `BeyondText` must break such a promise.
fn keep_to_text(name: &str, keeps: impl Fn(&Case) -> bool) {
    let spec = games::find(name).expect("the game exists");
    let count = |scope| {
        (1..=ENOUGH).filter(|&number| keeps(&Case::new(spec, number, scope))).count() as u64
    };
    assert_eq!(count(CaseScope::Text), ENOUGH, "{name}: cases that keep to the rules' text");
    assert!(count(CaseScope::BeyondText) < ENOUGH, "{name}: some cases go beyond the rules' text");
}

/// The numbers in a line.
fn numbers(line: &str) -> Vec<usize> {
    line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn a_game_of_poziomka_or_reversi_is_ended_as_the_text_says() {
    let gives_up = |text: &str| text.lines().last() == Some(".");
    keep_to_text("poziomka", |case| gives_up(&case.input) != gives_up(&case.output));
    keep_to_text("reversi", |case| case.input.lines().any(|line| line == "="));
}

#[test]
fn a_board_of_flood_wars_is_in_play_and_as_large_as_the_text_says() {
    use twins::Twin;
    keep_to_text("flood-wars", |case| {
        let rows: Vec<_> = case.input.lines().skip(1).collect();
        let in_play = twins::flood_wars::FloodWars::new(&rows, 150).outcome().is_none();
        in_play && [rows.len(), rows[0].len()].iter().all(|side| (10..=50).contains(side))
    });
}

/// Every ten cases have a smallest board, a largest one and an oblong one. Students' programs fail
/// most often on these.
#[test]
fn every_ten_cases_have_boards_at_the_limits() {
    let board_of = |name: &str, input: &str| {
        let lines: Vec<_> = input.lines().collect();
        match name {
            "flood-wars" => [lines.len() - 1, lines[1].len()],
            "gangsters" => [numbers(lines[1])[1], numbers(lines[1])[0]],
            _ => [numbers(lines[0])[0], numbers(lines[0])[1]],
        }
    };
    for (name, smallest, largest) in [("flood-wars", 10, 50), ("gangsters", 3, 26), ("mnk", 2, 20)]
    {
        for first in [1, 11, 91] {
            let boards: Vec<_> = (first..first + Program::SET)
                .map(|number| {
                    let spec = games::find(name).expect("the game exists");
                    board_of(name, &Case::new(spec, number, CaseScope::Text).input)
                })
                .collect();
            let is_oblong = |[rows, columns]: &[usize; 2]| rows.abs_diff(*columns) >= 15;
            assert!(boards.contains(&[smallest; 2]), "{name}: {boards:?}");
            assert!(boards.contains(&[largest; 2]), "{name}: {boards:?}");
            assert!(boards.iter().any(is_oblong), "{name}: {boards:?}");
        }
    }
}

/// The board of every case could come from a real game. Only the player who moved last may have a
/// line. The numbers of stones agree with the player to move. There is room for a line of K stones
/// in every direction.
#[test]
fn a_board_of_mnk_is_one_of_a_game() {
    use twins::mnk::has_line;
    keep_to_text("mnk", |case| {
        let commands = case.input.split('_').filter(|part| part.contains(' '));
        commands.map(numbers).all(|numbers| {
            let [rows, columns, in_a_row, player, ref squares @ ..] = numbers[..] else {
                return false;
            };
            let board: Vec<Vec<u8>> = squares
                .chunks(columns)
                .map(|row| row.iter().map(|&stone| stone as u8).collect())
                .collect();
            let count = |stone| squares.iter().filter(|&&square| square == stone).count();
            let fits = (2..=rows.min(columns)).contains(&in_a_row);
            fits && count(1) + 1 == count(2) + player && !has_line(&board, in_a_row, player as u8)
        })
    });
}

/// In each case, the program has made a move, and no pillar stands in a car park. If the opponent
/// ends the game, the referee does not send this last move to the program. So at the end of a case,
/// the game is over, or the opponent can end it with one move.
#[test]
fn a_conversation_of_gangsters_is_whole() {
    use twins::Twin;
    use twins::gangsters::replay;
    keep_to_text("gangsters", |Case { input, output, .. }| {
        let lines: Vec<_> = input.lines().map(numbers).collect();
        let (rows, pillars) = (lines[1][1], &lines[6..6 + lines[5][0]]);
        let (game, _) = replay(input, output.lines(), None).expect("the conversation is legal");
        let ends = game.outcome().is_some() || game.legal().iter().any(|mv| mv.len() == 1);
        ends && !output.is_empty() && pillars.iter().all(|pillar| (2..rows).contains(&pillar[1]))
    });
}

/// Runs a script's function on each case and answer, and returns whether it finds nothing wrong.
const ASK: &str = r#"
import ast, sys
script = {"__name__": "script"}
exec(sys.argv[1], script)
def talk(case, answer):
    lines = iter(answer.splitlines(True))
    return script["converse"](case, lambda _: next(lines, ""), lambda text: None)
ask = script.get("complaint", talk)
for line in sys.stdin:
    print("wrong" if ask(*ast.literal_eval(line)) else "right")
"#;

/// Asserts that a game's script for other judges gives our judge's verdict on each pair of an input
/// and an answer.
fn script_agrees(name: &str, pairs: &BTreeSet<(String, String)>) {
    let spec = games::find(name).expect("the game exists");
    let Some(Program { answers: Answers::Legal(checker), .. }) = &spec.program else {
        panic!("{name}: a checker finds out what is legal")
    };
    let (AnswerScript::Validator(script) | AnswerScript::Interactor { script, .. }) =
        checker.script;
    let mut python = Command::new("python3");
    python.args(["-c", ASK, script]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let Ok(mut python) = python.spawn() else { return testing::skipped("python3") };
    let mut to_python = python.stdin.take().expect("a pipe");
    let questions: String = pairs.iter().map(|pair| format!("{pair:?}\n")).collect();
    let writing = std::thread::spawn(move || to_python.write_all(questions.as_bytes()));
    let output = python.wait_with_output().expect("python3 ends");
    writing.join().expect("no panic").expect("python3 reads all");
    let found = String::from_utf8(output.stdout).expect("words");
    assert_eq!(found.lines().count(), pairs.len(), "{name}: an answer each");
    for (found, (input, answer)) in found.lines().zip(pairs) {
        let ours = (checker.answer)(input, answer);
        let expected = if ours.is_ok() { "right" } else { "wrong" };
        assert_eq!(found, expected, "{name}: {ours:?}\n{input}\n{answer}");
    }
    let right = found.lines().filter(|&found| found == "right").count();
    assert!(0 < right && right < pairs.len(), "{name}: {right} of {} are right", pairs.len());
}

/// The cases that scripts are asked about.
const ASKED: u64 = 30;

#[test]
fn the_validator_of_flood_wars_gives_the_verdicts_of_our_judge() {
    use twins::flood_wars::{Fault, answers};
    let spec = games::find("flood-wars").expect("the game exists");
    let mut pairs = BTreeSet::new();
    for case in (1..=ASKED).map(|number| Case::new(spec, number, CaseScope::Text)) {
        let twins = [None].into_iter().chain(Fault::ALL.iter().copied().map(Some));
        let all = twins.flat_map(|fault| answers(&case.input, fault));
        pairs.extend(all.map(|answer| (case.input.clone(), answer)));
        pairs.extend(["", "J", "\n"].map(|answer| (case.input.clone(), answer.to_string())));
    }
    script_agrees("flood-wars", &pairs);
}

/// In each turn of a conversation, every mistaken program may write its own moves.
#[test]
fn the_interactor_of_gangsters_gives_the_verdicts_of_our_judge() {
    use twins::gangsters::{Fault, answers};
    let spec = games::find("gangsters").expect("the game exists");
    let mut pairs = BTreeSet::new();
    for Case { input, output, .. } in
        (1..=ASKED).map(|number| Case::new(spec, number, CaseScope::Text))
    {
        let ends = output.match_indices('\n').map(|(end, _)| end + 1);
        for written in std::iter::once(0).chain(ends).map(|end| &output[..end]) {
            let right = answers(&input, written, None).expect("the conversation is legal");
            for fault in Fault::ALL {
                let mistaken = answers(&input, written, Some(*fault)).unwrap_or_default();
                let wrong = mistaken.iter().find(|mv| !right.contains(mv));
                pairs.extend(wrong.map(|mv| (input.clone(), format!("{written}{mv}\n"))));
            }
        }
        pairs.insert((input, output));
    }
    script_agrees("gangsters", &pairs);
}

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

/// The readings of a game that explain all answers of a mistaken program, if at least three of them
/// are wrong. A case without an answer is left out.
fn causes<A: Into<Option<String>>>(
    name: &str,
    cases: &[Case],
    answer: impl Fn(&Case) -> A,
) -> Vec<String> {
    let spec = games::find(name).expect("the game exists");
    let program = spec.program.as_ref().expect("the game has a program");
    let answers = cases.iter().filter_map(|case| Some((case, answer(case).into()?)));
    let answers: Vec<(&Case, String)> = answers.collect();
    let is_wrong = |(case, answer): &&(&Case, String)| match program.answers {
        Answers::Legal(checker) => (checker.answer)(&case.input, answer).is_err(),
        _ => !answer.split_whitespace().eq(case.output.split_whitespace()),
    };
    if answers.iter().filter(is_wrong).count() < 3 {
        return Vec::new();
    }
    let fitting = program.readings.iter().filter(|reading| {
        answers.iter().all(|(Case { options, input, output }, answer)| {
            (reading.gives)(options, input, output, answer)
        })
    });
    fitting.map(|reading| (reading.told)().key.to_string()).collect()
}

/// The first cases of a game.
fn cases_of(name: &str, count: u64) -> Vec<Case> {
    let spec = games::find(name).expect("the game exists");
    (1..=count).map(|number| Case::new(spec, number, CaseScope::Text)).collect()
}

#[test]
fn readings_of_poziomka_name_the_mistake() {
    use twins::poziomka::{Fault, program};
    let mut cases = cases_of("poziomka", ENOUGH);
    // The slow twin needs a minute for the large boards.
    cases.retain(|Case { options, .. }| options.size("wiersze") * options.size("kolumny") <= 100);
    let found = |fault| {
        causes("poziomka", &cases, |Case { options, input, .. }| {
            let [pola, rows, columns] =
                ["pola", "wiersze", "kolumny"].map(|name| options.size(name));
            program(pola, rows, columns, options.integer("wybor") as u32, input, fault)
        })
    };
    for (fault, reading) in [
        (Fault::SwapsSizes, "reads-sizes-exchanged"),
        (Fault::CountsOverlappingBlocks, "reads-overlapping"),
        (Fault::CountsOneBlockPerRun, "reads-one-in-a-run"),
        (Fault::CountsScatteredSquares, "reads-scattered"),
        (Fault::ForgetsRunAtEdge, "reads-edge-run"),
        (Fault::EvaluatesBeforeMove, "reads-board-before"),
        (Fault::ForgetsLeftsCount, "reads-left-forgotten"),
        (Fault::AddsLeftsCount, "reads-left-added"),
        (Fault::TakesLowestScore, "reads-lowest"),
        (Fault::OrdersByColumn, "reads-by-column"),
        (Fault::OrdersBackwards, "reads-backwards"),
        (Fault::TakesFirst, "reads-first"),
        (Fault::TakesLast, "reads-last"),
        (Fault::NumbersFromOne, "reads-from-one"),
        (Fault::ForgetsOwnBlocks, "reads-own-forgotten"),
        (Fault::NamesLastSquare, "reads-last-square"),
        (Fault::WritesColumnFirst, "reads-column-first"),
        (Fault::IgnoresDash, "reads-dash"),
        (Fault::ResignsSilently, "reads-silent"),
        (Fault::AnswersResignation, "reads-answers-end"),
    ] {
        assert_eq!(found(Some(fault)), [reading], "{fault:?}");
    }
    for other in [None, Some(Fault::HighestStartsAtZero), Some(Fault::AvoidsLastColumn)] {
        assert!(found(other).is_empty(), "{other:?}");
    }
}

/// Of all moves that a mistaken program may make, it makes the first, the second or the third, case
/// by case.
#[test]
fn readings_of_flood_wars_name_the_mistake() {
    use twins::flood_wars::{Fault, answers};
    let cases = cases_of("flood-wars", 30);
    let found = |fault| {
        causes("flood-wars", &cases, |Case { input, .. }| {
            let answers = answers(input, fault);
            answers[input.len() % answers.len()].clone()
        })
    };
    for (fault, reading) in [
        (Fault::AllowsOpponentsColour, "reads-opponents-colour"),
        (Fault::AllowsOwnColour, "reads-own-colour"),
        (Fault::SpreadsDiagonally, "reads-diagonal"),
        (Fault::MirrorsCorners, "reads-mirrored-corner"),
        (Fault::SwapsCorners, "reads-other-corner"),
        (Fault::PaintsCornerOnly, "reads-corner-only"),
    ] {
        assert_eq!(found(Some(fault)), [reading], "{fault:?}");
    }
    for other in [None, Some(Fault::PaintsNeighbours), Some(Fault::SpreadsOneStep)] {
        assert!(found(other).is_empty(), "{other:?}");
    }
}

#[test]
fn readings_of_reversi_name_the_mistake() {
    use twins::reversi::{Fault, program};
    let cases = cases_of("reversi", 60);
    let found = |fault| causes("reversi", &cases, |case| program(&case.input, fault));
    for (fault, reading) in [
        (Fault::ForgetsUp, "reads-direction"),
        (Fault::ForgetsUpRight, "reads-direction"),
        (Fault::ForgetsRight, "reads-direction"),
        (Fault::ForgetsDownRight, "reads-direction"),
        (Fault::ForgetsDown, "reads-direction"),
        (Fault::ForgetsDownLeft, "reads-direction"),
        (Fault::ForgetsLeft, "reads-direction"),
        (Fault::ForgetsUpLeft, "reads-direction"),
        (Fault::ForgetsDiagonals, "reads-no-diagonals"),
        (Fault::TurnsFirstLineOnly, "reads-one-line"),
        (Fault::TurnsSingleDiscsOnly, "reads-single-discs"),
        (Fault::TurnsToLastOwnDisc, "reads-last-own-disc"),
        (Fault::TurnedDiscsTurnOthers, "reads-chain"),
        (Fault::EdgeEndsLine, "reads-edge-ends"),
        (Fault::EmptySquareEndsLine, "reads-empty-ends"),
        (Fault::LinesPassEmptySquares, "reads-over-empty"),
        (Fault::LinesWrapRound, "reads-wraps"),
        (Fault::OffersAllNeighbours, "reads-neighbours"),
        (Fault::FlipsNothing, "reads-flips-nothing"),
        (Fault::ForgetsPlacedDisc, "reads-own-forgotten"),
        (Fault::KeepsBoard, "reads-board-before"),
        (Fault::OffersOpponentsSquares, "reads-opponents-squares"),
        (Fault::KeepsTurn, "reads-turn-stays"),
        (Fault::RefusesFreePass, "reads-pass-refused"),
        (Fault::PassesByItself, "reads-pass-alone"),
        (Fault::PromptsForPass, "reads-pass-written"),
        (Fault::NoPromptWithoutMoves, "reads-silent"),
        (Fault::EndsByItself, "reads-ends-alone"),
        (Fault::NoPromptBeforeEnd, "reads-no-last-prompt"),
        (Fault::ReadsOnAfterEnd, "reads-on"),
        (Fault::WhiteStarts, "reads-white-starts"),
        (Fault::StartsWithColoursSwapped, "reads-colours-exchanged"),
        (Fault::SwapsLetters, "reads-letters-exchanged"),
        (Fault::OrdersByRow, "reads-by-row"),
        (Fault::WritesRowFirst, "reads-row-first"),
        (Fault::ReadsRowFirst, "reads-row-read-first"),
        (Fault::WritesRowsFromZero, "reads-from-zero"),
        (Fault::NoFirstSpace, "reads-no-space"),
    ] {
        assert_eq!(found(Some(fault)), [reading], "{fault:?}");
    }
    for other in [None, Some(Fault::EndsWithSpace)] {
        assert!(found(other).is_empty(), "{other:?}");
    }
    let half = |case: &Case| case.output.lines().step_by(2).collect::<Vec<_>>().join("\n");
    assert!(causes("reversi", &cases, half).is_empty(), "no reading writes every other prompt");
}

#[test]
fn readings_of_mnk_name_the_mistake() {
    use twins::mnk::{Fault, program};
    let mut cases = cases_of("mnk", 4 * ENOUGH);
    // The slow twin needs minutes for boards with many free squares.
    cases.retain(|case| case.input.matches('0').count() <= 16);
    let found = |fault| causes("mnk", &cases, |case| program(&case.input, true, fault));
    for (fault, reading) in [
        (Fault::ForgetsRows, "reads-no-rows"),
        (Fault::ForgetsColumns, "reads-no-columns"),
        (Fault::ForgetsDownRight, "reads-no-diagonal"),
        (Fault::ForgetsDownLeft, "reads-no-diagonal"),
        (Fault::ForgetsDiagonals, "reads-no-diagonals"),
        (Fault::NeedsExactlyK, "reads-exactly-k"),
        (Fault::NeedsMoreThanK, "reads-more-than-k"),
        (Fault::NeedsOneLess, "reads-one-less"),
        (Fault::AllowsGaps, "reads-gaps"),
        (Fault::LinesWrapRound, "reads-wraps"),
        (Fault::MixesPlayers, "reads-both-colours"),
        (Fault::SwapsSides, "reads-sides-exchanged"),
        (Fault::ReadsOneCommand, "reads-one-command"),
        (Fault::GeneratesByColumn, "reads-by-column"),
        (Fault::GeneratesBackwards, "reads-backwards"),
        (Fault::PlacesOpponent, "reads-others-stone"),
        (Fault::PlacesFirstPlayer, "reads-firsts-stone"),
        (Fault::GeneratesAfterWin, "reads-after-win"),
        (Fault::PrintsFullBoard, "reads-full-board"),
        (Fault::ForgetsCount, "reads-no-count"),
        (Fault::CountsBeforeCut, "reads-count-before-cut"),
        (Fault::NeverCuts, "reads-never-cut"),
        (Fault::AlwaysCuts, "reads-always-cut"),
        (Fault::CutsAtLast, "reads-last-win"),
        (Fault::KeepsAllWins, "reads-all-wins"),
        (Fault::KeepsBoardsBeforeWin, "reads-until-win"),
        (Fault::CutsAtOpponentsWin, "reads-others-win"),
        (Fault::SolvesForFirstPlayer, "reads-solves-first"),
        (Fault::AnswersForMover, "reads-solves-mover"),
        (Fault::SwapsWinners, "reads-winners-exchanged"),
        (Fault::StopsAtTie, "reads-stops-at-tie"),
        (Fault::LooksOneMoveAhead, "reads-one-move"),
        (Fault::OnlyMaximises, "reads-only-best"),
    ] {
        assert_eq!(found(Some(fault)), [reading], "{fault:?}");
    }
    assert!(found(None).is_empty(), "the right program");
    let never_ties = |case: &Case| case.output.replace("BOTH_PLAYERS_TIE", "FIRST_PLAYER_WINS");
    assert!(causes("mnk", &cases, never_ties).is_empty(), "no reading only forgets ties");
}

/// The program makes our moves, until the mistaken twin may make a wrong one, or none. If the twin
/// cannot take part in our conversation, the result is `None`.
fn mistaken_conversation(
    Case { input, output, .. }: &Case,
    fault: Option<twins::gangsters::Fault>,
) -> Option<String> {
    use twins::gangsters::answers;
    let mut written = String::new();
    loop {
        let [mistaken, right] = [fault, None].map(|fault| answers(input, &written, fault).ok());
        let (mistaken, right) = (mistaken?, right?);
        let wrong: Vec<_> = mistaken.iter().filter(|mv| !right.contains(mv)).collect();
        if let Some(mv) = wrong.get(input.len() % wrong.len().max(1)) {
            return Some(format!("{written}{mv}\n"));
        }
        if mistaken.is_empty() {
            return Some(written);
        }
        let ours = output.strip_prefix(&written)?.lines().next()?;
        mistaken.iter().find(|mv| *mv == ours)?;
        written += &format!("{ours}\n");
    }
}

#[test]
fn readings_of_gangsters_name_the_mistake() {
    use twins::gangsters::Fault;
    let cases = cases_of("gangsters", ENOUGH);
    let found = |fault| causes("gangsters", &cases, |case| mistaken_conversation(case, fault));
    let count_from = |case: &Case, column: u32, is_car_first: bool| {
        let line = case.output.lines().next()?;
        let [cash_box, car] = line.split_once(' ').map(|(cash_box, car)| [cash_box, car])?;
        let numbers: Vec<u32> = car.split(' ').filter_map(|number| number.parse().ok()).collect();
        let [first, second, way] = numbers[..] else { return None };
        let car = format!("{} {} {way}", first - column, second - column);
        Some(if is_car_first {
            format!("{car} {cash_box}\n")
        } else {
            format!("{cash_box} {car}\n")
        })
    };
    let from_zero = |case: &Case| count_from(case, 1, false);
    assert_eq!(causes("gangsters", &cases, from_zero), ["reads-from-zero"]);
    let car_first = |case: &Case| count_from(case, 0, true);
    assert_eq!(causes("gangsters", &cases, car_first), ["reads-car-first"]);
    for (fault, reading) in [
        (Fault::DirectionsAntiClockwise, "reads-anticlockwise"),
        (Fault::DirectionsFromRight, "reads-from-right"),
        (Fault::RowsFromTop, "reads-rows-from-top"),
        (Fault::BoxMovesOneStep, "reads-box-one-step"),
        (Fault::CarsMoveOneStep, "reads-cars-one-step"),
        (Fault::BoxMayStay, "reads-box-stays"),
        (Fault::CarsMayStay, "reads-cars-stay"),
        (Fault::MovesCarBeforeBox, "reads-car-before-box"),
        (Fault::IgnoresPillars, "reads-no-pillars"),
        (Fault::BoxPassesCars, "reads-box-through-cars"),
        (Fault::CarsPassBox, "reads-cars-through-box"),
        (Fault::MovesOthersCars, "reads-others-cars"),
        (Fault::MovesAnyCar, "reads-others-cars"),
        (Fault::MovesCarAfterParking, "reads-car-after-parking"),
        (Fault::EndsOnOwnParkingOnly, "reads-own-parking"),
        (Fault::GreenStarts, "reads-green-starts"),
        (Fault::ReadsHeightFirst, "reads-sizes-exchanged"),
        (Fault::ReadsBoxRowFirst, "reads-box-row-first"),
        (Fault::ReadsPillarRowFirst, "reads-pillar-row-first"),
        (Fault::WritesRowFirst, "reads-row-first"),
        (Fault::IgnoresLimit, "reads-no-limit"),
        (Fault::ZeroIsALimit, "reads-zero-limit"),
        (Fault::LimitsBothTogether, "reads-limit-of-both"),
        (Fault::LimitOneTooLate, "reads-no-limit"),
        (Fault::LimitOneTooEarly, "reads-limit-early"),
        (Fault::EndsAtRedsLimit, "reads-limit-of-red"),
        (Fault::ForgetsOwnMoves, "reads-own-forgotten"),
        (Fault::ForgetsTheirMoves, "reads-theirs-forgotten"),
    ] {
        assert_eq!(found(Some(fault)), [reading], "{fault:?}");
    }
    for other in [None, Some(Fault::ForgetsUp), Some(Fault::CarsPassCars)] {
        assert!(found(other).is_empty(), "{other:?}");
    }
}
