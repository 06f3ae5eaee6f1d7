//! Colours. Every square sets both its background and its foreground, so that a board looks the
//! same on dark and light terminals. All colours are among the 256 that terminals share. Blue and
//! orange stand for the sides, since colour-blind people can tell them apart too.

use anstyle::{Ansi256Color, Style};
use rules::figure::Role;
use rules::{Cell, Piece, Side};

/// The style of headings and names of commands.
pub(crate) const STRONG: Style = Style::new().bold();
/// The style of less important text: labels and hints.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// The style of code and moves within text.
pub(crate) const CODE: Style =
    Style::new().fg_color(Some(anstyle::Color::Ansi(anstyle::AnsiColor::Cyan)));
/// The style of error messages.
pub(crate) const WRONG: Style =
    Style::new().fg_color(Some(anstyle::Color::Ansi(anstyle::AnsiColor::Red)));

const BLACK: u8 = 16;
const WHITE: u8 = 231;
/// The two shades of an empty board, and the shade of an empty square that the last move changed.
const BOARD: [u8; 2] = [238, 240];
const LEFT_BEHIND: u8 = 244;
const DOT: u8 = 246;
const WALL: u8 = 233;
const WALL_TEXT: u8 = 244;
const PRIZE: u8 = 220;

/// A background and the colour of text on it.
type Pair = (u8, u8);

/// The colours of the two sides, for sides that are not named after a colour.
const SIDES: [Pair; 2] = [(32, WHITE), (208, BLACK)];

/// A side that is named after a colour is painted in that colour. Light and dark colours differ in
/// brightness too.
const NAMED: [(&str, Pair); 6] = [
    ("black", (BLACK, WHITE)),
    ("white", (255, BLACK)),
    ("red", (124, WHITE)),
    ("green", (77, BLACK)),
    ("blue", (25, WHITE)),
    ("yellow", (226, BLACK)),
];

/// The colours for the hues red, blue, green, yellow and violet: the background of an owned square,
/// the background of a free square, and the text on both.
const HUES: [(u8, u8, u8); 5] =
    [(196, 131, WHITE), (27, 67, WHITE), (34, 65, WHITE), (226, 179, BLACK), (129, 97, WHITE)];

/// The colours for a game whose sides have these names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    sides: [Pair; 2],
}

impl Palette {
    /// The palette for sides with these names.
    pub(crate) fn new(sides: [&str; 2]) -> Palette {
        let named = |name| NAMED.iter().find(|(known, _)| *known == name).map(|&(_, pair)| pair);
        Palette { sides: [0, 1].map(|i| named(sides[i]).unwrap_or(SIDES[i])) }
    }

    /// The style of a side's name and pieces.
    pub(crate) fn side(self, side: Side) -> Style {
        let (background, text) = self.sides[side.index()];
        on(background, text).bold()
    }

    /// The style of an empty square where a legal move begins.
    pub(crate) fn legal(self, dark: bool) -> Style {
        on(BOARD[usize::from(dark)], WHITE).bold()
    }

    /// The style of a square; `dark` selects a shade of the chequered board, and `last` says that
    /// the last move changed the square.
    pub(crate) fn cell(self, cell: &Cell, dark: bool, last: bool) -> Style {
        match cell.piece {
            Piece::None if last => on(LEFT_BEHIND, WHITE).bold(),
            Piece::None => on(BOARD[usize::from(dark)], DOT),
            Piece::Figure(_, Some(side)) | Piece::Block(Some(side), _) => self.side(side),
            Piece::Figure(figure, None)
                if figure.parts.iter().any(|part| part.role == Role::Prize) =>
            {
                on(PRIZE, BLACK).bold()
            }
            Piece::Figure(..) | Piece::Block(None, _) => on(WALL, WALL_TEXT),
            Piece::Hue(hue) => {
                let (owned, free, text) = HUES[usize::from(hue) % HUES.len()];
                if cell.owner.is_some() { on(owned, text).bold() } else { on(free, text) }
            }
        }
    }
}

fn on(background: u8, text: u8) -> Style {
    Style::new()
        .bg_color(Some(Ansi256Color(background).into()))
        .fg_color(Some(Ansi256Color(text).into()))
}
