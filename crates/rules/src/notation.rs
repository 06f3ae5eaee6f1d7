//! Words for people, files and programs: names of moves and diagrams.

use crate::{BadDiagram, BadInput, BadParameter, Game, Message, Parameters, Setup};

/// A game's text. Never called by search.
///
/// ```
/// use rules::nim::Nim;
/// use rules::{Game, Notation};
///
/// let game = Nim::heap(5);
/// let start = game.start();
/// assert_eq!(game.parse(&start, "2"), Ok(2));
/// assert_eq!(game.diagram(&start), "ooooo\n1\n");
/// let later = game.at_diagram("oo...\n2\n").expect("a position of this game");
/// assert_eq!(later.start().stones, 2);
/// ```
pub trait Notation: Game + Sized {
    /// All that is told of the game, in English; see [`Message`]. `first` and `second` are the sides.
    const WORDS: &'static str;

    /// The game with these parameters.
    ///
    /// # Errors
    /// When values that are fine one by one do not go together, say a board with too many squares.
    fn new(parameters: &Parameters) -> Result<Self, BadParameter>;

    /// The name of a legal move, in the spelling of the game's own text, e.g. `Fc`, `d3`, `6 3 1 1`.
    fn name(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// The move that `text` names. Only its form is checked, not whether it is legal here.
    ///
    /// # Errors
    /// When `text` names no move at all; `expected` then says what a name looks like.
    fn parse(&self, position: &Self::Position, text: &str) -> Result<Self::Move, BadInput>;

    /// The text of this key in the game's words.
    #[must_use]
    fn say(key: &'static str) -> Message {
        Message::new(Self::WORDS, key)
    }

    /// Why a move that parses is not legal in this unfinished position: a clause, without a capital or a full stop, to
    /// follow "`b2` is not legal: ". Never asked about a legal move.
    fn objection(&self, _position: &Self::Position, _mv: Self::Move) -> Message {
        Message::new(crate::WORDS, "not-allowed")
    }

    /// What a diagram says, whether the rules allow it or not.
    ///
    /// # Errors
    /// When `text` is no diagram at all, with the line at fault.
    fn read(text: &str) -> Result<Setup, BadInput>;

    /// The diagram that says this, each line ended by a newline. The set-up is one that [`Notation::at`] takes.
    fn write(setup: &Setup) -> String;

    /// What stands where, from which [`Notation::at`] makes the position again.
    fn setup(&self, position: &Self::Position) -> Setup;

    /// A game by the same rules that starts from a position that somebody has set up.
    ///
    /// # Errors
    /// When the rules do not allow it, with the reason.
    fn at(&self, setup: &Setup) -> Result<Self, Message>;

    /// The position as text.
    fn diagram(&self, position: &Self::Position) -> String {
        Self::write(&self.setup(position))
    }

    /// A game by the same rules that starts from the position drawn.
    ///
    /// # Errors
    /// When `text` is no diagram of this game, or one of a position that the rules do not allow.
    fn at_diagram(&self, text: &str) -> Result<Self, BadDiagram> {
        Ok(self.at(&Self::read(text)?)?)
    }
}
