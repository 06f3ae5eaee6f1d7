//! The program: transcripts and error messages.

use std::time::Duration;

use rules::{Console, Parameters, ProgramError};

use crate::SPEC;

fn run(options: &Parameters, mut input: &[u8]) -> Result<String, ProgramError> {
    let mut output = Vec::new();
    (SPEC.program.as_ref().expect("the game has a program").run)(
        options,
        &mut Console::new(&mut input, &mut output, &|| Duration::ZERO),
    )?;
    Ok(String::from_utf8(output).unwrap())
}

fn options(pola: &str, wiersze: &str, kolumny: &str, wybor: &str) -> Parameters {
    let mut options =
        Parameters::new(SPEC.program.as_ref().expect("the game has a program").options);
    for (name, value) in
        [("POLA", pola), ("WIERSZE", wiersze), ("KOLUMNY", kolumny), ("WYBOR", wybor)]
    {
        options.set(name, value).unwrap();
    }
    options
}

#[test]
fn answers_as_worked_out_by_hand() {
    // The board has 3 by 3 squares, and POLA is 2. After Left's `Ba`, Right has two equally good
    // moves: `cA` for an even WYBOR, and `cB` for an odd one.
    for (wybor, answer) in [("1", "cB\n"), ("0", "cA\n"), ("2147483647", "cB\n")] {
        assert_eq!(run(&options("2", "3", "3", wybor), b"Ba\n.\n").unwrap(), answer);
    }
    // On 2 by 2 squares, Left's block of 2 leaves Right no move.
    assert_eq!(run(&options("2", "2", "2", "0"), b"Ba\n").unwrap(), ".\n");
    // Right's block in the first of two rows leaves Left no move.
    assert_eq!(run(&options("2", "2", "2", "0"), b"-\n.\n").unwrap(), "aA\n");
    // The program reads nothing after the end of the game.
    assert_eq!(run(&options("2", "2", "2", "0"), b"Ba\nnonsense\n").unwrap(), ".\n");
    assert_eq!(run(&options("2", "2", "2", "0"), b".\nnonsense\n").unwrap(), "");
    assert_eq!(run(&options("2", "2", "2", "0"), b"").unwrap(), "");
    // The block is longer than the board, so Left can only pass, and Right cannot move.
    assert_eq!(run(&options("5", "4", "4", "0"), b"-\r\n").unwrap(), ".\n");
    assert_eq!(run(&options("1", "1", "2", "0"), b"Aa").unwrap(), "aB\n");
}

#[test]
fn refuses_what_is_no_move_of_lefts() {
    let complaint =
        |input: &[u8]| run(&options("2", "3", "4", "0"), input).unwrap_err().to_string();
    let form = "expected a column A..D and a row a..c, e.g. `Aa`, or `-`, or `.`";
    for (input, found) in [
        (&b"aA\n"[..], "line 1: `aA`"),
        (b"Ea\n", "line 1: `Ea`"),
        (b"Ad\n", "line 1: `Ad`"),
        (b"Aa \n", "line 1: `Aa `"),
        (b"\xff\x00\n", "line 1: `\u{fffd}\\0`"),
    ] {
        assert_eq!(complaint(input), format!("{found}; {form}"));
    }
    let later = "expected a column A..D and a row a..c, e.g. `Aa`, or `.`";
    assert_eq!(complaint(b"Aa\n\n"), format!("line 2: ``; {later}"));
    let squares = "expected 2 free squares from there down, or `.`";
    assert_eq!(
        complaint(b"Ac\n"),
        format!("line 1: `Ac`: the block of 2 would stick out at the bottom; {squares}")
    );
    let taken = "the block of 2 would cover Ab, which is taken";
    assert_eq!(complaint(b"Aa\nAb\n"), format!("line 2: `Ab`: {taken}; {squares}"));
    let pass = "only Left may pass, and only before the first move";
    assert_eq!(
        complaint(b"Aa\n-\n"),
        format!("line 2: `-`: {pass}; expected a block of Left, or `.`")
    );
    let long = complaint(&[b'x'; 5000]);
    assert!(long.len() < 200, "{long}");
}
