//! Alpha-beta from one node down: principal variation search with a hash table, killers and
//! reductions. README.md in this crate says what each technique gains.

use rules::{Game, Outcome, Side};

use crate::ordering::{Ordering, Ranked};
use crate::score::{from_node, from_root};
use crate::{
    ASK_EVERY, Bounded, Bounds, Evaluate, Goal, Handler, HashTable, Limits, MoveValue, Problem,
    SOLVED, Score, UNBOUNDED, WON, outcome_score,
};

/// A search of one position, in progress.
pub(crate) struct Search<'a, G: Game, E> {
    game: &'a G,
    evaluate: &'a E,
    limits: Limits,
    /// How many moves of a node are not first searched less deep.
    full_moves: usize,
    /// Whether finished games score their points, on the scale of estimates
    /// ([`Evaluate::ESTIMATES_MARGIN`]).
    counts_points: bool,
    table: &'a mut HashTable,
    pub(crate) handler: &'a mut dyn Handler<G::Move>,
    pub(crate) nodes: u64,
    /// The number of nodes at which the handler is asked next.
    ask_at: u64,
    pub(crate) stopped: bool,
    /// Whether a score below the current node came from a heuristic evaluation or a repetition.
    pub(crate) horizon: bool,
    ordering: Ordering<G::Move>,
    /// The keys of the positions above the current one, if positions can occur again.
    path: Vec<u64>,
    /// The best move at the root so far in this iteration.
    pub(crate) root: Option<RootMove<G::Move>>,
}

/// A move at the root, its score, and the nodes below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootMove<M> {
    pub(crate) mv: M,
    pub(crate) score: Score,
    pub(crate) nodes: u64,
}

/// A node whose children are being searched.
struct Node<'a, P> {
    position: &'a P,
    side: Side,
    depth: u32,
    ply: u32,
    alpha: Score,
    beta: Score,
}

/// The best child of a node so far: its score, the index of the move in the game's order, and the
/// move.
#[derive(Clone, Copy)]
struct Best<M> {
    score: Score,
    place: u16,
    mv: Option<M>,
}

impl<'a, G: Game, E: Evaluate<G>> Search<'a, G, E> {
    pub(crate) fn new(
        problem: &Problem<'a, G, E>,
        table: &'a mut HashTable,
        handler: &'a mut dyn Handler<G::Move>,
    ) -> Self {
        table.begin_search();
        let Problem { game, evaluate, limits, .. } = *problem;
        // Where only the winner counts, a win that a reduced search finds is proven.
        let reduces = !(problem.exhaustive && E::EVERY_POINT_COUNTS);
        Search {
            game,
            evaluate,
            limits,
            full_moves: E::FULL_MOVES.filter(|_| reduces).unwrap_or(usize::MAX),
            counts_points: E::ESTIMATES_MARGIN && problem.goal == Goal::Best && !problem.exhaustive,
            table,
            handler,
            nodes: 0,
            ask_at: ASK_EVERY,
            stopped: false,
            horizon: false,
            ordering: Ordering::new(),
            path: Vec::new(),
            root: None,
        }
    }

    /// Prepares a search from the root to the next depth.
    pub(crate) fn begin_iteration(&mut self) {
        (self.horizon, self.root) = (false, None);
    }

    /// The value of a move at the root, searched to this depth; `None` if the search was stopped.
    pub(crate) fn move_value(
        &mut self,
        problem: &Problem<'_, G, E>,
        mv: G::Move,
        depth: u32,
    ) -> Option<MoveValue<G::Move>> {
        self.horizon = false;
        let child = self.game.play(problem.position, mv);
        let (alpha, beta) = problem.goal.window::<G, E>();
        let side = self.game.turn(problem.position);
        let score = self.value(&child, side, depth - 1, 1, alpha, beta);
        let is_exact = !self.horizon && alpha < score && score < beta;
        let score = self.result_score(score, is_exact);
        (!self.stopped).then_some(MoveValue { mv, score, depth, is_exact })
    }

    /// The score that a result gives to callers. If finished games score their points, an exact
    /// score becomes the proven score of its margin, at an unknown distance.
    pub(crate) fn result_score(&self, score: Score, is_exact: bool) -> Score {
        if self.counts_points && is_exact {
            return Bounded::by(Outcome { margin: score / E::POINT }, Side::First).lower;
        }
        score
    }

    /// The score for `side` of a finished game.
    fn end_score(&self, outcome: Outcome, side: Side, ply: u32) -> Score {
        if self.counts_points {
            return (E::POINT * outcome.margin_for(side)).clamp(1 - WON, WON - 1);
        }
        outcome_score(outcome, side, ply)
    }

    /// The key of a position in the hash table. The two scales have different keys.
    fn key(&self, position: &G::Position) -> u64 {
        const POINTS: u64 = 0x5bd1_e995_9e37_79b9;
        self.game.key(position) ^ if self.counts_points { POINTS } else { 0 }
    }

    /// The score of an unfinished position for the side to move. A score between `alpha` and `beta`
    /// is exact; any other score is a bound.
    pub(crate) fn node(
        &mut self,
        position: &G::Position,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Score {
        let key = self.key(position);
        if G::REPEATS && self.path.contains(&key) {
            // A repetition gains nothing, so it scores 0. The hash key does not contain the moves
            // that led here, so this score counts as unproven.
            self.horizon = true;
            return 0;
        }
        let known = self.table.get(key);
        if ply > 0
            && let Some(known) = known
            && let Some(score) = cutoff(known, depth, ply, alpha, beta)
        {
            self.horizon |= known.depth != SOLVED && !is_proof(score, alpha, beta);
            return score;
        }
        let outer_horizon = std::mem::replace(&mut self.horizon, false);
        let nodes = self.nodes;
        if G::REPEATS {
            self.path.push(key);
        }
        let side = self.game.turn(position);
        let hinted = known.and_then(|known| known.best);
        let best = self.children(&Node { position, side, depth, ply, alpha, beta }, hinted);
        if G::REPEATS {
            self.path.pop();
        }
        self.horizon &= !is_proof(best.score, alpha, beta);
        if !self.stopped {
            if let Some(mv) = best.mv.filter(|_| best.score >= beta) {
                self.ordering.remember_killer(ply, mv);
                if let Some(index) = self.evaluate.history_index(self.game, position, mv) {
                    self.ordering.remember_history(index, depth);
                }
            }
            let found = Bounds {
                lower: if best.score > alpha { from_node(best.score, ply) } else { -UNBOUNDED },
                upper: if best.score < beta { from_node(best.score, ply) } else { UNBOUNDED },
                depth: if self.horizon { depth.min(u32::from(SOLVED) - 1) as u8 } else { SOLVED },
                best: Some(best.place),
            };
            let found = known.map_or(found, |known| found.after(known));
            self.table.put(key, found, self.nodes - nodes + 1);
        }
        self.horizon |= outer_horizon;
        best.score
    }

    /// The best move of a node. The hash move is searched first, before the other moves are
    /// ordered.
    fn children(&mut self, node: &Node<'_, G::Position>, hinted: Option<u16>) -> Best<G::Move> {
        let mut best = Best { score: -UNBOUNDED, place: 0, mv: None };
        let hinted = hinted.and_then(|place| {
            let mv = self.game.moves(node.position).nth(usize::from(place))?;
            Some((place, mv))
        });
        if let Some((place, mv)) = hinted {
            self.child(node, &mut best, 0, (0, place, mv));
            if self.stopped || best.score >= node.beta {
                return best;
            }
        }
        let but = hinted.map(|(place, _)| place);
        let moves = self.ordering.ranked(self.game, self.evaluate, node.position, node.ply, but);
        for (number, &ranked) in (usize::from(hinted.is_some())..).zip(&moves) {
            self.child(node, &mut best, number, ranked);
            if self.stopped || best.score >= node.beta {
                break;
            }
        }
        self.ordering.give_back(node.ply, moves);
        best
    }

    /// Searches a move, and notes it if it is the best so far. `number` is the move's place in the
    /// search order, counted from 0.
    fn child(
        &mut self,
        node: &Node<'_, G::Position>,
        best: &mut Best<G::Move>,
        number: usize,
        (_, place, mv): Ranked<G::Move>,
    ) {
        let &Node { position, side, depth, ply, alpha, beta } = node;
        let alpha = alpha.max(best.score);
        let nodes = self.nodes;
        let child = self.game.play(position, mv);
        let mut score = alpha + 1;
        // Moves after the first are expected to be worse. A search with a window of width one
        // confirms this cheaply. For late moves, this search is also less deep.
        // CITE: late move reductions: T. Romstad, "An introduction to late move reductions", 2006.
        let reduced = u32::from(number >= self.full_moves && depth >= 3);
        if reduced > 0 {
            score = self.value(&child, side, depth - 1 - reduced, ply + 1, alpha, alpha + 1);
        }
        if number > 0 && score > alpha {
            score = self.value(&child, side, depth - 1, ply + 1, alpha, alpha + 1);
        }
        if number == 0 || (score > alpha && score < beta) {
            score = self.value(&child, side, depth - 1, ply + 1, alpha, beta);
        }
        if !self.stopped && (score > best.score || best.mv.is_none()) {
            *best = Best { score, place, mv: Some(mv) };
            if ply == 0 {
                self.root = Some(RootMove { mv, score, nodes: self.nodes - nodes });
            }
        }
    }

    /// The score of any position for `side`.
    fn value(
        &mut self,
        position: &G::Position,
        side: Side,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Score {
        self.nodes += 1;
        if self.nodes >= self.ask_at {
            self.ask_at = (self.nodes / ASK_EVERY + 1) * ASK_EVERY;
            self.stopped |= self.nodes >= self.limits.nodes || self.handler.stop(self.nodes);
        }
        if self.stopped {
            return alpha;
        }
        if let Some(outcome) = self.game.outcome(position) {
            return self.end_score(outcome, side, ply);
        }
        let same = self.game.turn(position) == side;
        let (alpha, beta) = if same { (alpha, beta) } else { (-beta, -alpha) };
        let score = self.mover_score(position, depth, ply, alpha, beta);
        if same { score } else { -score }
    }

    /// The score of an unfinished position for the side to move.
    fn mover_score(
        &mut self,
        position: &G::Position,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Score {
        let [low, high] = [alpha, beta].map(|score| from_node(score, ply));
        let finish = || self.evaluate.finish(self.game, position, depth, low, high, ASK_EVERY);
        if let Some(found) = (!self.counts_points).then(finish).flatten() {
            self.nodes += found.nodes;
            let [lower, upper] = [found.lower, found.upper].map(|score| from_root(score, ply));
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
        }
        if depth > 0 {
            return self.node(position, depth, ply, alpha, beta);
        }
        self.horizon = true;
        self.evaluate.evaluate(self.game, position).clamp(1 - WON, WON - 1)
    }

    /// The principal variation, of at most `depth` moves: the first move, and then the best moves
    /// in the hash table.
    pub(crate) fn pv(&self, position: &G::Position, first: G::Move, depth: u32) -> Vec<G::Move> {
        let mut pv = vec![first];
        let mut position = self.game.play(position, first);
        while pv.len() < depth as usize && self.game.outcome(&position).is_none() {
            let known = self.table.get(self.key(&position));
            let Some(place) = known.and_then(|known| known.best) else { break };
            let Some(mv) = self.game.moves(&position).nth(usize::from(place)) else { break };
            position = self.game.play(&position, mv);
            pv.push(mv);
        }
        pv
    }
}

/// Whether a score outside the window proves that one side wins. No deeper search will refute such
/// a proof.
fn is_proof(score: Score, alpha: Score, beta: Score) -> bool {
    score >= beta.max(WON) || score <= alpha.min(-WON)
}

/// The score in the hash table, if this score makes a search with the window unnecessary. A proven
/// score makes the search unnecessary at any depth.
fn cutoff(known: Bounds, depth: u32, ply: u32, alpha: Score, beta: Score) -> Option<Score> {
    let is_deep = u32::from(known.depth) >= depth;
    let [lower, upper] = [known.lower, known.upper].map(|score| from_root(score, ply));
    if lower >= beta && (is_deep || lower >= WON) {
        Some(lower)
    } else if upper <= alpha && (is_deep || upper <= -WON) {
        Some(upper)
    } else {
        (is_deep && lower == upper).then_some(lower)
    }
}
