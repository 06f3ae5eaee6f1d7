//! The engine's evaluation: territory, and the open squares that a side reaches first.

use rules::bits::Bits;
use search::{Evaluate, Score};

use super::area::widened;
use super::board::Colour;
use super::rules::{FloodWars, Position};

/// Counts territories, and the squares that each side reaches first, step by step through the open squares.
#[derive(Clone, Copy, Debug)]
pub struct Reach;

/// The value of an owned square.
const OWNED: Score = 10;

/// The value of a square that one side reaches first. The side may still lose it.
const REACHED: Score = 6;

impl<const W: usize> Evaluate<FloodWars<W>> for Reach {
    const EVERY_POINT_COUNTS: bool = true;
    const ORDERS_WELL: bool = true;
    const POINT: Score = OWNED;

    fn evaluate(&self, game: &FloodWars<W>, position: &Position<W>) -> Score {
        let owned = position.territories.map(|own| own.count() as Score);
        let reached = reached_first(game, position).map(|squares| squares as Score);
        position.turn.sign() * (OWNED * (owned[0] - owned[1]) + REACHED * (reached[0] - reached[1]))
    }

    /// A move gains more squares on a larger board, so the number of moves grows only with the board's sides. It is
    /// half of their sum, the mean of six games on 14 by 18. It shrinks with the number of open squares.
    fn moves_left(&self, game: &FloodWars<W>, position: &Position<W>) -> u32 {
        let sides = game.rows + game.columns;
        let open = game.open(&position.territories).count();
        (sides * open / (game.rows * game.columns)) as u32 / 2 + 2
    }

    /// The number of squares of the colour that touch the territory.
    fn move_score(&self, game: &FloodWars<W>, position: &Position<W>, colour: Colour) -> i32 {
        let own = &position.territories[position.turn.index()];
        let open = game.open(&position.territories);
        let plane = &game.planes[colour.index()];
        let free = Bits(std::array::from_fn(|r| plane.0[r] & open.0[r]));
        widened(own, &free).count() as i32
    }
}

/// The open squares that each side reaches in fewer steps than the other; both walk one square at a time.
fn reached_first<const W: usize>(game: &FloodWars<W>, position: &Position<W>) -> [usize; 2] {
    let mut open = game.open(&position.territories);
    let mut near = position.territories;
    let mut squares = [0, 0];
    loop {
        let next = [widened(&near[0], &open), widened(&near[1], &open)];
        if next[0].is_empty() && next[1].is_empty() {
            return squares;
        }
        for side in [0, 1] {
            squares[side] += next[side].without(next[1 - side]).count();
        }
        open = open.without(next[0] | next[1]);
        near = next;
    }
}
