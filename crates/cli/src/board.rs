//! A drawing as text: squares two characters wide, or one where the terminal is narrow. Colours only repeat what the
//! characters say, so that the text stays whole when they are taken away.

use std::fmt::Write;

use anstyle::Effects;
use rules::{Cell, Drawing, Side, Square};

use crate::palette::{FAINT, Palette, STRONG};
use crate::words::wrapped;

/// What stands before the glyph of a square of either side's.
const OWNER: [char; 2] = ['▖', '▝'];
/// What stands before the glyph of a square that the last move touched.
const LAST: char = '>';

/// A board to be put on the screen.
pub(crate) struct Board<'a> {
    pub(crate) drawing: &'a Drawing,
    /// What the sides are called.
    pub(crate) sides: [&'static str; 2],
    /// The squares of the last move.
    pub(crate) last: &'a [Square],
}

impl Board<'_> {
    /// The board, legend and caption for a screen of so many columns; `None` stands for any number.
    pub(crate) fn text(&self, columns: Option<usize>) -> String {
        let fits = |cell: usize| columns.is_none_or(|columns| self.width(cell) <= columns);
        let text = match [2, 1].into_iter().find(|&cell| fits(cell)) {
            Some(cell) => self.head(cell) + &self.body(cell) + &self.legend(cell, columns),
            None => String::new(),
        };
        let width = columns.unwrap_or(usize::MAX);
        text + &wrapped(&self.remark(columns), width, [2, 2]) + &wrapped(&self.drawing.caption, width, [2, 2])
    }

    fn palette(&self) -> Palette {
        Palette::new(self.sides)
    }

    /// Columns of text with squares so wide.
    fn width(&self, cell: usize) -> usize {
        self.margin() + cell * self.drawing.columns.len()
    }

    /// Columns of text left of the squares: the longest label and a space on either side.
    fn margin(&self) -> usize {
        2 + longest(&self.drawing.rows)
    }

    /// The columns' labels, a letter a line where they are longer than that.
    fn head(&self, cell: usize) -> String {
        let height = longest(&self.drawing.columns);
        let mut text = String::new();
        for level in 0..height {
            let mut line = " ".repeat(self.margin());
            for label in &self.drawing.columns {
                let above = height - label.chars().count();
                let letter = level.checked_sub(above).and_then(|i| label.chars().nth(i)).unwrap_or(' ');
                let _ = write!(line, "{letter:>cell$}");
            }
            let _ = writeln!(text, "{FAINT}{}{FAINT:#}", line.trim_end());
        }
        text
    }

    fn body(&self, cell: usize) -> String {
        let width = longest(&self.drawing.rows);
        let mut text = String::new();
        for (row, label) in self.drawing.rows.iter().enumerate() {
            let _ = write!(text, "{FAINT} {label:>width$} {FAINT:#}");
            for column in 0..self.drawing.columns.len() {
                self.square(&mut text, Square { column, row }, cell);
            }
            text.push('\n');
        }
        text
    }

    fn square(&self, text: &mut String, square: Square, width: usize) {
        let cell = self.drawing.at(square);
        let last = self.last.contains(&square);
        let mut style = self.palette().cell(cell, (square.column + square.row) % 2 == 1, last);
        // Where there is no room for marks, effects say the same as far as they can.
        if width == 1 {
            let underlined = if cell.owner == Some(Side::Second) { Effects::UNDERLINE } else { Effects::new() };
            style |= if last { Effects::INVERT } else { underlined };
        }
        let _ = match width {
            1 => write!(text, "{style}{}{style:#}", cell.glyph),
            _ => write!(text, "{style}{}{}{style:#}", mark(cell, last), cell.glyph),
        };
    }

    fn legend(&self, cell: usize, columns: Option<usize>) -> String {
        let mut entries: Vec<_> = self.drawing.legend.iter().map(|&(glyph, what)| self.entry(glyph, what)).collect();
        if cell == 2 {
            entries.extend(self.marks());
        }
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

    /// A glyph, painted as on the board if it stands there, and what it means; and how wide that is.
    fn entry(&self, glyph: char, what: &str) -> (String, usize) {
        let there = self.drawing.cells.iter().find(|cell| cell.glyph == glyph);
        let style = there.map_or(STRONG, |cell| self.palette().cell(&Cell { owner: None, ..*cell }, false, false));
        (format!("{style}{glyph}{style:#} {what}"), 2 + what.chars().count())
    }

    fn marks(&self) -> Vec<(String, usize)> {
        let owned = Side::BOTH.into_iter().filter(|&side| self.drawing.cells.iter().any(|c| c.owner == Some(side)));
        let mut marks: Vec<_> =
            owned.map(|side| format!("{} owned by {}", OWNER[side.index()], self.sides[side.index()])).collect();
        if !self.last.is_empty() {
            marks.push(format!("{LAST} last move"));
        }
        marks.into_iter().map(|mark| (mark.clone(), mark.chars().count())).collect()
    }

    /// What a terminal too narrow for the board is told.
    fn remark(&self, columns: Option<usize>) -> String {
        let (needed, least) = (self.width(2), self.width(1));
        match columns {
            Some(columns) if columns < least => {
                format!("(the board needs {least} columns, better {needed}; this terminal has {columns})")
            }
            Some(columns) if columns < needed => {
                format!("(drawn small: the whole board needs {needed} columns, this terminal has {columns})")
            }
            _ => String::new(),
        }
    }
}

fn mark(cell: &Cell, last: bool) -> char {
    match cell.owner {
        _ if last => LAST,
        Some(side) => OWNER[side.index()],
        None => ' ',
    }
}

fn longest(labels: &[String]) -> usize {
    labels.iter().map(|label| label.chars().count()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests;
