//! Tests boards without colour, wide and narrow. Also tests that no colour continues beyond its
//! square.

use rules::figure::{Figure, Theme};
use rules::{Catalogue, Cell, Change, Choice, Drawing, Edges, Message, Piece, Side, Square, Touch};

use super::Board;

const WORDS: Catalogue =
    Catalogue::new(&["left = Left\nright = Right\nred = red\nscore = {n} : 1\n"]);

fn block(side: Side, edges: Edges) -> Cell {
    Cell::new(Piece::Block(Some(side), edges), ['|', '-'][side.index()])
}

fn disc(side: Side) -> Cell {
    const DISC: Figure = Figure::new("disc", Theme::Felt, &[]);
    Cell::new(Piece::Figure(&DISC, Some(side)), ['x', 'o'][side.index()])
}

fn hue(owner: Option<Side>) -> Cell {
    Cell { owner, ..Cell::new(Piece::Hue(0), '@') }
}

/// A board of twelve columns and four rows, with two vertical blocks, a horizontal block, discs and
/// a coloured square.
fn drawing() -> Drawing {
    let rows = ["D", "C", "B", "A"].map(str::to_string).to_vec();
    let mut drawing = Drawing::bare((1..=12).map(|i| i.to_string()).collect(), rows);
    let mut put = |column, row, cell| *drawing.at_mut(Square { column, row }) = cell;
    for row in [0, 2] {
        put(0, row, block(Side::First, Edges::DOWN));
        put(0, row + 1, block(Side::First, Edges::UP));
    }
    put(2, 0, block(Side::Second, Edges::RIGHT));
    put(3, 0, block(Side::Second, Edges::LEFT.and(Edges::RIGHT)));
    put(4, 0, block(Side::Second, Edges::LEFT));
    put(2, 2, disc(Side::First));
    put(3, 2, disc(Side::Second));
    put(10, 3, hue(Some(Side::Second)));
    put(11, 3, hue(Some(Side::Second)));
    let say = |key| Message::new(WORDS, key);
    let middle = block(Side::First, Edges::UP.and(Edges::DOWN));
    drawing.legend = vec![
        (middle, say("left")),
        (block(Side::Second, Edges::NONE), say("right")),
        (hue(None), say("red")),
    ];
    drawing.caption = Some(say("score").number("n", 1_u64));
    drawing
}

/// Changes of every kind. No real move makes all of them.
fn last(drawing: &Drawing) -> Vec<Change> {
    let change = |column, row, was| {
        let square = Square { column, row };
        Change { square, was, now: *drawing.at(square) }
    };
    vec![
        change(0, 2, Cell::EMPTY),
        change(0, 3, Cell::EMPTY),
        change(2, 0, Cell::EMPTY),
        change(4, 0, Cell::EMPTY),
        change(3, 2, disc(Side::First)),
        change(5, 2, disc(Side::First)),
        change(10, 3, hue(None)),
        change(11, 3, hue(Some(Side::Second))),
    ]
}

fn coloured(columns: Option<usize>, choices: &[Choice]) -> String {
    let drawing = drawing();
    let last = if choices.is_empty() { last(&drawing) } else { Vec::new() };
    Board { drawing: &drawing, sides: ["Left", "Right"], last: &last, choices, marked: &[] }
        .text(columns)
}

fn plain(columns: Option<usize>, choices: &[Choice]) -> String {
    anstream::adapter::strip_str(&coloured(columns, choices)).to_string()
}

fn choice(touch: Touch, changes: Vec<Change>) -> Choice {
    Choice { name: String::new(), touches: vec![touch], changes }
}

#[test]
fn a_board_says_everything_without_colour() {
    let expected = "                      1 1 1
    1 2 3 4 5 6 7 8 9 0 1 2
 D  ╻ .>╺━━━╸ . . . . . . .
 C  ╹ . . . . . . . . . . .
 B >╻ . x~o .>. . . . . . .
 A >╹ . . . . . . . . .▐@▝@
  ┃ Left   - Right   @ red   ▝ owned by Right   ▐ just gained by Right   > last move   ~ turned over
  1 : 1
";
    assert_eq!(plain(None, &[]), expected);
    assert_eq!(plain(Some(100), &[]), expected);
}

#[test]
fn legal_moves_are_marked_and_colours_say_what_they_bring() {
    let here = Square { column: 1, row: 1 };
    let there = Square { column: 2, row: 2 };
    let gain = Change { square: there, was: hue(None), now: hue(Some(Side::First)) };
    let same = Change { square: here, was: hue(None), now: hue(None) };
    let text = plain(
        None,
        &[choice(Touch::At(here), Vec::new()), choice(Touch::Hue(0), vec![gain, same])],
    );
    let expected = "
 C  ╹ • . . . . . . . . . .
 B  ╻ .•x o . . . . . . . .
 A  ╹ . . . . . . . . .▝@▝@
  ┃ Left   - Right   @ red +1   ▝ owned by Right   • to be gained
";
    assert!(text.contains(expected), "{text}");
    let text = plain(Some(20), &[choice(Touch::At(here), Vec::new())]);
    assert!(text.contains(" C ╹•..........\n") && text.contains("• a legal move"), "{text}");
    let text = plain(Some(20), &[choice(Touch::At(there), Vec::new())]);
    assert!(!text.contains('•'), "only marks that are on the board are explained: {text}");
}

#[test]
fn squares_that_decided_the_game_are_marked() {
    let mut drawing = drawing();
    drawing.decided = vec![Square { column: 2, row: 2 }];
    let (last, sides) = (last(&drawing), ["Left", "Right"]);
    let text =
        Board { drawing: &drawing, sides, last: &last, choices: &[], marked: &[] }.text(None);
    let text = anstream::adapter::strip_str(&text).to_string();
    assert!(text.contains(" B >╻ .!x~o") && text.contains("! decided the game"), "{text}");
}

#[test]
fn a_narrow_terminal_gets_a_narrow_board() {
    let expected = "            111
   123456789012
 D ╻.╺━╸.......
 C ╹...........
 B ╻.xo........
 A ╹.........@@
  ┃ Left   - Right
  @ red
  (drawn small: the
  whole board needs
  27 columns, this
  terminal has 20)
  1 : 1
";
    assert_eq!(plain(Some(20), &[]), expected);
    assert_eq!(
        plain(Some(10), &[]),
        "  (the\n  board\n  needs 15\n  columns,\n  better\n  27; this\n  terminal\n  has 10)\n  \
        1 : 1\n"
    );
}

#[test]
fn colour_ends_with_the_line() {
    for line in coloured(None, &[]).lines().chain(coloured(Some(20), &[]).lines()) {
        assert!(
            !line.contains('\u{1b}') || line.rfind("\u{1b}[0m") == line.rfind('\u{1b}'),
            "{line:?}"
        );
    }
}
