//! Squares and messages in the form that scripts read.

use std::collections::BTreeMap;

use rules::figure::{Figure, Theme};
use rules::{Argument, Cell, Choice, Edges, Message, Piece, Side, Square, Touch};
use serde::Serialize;
use serde_json::{Value, json};

/// The look of a square: everything that is drawn on it. JSON leaves out what a square lacks.
#[derive(Clone, Debug, Serialize)]
pub struct Look {
    piece: &'static str,
    glyph: char,
    #[serde(skip_serializing_if = "Option::is_none")]
    figure: Option<Paths>,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<usize>,
    /// The directions in which a block continues, as a sum: 1 up, 2 right, 4 down, 8 left.
    #[serde(skip_serializing_if = "Option::is_none")]
    edges: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hue: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<usize>,
}

impl Look {
    /// Whether a square of this look has a colour that a player can choose.
    #[must_use]
    pub fn has_hue(&self) -> bool {
        self.hue.is_some()
    }

    fn of(cell: &Cell) -> Look {
        let (piece, figure) = match cell.piece {
            Piece::None => ("none", None),
            Piece::Block(..) => ("block", None),
            Piece::Hue(_) => ("hue", None),
            Piece::Figure(figure, _) => (figure.name, Some(Paths::of(figure))),
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
        Look {
            piece,
            glyph: cell.glyph,
            figure,
            side,
            edges,
            hue,
            owner: cell.owner.map(Side::index),
        }
    }
}

/// A figure as scripts draw it.
#[derive(Clone, Debug, Serialize)]
struct Paths {
    /// A role and a path for each part, from the lowest.
    parts: Vec<[&'static str; 2]>,
    /// The size of the letter, and how far it is below the middle.
    #[serde(skip_serializing_if = "Option::is_none")]
    letter: Option<(u8, i8)>,
    /// The figure is turned with the board.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    directed: bool,
    /// The board's theme, unless it is wood.
    #[serde(skip_serializing_if = "Option::is_none")]
    theme: Option<&'static str>,
}

impl Paths {
    fn of(figure: &Figure) -> Paths {
        Paths {
            parts: figure.parts.iter().map(|part| [part.role.name(), part.path]).collect(),
            letter: figure.letter.map(|letter| (letter.size, letter.below)),
            directed: figure.is_directed,
            theme: Some(figure.theme).filter(|theme| *theme != Theme::Wood).map(Theme::name),
        }
    }
}

fn edge_bits(edges: Edges) -> u8 {
    let all = [Edges::UP, Edges::RIGHT, Edges::DOWN, Edges::LEFT];
    all.iter().enumerate().filter(|(_, edge)| edges.has(**edge)).map(|(bit, _)| 1 << bit).sum()
}

/// A move: its name; what the player touches to make it, namely squares (numbered from 0 up) or
/// colours (from -1 down); and the squares that it changes, with their new looks.
pub type LegalMove = (String, Vec<i64>, Vec<[usize; 2]>);

/// The different looks so far. Messages refer to a look by its number, so a board of 2,500 squares
/// takes some kilobytes.
#[derive(Debug, Default)]
pub struct Looks(Vec<Cell>);

impl Looks {
    /// The number of a look, from 0.
    pub fn number(&mut self, cell: &Cell) -> usize {
        self.0.iter().position(|known| known == cell).unwrap_or_else(|| {
            self.0.push(*cell);
            self.0.len() - 1
        })
    }

    /// A legal move on a board of this width.
    pub fn choice(&mut self, choice: Choice, columns: usize) -> LegalMove {
        let index = |square: Square| square.row * columns + square.column;
        let touch = |touch: &Touch| match *touch {
            Touch::At(square) => index(square) as i64,
            Touch::Hue(hue) => -1 - i64::from(hue),
        };
        let changes =
            choice.changes.iter().map(|change| [index(change.square), self.number(&change.now)]);
        (choice.name, choice.touches.iter().map(touch).collect(), changes.collect())
    }

    /// All looks, by their numbers.
    #[must_use]
    pub fn all(&self) -> Vec<Look> {
        self.0.iter().map(Look::of).collect()
    }
}

/// A message in JSON: its key, and the values of its gaps. A value is a number or a name; for a
/// side, the value is a list with the key of the side's name.
#[must_use]
pub fn message(message: &Message) -> Value {
    json!([message.key, Value::Object(values(message).into_iter().collect())])
}

/// The values of a message's gaps, in the order in which JSON has the gaps.
pub(crate) fn values(message: &Message) -> BTreeMap<String, Value> {
    message.arguments.iter().map(|(gap, with)| (gap.to_string(), argument(with))).collect()
}

/// The value of a gap.
fn argument(argument: &Argument) -> Value {
    match argument {
        Argument::Number(number) => json!(number),
        Argument::Side(side) => json!(["first", "second"][side.index()..=side.index()]),
        Argument::Name(name) | Argument::Decimal(name) => json!(name),
        // No caption of a board has such values, and scripts do not know them.
        Argument::Message(message) => json!(message.to_string()),
        Argument::List(all) => all.iter().map(self::argument).collect(),
    }
}
