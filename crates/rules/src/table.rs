//! A game as text and pictures instead of types, so that its users need not know the game.

use std::fmt;

use crate::line::shown;
use crate::{
    BadInput, Catalogue, Cell, Change, Drawing, Game, Message, Notation, Outcome, Picture, Play,
    Setup, Side, Touch, WORDS, message, perft,
};

/// A game in progress, of any kind. [`Play`] is the table of every game that has [`Notation`] and
/// [`Picture`].
///
/// ```
/// use rules::nim::Nim;
/// use rules::{Play, Side, Table};
///
/// let mut table: Box<dyn Table> = Box::new(Play::new(Nim::heap(5)));
/// table.play("3").expect("it is legal");
/// assert_eq!(table.turn(), Side::Second);
/// assert_eq!(table.legal(), ["1", "2"]);
/// table.forfeit(Side::Second);
/// assert_eq!(table.outcome().map(|outcome| outcome.margin), Some(1));
/// ```
pub trait Table: Send {
    /// The side to move. The result is meaningless once the game is over.
    fn turn(&self) -> Side;
    /// The outcome, once the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// How many moves the winner of a finished game still has, in a game that has no points but
    /// counts such moves to break ties between matches.
    fn moves_left(&self) -> Option<i32>;
    /// The names of the legal moves, in order; there are none once the game is over.
    fn legal(&self) -> Vec<String>;
    /// The legal moves. Each has the touches by which a user enters it, and the squares that it
    /// changes.
    fn choices(&self) -> Vec<Choice>;
    /// The names of the moves so far.
    fn moves(&self) -> Vec<String>;
    /// The name of the last move, in the game's own spelling.
    fn last(&self) -> Option<String>;
    /// Whether a text has the form of a move's name in this game, even if the move is not legal.
    fn names_move(&self, text: &str) -> bool;
    /// Plays the move of this name.
    ///
    /// # Errors
    /// Fails if no legal move has this name. A failed call changes nothing.
    fn play(&mut self, name: &str) -> Result<(), Refusal>;
    /// Ends the game because `loser` resigned or committed a foul.
    fn forfeit(&mut self, loser: Side);
    /// Takes back the last move; `false` if there is none.
    fn undo(&mut self) -> bool;
    /// The position as text; see [`Notation::diagram`].
    fn diagram(&self) -> String;
    /// What to draw.
    fn drawing(&self) -> Drawing;
    /// The squares that the last move changed.
    fn last_changes(&self) -> Vec<Change>;
    /// The number of move sequences of this length from here; see [`perft()`].
    fn perft(&self, depth: u32) -> u64;
    /// The current position as a set-up that a user can change.
    fn setup(&self) -> Setup;
    /// The texts of the game's messages.
    fn words(&self) -> Catalogue;
    /// The pieces that may be placed on a square of a set-up.
    fn placeable(&self) -> &'static [Cell];
    /// A new table with the same rules. Its game starts from this set-up.
    ///
    /// # Errors
    /// Fails if the rules do not allow the position; see [`Notation::at`].
    fn set_up(&self, setup: &Setup) -> Result<Box<dyn Table>, Message>;
    /// Another table with the same game in the same state.
    fn clone_box(&self) -> Box<dyn Table>;
}

impl Clone for Box<dyn Table> {
    fn clone(&self) -> Self {
        (**self).clone_box()
    }
}

/// A legal move with its effect on the board.
///
/// ```
/// use rules::nim::Nim;
/// use rules::{Play, Table};
///
/// let choice = &Play::new(Nim::heap(5)).choices()[2];
/// assert_eq!((&*choice.name, choice.changes.len()), ("3", 3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name of the move.
    pub name: String,
    /// The touches by which a user enters the move; see [`Picture::gesture`].
    pub touches: Vec<Touch>,
    /// The squares that the move would change.
    pub changes: Vec<Change>,
}

/// Why a move was refused.
///
/// ```
/// use rules::nim::Nim;
/// use rules::{Play, Table};
///
/// let mut table: Box<dyn Table> = Box::new(Play::new(Nim::heap(2)));
/// let refusal = table.play("3").expect_err("there are two");
/// assert_eq!(refusal.to_string(), "`3` is not legal: 2 stones are left");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The text is not the name of a move.
    Garbled(BadInput),
    /// The rules do not allow the move in this position.
    Illegal {
        /// The name of the move as it was given, shortened for a message.
        name: String,
        /// The rule that the move breaks, in words; see [`Notation::objection`].
        objection: Message,
    },
    /// The game is over.
    Over,
}

impl Refusal {
    /// Why the move was refused.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Refusal::Garbled(bad) => bad.message(),
            Refusal::Illegal { name, objection } => {
                message!(WORDS, "not-legal", move = name, why = objection.clone())
            }
            Refusal::Over => message!(WORDS, "over"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for Refusal {}

impl<G: Notation + Picture> Table for Play<G> {
    fn turn(&self) -> Side {
        self.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn moves_left(&self) -> Option<i32> {
        self.moves_left()
    }

    fn legal(&self) -> Vec<String> {
        legal_moves(self).iter().map(|&mv| self.game().name(self.position(), mv)).collect()
    }

    fn choices(&self) -> Vec<Choice> {
        let (game, position, before) = (self.game(), self.position(), self.drawing());
        let mut after = self.clone();
        // Comparing whole drawings takes 4 ms for the 700 moves of the largest game, and less for
        // every other game.
        let mut choice = |&mv: &G::Move| {
            after.play(mv);
            let changes = before.changes(&after.drawing());
            after.undo();
            Choice { name: game.name(position, mv), touches: game.gesture(position, mv), changes }
        };
        legal_moves(self).iter().map(&mut choice).collect()
    }

    fn moves(&self) -> Vec<String> {
        self.positions().iter().zip(self.moves()).map(|(p, &mv)| self.game().name(p, mv)).collect()
    }

    fn last(&self) -> Option<String> {
        let (&mv, before) = (self.moves().last()?, self.moves().len() - 1);
        Some(self.game().name(&self.positions()[before], mv))
    }

    fn names_move(&self, text: &str) -> bool {
        self.game().parse(self.position(), text).is_ok()
    }

    fn play(&mut self, name: &str) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::Over);
        }
        let mv = self.game().parse(self.position(), name).map_err(Refusal::Garbled)?;
        if !self.game().moves(self.position()).any(|legal| legal == mv) {
            let positions = (self.positions(), self.position());
            let objection = self.game().objection_after(positions, self.moves(), mv);
            return Err(Refusal::Illegal { name: shown(name), objection });
        }
        self.play(mv);
        Ok(())
    }

    fn forfeit(&mut self, loser: Side) {
        self.forfeit(loser);
    }

    fn undo(&mut self) -> bool {
        self.undo()
    }

    fn diagram(&self) -> String {
        self.game().diagram(self.position())
    }

    fn drawing(&self) -> Drawing {
        G::draw(self)
    }

    fn last_changes(&self) -> Vec<Change> {
        let mut before = self.clone();
        // If the game was forfeited, the first `undo` takes back only the forfeit.
        while before.moves().len() == self.moves().len() && before.undo() {}
        before.drawing().changes(&self.drawing())
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self.game(), self.position(), depth)
    }

    fn setup(&self) -> Setup {
        self.game().setup(self.position())
    }

    fn words(&self) -> Catalogue {
        G::WORDS
    }

    fn placeable(&self) -> &'static [Cell] {
        G::PLACEABLE
    }

    fn set_up(&self, setup: &Setup) -> Result<Box<dyn Table>, Message> {
        Ok(Box::new(Play::new(self.game().at(setup)?)))
    }

    fn clone_box(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }
}

fn legal_moves<G: Game>(play: &Play<G>) -> Vec<G::Move> {
    if play.outcome().is_some() { Vec::new() } else { play.game().moves(play.position()).collect() }
}
