//! Mistakes in parameters and boards.

use super::check;
use crate::refused;

#[test]
fn in_parameters() {
    check(&[
        (
            "level = 1",
            "[parameters]\npas = \"free\"\nlevel = 1\n",
            &[
                "5, column 1: there is no parameter `pas`; there are: pass; did you mean `pass`?",
                "6, column 1: there is no parameter `level`; there are: pass; it stands at the top of the file, above all tables",
            ],
        ),
        ("level = 1", "parameters.pass = \"often\"\n", &["4, column 19: pass=often: expected one of forced, free"]),
        ("level = 1", "parameters.pass = 1.5\n", &["4, column 19: pass is 1.5: expected a whole number or a text"]),
        (
            "game = \"reversi\"",
            "game = \"mnk\"\nparameters = { n = 30, m = 30 }\n",
            &["3, column 14: n*m=900: expected at most 400 squares"],
        ),
    ]);
}

#[test]
fn in_boards_and_openings() {
    check(&[
        ("level = 1", "opening = 1001\n", &["4, column 11: opening is 1001: expected a whole number from 0 to 1000"]),
        (
            "level = 1",
            "opening = 70\n",
            &["4, column 11: every game is over after an opening of 70 half-moves: try a shorter one"],
        ),
        (
            "engine = 2",
            "engine = 2\n[[board]]\nopening = [\"f5\", \"a1\"]\n",
            &["12, column 18: `a1` is not legal: white flips nothing there"],
        ),
        (
            "engine = 2",
            "engine = 2\n[[board]]\nopenings = []\n",
            &["12, column 1: there is no key `openings` in [[board]]: did you mean `opening`?"],
        ),
        (
            "level = 1",
            "opening = 2\nboard = [{ opening = [\"f5\"] }]\n",
            &["4, column 1: boards are given, each with its own `opening`: expected none above the tables"],
        ),
        ("level = 1", "board = []\n", &["4, column 9: 0 boards are given: expected 1 to 1000"]),
        (
            "level = 1",
            "board = [1]\n",
            &["4, column 9: board is a list of 1: expected tables, each with [[board]] above it"],
        ),
        (
            "game = \"reversi\"",
            "game = \"mnk\"\nboard = [{ opening = [\"a1\", \"b1\", \"a2\", \"b2\", \"a3\"] }]\n",
            &["3, column 22: the game is over before anybody is asked: expected a shorter opening"],
        ),
    ]);
}

#[test]
fn what_a_protocol_cannot_tell() {
    let gangsters = "game = \"gangsters\"\nplayer = [{ program = \"noe.c\" }, { engine = 1 }]\n";
    let poziomka = gangsters.replace("gangsters", "poziomka");
    let rest = "title = \"t\"\nformat.kind = \"round-robin\"\n";
    for (text, expected) in [
        (
            format!("{gangsters}opening = 2\n"),
            "3, column 11: noe cannot be told of an opening by the game's own protocol: expected 0",
        ),
        (
            format!("{gangsters}board = [{{ opening = [\"2 3 1 1\"], parameters.box = \"3,3\" }}]\n"),
            "3, column 22: noe cannot be told of an opening by the game's own protocol: expected none",
        ),
        (
            format!("{gangsters}parameters.step = \"one\"\n"),
            "3, column 1: noe: step=one: expected slide: the programs' protocol cannot tell another",
        ),
        (
            format!("{poziomka}parameters = {{ pola = 3 }}\nboard = [{{}}, {{ parameters.wiersze = 7 }}]\n"),
            "4, column 14: noe is compiled once, with the constants POLA, WIERSZE, KOLUMNY: expected them to be the same on all boards",
        ),
    ] {
        assert_eq!(refused(format!("{text}{rest}").as_bytes()), [format!("t.toml, line {expected}")], "{text}");
    }
}
