//! A game in progress.

use crate::{Game, Notation, Outcome, Side};

/// A game with the moves made so far; moves can be taken back.
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

    /// The current position.
    pub fn position(&self) -> &G::Position {
        self.positions.last().expect("the start position is never taken back")
    }

    /// All positions so far, the start first.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// The moves so far.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        self.game.turn(self.position())
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        let next = self.game.play(self.position(), mv);
        self.positions.push(next);
        self.moves.push(mv);
    }

    /// Ends the game because `loser` resigned or committed a foul.
    pub fn forfeit(&mut self, loser: Side) {
        self.forfeited = Some(loser);
    }

    /// Takes back the last move or forfeit; `false` if there is nothing to take back.
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

    /// The outcome, once the game is over or forfeited.
    pub fn outcome(&self) -> Option<Outcome> {
        let forfeit = self.forfeited.map(|side| self.game.forfeit(side));
        forfeit.or_else(|| self.game.outcome(self.position()))
    }

    /// How many moves the winner still has; see [`Game::moves_left`]. Whoever wins by a forfeit has
    /// all those of the start, so that nobody loses by less because of a forfeit.
    pub fn moves_left(&self) -> Option<i32> {
        let winner = self.outcome()?.winner()?;
        let position = if self.forfeited.is_some() { &self.positions[0] } else { self.position() };
        self.game.moves_left(position, winner)
    }
}

impl<G: Notation> Play<G> {
    /// The game after the moves of these names.
    ///
    /// # Panics
    /// Panics if a name is not the name of a legal move, which is a mistake of the caller.
    pub fn after(game: G, names: &[String]) -> Play<G> {
        let mut play = Play::new(game);
        for name in names {
            let mv = play.game.parse(play.position(), name);
            play.play(mv.unwrap_or_else(|bad| panic!("only legal moves have been made: {bad}")));
        }
        play
    }
}
