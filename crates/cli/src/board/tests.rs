//! Boards as they look without colour, wide and narrow; and that colour ends with its square.

use rules::{Cell, Drawing, Paint, Side, Square};

use super::Board;

/// Two rows of twelve squares with a piece of either side and an owned square.
fn drawing() -> Drawing {
    let mut drawing = Drawing::bare((1..=12).map(|i| i.to_string()).collect(), vec!["B".into(), "A".into()]);
    *drawing.at_mut(Square { column: 0, row: 0 }) = Cell::piece(Side::First, 'x');
    *drawing.at_mut(Square { column: 1, row: 0 }) = Cell::piece(Side::Second, 'o');
    *drawing.at_mut(Square { column: 11, row: 1 }) =
        Cell { paint: Paint::Hue(7), glyph: '@', owner: Some(Side::Second) };
    drawing.legend = vec![('x', "Left"), ('o', "Right"), ('@', "red")];
    drawing.caption = "1 : 1".to_string();
    drawing
}

fn coloured(columns: Option<usize>) -> String {
    let drawing = drawing();
    Board { drawing: &drawing, sides: ["Left", "Right"], last: &[Square { column: 1, row: 0 }] }.text(columns)
}

fn plain(columns: Option<usize>) -> String {
    anstream::adapter::strip_str(&coloured(columns)).to_string()
}

#[test]
fn a_board_says_everything_without_colour() {
    let expected = "                      1 1 1
    1 2 3 4 5 6 7 8 9 0 1 2
 B  x>o . . . . . . . . . .
 A  . . . . . . . . . . .▝@
  x Left   o Right   @ red   ▝ owned by Right   > last move
  1 : 1
";
    assert_eq!(plain(None), expected);
    assert_eq!(plain(Some(100)), expected);
}

#[test]
fn a_narrow_terminal_gets_a_narrow_board() {
    let expected = "            111
   123456789012
 B xo..........
 A ...........@
  x Left   o Right
  @ red
  (drawn small: the
  whole board needs
  27 columns, this
  terminal has 20)
  1 : 1
";
    assert_eq!(plain(Some(20)), expected);
    assert_eq!(
        plain(Some(10)),
        "  (the\n  board\n  needs 15\n  columns,\n  better\n  27; this\n  terminal\n  has 10)\n  1 : 1\n"
    );
}

#[test]
fn colour_ends_with_the_line() {
    for line in coloured(None).lines().chain(coloured(Some(20)).lines()) {
        assert!(!line.contains('\u{1b}') || line.rfind("\u{1b}[0m") == line.rfind('\u{1b}'), "{line:?}");
    }
}
