//! What is drawn, and what a click means: a click on a block's first square, the topmost for Left and the leftmost for
//! Right, places it.

use rules::{Cell, Drawing, Game, Paint, Picture, Play, Side, Square, Touch};

use super::notation::{column_letter, row_letter};
use super::rules::{Move, Position, Poziomka};

/// Blocks as they are drawn on paper: a stroke along the owner's lane.
const GLYPHS: [char; 2] = ['|', '-'];
/// A square that was taken before the game began.
const TAKEN: char = '#';

impl Picture for Poziomka {
    fn draw(play: &Play<Self>) -> Drawing {
        let game = play.game();
        let columns = (0..game.columns).map(|column| column_letter(column).to_string()).collect();
        let rows = (0..game.rows).map(|row| row_letter(row).to_string()).collect();
        let mut drawing = Drawing::bare(columns, rows);
        draw_start(&mut drawing, game);
        for (position, &mv) in play.positions().iter().zip(play.moves()) {
            let side = position.turn;
            for (column, row) in game.squares(side, mv) {
                *drawing.at_mut(Square { column, row }) = Cell::piece(side, GLYPHS[side.index()]);
            }
        }
        let [left, right] = Side::BOTH.map(|side| game.alone(play.position(), side));
        drawing.legend = vec![(GLYPHS[0], "Left's block"), (GLYPHS[1], "Right's block"), (TAKEN, "taken at the start")];
        drawing.caption = format!("blocks of {}; could still place at once: Left {left}, Right {right}", game.length);
        drawing
    }

    fn gesture(&self, position: &Position, mv: Move) -> Vec<Touch> {
        let first = self.squares(position.turn, mv).next();
        first.map(|(column, row)| Touch::At(Square { column, row })).into_iter().collect()
    }
}

fn draw_start(drawing: &mut Drawing, game: &Poziomka) {
    let start = game.start();
    for row in 0..game.rows {
        for column in (0..game.columns).filter(|&column| !start.is_free(column, row)) {
            *drawing.at_mut(Square { column, row }) = Cell::new(Paint::Blocked, TAKEN);
        }
    }
}
