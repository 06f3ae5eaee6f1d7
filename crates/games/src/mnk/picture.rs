//! What is drawn, and what a click means: a click on a free square places a stone.

use rules::{Cell, Drawing, Paint, Picture, Play, Side, Square, Touch, column_letters};

use super::notation::stone;
use super::rules::{Mnk, Position};

impl<const W: usize> Picture for Mnk<W> {
    fn draw(play: &Play<Self>) -> Drawing {
        let game = play.game();
        let columns = (0..game.columns).map(column_letters).collect();
        let rows = (1..=game.rows).map(|row| row.to_string()).collect();
        let mut drawing = Drawing::bare(columns, rows);
        for (square, cell) in drawing.cells.iter_mut().enumerate() {
            match stone(&play.position().stones, square) {
                0 => {}
                1 => *cell = Cell::piece(Side::First, 'x'),
                // A diagram may show no square with both stones.
                _ => *cell = Cell::new(Paint::Second, 'o'),
            }
        }
        drawing.legend = vec![('x', "first player"), ('o', "second player")];
        drawing.caption = format!("{} in a row win", game.in_a_row);
        drawing
    }

    fn gesture(&self, _position: &Position<W>, square: usize) -> Vec<Touch> {
        vec![Touch::At(Square { column: square % self.columns, row: square / self.columns })]
    }
}
