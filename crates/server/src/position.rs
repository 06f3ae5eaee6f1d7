//! All that a board needs until the next move, in one message: what stands where, each legal move with the touches that mean
//! it and what it changes, and what to say.

use rules::{Argument, Cell, Change, Edges, Message, Piece, Side, Square, Table, Touch};
use serde::Serialize;
use serde_json::{Value, json};

/// A position as the page's script takes it.
///
/// Squares are numbers, row by row from the top left; looks are numbers of `looks`, so that a board of 2,500 squares is some
/// kilobytes.
#[derive(Debug, Serialize)]
pub(crate) struct Position {
    columns: Vec<String>,
    rows: Vec<String>,
    looks: Vec<Look>,
    /// The look of each square.
    cells: Vec<usize>,
    /// What a look is called.
    legend: Vec<(usize, Value)>,
    caption: Option<Value>,
    turn: usize,
    moves: Vec<Move>,
    /// What the last move changed.
    last: Vec<[usize; 3]>,
    /// The moves so far, and who made them.
    played: Vec<String>,
    movers: Vec<usize>,
    /// The first side's margin, once the game is over.
    margin: Option<i32>,
    diagram: String,
}

/// A name; its touches, squares from 0 and hues from -1 downwards; the squares it changes and their new looks.
type Move = (String, Vec<i64>, Vec<[usize; 2]>);

/// What a square looks like. What says nothing is left out.
#[derive(Debug, Serialize)]
struct Look {
    piece: &'static str,
    glyph: char,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<usize>,
    /// Where a block goes on: 1 up, 2 right, 4 down, 8 left.
    #[serde(skip_serializing_if = "Option::is_none")]
    edges: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hue: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<usize>,
}

impl Look {
    fn of(cell: &Cell) -> Look {
        let piece = match cell.piece {
            Piece::None => "none",
            Piece::Disc(_) => "disc",
            Piece::Stone(_) => "stone",
            Piece::Block(..) => "block",
            Piece::Car(_) => "car",
            Piece::CashBox => "box",
            Piece::Pillar => "pillar",
            Piece::Hue(_) => "hue",
        };
        let edges = match cell.piece {
            Piece::Block(_, edges) => Some(edge_bits(edges)),
            _ => None,
        };
        let hue = match cell.piece {
            Piece::Hue(hue) => Some(hue),
            _ => None,
        };
        let side = cell.piece.side().map(Side::index);
        Look { piece, glyph: cell.glyph, side, edges, hue, owner: cell.owner.map(Side::index) }
    }
}

fn edge_bits(edges: Edges) -> u8 {
    let all = [Edges::UP, Edges::RIGHT, Edges::DOWN, Edges::LEFT];
    all.iter().enumerate().filter(|(_, edge)| edges.has(**edge)).map(|(bit, _)| 1 << bit).sum()
}

/// The looks so far, each once.
#[derive(Default)]
struct Looks(Vec<Cell>);

impl Looks {
    fn number(&mut self, cell: &Cell) -> usize {
        self.0.iter().position(|known| known == cell).unwrap_or_else(|| {
            self.0.push(*cell);
            self.0.len() - 1
        })
    }
}

impl Position {
    /// The position at this table; `movers` made the moves so far.
    pub(crate) fn of(table: &dyn Table, movers: &[Side]) -> Position {
        let drawing = table.drawing();
        let (columns, mut looks) = (drawing.columns.len(), Looks::default());
        let index = |square: Square| square.row * columns + square.column;
        let cells = drawing.cells.iter().map(|cell| looks.number(cell)).collect();
        let legend = drawing.legend.iter().map(|(cell, what)| (looks.number(cell), message(what))).collect();
        let touch = |touch: &Touch| match *touch {
            Touch::At(square) => index(square) as i64,
            Touch::Hue(hue) => -1 - i64::from(hue),
        };
        let mut moves = Vec::new();
        for choice in table.choices() {
            let changes = choice.changes.iter().map(|change| [index(change.square), looks.number(&change.now)]);
            moves.push((choice.name, choice.touches.iter().map(touch).collect(), changes.collect()));
        }
        let mut change = |Change { square, was, now }: Change| [index(square), looks.number(&was), looks.number(&now)];
        let last = table.last_changes().into_iter().map(&mut change).collect();
        Position {
            last,
            cells,
            legend,
            moves,
            looks: looks.0.iter().map(Look::of).collect(),
            caption: drawing.caption.as_ref().map(message),
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

/// A message as its key and what fills its gaps: a number, a name, or a side as the key of its name in a list.
pub(crate) fn message(message: &Message) -> Value {
    let argument = |(gap, argument): &(&str, Argument)| {
        let value = match argument {
            Argument::Number(number) => json!(number),
            Argument::Side(side) => json!(["first", "second"][side.index()..=side.index()]),
            Argument::Name(name) => json!(name),
        };
        ((*gap).to_string(), value)
    };
    json!([message.key, Value::Object(message.arguments.iter().map(argument).collect())])
}
