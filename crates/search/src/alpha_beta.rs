//! Alpha-beta with iterative deepening, principal variation search, a hash table and killer moves.

use std::ops::RangeInclusive;

use rules::{Game, Side};

use crate::hash_table::{Bound, Entry, SOLVED};
use crate::score::{from_node, from_root};
use crate::{ASK_EVERY, Evaluate, Handler, HashTable, Limits, MoveValue, Score, SearchResult, WON, outcome_score};

/// Searches for the best move of an unfinished position, one ply deeper in each iteration, until the result is exact, a
/// limit is reached, or the handler says so. Where [`Evaluate::EVERY_POINT_COUNTS`] is false, a proven winner is enough. `None` when the game is
/// over.
///
/// What the hash table has kept from earlier searches of the same game is used, and may change the depth and the nodes.
/// However soon the search ends, the move is legal.
pub fn best<G: Game, E: Evaluate<G>>(
    game: &G,
    evaluate: &E,
    position: &G::Position,
    limits: Limits,
    table: &mut HashTable,
    handler: &mut dyn Handler<G::Move>,
) -> Option<SearchResult<G::Move>> {
    let any = game.moves(position).next()?;
    let mut result = SearchResult { pv: vec![any], score: 0, depth: 0, nodes: 0, is_exact: false };
    let mut search = Search::new(game, evaluate, limits, table, handler);
    for depth in search.depths() {
        search.horizon = false;
        search.root = None;
        let score = search.node(position, depth, 0, -Score::MAX, Score::MAX);
        if let Some((mv, root_score)) = search.root {
            result.score = if search.stopped { root_score } else { score };
            result.pv = search.pv(position, mv, depth);
        }
        result.nodes = search.nodes;
        if search.stopped {
            break;
        }
        result.depth = depth;
        result.is_exact = !search.horizon;
        search.handler.report(&result);
        if is_settled::<G, E>(result.score, result.is_exact) {
            break;
        }
    }
    Some(result)
}

/// Searches every legal move of a position, one ply deeper in each iteration, until nothing is left to find out, a limit
/// is reached, or the handler says so. The moves come in the order of [`Game::moves`]; none when the game is over.
///
/// All estimates are of the same depth: of an iteration in which the search stops only what is settled counts, a move
/// whose score is exact or, where [`Evaluate::EVERY_POINT_COUNTS`] is false, whose winner is proven. A move that no
/// iteration has reached is left out.
pub fn move_values<G: Game, E: Evaluate<G>>(
    game: &G,
    evaluate: &E,
    position: &G::Position,
    limits: Limits,
    table: &mut HashTable,
    handler: &mut dyn Handler<G::Move>,
) -> Vec<MoveValue<G::Move>> {
    let mut values: Vec<Option<MoveValue<G::Move>>> = game.moves(position).map(|_| None).collect();
    let found = |values: &[Option<MoveValue<G::Move>>]| values.iter().flatten().cloned().collect::<Vec<_>>();
    let side = game.turn(position);
    let mut search = Search::new(game, evaluate, limits, table, handler);
    for depth in search.depths() {
        let mut next = values.clone();
        for (value, mv) in next.iter_mut().zip(game.moves(position)) {
            if value.as_ref().is_some_and(|value| is_settled::<G, E>(value.score, value.is_exact)) {
                continue;
            }
            search.horizon = false;
            let score = search.value(&game.play(position, mv), side, depth - 1, 1, -Score::MAX, Score::MAX);
            if search.stopped {
                break;
            }
            *value = Some(MoveValue { mv, score, depth, is_exact: !search.horizon });
        }
        let settled = |value: &Option<MoveValue<_>>| {
            value.as_ref().is_some_and(|value| is_settled::<G, E>(value.score, value.is_exact))
        };
        if search.stopped {
            values.iter_mut().zip(next).filter(|(_, next)| settled(next)).for_each(|(value, next)| *value = next);
            break;
        }
        values = next;
        search.handler.values(&found(&values));
        if values.iter().all(settled) {
            break;
        }
    }
    found(&values)
}

/// Whether a deeper search would find nothing new about this score.
fn is_settled<G: Game, E: Evaluate<G>>(score: Score, is_exact: bool) -> bool {
    is_exact || (score.abs() >= WON && !E::EVERY_POINT_COUNTS)
}

/// What one ply of the search keeps from node to node, so that nothing is allocated on the way.
struct Ply<M> {
    moves: Vec<(i32, u16, M)>,
    killers: [Option<M>; 2],
}

/// How many plies away the end of a known outcome is taken to lie: far, yet so near that the plies that the hash table
/// adds and takes off, no more than 250, stay within a point.
const FAR_END: u32 = 750;

struct Search<'a, G: Game, E> {
    game: &'a G,
    evaluate: &'a E,
    limits: Limits,
    table: &'a mut HashTable,
    handler: &'a mut dyn Handler<G::Move>,
    nodes: u64,
    stopped: bool,
    /// Whether some score below the current node was a heuristic evaluation.
    horizon: bool,
    plies: Vec<Ply<G::Move>>,
    /// The best move at the root so far in this iteration, and its score.
    root: Option<(G::Move, Score)>,
}

impl<'a, G: Game, E: Evaluate<G>> Search<'a, G, E> {
    fn new(
        game: &'a G,
        evaluate: &'a E,
        limits: Limits,
        table: &'a mut HashTable,
        handler: &'a mut dyn Handler<G::Move>,
    ) -> Self {
        let (plies, root) = (Vec::new(), None);
        Search { game, evaluate, limits, table, handler, nodes: 0, stopped: false, horizon: false, plies, root }
    }

    /// The depths of the iterations.
    fn depths(&self) -> RangeInclusive<u32> {
        1..=self.limits.depth.clamp(1, u32::from(SOLVED) - 1)
    }

    /// The score of an unfinished position for the side to move, exact between `alpha` and `beta`.
    fn node(&mut self, position: &G::Position, depth: u32, ply: u32, alpha: Score, beta: Score) -> Score {
        let key = self.game.key(position);
        let mut hinted = None;
        if let Some(entry) = self.table.get(key) {
            hinted = Some(entry.best);
            let deep_enough = u32::from(entry.depth) >= depth;
            let score = from_root(entry.score, ply);
            if deep_enough && ply > 0 && cuts(entry.bound, score, alpha, beta) {
                self.horizon |= entry.depth != SOLVED;
                return score;
            }
        }
        let outer_horizon = std::mem::replace(&mut self.horizon, false);
        let mut moves = self.ordered(position, ply, hinted);
        let (score, best, mv) = self.children(position, &moves, depth, ply, alpha, beta);
        moves.clear();
        self.plies[ply as usize].moves = moves;
        if !self.stopped {
            let bound = if score >= beta {
                self.remember_killer(ply, mv);
                Bound::Lower
            } else if score > alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let stored_depth = if self.horizon { depth.min(u32::from(SOLVED) - 1) as u8 } else { SOLVED };
            self.table.put(key, Entry { score: from_node(score, ply), best, depth: stored_depth, bound });
        }
        self.horizon |= outer_horizon;
        score
    }

    /// The best score among the moves, the place of the best one in the game's order, and the move.
    fn children(
        &mut self,
        position: &G::Position,
        moves: &[(i32, u16, G::Move)],
        depth: u32,
        ply: u32,
        mut alpha: Score,
        beta: Score,
    ) -> (Score, u16, G::Move) {
        let side = self.game.turn(position);
        let mut best = (-Score::MAX, moves[0].1, moves[0].2);
        for (i, &(_, place, mv)) in moves.iter().enumerate() {
            let child = self.game.play(position, mv);
            // Moves after the first are expected to be worse, which a window of width one shows cheaply.
            let width = if i == 0 { beta } else { alpha + 1 };
            let mut score = self.value(&child, side, depth - 1, ply + 1, alpha, width);
            if i > 0 && score > alpha && score < beta {
                score = self.value(&child, side, depth - 1, ply + 1, alpha, beta);
            }
            if self.stopped {
                break;
            }
            if score > best.0 {
                best = (score, place, mv);
                if ply == 0 {
                    self.root = Some((mv, score));
                }
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The score of any position for `side`.
    fn value(&mut self, position: &G::Position, side: Side, depth: u32, ply: u32, alpha: Score, beta: Score) -> Score {
        self.nodes += 1;
        if self.nodes.is_multiple_of(ASK_EVERY) && (self.nodes >= self.limits.nodes || self.handler.stop(self.nodes)) {
            self.stopped = true;
        }
        if self.stopped {
            return alpha;
        }
        if let Some(outcome) = self.game.outcome(position) {
            return outcome_score(outcome, side, ply);
        }
        if let Some(outcome) = self.evaluate.known_outcome(self.game, position) {
            return outcome_score(outcome, side, FAR_END);
        }
        let same = self.game.turn(position) == side;
        if depth == 0 {
            self.horizon = true;
            let score = self.evaluate.evaluate(self.game, position).clamp(1 - WON, WON - 1);
            return if same { score } else { -score };
        }
        if same {
            self.node(position, depth, ply, alpha, beta)
        } else {
            -self.node(position, depth, ply, -beta, -alpha)
        }
    }

    /// The moves in the order to search them: the one that was best before, killers, then by [`Evaluate::move_score`].
    fn ordered(&mut self, position: &G::Position, ply: u32, hinted: Option<u16>) -> Vec<(i32, u16, G::Move)> {
        while self.plies.len() <= ply as usize {
            self.plies.push(Ply { moves: Vec::new(), killers: [None; 2] });
        }
        let killers = self.plies[ply as usize].killers;
        let mut moves = std::mem::take(&mut self.plies[ply as usize].moves);
        for (place, mv) in self.game.moves(position).enumerate() {
            let place = place as u16;
            let order = if hinted == Some(place) {
                i32::MAX
            } else if killers.contains(&Some(mv)) {
                i32::MAX - 1
            } else {
                self.evaluate.move_score(self.game, position, mv)
            };
            moves.push((order, place, mv));
        }
        moves.sort_by_key(|&(order, place, _)| (std::cmp::Reverse(order), place));
        moves
    }

    fn remember_killer(&mut self, ply: u32, mv: G::Move) {
        let killers = &mut self.plies[ply as usize].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// The principal variation: the first move and what the hash table remembers to follow, no longer than `depth`.
    fn pv(&self, position: &G::Position, first: G::Move, depth: u32) -> Vec<G::Move> {
        let mut pv = vec![first];
        let mut position = self.game.play(position, first);
        while pv.len() < depth as usize && self.game.outcome(&position).is_none() {
            let Some(entry) = self.table.get(self.game.key(&position)) else { break };
            let Some(mv) = self.game.moves(&position).nth(usize::from(entry.best)) else { break };
            position = self.game.play(&position, mv);
            pv.push(mv);
        }
        pv
    }
}

/// Whether a stored score makes a search of this window needless.
fn cuts(bound: Bound, score: Score, alpha: Score, beta: Score) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    }
}
