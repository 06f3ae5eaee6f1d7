//! One game as far as it has been played.

use crate::{Game, Notation, Outcome, Side};

/// A game with its moves so far, which can be taken back.
///
/// ```
/// use rules::Play;
/// use rules::nim::Nim;
///
/// let mut play = Play::new(Nim::heap(5));
/// play.play(3);
/// assert_eq!(play.position().stones, 2);
/// assert!(play.undo());
/// assert!(!play.undo(), "there is nothing left to take back");
/// ```
#[derive(Clone, Debug)]
pub struct Play<G: Game> {
    game: G,
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
    forfeited: Option<Side>,
}

impl<G: Game> Play<G> {
    /// The game at its start.
    pub fn new(game: G) -> Play<G> {
        let start = game.start();
        Play { game, positions: vec![start], moves: Vec::new(), forfeited: None }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position now.
    pub fn position(&self) -> &G::Position {
        self.positions.last().expect("the start position is never taken back")
    }

    /// Every position so far, the start first.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// The moves so far.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Whose move it is.
    pub fn turn(&self) -> Side {
        self.game.turn(self.position())
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        let next = self.game.play(self.position(), mv);
        self.positions.push(next);
        self.moves.push(mv);
    }

    /// Ends the game as one that `loser` has given up, or lost by a foul.
    pub fn forfeit(&mut self, loser: Side) {
        self.forfeited = Some(loser);
    }

    /// Takes the last move, or a forfeit, back; `false` when there is nothing to take back.
    pub fn undo(&mut self) -> bool {
        if self.forfeited.take().is_some() {
            return true;
        }
        let undone = self.moves.pop().is_some();
        if undone {
            self.positions.pop();
        }
        undone
    }

    /// The result, once the game is over or given up.
    pub fn outcome(&self) -> Option<Outcome> {
        let forfeit = self.forfeited.map(|side| self.game.forfeit(side));
        forfeit.or_else(|| self.game.outcome(self.position()))
    }
}

impl<G: Notation> Play<G> {
    /// The game after moves of these names.
    ///
    /// # Panics
    /// When a name is no legal move's: tables accept only legal ones, so it is the caller's mistake.
    pub fn after(game: G, names: &[String]) -> Play<G> {
        let mut play = Play::new(game);
        for name in names {
            let mv = play.game.parse(play.position(), name);
            play.play(mv.unwrap_or_else(|bad| panic!("a table accepts only moves: {bad}")));
        }
        play
    }
}
