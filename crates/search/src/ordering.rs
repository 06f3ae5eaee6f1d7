//! Which moves to try first: those that refuted something before.

use std::cmp::Reverse;

use rules::{Game, Side};

use crate::Evaluate;

/// A move of a node: how soon to try it, its place in the game's order, the move.
pub(crate) type Ranked<M> = (i64, u16, M);

/// What a search remembers in order to try good moves first.
pub(crate) struct Ordering<M> {
    plies: Vec<Ply<M>>,
    /// By side and [`Game::index`]: how much a move has cut off so far.
    history: [Vec<u32>; 2],
}

/// What one ply keeps from node to node, so that nothing is allocated on the way.
struct Ply<M> {
    moves: Vec<Ranked<M>>,
    /// CITE: S. G. Akl, M. M. Newborn, "The principal continuation and the killer heuristic", 1977.
    killers: [Option<M>; 2],
}

impl<M: Copy + Eq> Ordering<M> {
    pub(crate) fn new() -> Ordering<M> {
        Ordering { plies: Vec::new(), history: [Vec::new(), Vec::new()] }
    }

    /// The moves in the order to search them, without the one at the place `but`: killers, then by
    /// [`Evaluate::move_score`], then by history. Give them back when they are done with.
    pub(crate) fn ranked<G: Game<Move = M>, E: Evaluate<G>>(
        &mut self,
        game: &G,
        evaluate: &E,
        position: &G::Position,
        ply: u32,
        but: Option<u16>,
    ) -> Vec<Ranked<M>> {
        let ply = self.at(ply);
        let killers = ply.killers;
        let mut moves = std::mem::take(&mut ply.moves);
        let history = &self.history[game.turn(position).index()];
        for (mv, place) in game.moves(position).zip(0..).filter(|&(_, place)| but != Some(place)) {
            let rank = if killers.contains(&Some(mv)) {
                i64::MAX
            } else {
                let past = history.get(game.index(mv)).copied().unwrap_or(0);
                i64::from(evaluate.move_score(game, position, mv)) << 32 | i64::from(past)
            };
            moves.push((rank, place, mv));
        }
        moves.sort_unstable_by_key(|&(rank, place, _)| (Reverse(rank), place));
        moves
    }

    pub(crate) fn give_back(&mut self, ply: u32, mut moves: Vec<Ranked<M>>) {
        moves.clear();
        self.at(ply).moves = moves;
    }

    /// A move has shown that a node is worth too much to come about.
    // CITE: J. Schaeffer, "The history heuristic and alpha-beta search enhancements in practice",
    // IEEE Transactions on Pattern Analysis and Machine Intelligence 11(11), 1989.
    pub(crate) fn cut(&mut self, side: Side, index: usize, mv: M, ply: u32, depth: u32) {
        let killers = &mut self.at(ply).killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let history = &mut self.history[side.index()];
        if history.len() <= index {
            history.resize(index + 1, 0);
        }
        history[index] = history[index].saturating_add(depth * depth).min(i32::MAX as u32);
    }

    /// Another iteration begins: what is old counts half.
    pub(crate) fn fade(&mut self) {
        self.history.iter_mut().flatten().for_each(|past| *past /= 2);
    }

    fn at(&mut self, ply: u32) -> &mut Ply<M> {
        while self.plies.len() <= ply as usize {
            self.plies.push(Ply { moves: Vec::new(), killers: [None; 2] });
        }
        &mut self.plies[ply as usize]
    }
}
