//! Checks Reversi with the test kit, `rules::kit`, and compares it with known numbers.

mod program;

use rules::{Game, Notation, Outcome, Picture, Play, Refusal, Side, Table, kit};

use super::{Move, Passing, Reversi};

const FORCED: Reversi = Reversi::new(Passing::Forced);

#[test]
fn keeps_the_promises_of_a_game() {
    for passing in [Passing::Forced, Passing::Free] {
        kit::check(&|| Reversi::new(passing));
    }
}

/// The game after these moves, which must all be legal.
fn played(game: Reversi, moves: &str) -> Play<Reversi> {
    let mut play = Play::new(game);
    for name in moves.split(' ') {
        Table::play(&mut play, name).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    }
    play
}

/// The game from a diagram whose rows are written one after another.
fn drawn(turn: char, rows: [&str; 8]) -> Play<Reversi> {
    Play::new(FORCED.at_diagram(&format!("{turn}\n{}\n", rows.join("\n"))).unwrap())
}

#[test]
fn a_wiped_out_side_loses_every_square() {
    // Nine moves are the fewest that can end a game.
    let play = played(FORCED, "f5 d6 c5 f4 e7 f6 g5 e6 e3");
    assert_eq!(play.position().count(), [13, 0]);
    assert_eq!(play.outcome(), Some(Outcome { margin: 64 }));
    assert_eq!(play.legal(), [""; 0]);
}

#[test]
fn empty_squares_count_for_the_winner_and_for_nobody_in_a_draw() {
    let empty = "........";
    let margin = |row| {
        drawn('X', [row, empty, empty, empty, empty, empty, empty, empty]).outcome().unwrap().margin
    };
    assert_eq!(margin("XX.....O"), 62);
    assert_eq!(margin("O..O..X."), -62);
    assert_eq!(margin("X..O...."), 0);
}

/// The key of the reason why a move is not legal.
fn objection(play: &mut Play<Reversi>, name: &str) -> &'static str {
    match Table::play(play, name) {
        Err(Refusal::Illegal { objection, .. }) => objection.key,
        other => panic!("{other:?}"),
    }
}

#[test]
fn passing_is_a_move_of_who_has_no_other() {
    let rows = [
        "XXXO....", "........", "........", "........", "........", "........", "........",
        "........",
    ];
    let mut play = drawn('O', rows);
    assert_eq!(play.legal(), ["-"]);
    assert_eq!(objection(&mut play, "h8"), "must-pass");
    Table::play(&mut play, "-").unwrap();
    assert_eq!(play.legal(), ["e1"]);
    for (name, key) in [("-", "can-place"), ("a1", "own-disc-there"), ("e2", "flips-nothing")] {
        assert_eq!(objection(&mut play, name), key);
    }
    Table::play(&mut play, "e1").unwrap();
    assert_eq!(play.outcome(), Some(Outcome { margin: 64 }));
}

#[test]
fn free_passing_lasts_until_the_game_is_over() {
    let mut play = played(Reversi::new(Passing::Free), "- - f5 -");
    assert_eq!(play.turn(), Side::First);
    assert_eq!(play.legal().last().map(String::as_str), Some("-"));
    Table::play(&mut play, "d3").unwrap();
    assert_eq!((play.outcome(), play.legal()), (Some(Outcome { margin: 64 }), vec![]));
}

#[test]
fn a_position_may_stand_in_one_line() {
    let right = FORCED.diagram(&FORCED.start());
    let line = format!("{}OX------XO{}", "-".repeat(27), "-".repeat(27));
    for text in
        [format!("{line} X;\n"), format!("{line}X"), format!("{} * ; f5:+0", line.to_lowercase())]
    {
        let game = FORCED.at_diagram(&text).expect("a position");
        assert_eq!(game.diagram(&game.start()), right, "{text}");
    }
    for text in
        [line.clone(), format!("{line} -"), format!("-{line} X"), line.replace('O', "Q") + " X"]
    {
        FORCED.at_diagram(&text).map(drop).expect_err(&text);
    }
}

#[test]
fn wrong_diagrams_are_refused_with_the_line_at_fault() {
    let right = FORCED.diagram(&FORCED.start());
    let complaint = |text: &str| FORCED.at_diagram(text).unwrap_err().to_string();
    let cases = [
        (
            right.replacen('X', "x", 1),
            "line 1: `x`; expected who is to move, X (black) or O (white)",
        ),
        (right.replacen("OX", "OB", 1), "line 5: `B`; expected X, O or ."),
        (
            right.replacen("OX", "OXX", 1),
            "line 5: `...OXX...`; expected a row of eight squares, each X, O or .",
        ),
        (right.clone() + "X", "line 10: `X`; expected the end of the diagram"),
        (
            String::new(),
            "line 1: the text ends here; expected who is to move, X (black) or O (white)",
        ),
    ];
    for (text, sentence) in cases {
        assert_eq!(complaint(&text), sentence);
    }
    assert!(
        FORCED.at_diagram(&right.replace('.', "\u{17c}")).is_err(),
        "letters of two bytes are no squares"
    );
}

#[test]
fn moves_are_squares_in_small_or_capital_letters() {
    let parse = |text: &str| FORCED.parse(&FORCED.start(), text);
    assert_eq!(parse("d3"), Ok(Move::at(3, 2)));
    assert_eq!(parse("D3"), Ok(Move::at(3, 2)));
    assert_eq!(parse("-"), Ok(Move::PASS));
    for text in ["d9", "d0", "i1", "d", "d33", " d3", "--", "d\u{661}"] {
        assert!(parse(text).is_err(), "{text:?}");
    }
    let sentence = "line 1: `pass`; expected a square from a1 to h8, or `-` to pass";
    assert_eq!(parse("pass").unwrap_err().to_string(), sentence);
}

#[test]
fn the_caption_counts_the_discs() {
    assert_eq!(
        Reversi::draw(&played(FORCED, "f5")).caption.unwrap().to_string(),
        "black 4, white 1"
    );
}
