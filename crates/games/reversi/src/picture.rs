//! The drawing, and the click that makes a move: a click on a square places a disc. A pass needs a
//! button.

use rules::figure::{Figure, Part, Role, Theme};
use rules::{Cell, Drawing, Game, Notation, Picture, Piece, Play, Side, Square, Touch};

use super::board::SIDE;
use super::notation::{at, disc};
use super::rules::{Move, Position, Reversi};

/// A disc with its shadow.
const DISC: Figure = Figure::new(
    "disc",
    Theme::Felt,
    &[
        Part { role: Role::Shadow, path: "m-8.2.9a8.2 8.2 0 1 0 16.4 0a8.2 8.2 0 1 0-16.4 0z" },
        Part { role: Role::Own, path: "m-8.2 0a8.2 8.2 0 1 0 16.4 0a8.2 8.2 0 1 0-16.4 0z" },
        Part { role: Role::Rim, path: "m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z" },
    ],
);

/// A cell with a disc of this side.
const fn cell(side: Side) -> Cell {
    Cell::new(Piece::Figure(&DISC, Some(side)), disc(side))
}

impl Picture for Reversi {
    const PLACEABLE: &'static [Cell] = &[Cell::EMPTY, cell(Side::First), cell(Side::Second)];

    fn draw(play: &Play<Self>) -> Drawing {
        let columns = ('a'..='h').map(String::from).collect();
        let rows = (1..=SIDE).map(|row| row.to_string()).collect();
        let mut drawing = Drawing::bare(columns, rows);
        for (square, shown) in drawing.cells.iter_mut().enumerate() {
            if let Some(side) = at(play.position(), square % SIDE, square / SIDE) {
                *shown = cell(side);
            }
        }
        drawing.legend = vec![
            (cell(Side::First), Self::say("first")),
            (cell(Side::Second), Self::say("second")),
        ];
        let [black, white] = play.position().count();
        let is_over = play.game().outcome(play.position()).is_some();
        let caption = Self::say(if is_over { "final-score" } else { "score" });
        drawing.caption = Some(caption.number("black", black).number("white", white));
        drawing
    }

    fn gesture(&self, _position: &Position, mv: Move) -> Vec<Touch> {
        mv.place().map(|(column, row)| Touch::At(Square { column, row })).into_iter().collect()
    }
}
