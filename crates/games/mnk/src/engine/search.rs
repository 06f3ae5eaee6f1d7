//! An alpha-beta search: the value of a position below the root. At every position, it also looks
//! for sequences of threats.

use std::sync::LazyLock;

use search::{ASK_EVERY, Bounds, Handler, HashTable, Limits, SOLVED, Score, UNBOUNDED, WON};

use super::board::Board;
use super::ordering::{Moves, Ordering};
use super::stored::{answer, from_node, stored, won};
use super::threats::Sequences;

/// The greatest length of a line of play.
pub(super) const MOST_PLIES: u32 = 120;
/// How many stones a search for a sequence of threats may try at most: at inner nodes, and where
/// the main search ends.
const INNER_BUDGET: u64 = 200;
const LEAF_BUDGET: u64 = 40;
/// Up to this depth, a position is not searched if its value exceeds `beta` by this margin for each
/// ply.
const FUTILE_DEPTH: i32 = 3;
const FUTILE_MARGIN: Score = 80;
/// From this depth on, a pass is tried.
const PASS_DEPTH: i32 = 3;
/// The score of a position in which every tried move lost, but not every move was tried.
pub(super) const LOOKS_LOST: Score = -WON / 2;

/// A search from one position.
pub(super) struct Search<'a, const W: usize> {
    pub(super) board: &'a mut Board<W>,
    pub(super) table: &'a mut HashTable,
    pub(super) sequences: &'a mut Sequences,
    pub(super) limits: Limits,
    pub(super) handler: &'a mut dyn Handler<usize>,
    nodes: u64,
    /// When the search has visited this number of nodes, it asks the handler again whether to stop.
    ask_at: u64,
    pub(super) stopped: bool,
    /// Whether any score below the current node was an estimate.
    pub(super) horizon: bool,
    /// Whether a proven win or loss below the current node may take fewer moves than the search has
    /// found.
    pub(super) is_longer: bool,
    pub(super) ordering: Ordering,
    /// The best move of the root so far, and its score.
    pub(super) root: Option<(usize, Score)>,
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

    /// The number of nodes visited so far, including the nodes of threat sequences.
    pub(super) fn looked_at(&self) -> u64 {
        self.nodes + self.sequences.nodes
    }

    fn is_stopped(&mut self) -> bool {
        let nodes = self.looked_at();
        if nodes >= self.ask_at {
            self.ask_at = nodes + ASK_EVERY;
            self.stopped |= nodes >= self.limits.nodes || self.handler.stop(nodes);
        }
        self.stopped
    }
}

/// The place of a node in the search.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) depth: i32,
    pub(super) ply: u32,
    /// Whether the last move was a pass.
    pub(super) after_pass: bool,
}

/// What was known of the scores below the outer node; see [`Search::enter`].
#[derive(Clone, Copy)]
struct Outer {
    horizon: bool,
    is_longer: bool,
}

impl<const W: usize> Search<'_, W> {
    /// Results that are known without a search: a side completes a line within three moves, or no
    /// line can be completed any more.
    pub(super) fn seen(&self, ply: u32) -> Option<Score> {
        let (own, other) = self.board.sights();
        if !own.completing().is_empty() {
            return Some(won(ply + 1));
        }
        match other.completing().count() {
            0 if !own.doubling().is_empty() => Some(won(ply + 3)),
            1 if !(own.doubling() & other.completing()).is_empty() => Some(won(ply + 3)),
            0 | 1 => (!self.board.is_open() || self.board.empty().is_empty()).then_some(0),
            _ => Some(-won(ply + 2)),
        }
    }

    /// The score of a position for the side to move. It is exact if it lies between `alpha` and
    /// `beta`.
    pub(super) fn node(&mut self, place: Place, alpha: Score, beta: Score) -> Score {
        let Place { depth, ply, .. } = place;
        self.nodes += 1;
        if self.is_stopped() {
            return alpha;
        }
        if let Some(score) = self.seen(ply) {
            return score;
        }
        let forced = !self.board.sights().1.completing().is_empty();
        if (depth <= 0 && !forced) || ply >= MOST_PLIES {
            return self.leaf(ply);
        }
        let nodes_before = self.looked_at();
        let key = self.board.key();
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
        if let Some(score) = self.prune(place, alpha, beta) {
            return score;
        }
        let outer = self.enter();
        let moves = self.ordering.moves(self.board, ply, known.and_then(|known| known.best));
        let (score, best) = self.among(&moves, place, forced, alpha, beta);
        if !self.stopped {
            let depth = if self.is_exact(score) { SOLVED } else { stored(depth) };
            let lower = if score > alpha { from_node(score, ply) } else { -UNBOUNDED };
            let upper = if score < beta { from_node(score, ply) } else { UNBOUNDED };
            let found = Bounds { lower, upper, depth, best };
            let found = known.map_or(found, |known| found.after(known));
            self.table.put(key, found, self.looked_at() - nodes_before);
        }
        self.leave(outer, score);
        score
    }

    /// The best score among these moves, and the move.
    fn among(
        &mut self,
        moves: &Moves,
        place: Place,
        forced: bool,
        mut alpha: Score,
        beta: Score,
    ) -> (Score, Option<u16>) {
        let Place { depth, ply, .. } = place;
        let next = if forced { depth.max(0) } else { depth - 1 };
        let next = Place { depth: next, ply: ply + 1, after_pass: false };
        // If no move answers the threats, the loop tries no move, and this score is the result.
        let (mut score, mut best) = (-won(ply + 4), None);
        for (i, &(_, square)) in moves.squares.iter().enumerate() {
            let value = self.child(usize::from(square), i, next, moves.answers, (alpha, beta));
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
        (score, best)
    }

    /// A score of a node that need not be searched further: the position is far above `beta`, or
    /// stays above it after a pass. A pass is never the best move in these games, so a position is
    /// worth no less than after a pass.
    ///
    /// CITE: Chess Programming Wiki, "Reverse Futility Pruning"; Donninger, "Null move and deep
    /// search", ICCA Journal 16(3), 1993.
    fn prune(&mut self, place: Place, alpha: Score, beta: Score) -> Option<Score> {
        let other = self.board.sights().1;
        let is_calm = other.doubling().is_empty() && other.completing().is_empty();
        let is_narrow = beta.saturating_sub(alpha) <= 1 && beta.abs() < -LOOKS_LOST;
        if !is_calm || !is_narrow || place.after_pass {
            return None;
        }
        let estimate = self.board.evaluate();
        if estimate < beta {
            return None;
        }
        let Place { depth, ply, .. } = place;
        if depth <= FUTILE_DEPTH && estimate - FUTILE_MARGIN * depth >= beta {
            self.horizon = true;
            return Some(estimate);
        }
        if depth < PASS_DEPTH {
            return None;
        }
        let outer = self.enter();
        self.board.pass();
        let next = Place { depth: depth - 2 - depth / 4, ply: ply + 1, after_pass: true };
        let score = -self.node(next, -beta, -alpha);
        self.board.pass();
        (self.horizon, self.is_longer) = (outer.horizon, outer.is_longer);
        let is_above = score >= beta && !self.stopped;
        self.horizon |= is_above;
        is_above.then_some(beta)
    }

    /// The score of a move, the `number`-th one in the order. It is exact if it lies between the
    /// bounds. A late move is first searched to a smaller depth.
    fn child(
        &mut self,
        square: usize,
        number: usize,
        place: Place,
        answers: bool,
        (alpha, beta): (Score, Score),
    ) -> Score {
        let threatens = self.board.sights().0.threatening().has(square);
        self.board.put(square);
        let is_late = number >= 3 && place.depth >= 2 && !answers && !threatens;
        let less = if is_late { reduction(place.depth, number) } else { 0 };
        let mut score = if number == 0 { -self.node(place, -beta, -alpha) } else { alpha + 1 };
        if number > 0 {
            if less > 0 {
                let place = Place { depth: (place.depth - less).max(1), ..place };
                score = -self.node(place, -alpha - 1, -alpha);
            }
            if score > alpha {
                score = -self.node(place, -alpha - 1, -alpha);
            }
            if score > alpha && score < beta {
                score = -self.node(place, -beta, -alpha);
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

    /// Begins to note what is known of the scores below another node.
    fn enter(&mut self) -> Outer {
        Outer {
            horizon: std::mem::replace(&mut self.horizon, false),
            is_longer: std::mem::replace(&mut self.is_longer, false),
        }
    }

    /// Goes back to the outer node with the score of this one.
    fn leave(&mut self, outer: Outer, score: Score) {
        if !self.is_exact(score) {
            (self.horizon, self.is_longer) = (false, false);
            self.note_inexact(score);
        }
        self.horizon |= outer.horizon;
        self.is_longer |= outer.is_longer;
    }

    /// Whether the score of the current node is final: a deeper search would not change it.
    pub(super) fn is_exact(&self, score: Score) -> bool {
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
}

/// How many plies less deep a late move is searched: more in deep searches, and for later moves.
///
/// CITE: Chess Programming Wiki, "Late Move Reductions" (logarithms of depth and number).
fn reduction(depth: i32, number: usize) -> i32 {
    static LOGARITHMS: LazyLock<[f32; MOST_PLIES as usize]> =
        LazyLock::new(|| std::array::from_fn(|i| (i.max(1) as f32).ln()));
    let logarithm = |i: usize| LOGARITHMS[i.min(LOGARITHMS.len() - 1)];
    (0.5 + logarithm(depth.max(0) as usize) * logarithm(number) / 1.8) as i32
}
