//! A drawing as text: squares two characters wide, or one character if the terminal is narrow.
//! Colours only repeat what the characters say, so the text is complete without colours.

use std::fmt::Write;

use anstyle::Effects;
use rules::{Cell, Change, Choice, Drawing, Edges, Piece, Side, Square, Touch};

use crate::palette::{FAINT, Palette, STRONG};
use crate::words::wrapped;

/// Each side has a mark, which is printed before the character of a square that the side owns.
const OWNER: [char; 2] = ['▖', '▝'];
/// The owner's mark if the last move gained the square.
const GAINED: [char; 2] = ['▌', '▐'];
/// If the last move changed a square, this mark stands before the square's character.
const LAST: char = '>';
/// If the piece on a square changed sides, this mark stands before the square's character.
const TURNED: char = '~';
/// The mark of a square that decided the game.
const DECIDED: char = '!';
/// The mark of a square where a legal move begins, or that a legal move would gain. The mark stands
/// alone or before the square's character.
const LEGAL: char = '•';

/// The character for a square whose block continues across these edges of the square. All these
/// characters are lines, which show where one block ends and the next begins.
const STROKES: [(Edges, char); 6] = [
    (Edges::UP.and(Edges::DOWN), '┃'),
    (Edges::LEFT.and(Edges::RIGHT), '━'),
    (Edges::UP, '╹'),
    (Edges::DOWN, '╻'),
    (Edges::LEFT, '╸'),
    (Edges::RIGHT, '╺'),
];

/// A board for the screen.
pub(crate) struct Board<'a> {
    pub(crate) drawing: &'a Drawing,
    /// The names of the sides.
    pub(crate) sides: [&'static str; 2],
    /// The changes of the last move.
    pub(crate) last: &'a [Change],
    /// The legal moves to be shown.
    pub(crate) choices: &'a [Choice],
    /// The squares that a message is about.
    pub(crate) marked: &'a [Square],
}

impl Board<'_> {
    /// The board, legend and caption for a screen with this many columns; `None` means that there
    /// is no limit.
    pub(crate) fn text(&self, columns: Option<usize>) -> String {
        let fits = |cell: usize| columns.is_none_or(|columns| self.width(cell) <= columns);
        let text = match [2, 1].into_iter().find(|&cell| fits(cell)) {
            Some(cell) => {
                let shown = Shown::new(self);
                self.head(cell) + &self.body(&shown, cell) + &self.legend(&shown, cell, columns)
            }
            None => String::new(),
        };
        let width = columns.unwrap_or(usize::MAX);
        let caption = self.drawing.caption.as_ref().map_or_else(String::new, ToString::to_string);
        text + &wrapped(&self.remark(columns), width, [2, 2]) + &wrapped(&caption, width, [2, 2])
    }

    fn palette(&self) -> Palette {
        Palette::new(self.sides)
    }

    /// The width of the board in columns, if each square has this width.
    fn width(&self, cell: usize) -> usize {
        self.margin() + cell * self.drawing.columns.len()
    }

    /// The width of the rows' labels: the longest label with a space on either side.
    fn margin(&self) -> usize {
        2 + longest(&self.drawing.rows)
    }

    /// The labels of the columns; labels wider than a square are written downwards.
    fn head(&self, cell: usize) -> String {
        let height = longest(&self.drawing.columns);
        let mut text = String::new();
        for level in 0..height {
            let mut line = " ".repeat(self.margin());
            for label in &self.drawing.columns {
                let above = height - label.chars().count();
                let letter =
                    level.checked_sub(above).and_then(|i| label.chars().nth(i)).unwrap_or(' ');
                let _ = write!(line, "{letter:>cell$}");
            }
            let _ = writeln!(text, "{FAINT}{}{FAINT:#}", line.trim_end());
        }
        text
    }

    fn body(&self, shown: &Shown, cell: usize) -> String {
        let width = longest(&self.drawing.rows);
        let mut text = String::new();
        for (row, label) in self.drawing.rows.iter().enumerate() {
            let _ = write!(text, "{FAINT} {label:>width$} {FAINT:#}");
            for column in 0..self.drawing.columns.len() {
                self.square(&mut text, shown, Square { column, row }, cell);
            }
            text.push('\n');
        }
        text
    }

    fn square(&self, text: &mut String, shown: &Shown, square: Square, width: usize) {
        let cell = self.drawing.at(square);
        let index = square.row * self.drawing.columns.len() + square.column;
        let (last, legal) = (shown.last[index], shown.legal[index]);
        let begins = legal && cell.piece == Piece::None;
        let (glyph, dark) =
            (if begins { LEGAL } else { glyph(cell) }, (square.column + square.row) % 2 == 1);
        let mut style = match last {
            None if begins => self.palette().legal(dark),
            _ => self.palette().cell(cell, dark, last.is_some()),
        };
        // If a square is one character wide, it has no room for marks, so text styles replace some
        // of them.
        if width == 1 {
            let underlined =
                if cell.owner == Some(Side::Second) { Effects::UNDERLINE } else { Effects::new() };
            style |= if last.is_some() { Effects::INVERT } else { underlined };
        }
        let _ = match width {
            1 => write!(text, "{style}{glyph}{style:#}"),
            _ => write!(text, "{style}{}{glyph}{style:#}", mark(cell, last, legal)),
        };
    }

    fn legend(&self, shown: &Shown, cell: usize, columns: Option<usize>) -> String {
        let drawn = self.drawing.legend.iter();
        let mut entries: Vec<_> =
            drawn.map(|(like, what)| self.entry(like, &what.to_string())).collect();
        entries.extend(self.marks(shown, cell));
        let mut text = String::new();
        let mut room = 0;
        for (entry, width) in entries {
            if room < width + 3 {
                text.push_str(if text.is_empty() { "  " } else { "\n  " });
                room = columns.unwrap_or(100).saturating_sub(2);
            } else {
                text.push_str("   ");
                room -= 3;
            }
            room = room.saturating_sub(width);
            text.push_str(&entry);
        }
        if text.is_empty() { text } else { text + "\n" }
    }

    /// An entry of the legend, and its width. The entry shows a character of the board and its
    /// meaning. For a colour that can be chosen, the entry also shows how many squares would be
    /// gained.
    fn entry(&self, cell: &Cell, what: &str) -> (String, usize) {
        let (style, glyph) = (self.palette().cell(cell, false, false), glyph(cell));
        let is_chosen = |choice: &&Choice| match choice.touches[..] {
            [Touch::Hue(hue)] => cell.piece == Piece::Hue(hue),
            _ => false,
        };
        let gain =
            self.choices.iter().find(is_chosen).map(|choice| gained(&choice.changes).count());
        let gain = gain.map_or_else(String::new, |gain| format!(" +{gain}"));
        (
            format!("{style}{glyph}{style:#} {what}{STRONG}{gain}{STRONG:#}"),
            2 + what.chars().count() + gain.len(),
        )
    }

    /// Lists the marks on this board, and their meanings. Which marks are drawn depends on the
    /// width of the squares.
    fn marks(&self, shown: &Shown, width: usize) -> Vec<(String, usize)> {
        let cells = || self.drawing.cells.iter().enumerate();
        let mut marks = Vec::new();
        let mut add = |what: String| marks.push((what.clone(), what.chars().count()));
        let sides = Side::BOTH.into_iter().zip(self.sides);
        for (side, name) in sides.clone().filter(|_| width == 2) {
            if cells().any(|(_, cell)| cell.owner == Some(side)) {
                add(format!("{} owned by {name}", OWNER[side.index()]));
            }
        }
        for (side, name) in sides.filter(|_| width == 2) {
            if shown.last.contains(&Some(GAINED[side.index()])) {
                add(format!("{} just gained by {name}", GAINED[side.index()]));
            }
        }
        let last =
            if self.marked.is_empty() { "last move" } else { "the squares that the text is about" };
        for (mark, what) in [(LAST, last), (TURNED, "turned over"), (DECIDED, "decided the game")] {
            if width == 2 && shown.last.contains(&Some(mark)) {
                add(format!("{mark} {what}"));
            }
        }
        if cells().any(|(i, cell)| shown.legal[i] && (width == 2 || cell.piece == Piece::None)) {
            let is_hue =
                self.choices.iter().any(|choice| matches!(choice.touches[..], [Touch::Hue(_)]));
            add(format!(
                "{LEGAL} {}",
                if is_hue { "to be gained" } else { "a legal move begins here" }
            ));
        }
        marks
    }

    /// A message for a terminal that is too narrow for the board.
    fn remark(&self, columns: Option<usize>) -> String {
        let (needed, least) = (self.width(2), self.width(1));
        match columns {
            Some(columns) if columns < least => {
                format!(
                    "(the board needs {least} columns, better {needed}; this terminal has \
                    {columns})"
                )
            }
            Some(columns) if columns < needed => {
                format!(
                    "(drawn small: the whole board needs {needed} columns, this terminal has \
                    {columns})"
                )
            }
            _ => String::new(),
        }
    }
}

/// The marks of each square, in the order of the drawing's cells.
struct Shown {
    /// For each square, a mark if the last move changed it, a message is about it, or it decided
    /// the game.
    last: Vec<Option<char>>,
    /// Whether a legal move begins on the square or would gain the square.
    legal: Vec<bool>,
}

impl Shown {
    fn new(board: &Board<'_>) -> Shown {
        let (columns, squares) = (board.drawing.columns.len(), board.drawing.cells.len());
        let index = |square: Square| square.row * columns + square.column;
        let mut shown = Shown { last: vec![None; squares], legal: vec![false; squares] };
        for change in board.last {
            shown.last[index(change.square)] = change_mark(change);
        }
        for &square in board.marked {
            shown.last[index(square)] = Some(LAST);
        }
        for &square in &board.drawing.decided {
            shown.last[index(square)] = Some(DECIDED);
        }
        for choice in board.choices {
            match choice.touches.first() {
                Some(&Touch::At(square)) => shown.legal[index(square)] = true,
                Some(Touch::Hue(_)) => {
                    gained(&choice.changes).for_each(|square| shown.legal[index(square)] = true);
                }
                None => {}
            }
        }
        shown
    }
}

/// The squares that change their owner.
fn gained(changes: &[Change]) -> impl Iterator<Item = Square> {
    changes.iter().filter(|change| change.was.owner != change.now.owner).map(|change| change.square)
}

/// The mark for a change. A square that changes its colour but not its owner gets no mark.
fn change_mark(Change { was, now, .. }: &Change) -> Option<char> {
    match (was.piece, now.piece) {
        (Piece::Hue(_), Piece::Hue(_)) => {
            now.owner.filter(|_| was.owner != now.owner).map(|side| GAINED[side.index()])
        }
        (was, now) if was.side().zip(now.side()).is_some_and(|(was, now)| was != now) => {
            Some(TURNED)
        }
        _ => Some(LAST),
    }
}

/// The mark that is printed before a square's character.
fn mark(cell: &Cell, last: Option<char>, legal: bool) -> char {
    match (cell.piece, cell.owner) {
        (Piece::Block(_, edges), _) if edges.has(Edges::LEFT) => '━',
        _ if last.is_some() => last.unwrap_or(' '),
        (piece, _) if legal && piece != Piece::None => LEGAL,
        (_, Some(side)) => OWNER[side.index()],
        (_, None) => ' ',
    }
}

/// The character of a square; blocks are drawn with strokes.
fn glyph(cell: &Cell) -> char {
    let Piece::Block(_, edges) = cell.piece else { return cell.glyph };
    STROKES.iter().find(|(all, _)| edges.has(*all)).map_or(cell.glyph, |&(_, stroke)| stroke)
}

fn longest(labels: &[String]) -> usize {
    labels.iter().map(|label| label.chars().count()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests;
