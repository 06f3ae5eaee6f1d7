//! The validators that other judges run give the verdicts of ours.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use rules::{AnswerScript, Answers, CaseScope, Program};

use crate::case::Case;
use crate::twins;

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
