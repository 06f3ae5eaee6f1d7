//! An alpha-beta search on the board with counts. At every position, it also looks for sequences of
//! threats.

use rules::{Outcome, Side};
use search::{
    ASK_EVERY, Bounds, Handler, HashTable, Limits, MoveValue, SOLVED, Score, SearchResult,
    UNBOUNDED, WON, outcome_score,
};

use super::board::Board;
use super::ordering::Ordering;
use super::threats::Sequences;

/// How many stones a search for a sequence of threats may try at most: at the root, at inner nodes,
/// and where the main search ends.
const ROOT_BUDGET: u64 = 4000;
const INNER_BUDGET: u64 = 200;
const LEAF_BUDGET: u64 = 40;
/// The greatest length of a line of play.
const MOST_PLIES: u32 = 120;
/// The score of a position in which every tried move lost, but not every move was tried.
const LOOKS_LOST: Score = -WON / 2;

/// A search from one position.
pub(super) struct Search<'a, const W: usize> {
    pub(super) board: &'a mut Board<W>,
    table: &'a mut HashTable,
    sequences: &'a mut Sequences,
    limits: Limits,
    handler: &'a mut dyn Handler<usize>,
    nodes: u64,
    /// When the search has visited this number of nodes, it asks the handler again whether to stop.
    ask_at: u64,
    stopped: bool,
    /// Whether any score below the current node was an estimate.
    horizon: bool,
    /// Whether a proven win or loss below the current node may take fewer moves than the search has
    /// found.
    is_longer: bool,
    ordering: Ordering,
    root: Option<(usize, Score)>,
}

impl<'a, const W: usize> Search<'a, W> {
    pub(super) fn new(
        board: &'a mut Board<W>,
        table: &'a mut HashTable,
        sequences: &'a mut Sequences,
        limits: Limits,
        handler: &'a mut dyn Handler<usize>,
    ) -> Self {
        let ordering = Ordering::new(board.squares(), MOST_PLIES as usize);
        sequences.nodes = 0;
        let (nodes, ask_at, stopped, horizon, is_longer) = (0, ASK_EVERY, false, false, false);
        Search {
            board,
            table,
            sequences,
            limits,
            handler,
            nodes,
            ask_at,
            stopped,
            horizon,
            is_longer,
            ordering,
            root: None,
        }
    }

    /// The best move of an unfinished position.
    pub(super) fn best(&mut self) -> SearchResult<usize> {
        if let Some((square, score, is_exact)) = self.at_sight() {
            return SearchResult {
                pv: vec![square],
                score,
                depth: 1,
                nodes: 1 + self.sequences.nodes,
                is_exact,
            };
        }
        let any = self
            .ordering
            .moves(self.board, 0, None)
            .squares
            .first()
            .map(|&(_, square)| usize::from(square));
        let spoiling = self.board.counts().1.filling.squares.lowest();
        let any = any.or(spoiling).or(self.board.empty().lowest()).expect("a free square is left");
        let mut result =
            SearchResult { pv: vec![any], score: 0, depth: 0, nodes: 0, is_exact: false };
        for depth in 1..=self.limits.depth.clamp(1, MOST_PLIES / 2) {
            (self.horizon, self.is_longer) = (false, false);
            self.root = None;
            let score = self.node(depth as i32, 0, -Score::MAX, Score::MAX);
            if let Some((square, root_score)) = self.root {
                result.score = if self.stopped { root_score } else { score };
                result.pv = self.pv(square, depth);
            } else if !self.stopped {
                // No move answers the opponent's threats.
                result.score = score;
            }
            result.nodes = self.looked_at();
            if self.stopped {
                break;
            }
            (result.depth, result.is_exact) = (depth, self.is_exact(score));
            self.handler.report(&result);
            if result.is_exact || score.abs() >= WON {
                break;
            }
        }
        result
    }

    /// The value of each legal move, in the order of the squares.
    pub(super) fn values(&mut self) -> Vec<MoveValue<usize>> {
        let squares: Vec<usize> = self.board.empty().into_iter().collect();
        let mut values: Vec<Option<MoveValue<usize>>> = vec![None; squares.len()];
        let settled = |value: &Option<MoveValue<usize>>| {
            value.as_ref().is_some_and(|value| value.is_exact || value.score.abs() >= WON)
        };
        for depth in 1..=self.limits.depth.clamp(1, MOST_PLIES / 2) {
            let mut next = values.clone();
            for (value, &square) in
                next.iter_mut().zip(&squares).filter(|(value, _)| !settled(value))
            {
                (self.horizon, self.is_longer) = (false, false);
                let score = self.after(square, |search| {
                    -search.node(depth as i32 - 1, 1, -Score::MAX, Score::MAX)
                });
                if self.stopped {
                    break;
                }
                *value =
                    Some(MoveValue { mv: square, score, depth, is_exact: self.is_exact(score) });
            }
            if self.stopped {
                values
                    .iter_mut()
                    .zip(next)
                    .filter(|(_, next)| settled(next))
                    .for_each(|(value, next)| *value = next);
                break;
            }
            values = next;
            self.handler.values(&values.iter().flatten().cloned().collect::<Vec<_>>());
            if values.iter().all(settled) {
                break;
            }
        }
        values.into_iter().flatten().collect()
    }

    /// The score after a move, which may complete a line.
    fn after(&mut self, square: usize, score: impl FnOnce(&mut Self) -> Score) -> Score {
        if self.board.counts().0.completing.squares.has(square) {
            return won(1);
        }
        self.board.put(square);
        let score = score(self);
        self.board.take(square);
        score
    }

    /// The number of nodes visited so far, including the nodes of threat sequences.
    fn looked_at(&self) -> u64 {
        self.nodes + self.sequences.nodes
    }

    /// A move that decides the game, if it is known without a search. Returns the move, its score,
    /// and whether the score is exact.
    fn at_sight(&mut self) -> Option<(usize, Score, bool)> {
        let (own, other) = self.board.counts();
        if let Some(square) = own.completing.squares.lowest() {
            return Some((square, won(1), true));
        }
        if other.completing.squares.count() > 1 {
            return Some((other.completing.squares.lowest()?, -won(2), true));
        }
        if self.board.open_lines() == 0 {
            return Some((self.board.empty().lowest()?, 0, true));
        }
        let win = self.sequences.find(self.board, ROOT_BUDGET.min(self.limits.nodes))?;
        Some((win.first, won(win.plies), win.plies == 3))
    }

    /// Results that are known without a search: a side completes a line within three moves, or no
    /// line can be completed any more.
    fn seen(&self, ply: u32) -> Option<Score> {
        let (own, other) = self.board.counts();
        if !own.completing.squares.is_empty() {
            return Some(won(ply + 1));
        }
        match other.completing.squares.count() {
            0 if !own.filling.squares.is_empty() => Some(won(ply + 3)),
            0 | 1 => (self.board.open_lines() == 0 || self.board.empty().is_empty()).then_some(0),
            _ => Some(-won(ply + 2)),
        }
    }

    /// The score of a position for the side to move. It is exact if it lies between `alpha` and
    /// `beta`.
    fn node(&mut self, depth: i32, ply: u32, mut alpha: Score, beta: Score) -> Score {
        self.nodes += 1;
        if self.is_stopped() {
            return alpha;
        }
        if let Some(score) = self.seen(ply) {
            return score;
        }
        let forced = !self.board.counts().1.completing.squares.is_empty();
        if (depth <= 0 && !forced) || ply >= MOST_PLIES {
            return self.leaf(ply);
        }
        let (key, nodes_before) = (self.board.key(), self.looked_at());
        let known = self.table.get(key);
        if ply > 0
            && let Some(score) = known.and_then(|known| answer(known, depth, ply, alpha, beta))
        {
            if known.is_none_or(|known| known.depth != SOLVED) {
                self.note_inexact(score);
            }
            return score;
        }
        if !forced && let Some(win) = self.sequences.find(self.board, INNER_BUDGET) {
            self.is_longer = true;
            let best = Some(win.first as u16);
            let found =
                Bounds { lower: won(win.plies), upper: UNBOUNDED, depth: stored(depth), best };
            self.table.put(key, found, self.looked_at() - nodes_before);
            return won(ply + win.plies);
        }
        let outer = (
            std::mem::replace(&mut self.horizon, false),
            std::mem::replace(&mut self.is_longer, false),
        );
        let moves = self.ordering.moves(self.board, ply, known.and_then(|known| known.best));
        let first_alpha = alpha;
        // If no move answers the threats, the loop tries no move, and this score is the result.
        let (mut score, mut best) = (-won(ply + 4), None);
        for (i, &(_, square)) in moves.squares.iter().enumerate() {
            let next = if forced { depth.max(0) } else { depth - 1 };
            let value =
                self.child(usize::from(square), i, (next, ply + 1), moves.answers, (alpha, beta));
            if self.stopped {
                break;
            }
            if value > score || best.is_none() {
                (score, best) = (value, Some(square));
                if ply == 0 {
                    self.root = Some((usize::from(square), value));
                }
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.ordering.refuted(square, self.board.turn, ply, depth);
                break;
            }
        }
        if !moves.complete && score < beta {
            self.horizon = true;
            if score <= -WON {
                score = LOOKS_LOST + ply as Score;
            }
        }
        if !self.stopped {
            let depth = if self.is_exact(score) { SOLVED } else { stored(depth) };
            let lower = if score > first_alpha { from_node(score, ply) } else { -UNBOUNDED };
            let upper = if score < beta { from_node(score, ply) } else { UNBOUNDED };
            let found = Bounds { lower, upper, depth, best };
            self.table.put(
                key,
                known.map_or(found, |known| found.after(known)),
                self.looked_at() - nodes_before,
            );
        }
        if !self.is_exact(score) {
            (self.horizon, self.is_longer) = (false, false);
            self.note_inexact(score);
        }
        self.horizon |= outer.0;
        self.is_longer |= outer.1;
        score
    }

    /// Whether the score of the current node is final: a deeper search would not change it.
    fn is_exact(&self, score: Score) -> bool {
        !self.horizon && (score.abs() < WON || !self.is_longer)
    }

    /// Notes that a deeper search might change a score. If a win or loss is proven, only the number
    /// of moves may change.
    fn note_inexact(&mut self, score: Score) {
        if score.abs() >= WON {
            self.is_longer = true;
        } else {
            self.horizon = true;
        }
    }

    /// The score of a move. It is exact if it lies between the bounds. A late move is first
    /// searched to a smaller depth.
    fn child(
        &mut self,
        square: usize,
        place: usize,
        (depth, ply): (i32, u32),
        answers: bool,
        (alpha, beta): (Score, Score),
    ) -> Score {
        let threatens = self.board.counts().0.threatening.squares.has(square);
        self.board.put(square);
        let less = match place {
            _ if answers || threatens || depth < 2 => 0,
            0..3 => 0,
            3..10 => 1,
            _ => 2,
        };
        let mut score = if place == 0 { -self.node(depth, ply, -beta, -alpha) } else { alpha + 1 };
        if place > 0 {
            if less > 0 {
                score = -self.node(depth - less, ply, -alpha - 1, -alpha);
            }
            if score > alpha {
                score = -self.node(depth, ply, -alpha - 1, -alpha);
            }
            if score > alpha && score < beta {
                score = -self.node(depth, ply, -beta, -alpha);
            }
        }
        self.board.take(square);
        score
    }

    /// The score of a position where the search ends.
    fn leaf(&mut self, ply: u32) -> Score {
        let score = match self.sequences.find(self.board, LEAF_BUDGET) {
            Some(win) => won(ply + win.plies),
            None => self.board.evaluate().clamp(1 + LOOKS_LOST, -LOOKS_LOST - 1),
        };
        self.note_inexact(score);
        score
    }

    fn is_stopped(&mut self) -> bool {
        let nodes = self.looked_at();
        if nodes >= self.ask_at {
            self.ask_at = nodes + ASK_EVERY;
            self.stopped |= nodes >= self.limits.nodes || self.handler.stop(nodes);
        }
        self.stopped
    }

    /// The principal variation: the first move, and the stored moves after it.
    fn pv(&mut self, first: usize, depth: u32) -> Vec<usize> {
        let mut pv = vec![first];
        self.board.put(first);
        while pv.len() < depth as usize && self.seen(0).is_none() {
            let known =
                self.table.get(self.board.key()).and_then(|known| known.best).map(usize::from);
            let Some(square) = known.filter(|&square| self.board.empty().has(square)) else {
                break;
            };
            self.board.put(square);
            pv.push(square);
        }
        pv.iter().rev().for_each(|&square| self.board.take(square));
        pv
    }
}

/// The score of a win that comes this many moves after the root.
fn won(ply: u32) -> Score {
    outcome_score(Outcome::won_by(Side::First, 1), Side::First, ply)
}

/// The depth that is stored with the result of a search to `depth`. A search goes on while moves
/// are forced, so `depth` may be 0 or less; the stored depth is at least 1.
fn stored(depth: i32) -> u8 {
    (depth.max(0) + 1) as u8
}

/// The stored score of a node, if the stored bounds are enough for this depth and window. The node
/// lies `ply` moves below the root. In a proven result, the moves until the end are counted from
/// the root.
fn answer(known: Bounds, depth: i32, ply: u32, alpha: Score, beta: Score) -> Option<Score> {
    let deep = known.depth >= stored(depth);
    let [lower, upper] = [known.lower, known.upper].map(|score| from_root(score, ply));
    // A proven win or loss is valid at any depth.
    let counts = |score: Score| deep || score.abs() >= WON;
    if (lower >= beta || lower == upper) && counts(known.lower) {
        return Some(lower);
    }
    (upper <= alpha && counts(known.upper)).then_some(upper)
}

/// Converts a proven score. In `score`, the moves until the end are counted from the root. In the
/// result, they are counted from a node that lies `ply` moves below the root.
fn from_node(score: Score, ply: u32) -> Score {
    if score.abs() >= WON { score + score.signum() * ply as Score } else { score }
}

/// Converts a proven score. In `score`, the moves until the end are counted from a node that lies
/// `ply` moves below the root. In the result, they are counted from the root.
fn from_root(score: Score, ply: u32) -> Score {
    if score.abs() >= WON && score.abs() < UNBOUNDED {
        score - score.signum() * ply as Score
    } else {
        score
    }
}
