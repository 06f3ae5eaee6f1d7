//! A game as text for people, files and programs: names of moves, and diagrams of positions.

use crate::{BadDiagram, BadInput, BadParameter, Catalogue, Game, Message, Parameters, Setup};

/// The text form of a game: names of moves, diagrams and messages. The search never uses this
/// trait.
///
/// ```
/// use rules::nim::Nim;
/// use rules::{Game, Notation};
///
/// let game = Nim::heap(5);
/// let start = game.start();
/// assert_eq!(game.parse(&start, "2"), Ok(2));
/// assert_eq!((game.number(&start, 2), game.count()), (1, 3));
/// assert_eq!(game.diagram(&start), "ooooo\n1\n");
/// let later = game.at_diagram("oo...\n2\n").expect("a position of this game");
/// assert_eq!(later.start().stones, 2);
/// ```
pub trait Notation: Game + Sized {
    /// The texts of all messages of the game. The keys `first` and `second` name the two sides.
    const WORDS: Catalogue;

    /// The game with these parameters.
    ///
    /// # Errors
    /// Fails if the values do not fit together, though each is valid alone. For example, many rows
    /// and many columns give too many squares.
    fn new(parameters: &Parameters) -> Result<Self, BadParameter>;

    /// The name of a legal move, in the spelling that the game's rules use, e.g. `Fc`, `d3`,
    /// `6 3 1 1`.
    fn name(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// The move that `text` names. Only the form of the name is checked, and not whether the move
    /// is legal.
    ///
    /// # Errors
    /// Fails if `text` is not the name of a move. The error's field `expected` describes the form
    /// of a name.
    fn parse(&self, position: &Self::Position, text: &str) -> Result<Self::Move, BadInput>;

    /// The number of a legal move, below [`Notation::count`]. The legal moves of a position have
    /// different numbers. A move keeps its number as long as the parameters stay the same, in every
    /// position and in every version, since programs learn these numbers.
    fn number(&self, position: &Self::Position, mv: Self::Move) -> usize;

    /// How many numbers of moves there are, from 0. It depends only on the parameters.
    fn count(&self) -> usize;

    /// The message with this key in the game's words.
    #[must_use]
    fn say(key: &'static str) -> Message {
        Message::new(Self::WORDS, key)
    }

    /// Why a well-formed move is not legal in this position. The text is a clause without a capital
    /// or a full stop, because it follows "`b2` is not legal: ". This function is called only for
    /// illegal moves of unfinished games.
    fn objection(&self, _position: &Self::Position, _mv: Self::Move) -> Message {
        Message::new(crate::WORDS, "not-allowed")
    }

    /// The same after these positions and the moves between them, which may show what the player
    /// got wrong. The last position is the one in which `mv` is not legal.
    fn objection_after(
        &self,
        (before, now): (&[Self::Position], &Self::Position),
        moves: &[Self::Move],
        mv: Self::Move,
    ) -> Message {
        let _ = (before, moves);
        self.objection(now, mv)
    }

    /// The set-up that a diagram shows, even if the rules do not allow it.
    ///
    /// # Errors
    /// Fails if `text` is not a diagram. The error names the wrong line.
    fn read(text: &str) -> Result<Setup, BadInput>;

    /// The diagram of this set-up; each line ends with a newline. [`Notation::at`] must accept the
    /// set-up.
    fn write(setup: &Setup) -> String;

    /// The set-up of this position, from which [`Notation::at`] makes the position again.
    fn setup(&self, position: &Self::Position) -> Setup;

    /// Returns a game that has the same rules and starts from this set-up.
    ///
    /// # Errors
    /// Fails if the rules do not allow the set-up. The message says why.
    fn at(&self, setup: &Setup) -> Result<Self, Message>;

    /// The position as text.
    fn diagram(&self, position: &Self::Position) -> String {
        Self::write(&self.setup(position))
    }

    /// Returns a game that has the same rules and starts from this diagram.
    ///
    /// # Errors
    /// Fails if `text` is not a diagram of this game, or the rules do not allow the position.
    fn at_diagram(&self, text: &str) -> Result<Self, BadDiagram> {
        Ok(self.at(&Self::read(text)?)?)
    }
}
