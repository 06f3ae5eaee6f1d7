//! A position with its history, for programs that learn: moves have numbers, and later states share
//! the history of earlier ones.

use std::sync::Arc;

use crate::random::Random;
use crate::{Game, Notation, Outcome, Picture, Play, Refusal, Setup, Side, Table};

/// A position of any game, with the moves that led to it. A state never changes unless it is
/// [played on](State::advance), so threads can share it.
///
/// ```
/// use rules::nim::Nim;
/// use rules::{Play, Side, Table};
///
/// let start = Play::new(Nim::heap(5)).state();
/// assert_eq!(start.numbers(), [0, 1, 2]);
/// assert_eq!(start.names(), ["1", "2", "3"]);
/// let later = start.clone().after(2).expect("three may be taken");
/// assert_eq!((later.turn(), later.numbers()), (Side::Second, vec![0, 1]));
/// assert_eq!(later.table().moves(), ["3"]);
/// assert!(later.after(2).is_none(), "two are left");
/// ```
pub trait State: Send + Sync {
    /// The side to move. The result is meaningless once the game is over.
    fn turn(&self) -> Side;
    /// The outcome, once the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// The numbers of the legal moves, in the table's order; see [`Notation::number`].
    fn numbers(&self) -> Vec<usize>;
    /// The names of the legal moves, in the same order.
    fn names(&self) -> Vec<String>;
    /// How many numbers of moves the game has; see [`Notation::count`].
    fn count(&self) -> usize;
    /// The number of the legal move with this name.
    ///
    /// # Errors
    /// Fails if no legal move has this name.
    fn number(&self, name: &str) -> Result<usize, Refusal>;
    /// The state after the legal move with this number; `None` if there is none.
    fn after(self: Arc<Self>, number: usize) -> Option<Arc<dyn State>>;
    /// Plays the legal move with this number here, and forgets the history. Returns `false`, and
    /// changes nothing, if there is no such move.
    fn advance(&mut self, number: usize) -> bool;
    /// Plays a random legal move here, and forgets the history. Returns `false` if the game is
    /// over.
    fn advance_at_random(&mut self, random: &mut Random) -> bool;
    /// The same position without its history, to be played on.
    fn without_history(&self) -> Box<dyn State>;
    /// The position as a set-up.
    fn setup(&self) -> Setup;
    /// The table with all moves up to this state.
    fn table(&self) -> Box<dyn Table>;
}

/// The [`State`] of a game.
struct Moment<G: Game> {
    game: Arc<G>,
    position: G::Position,
    /// The state before, and the move from it.
    before: Option<(Arc<Moment<G>>, G::Move)>,
}

impl<G: Notation + Picture> Play<G> {
    /// The current position with its history. A forfeit is not part of it.
    pub fn state(&self) -> Arc<dyn State> {
        let game = Arc::new(self.game().clone());
        let start = Moment { position: self.positions()[0].clone(), before: None, game };
        let later = self.positions()[1..].iter().zip(self.moves());
        Arc::new(later.fold(start, |before, (position, &mv)| {
            let game = before.game.clone();
            Moment { game, position: position.clone(), before: Some((Arc::new(before), mv)) }
        }))
    }
}

impl<G: Game> Moment<G> {
    /// The moves from the start to this state.
    fn moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        let mut last = &self.before;
        while let Some((before, mv)) = last {
            moves.push(*mv);
            last = &before.before;
        }
        moves.reverse();
        moves
    }
}

impl<G: Notation> Moment<G> {
    fn legal(&self) -> impl Iterator<Item = G::Move> {
        self.game.moves(&self.position)
    }

    fn replace(&mut self, mv: G::Move) {
        self.position = self.game.play(&self.position, mv);
        self.before = None;
    }

    fn numbered(&self, number: usize) -> Option<G::Move> {
        self.legal().find(|&mv| self.game.number(&self.position, mv) == number)
    }
}

/// A long history would overflow the stack if each state dropped the one before it.
impl<G: Game> Drop for Moment<G> {
    fn drop(&mut self) {
        let mut last = self.before.take();
        while let Some((before, _)) = last {
            last = Arc::into_inner(before).and_then(|mut only| only.before.take());
        }
    }
}

impl<G: Notation + Picture> State for Moment<G> {
    fn turn(&self) -> Side {
        self.game.turn(&self.position)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.position)
    }

    fn numbers(&self) -> Vec<usize> {
        self.legal().map(|mv| self.game.number(&self.position, mv)).collect()
    }

    fn names(&self) -> Vec<String> {
        self.legal().map(|mv| self.game.name(&self.position, mv)).collect()
    }

    fn count(&self) -> usize {
        self.game.count()
    }

    fn number(&self, name: &str) -> Result<usize, Refusal> {
        let parsed = self.game.parse(&self.position, name);
        match parsed.ok().filter(|&mv| self.legal().any(|legal| legal == mv)) {
            Some(mv) => Ok(self.game.number(&self.position, mv)),
            None => {
                let refused = self.table().play(name);
                Err(refused.expect_err("a table refuses what is not legal"))
            }
        }
    }

    fn after(self: Arc<Self>, number: usize) -> Option<Arc<dyn State>> {
        let mv = self.numbered(number)?;
        let (game, position) = (self.game.clone(), self.game.play(&self.position, mv));
        Some(Arc::new(Moment { game, position, before: Some((self, mv)) }))
    }

    fn advance(&mut self, number: usize) -> bool {
        let Some(mv) = self.numbered(number) else { return false };
        self.replace(mv);
        true
    }

    fn advance_at_random(&mut self, random: &mut Random) -> bool {
        let moves: Vec<_> = self.legal().collect();
        let Some(&mv) = random.pick(&moves) else { return false };
        self.replace(mv);
        true
    }

    fn without_history(&self) -> Box<dyn State> {
        let (game, position) = (self.game.clone(), self.position.clone());
        Box::new(Moment { game, position, before: None })
    }

    fn setup(&self) -> Setup {
        self.game.setup(&self.position)
    }

    fn table(&self) -> Box<dyn Table> {
        let mut play = Play::new((*self.game).clone());
        self.moves().into_iter().for_each(|mv| play.play(mv));
        Box::new(play)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nim::Nim;

    #[test]
    fn a_long_history_is_dropped_without_recursion() {
        let mut play = Play::new(Nim::heap(5));
        (0..200_000).for_each(|_| play.play(0));
        assert_eq!(play.state().table().moves().len(), 200_000);
    }
}
