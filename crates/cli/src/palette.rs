//! Colours. Every square has its own background and foreground, so that a board reads the same on a dark terminal and
//! on a light one; they are among the 256 that terminals agree on. Blue and orange can be told apart by everybody.

use anstyle::{Ansi256Color, Effects, Style};
use rules::{Cell, Paint, Side};

/// Headings and names of commands.
pub(crate) const STRONG: Style = Style::new().bold();
/// What may be overlooked: labels, hints.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// Code and moves within text.
pub(crate) const CODE: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(anstyle::AnsiColor::Cyan)));
/// Complaints.
pub(crate) const WRONG: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(anstyle::AnsiColor::Red)));

const BLACK: u8 = 16;
const WHITE: u8 = 231;
/// The two shades of a bare board.
const BOARD: [u8; 2] = [238, 240];
const DOT: u8 = 246;
const PIECES: [u8; 2] = [32, 208];
const PIECE_TEXT: [u8; 2] = [WHITE, BLACK];
const WALL: u8 = 233;
const WALL_TEXT: u8 = 244;
const PRIZE: u8 = 220;

/// The hues of a game that is about colours, red, blue, green, yellow, violet: owned, not owned, and the text on both.
const HUES: [(u8, u8, u8); 5] =
    [(196, 131, WHITE), (27, 67, WHITE), (34, 65, WHITE), (226, 179, BLACK), (129, 97, WHITE)];

/// How a square is painted; `dark` says which shade of the chequered board is its own.
pub(crate) fn cell(cell: &Cell, dark: bool) -> Style {
    let style = match cell.paint {
        Paint::Empty => on(BOARD[usize::from(dark)], DOT),
        Paint::First => on(PIECES[0], PIECE_TEXT[0]).bold(),
        Paint::Second => on(PIECES[1], PIECE_TEXT[1]).bold(),
        Paint::Blocked => on(WALL, WALL_TEXT),
        Paint::Prize => on(PRIZE, BLACK).bold(),
        Paint::Hue(hue) => {
            let (owned, free, text) = HUES[usize::from(hue) % HUES.len()];
            on(if cell.owner.is_some() { owned } else { free }, text)
        }
    };
    match cell.owner {
        None => style,
        Some(Side::First) => style | Effects::BOLD,
        Some(Side::Second) => style | Effects::BOLD | Effects::UNDERLINE,
    }
}

/// The style of a side's name.
pub(crate) fn side(side: Side) -> Style {
    on(PIECES[side.index()], PIECE_TEXT[side.index()]).bold()
}

fn on(background: u8, foreground: u8) -> Style {
    Style::new().bg_color(Some(Ansi256Color(background).into())).fg_color(Some(Ansi256Color(foreground).into()))
}
