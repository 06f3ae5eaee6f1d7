//! What is drawn, and what a click means: a click on any square of a colour chooses that colour.

use rules::{Cell, Drawing, Paint, Picture, Play, Touch};

use super::board::Colour;
use super::rules::{FloodWars, Position};

/// What the colours are called, in their order.
const NAMES: [&str; 5] = ["red", "blue", "green", "yellow", "violet"];

impl<const W: usize> Picture for FloodWars<W> {
    fn draw(play: &Play<Self>) -> Drawing {
        let (game, position) = (play.game(), play.position());
        let numbers = |n: usize| (1..=n).map(|i| i.to_string()).collect();
        let mut drawing = Drawing::bare(numbers(game.columns), numbers(game.rows));
        for (i, cell) in drawing.cells.iter_mut().enumerate() {
            let (row, column) = (i / game.columns, i % game.columns);
            let colour = game.colour(position, row, column);
            let paint = Paint::Hue(colour.index() as u8);
            *cell = Cell { paint, glyph: colour.glyph(), owner: game.owner(position, row, column) };
        }
        let tally = game.tally(position);
        drawing.legend = Colour::ALL.map(|colour| (colour.glyph(), NAMES[colour.index()])).to_vec();
        drawing.caption = format!("J {}, S {}, open {}", tally.points[0], tally.points[1], tally.open);
        drawing
    }

    fn gesture(&self, _position: &Position<W>, colour: Colour) -> Vec<Touch> {
        vec![Touch::Hue(colour.index() as u8)]
    }
}
