//! The drawing, and the click that makes a move: a click on any square chooses the colour of that
//! square.

use rules::{Cell, Drawing, Game, Notation, Picture, Piece, Play, Touch};

use super::board::Colour;
use super::rules::{FloodWars, Position};

/// The keys in `words/en.txt` of the colours' names, in the order of the colours.
const NAMES: [&str; 5] = ["red", "blue", "green", "yellow", "violet"];

/// A square of each colour.
const HUES: [Cell; 5] = {
    let mut hues = [Cell::EMPTY; 5];
    let mut hue = 0;
    while hue < 5 {
        hues[hue] = Cell::new(Piece::Hue(hue as u8), Colour::ALL[hue].glyph());
        hue += 1;
    }
    hues
};

impl<const W: usize> Picture for FloodWars<W> {
    const PLACEABLE: &'static [Cell] = &HUES;

    fn draw(play: &Play<Self>) -> Drawing {
        let (game, position) = (play.game(), play.position());
        let numbers = |n: usize| (1..=n).map(|i| i.to_string()).collect();
        let mut drawing = Drawing::bare(numbers(game.columns), numbers(game.rows));
        for (i, cell) in drawing.cells.iter_mut().enumerate() {
            let (row, column) = (i / game.columns, i % game.columns);
            let colour = game.colour(position, row, column);
            *cell = Cell { owner: game.owner(position, row, column), ..HUES[colour.index()] };
        }
        let tally = game.tally(position);
        drawing.legend = HUES.into_iter().zip(NAMES.map(Self::say)).collect();
        let [first, second] = tally.points;
        let caption = match game.outcome(position) {
            None => Self::say("score").number("open", tally.open),
            Some(_) if position.half_moves >= game.limit => {
                Self::say("limit-reached").number("limit", game.limit)
            }
            Some(_) => Self::say("divided"),
        };
        drawing.caption = Some(caption.number("j", first).number("s", second));
        drawing
    }

    fn gesture(&self, _position: &Position<W>, colour: Colour) -> Vec<Touch> {
        vec![Touch::Hue(colour.index() as u8)]
    }
}
