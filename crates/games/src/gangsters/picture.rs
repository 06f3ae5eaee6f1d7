//! What is drawn, and what clicks mean: one where the box goes, one on a car, one where the car goes.

use rules::{Cell, Drawing, Paint, Picture, Play, Side, Touch};

use super::board::Square;
use super::diagram::glyph;
use super::moves::Move;
use super::rules::{Gangsters, Position};

impl Picture for Gangsters {
    fn draw(play: &Play<Self>) -> Drawing {
        let (game, position) = (play.game(), play.position());
        let labels = |n: usize| (1..=n).map(|number| number.to_string());
        let mut drawing = Drawing::bare(labels(game.columns).collect(), labels(game.rows).rev().collect());
        for (i, cell) in drawing.cells.iter_mut().enumerate() {
            let column = (i % game.columns + 1) as u8;
            let square = Square { column, row: (game.rows - i / game.columns) as u8 };
            *cell = game.cell(position, square);
        }
        drawing.legend = vec![('R', "red's car"), ('G', "green's car"), ('#', "pillar"), ('$', "cash box")];
        drawing.caption = caption(play);
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
    fn cell(&self, position: &Position, square: Square) -> Cell {
        let cell = match glyph(self, position, square) {
            'R' => Cell::piece(Side::First, 'R'),
            'G' => Cell::piece(Side::Second, 'G'),
            '$' => Cell::new(Paint::Prize, '$'),
            '#' => return Cell::new(Paint::Blocked, '#'),
            _ => Cell::EMPTY,
        };
        Cell { owner: self.parking(square), ..cell }
    }

    fn touch(&self, square: Square) -> Touch {
        let row = self.rows - usize::from(square.row);
        Touch::At(rules::Square { column: usize::from(square.column) - 1, row })
    }
}

fn caption(play: &Play<Gangsters>) -> String {
    let game = play.game();
    let made = match game.limit {
        0 => format!("moves made: {}", play.moves().len()),
        limit => format!("moves made: {} of {}", play.position().half_moves, 2 * u64::from(limit)),
    };
    format!("{made}; directions: 0 up, 2 right, 4 down, 6 left, odd ones between")
}
