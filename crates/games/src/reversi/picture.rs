//! What is drawn, and what a click means: a click on a square places a disc; a pass needs a button.

use rules::{Cell, Drawing, Picture, Play, Side, Square, Touch};

use super::board::SIDE;
use super::notation::{at, disc};
use super::rules::{Move, Position, Reversi};

impl Picture for Reversi {
    fn draw(play: &Play<Self>) -> Drawing {
        let columns = ('a'..='h').map(String::from).collect();
        let rows = (1..=SIDE).map(|row| row.to_string()).collect();
        let mut drawing = Drawing::bare(columns, rows);
        for (square, cell) in drawing.cells.iter_mut().enumerate() {
            if let Some(side) = at(play.position(), square % SIDE, square / SIDE) {
                *cell = Cell::piece(side, disc(side));
            }
        }
        drawing.legend = vec![(disc(Side::First), "black"), (disc(Side::Second), "white")];
        let [black, white] = play.position().count();
        drawing.caption = format!("black {black}, white {white}");
        drawing
    }

    fn gesture(&self, _position: &Position, mv: Move) -> Vec<Touch> {
        mv.place().map(|(column, row)| Touch::At(Square { column, row })).into_iter().collect()
    }
}
