//! Nim with one heap: the smallest complete game, for examples and tests.
//!
//! Two players take one, two or three stones in turn. The player who takes the last stone wins.
//! Every new game implements the same three traits as this file: [`Game`], [`Notation`] and
//! [`Picture`].
//!
//! ```
//! use rules::nim::Nim;
//! use rules::{Play, Side, Table};
//!
//! let mut table: Box<dyn Table> = Box::new(Play::new(Nim::heap(5)));
//! assert_eq!(table.legal(), ["1", "2", "3"]);
//! for name in ["1", "2", "2"] {
//!     table.play(name).expect("it is legal");
//! }
//! assert_eq!(table.outcome().and_then(|outcome| outcome.winner()), Some(Side::First));
//! ```

use crate::figure::{Figure, Part, Role, Theme};
use crate::{
    BadInput, BadParameter, Catalogue, Cell, Drawing, Game, Lines, Message, Notation, Outcome,
    Parameter, Parameters, Picture, Piece, Play, Setup, Side, Square, Touch, column_letters,
    random::hash_words, shown,
};

/// The largest heap.
pub const MOST: usize = 20;

/// The parameters of the game.
pub const PARAMETERS: &[Parameter] =
    &[Parameter::integer("stones", "how many stones there are", 1, MOST as u64, 5)];

/// The look of a stone.
const FIGURE: Figure = Figure::new(
    "stone",
    Theme::Wood,
    &[Part { role: Role::Nobody, path: "m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z" }],
);

/// The drawing of a stone.
const STONE: Cell = Cell::new(Piece::Figure(&FIGURE, None), 'o');

/// One heap of stones.
///
/// ```
/// use rules::Game;
/// use rules::nim::Nim;
///
/// assert_eq!(Nim::heap(5).start().stones, 5);
/// ```
#[derive(Clone, Debug)]
pub struct Nim {
    /// The number of places for stones on the board.
    places: usize,
    start: Position,
}

/// The stones left in the heap, and the side to move.
///
/// ```
/// use rules::nim::{Nim, Position};
/// use rules::{Game, Side};
///
/// let last = Position { stones: 1, turn: Side::First };
/// let over = Nim::heap(5).play(&last, 1);
/// assert_eq!(over, Position { stones: 0, turn: Side::Second });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The number of stones left.
    pub stones: usize,
    /// Whose turn it is.
    pub turn: Side,
}

impl Nim {
    /// The game with this number of stones.
    ///
    /// # Panics
    /// Panics if `stones` is 0 or more than [`MOST`].
    #[must_use]
    pub fn heap(stones: usize) -> Nim {
        assert!((1..=MOST).contains(&stones), "a heap has 1 to {MOST} stones");
        Nim { places: stones, start: Position { stones, turn: Side::First } }
    }
}

impl Game for Nim {
    type Position = Position;
    type Move = usize;

    fn start(&self) -> Position {
        self.start
    }

    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = usize> {
        1..=position.stones.min(3)
    }

    fn play(&self, position: &Position, taken: usize) -> Position {
        Position { stones: position.stones.saturating_sub(taken), turn: position.turn.other() }
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.stones == 0).then_some(Outcome::won_by(position.turn.other(), 1))
    }

    fn forfeit(&self, loser: Side) -> Outcome {
        Outcome::won_by(loser.other(), 1)
    }

    fn key(&self, position: &Position) -> u64 {
        hash_words([position.stones as u64, position.turn.index() as u64])
    }
}

impl Notation for Nim {
    const WORDS: Catalogue =
        Catalogue::new(&["first = first player\nsecond = second player\nstone = stone\n\
         too-many = {left} {left|one stone is|other stones are} left\n\
         gap = all stones must lie at the left, without a gap\n"]);

    fn new(parameters: &Parameters) -> Result<Nim, BadParameter> {
        Ok(Nim::heap(parameters.size("stones")))
    }

    fn name(&self, _: &Position, taken: usize) -> String {
        taken.to_string()
    }

    fn parse(&self, _: &Position, text: &str) -> Result<usize, BadInput> {
        let taken = ["1", "2", "3"].iter().position(|&name| name == text);
        taken
            .map(|index| index + 1)
            .ok_or_else(|| BadInput::new(1, format!("`{}`", shown(text)), "1, 2 or 3"))
    }

    fn number(&self, _: &Position, taken: usize) -> usize {
        taken - 1
    }

    fn count(&self) -> usize {
        3
    }

    fn objection(&self, position: &Position, _: usize) -> Message {
        Nim::say("too-many").number("left", position.stones)
    }

    fn read(text: &str) -> Result<Setup, BadInput> {
        let mut lines = Lines::new(text);
        let heap = lines.next("a heap, such as `ooo..`")?;
        let squares = heap
            .chars()
            .map(|c| ['.', 'o'].iter().position(|&known| known == c).map(|kind| kind as u8));
        let squares: Option<Vec<u8>> = squares.collect();
        let squares = squares.ok_or_else(|| {
            lines.bad(format!("`{}`", shown(heap)), "only the characters `o` and `.`")
        })?;
        let turn = match lines.next("the side to move, 1 or 2")? {
            "1" => Side::First,
            "2" => Side::Second,
            other => {
                return Err(lines.bad(format!("`{}`", shown(other)), "the side to move, 1 or 2"));
            }
        };
        lines.end()?;
        Ok(Setup { columns: squares.len(), squares, turn, number: 0 })
    }

    fn write(setup: &Setup) -> String {
        let heap: String =
            setup.squares.iter().map(|&kind| if kind == 0 { '.' } else { 'o' }).collect();
        format!("{heap}\n{}\n", setup.turn.index() + 1)
    }

    fn setup(&self, position: &Position) -> Setup {
        let squares = (0..self.places).map(|place| u8::from(place < position.stones)).collect();
        Setup { columns: self.places, squares, turn: position.turn, number: 0 }
    }

    fn at(&self, setup: &Setup) -> Result<Nim, Message> {
        setup.check(1..=1, 1..=MOST, Nim::PLACEABLE.len())?;
        let stones = setup.all(1).count();
        if setup.squares[..stones].contains(&0) {
            return Err(Nim::say("gap"));
        }
        Ok(Nim { places: setup.columns, start: Position { stones, turn: setup.turn } })
    }
}

impl Picture for Nim {
    const PLACEABLE: &'static [Cell] = &[Cell::EMPTY, STONE];

    fn draw(play: &Play<Nim>) -> Drawing {
        let columns = (0..play.game().places).map(column_letters).collect();
        let mut drawing = Drawing::bare(columns, vec!["1".to_string()]);
        drawing.cells[..play.position().stones].fill(STONE);
        drawing.legend.push((STONE, Nim::say("stone")));
        drawing
    }

    /// The player touches the leftmost of the stones that the move takes.
    fn gesture(&self, position: &Position, taken: usize) -> Vec<Touch> {
        vec![Touch::At(Square { column: position.stones - taken, row: 0 })]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_keeps_what_a_game_promises() {
        for stones in [1, 7, MOST] {
            crate::kit::check(&|| Nim::heap(stones));
        }
    }

    #[test]
    fn a_multiple_of_four_is_lost() {
        fn wins(game: &Nim, position: &Position) -> bool {
            game.moves(position).any(|taken| !wins(game, &game.play(position, taken)))
        }
        for stones in 1..=12 {
            let game = Nim::heap(stones);
            assert_eq!(wins(&game, &game.start()), stones % 4 != 0, "{stones}");
        }
    }
}
