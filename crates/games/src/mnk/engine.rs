//! The engine's evaluation: lines that can still be completed, the nearer to completion the better.

use rules::bits::Bits;
use search::{Evaluate, Score};

use super::rules::{Mnk, Position};

/// Counts each side's open lines that are one, two or three stones short.
#[derive(Clone, Copy, Debug)]
pub struct OpenLines;

/// What an open line is worth that is 1, 2 or 3 stones short. A line nearer by a stone outweighs a handful of others.
const WORTH: [usize; 3] = [100, 12, 2];

/// Whoever is to move completes a line one short, or gains a stone on any other.
const TEMPO: Score = 15;

impl<const W: usize> Evaluate<Mnk<W>> for OpenLines {
    const POINT: Score = WORTH[0] as Score;

    fn evaluate(&self, game: &Mnk<W>, position: &Position<W>) -> Score {
        let own = position.stones[position.turn.index()];
        let other = position.stones[position.turn.other().index()];
        let empty = game.empty(&position.stones);
        worth(game, own, empty) - worth(game, other, empty) + TEMPO
    }

    /// Squares beside stones first, then those near the middle.
    fn move_score(&self, game: &Mnk<W>, position: &Position<W>, square: usize) -> i32 {
        let stones = position.stones[0] | position.stones[1];
        let (row, column) = (square / game.columns, square % game.columns);
        let rows = row.saturating_sub(1)..(row + 2).min(game.rows);
        let beside = rows.flat_map(|r| {
            let columns = column.saturating_sub(1)..(column + 2).min(game.columns);
            columns.map(move |c| r * game.columns + c)
        });
        let neighbours = beside.filter(|&s| stones.has(s)).count();
        let off_centre = (2 * row + 1).abs_diff(game.rows) + (2 * column + 1).abs_diff(game.columns);
        (1000 * neighbours) as i32 - off_centre as i32
    }
}

fn worth<const W: usize>(game: &Mnk<W>, stones: Bits<W>, empty: Bits<W>) -> Score {
    let mut sum = 0;
    for &(starts, step) in &game.lines {
        // Lines by how many stones they lack so far: none, 1, 2, 3.
        let mut lacking = [starts, Bits::EMPTY, Bits::EMPTY, Bits::EMPTY];
        for i in 0..game.in_a_row {
            let (stone, free) = (stones.down(i * step), empty.down(i * step));
            for lack in (1..4).rev() {
                lacking[lack] = lacking[lack] & stone | lacking[lack - 1] & free;
            }
            lacking[0] &= stone;
        }
        sum += (1..4).map(|lack| lacking[lack].count() * WORTH[lack - 1]).sum::<usize>();
    }
    sum as Score
}
