//! The evaluation: a weighted sum of features. Most of them say where the box can stop next, and
//! from which squares it could then be parked.

use rules::Side;
use search::Score;

use super::board::{DIRECTIONS, LONGEST, Square, Squares};
use super::position::{Gangsters, Position};

/// The number of features of a position.
pub const FEATURES: usize = 15;

/// The evaluation, with a weight for each feature.
#[derive(Clone, Copy, Debug)]
pub struct Weighted(pub [Score; FEATURES]);

impl Weighted {
    /// The engine's weights, in hundredths of the natural logarithm of the odds to win. `cargo
    /// xtask tune-gangsters` learns them from games.
    pub const TUNED: Weighted = Weighted(include!("../data/weights.txt"));

    /// The value of a position for the side to move.
    pub(super) fn value(&self, game: &Gangsters, position: &Position) -> Score {
        features(game, position)
            .into_iter()
            .zip(self.0)
            .map(|(feature, weight)| feature * weight)
            .sum()
    }
}

/// What the side to move can do with the box. A *gate* is a square from which the box can be parked
/// in one slide.
#[derive(Default)]
struct Ways {
    /// The squares where the box can stop that are no gates of the opponent.
    safe: Score,
    /// The squares where the box can stop that have a single line to the opponent's car park: a car
    /// may close it.
    risky: Score,
    /// From all safe squares together: the ways of the opponent to a square that is no gate of the
    /// side to move.
    escapes: Score,
    /// The same from the safe square where they are fewest, or [`DIRECTIONS`] if no square is safe.
    fewest: Score,
}

/// The features of a position, for the side to move.
pub(super) fn features(game: &Gangsters, position: &Position) -> [Score; FEATURES] {
    let free = game.free(position);
    let sides = [position.turn, position.turn.other()];
    let Ways { safe, risky, escapes, fewest } = ways(game, position, &free);
    let [own_away, other_away] = sides.map(|side| game.home(side).abs_diff(position.cash_box.row));
    let cars = sides.map(|side| &position.cars[side.index()]);
    let [own_room, other_room] = cars.map(|cars| room(cars, &free));
    let [own_beside, other_beside] = cars.map(|cars| cars.around(position.cash_box).count_ones());
    let rows = |away| sides.map(|side| position.cars[side.index()].in_row(row(game, side, away)));
    let ([own_parked, other_parked], [own_before, other_before]) = (rows(0), rows(1));
    [
        1,
        safe,
        risky,
        Score::from(safe == 0),
        escapes,
        fewest,
        Score::from(other_away) - Score::from(own_away),
        own_room as Score,
        other_room as Score,
        own_beside as Score,
        other_beside as Score,
        own_parked as Score,
        other_parked as Score,
        own_before as Score,
        other_before as Score,
    ]
}

fn ways(game: &Gangsters, position: &Position, free: &Squares) -> Ways {
    let mine = Gates::new(game, free, position.turn);
    let theirs = Gates::new(game, free, position.turn.other());
    let mut ways = Ways { fewest: Score::from(DIRECTIONS), ..Ways::default() };
    for landing in landings(game, free, position.cash_box) {
        if theirs.all.has(landing) {
            ways.risky += Score::from(!theirs.double.has(landing));
            continue;
        }
        let next = landings(game, free, landing);
        let escapes = next.filter(|&square| !mine.all.has(square)).count() as Score;
        ways.safe += 1;
        ways.escapes += escapes;
        ways.fewest = ways.fewest.min(escapes);
    }
    ways
}

/// The squares outside the car parks where the box can stop.
fn landings(game: &Gangsters, free: &Squares, from: Square) -> impl Iterator<Item = Square> {
    (0..DIRECTIONS)
        .map(move |direction| game.box_lands(free, from, direction))
        .filter(move |&landing| landing != from && game.parking(landing).is_none())
}

/// The row that lies so many rows before a side's car park.
fn row(game: &Gangsters, side: Side, away: u8) -> u8 {
    if side == Side::First { 1 + away } else { game.rows as u8 - away }
}

/// The free squares next to cars.
fn room(cars: &Squares, free: &Squares) -> u32 {
    cars.into_iter().map(|car| free.around(car).count_ones()).sum()
}

/// The gates of a side. Where the box moves one square at a time, they still are the squares with a
/// free line to the car park.
struct Gates {
    /// All gates.
    all: Squares,
    /// The gates with two lines or more. A car can close only one of them.
    double: Squares,
}

impl Gates {
    /// Follows the lines from the free squares of the car park: two diagonals from column to
    /// column, and the straight line in each column.
    fn new(game: &Gangsters, free: &Squares, side: Side) -> Gates {
        let door = 1 << game.home(side);
        let onward = |rows: u32| if side == Side::First { rows << 1 } else { rows >> 1 };
        let mut lines = [[0; LONGEST + 2]; 3];
        for column in 1..=game.columns {
            let (rows, back) = (free.column(column), game.columns + 1 - column);
            lines[0][column] = rows & (onward(lines[0][column - 1]) | door);
            lines[1][column] =
                (1..game.rows).fold(rows & door, |line, _| line | rows & onward(line));
            lines[2][back] = free.column(back) & (onward(lines[2][back + 1]) | door);
        }
        let [a, b, c] = lines;
        Gates {
            all: Squares::from_columns(|column| a[column] | b[column] | c[column]),
            double: Squares::from_columns(|column| {
                a[column] & (b[column] | c[column]) | b[column] & c[column]
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::random::Random;
    use rules::{Game, Play};

    use super::*;
    use crate::tests::{PILLARS, game};

    /// In random positions, slides of the box from every free square agree with the gates.
    #[test]
    fn gates_are_the_squares_from_which_the_box_can_be_parked() {
        let mut seen = [0; 3];
        for seed in 0..20 {
            let mut random = Random::new(seed);
            let mut play = Play::new(game(PILLARS));
            while play.outcome().is_none() && play.moves().len() < 30 {
                let (game, position) = (play.game(), play.position());
                let free = game.free(position);
                for side in Side::BOTH {
                    let gates = Gates::new(game, &free, side);
                    for square in free.into_iter().filter(|&at| game.parking(at).is_none()) {
                        let ends = (0..DIRECTIONS).map(|way| game.box_lands(&free, square, way));
                        let lines = ends.filter(|&end| game.parking(end) == Some(side)).count();
                        let found = [gates.all.has(square), gates.double.has(square)];
                        assert_eq!(found, [lines > 0, lines > 1], "{square:?} in {position:?}");
                        seen[lines.min(2)] += 1;
                    }
                }
                let moves: Vec<_> = game.moves(position).collect();
                play.play(*random.pick(&moves).unwrap());
            }
        }
        assert!(seen.iter().all(|&squares| squares > 1000), "{seen:?}");
    }
}
