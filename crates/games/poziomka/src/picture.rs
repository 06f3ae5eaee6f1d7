//! The drawing, and the click that makes a move. A click places a block from the clicked square,
//! downwards for Left and to the right for Right.

use rules::{Cell, Drawing, Edges, Game, Notation, Picture, Piece, Play, Side, Square, Touch};

use super::notation::{column_letter, row_letter};
use super::rules::{Move, Position, Poziomka};

/// A square that was taken before the game began. Nobody knows which block took it.
const TAKEN: Cell = Cell::new(Piece::Block(None, Edges::NONE), '#');

/// For each side, two edges of a square in a block: the edge towards the previous square of the
/// block, and the edge towards the next square of the block.
const ALONG: [[Edges; 2]; 2] = [[Edges::UP, Edges::DOWN], [Edges::LEFT, Edges::RIGHT]];

/// A square of a block of `side`. The square's character is a stroke in the block's direction.
const fn block(side: Side, edges: Edges) -> Cell {
    Cell::new(Piece::Block(Some(side), edges), ['|', '-'][side.index()])
}

impl Picture for Poziomka {
    const PLACEABLE: &'static [Cell] = &[Cell::EMPTY, TAKEN];

    fn draw(play: &Play<Self>) -> Drawing {
        let game = play.game();
        let columns = (0..game.columns).map(|column| column_letter(column).to_string()).collect();
        let rows = (0..game.rows).map(|row| row_letter(row).to_string()).collect();
        let mut drawing = Drawing::bare(columns, rows);
        draw_start(&mut drawing, game);
        for (position, &mv) in play.positions().iter().zip(play.moves()) {
            draw_block(&mut drawing, game, position.turn, mv);
        }
        let [left, right] = Side::BOTH.map(|side| game.alone(play.position(), side));
        let middle = |side: Side| block(side, ALONG[side.index()][0].and(ALONG[side.index()][1]));
        drawing.legend = vec![
            (middle(Side::First), Self::say("left-block")),
            (middle(Side::Second), Self::say("right-block")),
            (TAKEN, Self::say("taken-at-start")),
        ];
        let caption = match game.outcome(play.position()) {
            None => Self::say("room").number("left", left).number("right", right),
            Some(_) => Self::say("no-room").side("side", play.position().turn),
        };
        drawing.caption = Some(caption.number("length", game.length));
        drawing
    }

    fn gesture(&self, position: &Position, mv: Move) -> Vec<Touch> {
        let first = self.squares(position.turn, mv).next();
        first.map(|(column, row)| Touch::At(Square { column, row })).into_iter().collect()
    }
}

fn draw_start(drawing: &mut Drawing, game: &Poziomka) {
    let start = game.start();
    for square in drawing.squares() {
        if !start.is_free(square.column, square.row) {
            *drawing.at_mut(square) = TAKEN;
        }
    }
}

fn draw_block(drawing: &mut Drawing, game: &Poziomka, side: Side, mv: Move) {
    let [back, on] = ALONG[side.index()];
    for (i, (column, row)) in game.squares(side, mv).enumerate() {
        let before = if i > 0 { back } else { Edges::NONE };
        let after = if i + 1 < game.length { on } else { Edges::NONE };
        *drawing.at_mut(Square { column, row }) = block(side, before.and(after));
    }
}
