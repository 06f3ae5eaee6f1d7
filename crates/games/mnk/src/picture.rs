//! The drawing and the meaning of a click: a click on a free square places a stone.

use rules::figure::{Figure, Part, Role, Theme};
use rules::{
    Cell, Drawing, Game, Notation, Picture, Piece, Play, Side, Square, Touch, column_letters,
};

use super::notation::stone;
use super::rules::{Mnk, Position};

const CROSS: Figure = Figure::new("cross", Theme::Wood, &[line("m-5-5l10 10m0-10l-10 10")]);
const RING: Figure =
    Figure::new("ring", Theme::Wood, &[line("m-5.4 0a5.4 5.4 0 1 0 10.8 0a5.4 5.4 0 1 0-10.8 0")]);

const FIRST: Cell = Cell::new(Piece::Figure(&CROSS, Some(Side::First)), 'x');
const SECOND: Cell = Cell::new(Piece::Figure(&RING, Some(Side::Second)), 'o');

const fn line(path: &'static str) -> Part {
    Part { role: Role::OwnLine, path }
}

impl<const W: usize> Picture for Mnk<W> {
    const PLACEABLE: &'static [Cell] = &[Cell::EMPTY, FIRST, SECOND];

    fn draw(play: &Play<Self>) -> Drawing {
        let (game, position) = (play.game(), play.position());
        let columns = (0..game.columns).map(column_letters).collect();
        let rows = (1..=game.rows).map(|row| row.to_string()).collect();
        let mut drawing = Drawing::bare(columns, rows);
        for (square, cell) in drawing.cells.iter_mut().enumerate() {
            *cell = Self::PLACEABLE[usize::from(stone(&position.stones, square))];
        }
        drawing.legend = vec![(FIRST, Self::say("first")), (SECOND, Self::say("second"))];
        let key = match game.outcome(position) {
            None => "in-a-row",
            Some(_) if position.winner.is_some() => "won",
            Some(_) => "full",
        };
        drawing.caption = Some(Self::say(key).number("k", game.in_a_row));
        if let Some(side) = position.winner {
            let line = game.line_squares(position.stones[side.index()]);
            drawing.decided = line.into_iter().map(|square| game.place(square)).collect();
        }
        drawing
    }

    fn gesture(&self, _position: &Position<W>, square: usize) -> Vec<Touch> {
        vec![Touch::At(self.place(square))]
    }
}

impl<const W: usize> Mnk<W> {
    fn place(&self, square: usize) -> Square {
        Square { column: square % self.columns, row: square / self.columns }
    }
}
