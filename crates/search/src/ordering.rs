//! Decides which moves are tried first.

use std::cmp::Reverse;

use rules::Game;

use crate::Evaluate;

/// A move of a node: its priority, its index in the game's order, and the move.
pub(crate) type Ranked<M> = (i32, u16, M);

/// The moves that a search remembers in order to search good moves first.
pub(crate) struct Ordering<M> {
    plies: Vec<Ply<M>>,
    /// How good the move of each [`Evaluate::history_index`] was; empty until a move is remembered.
    /// CITE: J. Schaeffer, "The history heuristic and alpha-beta search enhancements in practice",
    /// 1989.
    history: Vec<i32>,
}

/// A unit of [`Evaluate::move_score`] counts as much as cutoffs with this sum of squared depths.
const SCORE_UNIT: i32 = 256;

/// All histories are halved when one of them exceeds this number.
const MOST_HISTORY: i32 = 1 << 24;

/// The buffer and the killers of one ply. The buffer is kept from node to node to avoid
/// allocations.
struct Ply<M> {
    moves: Vec<Ranked<M>>,
    /// CITE: S. G. Akl, M. M. Newborn, "The principal continuation and the killer heuristic", 1977.
    killers: [Option<M>; 2],
}

impl<M: Copy + Eq> Ordering<M> {
    pub(crate) fn new() -> Ordering<M> {
        Ordering { plies: Vec::new(), history: Vec::new() }
    }

    /// The moves in search order, without the move at index `but`. Killers come first, unless the
    /// game [orders well](Evaluate::ORDERS_WELL); the rest are ordered by [`Evaluate::move_score`]
    /// and by their history, if the game remembers it.
    /// The caller gives the list back after use, so that its memory is used again.
    pub(crate) fn ranked<G: Game<Move = M>, E: Evaluate<G>>(
        &mut self,
        game: &G,
        evaluate: &E,
        position: &G::Position,
        ply: u32,
        but: Option<u16>,
    ) -> Vec<Ranked<M>> {
        let at = self.at(ply);
        let killers = at.killers;
        let mut moves = std::mem::take(&mut at.moves);
        for (mv, place) in game.moves(position).zip(0..).filter(|&(_, place)| but != Some(place)) {
            let is_killer = !E::ORDERS_WELL && killers.contains(&Some(mv));
            let score = evaluate.move_score(game, position, mv);
            let rank = match evaluate.history_index(game, position, mv) {
                _ if is_killer => i32::MAX,
                Some(index) => score.saturating_mul(SCORE_UNIT) + self.history(index),
                None => score,
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

    /// Notes a move that has caused a cutoff.
    pub(crate) fn remember_killer(&mut self, ply: u32, mv: M) {
        let killers = &mut self.at(ply).killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// Notes a move that has caused a cutoff at a node with this depth below it.
    pub(crate) fn remember_history(&mut self, index: u16, depth: u32) {
        if self.history.is_empty() {
            self.history.resize(1 << u16::BITS, 0);
        }
        let history = &mut self.history[usize::from(index)];
        *history += (depth * depth).min(1 << 16) as i32;
        if *history > MOST_HISTORY {
            self.history.iter_mut().for_each(|history| *history /= 2);
        }
    }

    fn history(&self, index: u16) -> i32 {
        self.history.get(usize::from(index)).copied().unwrap_or(0)
    }

    fn at(&mut self, ply: u32) -> &mut Ply<M> {
        while self.plies.len() <= ply as usize {
            self.plies.push(Ply { moves: Vec::new(), killers: [None; 2] });
        }
        &mut self.plies[ply as usize]
    }
}
