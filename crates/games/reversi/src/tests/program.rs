//! Tests of the program: transcripts, messages about wrong commands, and the situations that the
//! random cases cover.

use std::time::Duration;

use rules::random::Random;
use rules::{Console, ProgramError};

use crate::SPEC;

/// The output of the program, and how it ended.
fn run(mut input: &[u8]) -> (String, Result<(), ProgramError>) {
    let mut output = Vec::new();
    let options =
        (SPEC.program.as_ref().expect("the game has a program").vary)(&mut Random::new(0));
    let ended = (SPEC.program.as_ref().expect("the game has a program").run)(
        &options,
        &mut Console::new(&mut input, &mut output, &|| Duration::ZERO),
    );
    (String::from_utf8(output).unwrap(), ended)
}

fn transcript(input: &str) -> String {
    let (output, ended) = run(input.as_bytes());
    ended.unwrap();
    output
}

fn complaint(input: &[u8]) -> String {
    run(input).1.unwrap_err().to_string()
}

#[test]
fn prompts_list_the_squares_in_alphabetical_order() {
    let prompts = "C c4 d3 e6 f5\nB c3 c5 e3\nC b3 c4 e6 f5\nB c5 e3\n";
    assert_eq!(transcript("d3\nc3\nc4\n=\n"), prompts);
}

#[test]
fn a_pass_needs_no_reason_and_a_letter_may_stand_alone() {
    let prompts = "C c4 d3 e6 f5\nB c5 d6 e3 f4\nC c4 d3 e6 f5\nB d6 f4 f6\nC c3 c4 d3\nB\nC\nB\n";
    assert_eq!(transcript("-\n-\nf5\n-\nd3\n-\n-\n=\n"), prompts);
}

#[test]
fn nothing_after_the_end_is_read() {
    let only_start = "C c4 d3 e6 f5\n";
    for input in ["=\n", "=\nz9\nd3\n", "=\r\nd3\n", "=", "", "=\n\0\u{feff}\n"] {
        assert_eq!(transcript(input), only_start, "{input:?}");
    }
    assert!(run(b"=\n\xff\xfe").1.is_ok());
}

#[test]
fn lines_may_end_in_any_way() {
    let plain = transcript("d3\nc5\n");
    assert_eq!(transcript("d3\r\nc5\r\n"), plain);
    assert_eq!(transcript("d3\nc5"), plain);
}

#[test]
fn wrong_commands_are_named_with_what_would_have_been_right() {
    let cases: [(&[u8], &str); 8] = [
        (
            b"c4\nc4\n=\n",
            "line 2: `c4`: the square already has a disc of the opponent; expected c3, c5, e3, `-` or `=`",
        ),
        (b"a1\n", "line 1: `a1`: black flips nothing there; expected c4, d3, e6, f5, `-` or `=`"),
        (b"c4\nh8", "line 2: `h8`: white flips nothing there; expected c3, c5, e3, `-` or `=`"),
        (b"\n", "line 1: an empty line; expected c4, d3, e6, f5, `-` or `=`"),
        (b"d3 \n", "line 1: `d3 `; expected c4, d3, e6, f5, `-` or `=`"),
        (b"D3\n", "line 1: `D3`; expected c4, d3, e6, f5, `-` or `=`"),
        (b"\xff\0\x1b", "line 1: `\u{fffd}\\0\\u{1b}`; expected c4, d3, e6, f5, `-` or `=`"),
        (
            b"d3\n-\nf5\na1\n",
            "line 4: `a1`: white can flip nothing, there or elsewhere, so `-` is the only move; \
            expected `-` or `=`",
        ),
    ];
    for (input, sentence) in cases {
        assert_eq!(complaint(input), sentence);
    }
    assert!(complaint(&[b'd'; 5000]).len() < 100, "a long line is not repeated");
}

#[test]
fn what_was_answered_before_a_wrong_command_is_seen() {
    assert_eq!(run(b"c4\nno\n").0, "C c4 d3 e6 f5\nB c3 c5 e3\n");
}
