//! The drawing, and the clicks that make a move: the box's new square, a car, and the car's new
//! square.

use rules::{Cell, Drawing, Game, Message, Notation, Picture, Piece, Play, Side, Touch};

use super::board::Square;
use super::diagram::{GLYPHS, kind, square};
use super::figures::{CASH_BOX, GREEN_CAR, PILLAR, RED_CAR};
use super::moves::Move;
use super::position::{Gangsters, Position};

/// The contents of a square, in the order of the diagram's characters.
const CELLS: [Cell; 5] = [
    Cell::EMPTY,
    Cell::new(Piece::Figure(&RED_CAR, Some(Side::First)), GLYPHS[1]),
    Cell::new(Piece::Figure(&GREEN_CAR, Some(Side::Second)), GLYPHS[2]),
    Cell::new(Piece::Figure(&PILLAR, None), GLYPHS[3]),
    Cell::new(Piece::Figure(&CASH_BOX, None), GLYPHS[4]),
];

/// The keys in `words/en.txt` for the contents of a square. There is no key for an empty square.
const WORDS: [&str; 4] = ["red-car", "green-car", "pillar", "cash-box"];

impl Picture for Gangsters {
    const PLACEABLE: &'static [Cell] = &CELLS;

    fn draw(play: &Play<Self>) -> Drawing {
        let (game, position) = (play.game(), play.position());
        let labels = |n: usize| (1..=n).map(|number| number.to_string());
        let mut drawing =
            Drawing::bare(labels(game.columns).collect(), labels(game.rows).rev().collect());
        for (i, cell) in drawing.cells.iter_mut().enumerate() {
            *cell = game.cell(position, square(game, i));
        }
        drawing.legend = CELLS.into_iter().skip(1).zip(WORDS.map(Self::say)).collect();
        drawing.caption = caption(play);
        if game.parking(position.cash_box).is_some() {
            drawing.decided = vec![game.place(position.cash_box)];
        }
        drawing
    }

    fn gesture(&self, position: &Position, mv: Move) -> Vec<Touch> {
        let mut free = self.free(position);
        let landing = self.box_lands(&free, position.cash_box, mv.box_direction);
        let Some((car, direction)) = mv.car else { return vec![self.touch(landing)] };
        free.remove(landing);
        [landing, car, free.slide(car, direction)].map(|square| self.touch(square)).to_vec()
    }
}

impl Gangsters {
    /// The cell to draw for a square. A pillar in a car park has no owner, since nobody can park
    /// there.
    fn cell(&self, position: &Position, square: Square) -> Cell {
        let cell = CELLS[usize::from(kind(self, position, square))];
        let is_pillar = cell == CELLS[3];
        let owner = self.parking(square).filter(|_| !is_pillar);
        Cell { owner, ..cell }
    }

    fn touch(&self, square: Square) -> Touch {
        Touch::At(self.place(square))
    }

    fn place(&self, square: Square) -> rules::Square {
        let row = self.rows - usize::from(square.row);
        rules::Square { column: usize::from(square.column) - 1, row }
    }
}

/// How many moves are left before the limit, or why the game is over.
fn caption(play: &Play<Gangsters>) -> Option<Message> {
    let (game, position) = (play.game(), play.position());
    if let Some(owner) = game.parking(position.cash_box) {
        return Some(Gangsters::say("parked").side("side", owner));
    }
    if game.limit_reached(position) {
        return Some(Gangsters::say("limit-reached").number("limit", game.limit));
    }
    if game.moves(position).next().is_none() {
        return Some(Gangsters::say("stuck").side("side", position.turn));
    }
    let (made, all) = (u64::from(position.half_moves), 2 * u64::from(game.limit));
    let left = || Gangsters::say("made-of").number("made", made).number("left", all - made);
    (game.limit > 0).then(left)
}
