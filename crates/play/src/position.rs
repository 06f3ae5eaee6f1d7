//! Everything that a board needs until the next move, in one message: the squares, the texts, and
//! each legal move, with what the player touches to make it and what it changes.

use page::{LegalMove, Look, Looks, message};
use rules::{Change, Side, Square, Table};
use serde::Serialize;
use serde_json::Value;

/// A position in the form that the page's script takes.
///
/// Squares are numbers, row by row from the top left. The look of a square is an index in `looks`,
/// so that a board of 2,500 squares takes only a few kilobytes.
#[derive(Debug, Serialize)]
pub struct Position {
    columns: Vec<String>,
    rows: Vec<String>,
    looks: Vec<Look>,
    /// The look of each square.
    cells: Vec<usize>,
    /// The name of each look in the legend.
    legend: Vec<(usize, Value)>,
    caption: Option<Value>,
    /// The squares that decided the game.
    decided: Vec<usize>,
    turn: usize,
    moves: Vec<LegalMove>,
    /// The squares that the last move changed: for each, its number, its old look and its new look.
    last: Vec<[usize; 3]>,
    /// The names of the moves so far; `movers` has the side that made each move.
    played: Vec<String>,
    movers: Vec<usize>,
    /// The first side's margin, once the game is over.
    margin: Option<i32>,
    diagram: String,
}

impl Position {
    /// Whether squares have colours that a player can choose.
    pub(crate) fn has_hues(&self) -> bool {
        self.looks.iter().any(Look::has_hue)
    }

    /// The position as a picture needs it.
    #[must_use]
    pub fn without_moves(mut self) -> Position {
        self.moves.clear();
        self
    }

    /// The position on a table; `movers` are the sides that made the moves so far.
    #[must_use]
    pub fn of(table: &dyn Table, movers: &[Side]) -> Position {
        let drawing = table.drawing();
        let (columns, mut looks) = (drawing.columns.len(), Looks::default());
        let index = |square: Square| square.row * columns + square.column;
        let cells = drawing.cells.iter().map(|cell| looks.number(cell)).collect();
        let legend =
            drawing.legend.iter().map(|(cell, what)| (looks.number(cell), message(what))).collect();
        let choices = table.choices().into_iter();
        let moves = choices.map(|choice| looks.choice(choice, columns)).collect();
        let mut change = |Change { square, was, now }: Change| {
            [index(square), looks.number(&was), looks.number(&now)]
        };
        let last = table.last_changes().into_iter().map(&mut change).collect();
        Position {
            last,
            cells,
            legend,
            moves,
            looks: looks.all(),
            caption: drawing.caption.as_ref().map(message),
            decided: drawing.decided.into_iter().map(index).collect(),
            turn: table.turn().index(),
            played: table.moves(),
            movers: movers.iter().map(|side| side.index()).collect(),
            margin: table.outcome().map(|outcome| outcome.margin),
            diagram: table.diagram(),
            columns: drawing.columns,
            rows: drawing.rows,
        }
    }
}
