//! No input causes a panic or a hang, and each command gets one answer.

use games::GAMES;
use players::{EngineSettings, gtp, line};
use proptest::prelude::*;

use crate::{QUICK, engine};

/// An engine that searches very little, so thousands of commands take little time.
const HASTY: EngineSettings = EngineSettings { nodes: 1, ..QUICK };

/// The number of replies in a text. An empty line ends each reply, and is the only empty line in
/// it.
fn replies(text: &str) -> usize {
    assert!(text.is_empty() || text.ends_with("\n\n"), "{text:?}");
    let replies: Vec<_> = text.split_terminator("\n\n").collect();
    for reply in &replies {
        assert!(reply.starts_with(['=', '?']), "{text:?}");
        assert!(!reply.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
    }
    replies.len()
}

/// The number of commands in an input. By the specification, a line is a command unless it is empty
/// or contains only a comment, control characters and spaces. Nothing after `quit` counts.
fn commands(input: &[u8]) -> usize {
    let text = String::from_utf8_lossy(input);
    let mut count = 0;
    for line in text.split('\n') {
        let line: String = line.split('#').next().unwrap_or("").replace('\t', " ");
        let line: String = line.chars().filter(|c| !c.is_control()).collect();
        count += usize::from(!line.trim().is_empty());
        let words: Vec<_> = line.trim().split(' ').filter(|word| !word.is_empty()).collect();
        let numbered = words.first().is_some_and(|word| {
            word.bytes().all(|b| b.is_ascii_digit()) && word.parse::<i32>().is_ok()
        });
        if words.first() == Some(&"quit") || numbered && words.get(1) == Some(&"quit") {
            break;
        }
    }
    count
}

fn check(input: &[u8]) {
    for spec in GAMES {
        let mut output = Vec::new();
        gtp::serve(&mut engine(spec, HASTY), &mut &*input, &mut output)
            .expect("memory takes everything");
        let output = String::from_utf8(output).expect("replies are text");
        assert_eq!(replies(&output), commands(input), "{}: {output:?}", spec.name);
    }
}

/// Lines that look like commands, with all kinds of arguments. All times are zero, since an engine
/// with a thousand seconds may think for minutes.
fn session() -> impl Strategy<Value = String> {
    let names = "(play|genmove|reg_genmove|undo|boardsize|clear_board|komi|showboard\
        |time_settings (0 0|-)|time_left ([bw] 0|-)|final_score|known_command|quit\
        |ludoteka-(legal_moves|hint|diagram|set_diagram|set_parameter|parameters))";
    let arguments = "( (b|w|J|red|[0-9]{1,3}|[a-hA-H][1-8a-hA-H]|[*+.@%]|pass|resign|-\
        |[JXOLR12]/[.XO#%/]{1,9}|seed|[0-9] [0-9] [0-9] [0-9]|\\PC{1,3}|4294967295|#)){0,3}";
    let line = format!("([0-9]{{1,11}} )?{names}{arguments}[\r\t ]?");
    let line = proptest::string::string_regex(&line).expect("it is a regular expression");
    proptest::collection::vec(line, 0..25).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_bytes_are_answered(input in proptest::collection::vec(any::<u8>(), 0..300)) {
        check(&input);
    }

    #[test]
    fn anything_like_a_session_is_answered(input in session()) {
        check(input.as_bytes());
    }

    #[test]
    fn a_player_survives_any_lines(lines in "([-.a-zA-Z0-9*@+ \
    ]{0,8}|\\PC{0,5}|\r)(\n([a-h][1-9]|\\PC{0,5})){0,9}") {
        for spec in GAMES {
            let start: String = spec
                .parameters
                .iter()
                .map(|p| format!("{} ", word(&p.default_text())))
                .collect();
            for input in [lines.clone(), format!("{} {start}2 0 0 1\n{lines}", spec.name)] {
                let mut output = Vec::new();
                let played = line::play(spec, HASTY, &mut input.as_bytes(), &mut output);
                if let Err(complaint) = played {
                    let sentence = complaint.to_string();
                    prop_assert!(sentence.starts_with("line ") && sentence.contains("; \
                    expected "), "{}", sentence);
                }
                prop_assert!(output.is_empty() || output.ends_with(b"\n"));
            }
        }
    }
}

fn word(value: &str) -> &str {
    if value.is_empty() { "-" } else { value }
}

#[test]
fn a_line_without_end_is_answered_once() {
    let input = "x".repeat(1 << 20) + "\n7 name\n";
    let mut output = Vec::new();
    gtp::serve(&mut engine(GAMES[0], HASTY), &mut input.as_bytes(), &mut output)
        .expect("memory takes everything");
    assert_eq!(output, b"? syntax error: the line is too long\n\n=7 Ludoteka poziomka\n\n");
}
